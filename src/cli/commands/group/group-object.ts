import { absentProblem } from '../../client/find-object.ts'
import { entryOf, type OptionEntry, readEntries } from '../../client/option-entries.ts'
import type { CommandContext } from '../../define-command.ts'
import type { fields } from '../../output-schema.ts'

/** A price group as administrators see it. */
export interface Group {
  readonly name: string
  /** Decimal text. */
  readonly ratio: string
  /** Description shown to users who may choose it; null when it cannot be chosen. */
  readonly description: string | null
  /** Whether everyone may choose it for an API token; otherwise only accounts assigned to it. */
  readonly is_usable: boolean
}

export const groupShape = {
  name: 'string',
  ratio: 'string',
  description: ['string', 'null'],
  is_usable: 'boolean',
} as const satisfies Parameters<typeof fields>[0]

/** The settings that make up a group. */
export const groupKeys = { ratio: 'GroupRatio', description: 'UserUsableGroups' } as const

type Source = Pick<CommandContext, 'api' | 'phrase'>

/** Every group with its stored values. @param name only this one */
export async function readGroups({ api }: Source, name?: string): Promise<readonly Group[]> {
  const entries = await readEntries(api, Object.values(groupKeys), name)
  return entries.filter(({ key }) => key === groupKeys.ratio).map((each) => toGroup(each, entries))
}

function toGroup({ name, value }: OptionEntry, entries: readonly OptionEntry[]): Group {
  const description = entryOf(entries, groupKeys.description, name) ?? null
  return { name, ratio: value, description, is_usable: description !== null }
}

/** @throws CliError 5 when there is none */
export async function findGroup(name: string, source: Source): Promise<Group> {
  const [found] = await readGroups(source, name)
  if (found === undefined) throw absentProblem('group', name, source.phrase)
  return found
}

/** How many accounts and channels are in a group. Deactivated accounts make no calls and cannot be moved. */
export async function countMembers(
  group: string,
  { api }: Source,
): Promise<{ readonly users: number; readonly channels: number }> {
  const query = { group, page_size: 1 }
  const [users, deactivated, channels] = await Promise.all([
    api.get('/api/user/search', { query, isLookup: true }),
    api.get('/api/user/search', { query: { ...query, status: 'deactivated' }, isLookup: true }),
    api.get('/api/channel/search', { query, isLookup: true }),
  ])
  return { users: users.total - deactivated.total, channels: channels.total }
}
