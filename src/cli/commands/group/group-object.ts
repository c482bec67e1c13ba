import type { DataOf } from '../../client/contract-types.ts'
import { absentProblem } from '../../client/find-object.ts'
import { entryOf, type OptionEntry, readEntries } from '../../client/option-entries.ts'
import type { CommandContext } from '../../define-command.ts'
import type { fields } from '../../output-schema.ts'

/** A price group as shown to administrators. */
export interface Group {
  readonly name: string
  /** Decimal text. */
  readonly ratio: string
  /** Description shown to users who may choose the group; null when it cannot be chosen. */
  readonly description: string | null
  /** Whether everyone may choose the group for an API token; otherwise only accounts assigned to it. */
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

/** Reads all groups with their stored values. @param name only this group */
export async function readGroups({ api }: Source, name?: string): Promise<readonly Group[]> {
  const entries = await readEntries(api, Object.values(groupKeys), name)
  return entries.filter(({ key }) => key === groupKeys.ratio).map((each) => toGroup(each, entries))
}

function toGroup({ name, value }: OptionEntry, entries: readonly OptionEntry[]): Group {
  const description = entryOf(entries, groupKeys.description, name) ?? null
  return { name, ratio: value, description, is_usable: description !== null }
}

/** Finds a group. @throws CliError 5 when there is none */
export async function findGroup(name: string, source: Source): Promise<Group> {
  const [found] = await readGroups(source, name)
  if (found === undefined) throw absentProblem('group', name, source.phrase)
  return found
}

/** How many accounts, channels and API tokens use a group. */
export type GroupUse = DataOf<'/api/group/use', 'get'>

/** Reads how many objects use a group. */
export const readGroupUse = (group: string, { api }: Pick<CommandContext, 'api'>): Promise<GroupUse> =>
  api.get('/api/group/use', { query: { group }, isLookup: true })
