import { CliError } from '../../cli-error.ts'
import type { Api } from '../../client/api.ts'
import type { DataOf } from '../../client/contract-types.ts'
import { type Finder, findByName, findObject } from '../../client/find-object.ts'
import type { CommandContext } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { nearest } from '../../manifest/suggest.ts'
import type { Phrase } from '../../phrases/phrases.ts'

export type Channel = DataOf<'/api/channel/{id}', 'get'>
export type ChannelType = DataOf<'/api/channel/types', 'get'>[number]
type Source = Pick<CommandContext, 'api' | 'phrase'>

/** The longest keyword that the server accepts. Names may be twice as long, so we search for their first characters. */
const KEYWORD_MAX = 100

export const channelFinder = ({ api, phrase }: Source): Finder<Channel> => ({
  kind: 'channel',
  phrase,
  byId: (id) => api.get('/api/channel/{id}', { path: { id }, isLookup: true }),
  search: (name) => {
    const keyword = [...name].slice(0, KEYWORD_MAX).join('')
    return api.list('/api/channel/search', { keyword }, { limit: undefined, isLookup: true })
  },
  nameOf: ({ name }) => name,
})

/** Finds a channel by ID or name. @throws CliError 5 when there is none, 6 when the name is not unique */
export const findChannel = (reference: string, source: Source): Promise<Channel> =>
  findObject(reference, channelFinder(source))

export const findChannelByName = (name: string, source: Source): Promise<Channel | undefined> =>
  findByName(name, channelFinder(source))

export const listChannelTypes = (api: Api): Promise<readonly ChannelType[]> =>
  api.get('/api/channel/types', { isLookup: true })

/** Returns the number of a type given as slug, label or number. @throws CliError 7 for an unknown type */
export async function channelTypeNumber(text: string, { api, phrase }: Source): Promise<number> {
  const types = await listChannelTypes(api)
  const wanted = text.toLowerCase()
  const found = types.find(
    ({ type, slug, label }) => String(type) === wanted || slug === wanted || label.toLowerCase() === wanted,
  )
  if (found !== undefined) return found.type
  const suggestion = nearest(
    text,
    types.map(({ slug }) => slug),
  )
  throw new CliError(
    'channel_type_unknown',
    exitCodes.rejected,
    phrase('error.channelType', { name: text }),
    {
      hint:
        suggestion === undefined ? phrase('hint.channelTypes') : phrase('hint.didYouMean', { suggestion }),
      field: '--type',
    },
  )
}

const statusNames = ['enabled', 'disabled', 'auto-disabled'] as const
export const channelStatusNames: readonly string[] = statusNames

export function channelStatus(status: number, phrase: Phrase): string {
  const name = statusNames[status - 1]
  return name === undefined ? phrase('status.unknown', { status }) : phrase(`status.${name}`)
}

/** Adds the type's slug to a channel, next to the contract's number. */
export const withSlug = (
  channel: Channel,
  types: readonly ChannelType[],
): Channel & { type_slug: string } => ({
  ...channel,
  type_slug: types.find(({ type }) => type === channel.type)?.slug ?? String(channel.type),
})
