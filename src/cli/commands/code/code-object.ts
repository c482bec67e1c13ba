import type { DataOf } from '../../client/contract-types.ts'
import { type Finder, findObject } from '../../client/find-object.ts'
import type { CommandContext } from '../../define-command.ts'
import type { Phrase } from '../../phrases/phrases.ts'

export type Code = DataOf<'/api/redemption/{id}', 'get'>
type Source = Pick<CommandContext, 'api' | 'phrase'>

export const codeFinder = ({ api, phrase }: Source): Finder<Code> => ({
  kind: 'code',
  phrase,
  byId: (id) => api.get('/api/redemption/{id}', { path: { id }, isLookup: true }),
  search: (keyword) => api.list('/api/redemption/search', { keyword }, { limit: undefined, isLookup: true }),
  nameOf: ({ name }) => name,
})

/** Finds a code by ID or name. @throws CliError 5 when there is none, 6 when the name is not unique */
export const findCode = (reference: string, source: Source): Promise<Code> =>
  findObject(reference, codeFinder(source))

const statusNames = ['unused', 'disabled', 'used'] as const

export function codeStatus(status: number, phrase: Phrase): string {
  const name = statusNames[status - 1]
  return name === undefined ? phrase('status.unknown', { status }) : phrase(`status.${name}`)
}

/** Formats the uses: `3/100` for gift codes, just the count for ordinary ones. */
export const uses = ({
  used_count: used,
  max_uses: most,
  is_gift: isGift,
}: Pick<Code, 'used_count' | 'max_uses' | 'is_gift'>): string =>
  isGift ? `${used}/${most === -1 ? '∞' : most}` : String(used)
