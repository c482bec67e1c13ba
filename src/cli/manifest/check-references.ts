import { type Manifest, pathOf, placeOf } from './manifest.ts'
import type { Problems } from './problems.ts'
import { nearest } from './suggest.ts'

/** Names known to the server, to check references in the files; undefined = no server available. */
export interface Known {
  readonly groups: ReadonlySet<string>
  /** Groups that the account may use for its API tokens. */
  readonly usableGroups: ReadonlySet<string>
  /** Slugs of channel types. */
  readonly types: ReadonlySet<string>
  /** Models that enabled channels serve. */
  readonly models: ReadonlySet<string>
}

/**
 * Reports names that do not exist. Without a server, group names are checked only if the files declare groups, because
 * a set of files may rely on groups defined elsewhere.
 */
export function checkReferences({ objects }: Manifest, known: Known | undefined, problems: Problems): void {
  const declaredGroups = objects
    .filter(({ kind, isAbsent }) => kind === 'groups' && !isAbsent)
    .map(({ name }) => name)
  const removedGroups = new Set(
    objects.filter(({ kind, isAbsent }) => kind === 'groups' && isAbsent).map(({ name }) => name),
  )
  const groups = new Set(
    ['default', ...declaredGroups, ...(known?.groups ?? [])].filter((each) => !removedGroups.has(each)),
  )
  const usable = new Set(known?.usableGroups)
  for (const { kind, name, values } of objects)
    if (kind === 'groups' && values.usable === false) usable.delete(name)
    else if (kind === 'groups' && (values.usable === true || typeof values.description === 'string'))
      usable.add(name)
  const canJudgeGroups = known !== undefined || declaredGroups.length > 0
  const models = new Set(known?.models ?? [])
  for (const { kind, values } of objects)
    if (kind === 'channels' && Array.isArray(values.models))
      for (const model of values.models) models.add(`${values.prefix ?? ''}${model}`)
  for (const declared of objects) {
    const { kind, name, values } = declared
    const at = (field: string) => ({ place: placeOf(declared, field), path: pathOf(kind, name, field) })
    const suggest = (word: string, words: Iterable<string>): string | undefined => {
      const suggestion = nearest(word, words)
      return suggestion && problems.tell('didYouMean', { suggestion })
    }
    for (const field of ['group', 'groups']) {
      for (const group of canJudgeGroups ? groupsIn(values[field]) : [])
        if (!groups.has(group))
          problems.add('groupUnknown', {
            ...at(field),
            values: { name: group },
            hint: suggest(group, groups) ?? problems.tell('declareGroup'),
          })
        else if (kind === 'tokens' && known !== undefined && !usable.has(group))
          problems.add('groupNotUsable', {
            ...at(field),
            values: { name: group },
            hint: problems.tell('makeUsable'),
          })
    }
    const { type } = values
    if (kind === 'channels' && typeof type === 'string' && known !== undefined && !known.types.has(type))
      problems.add('typeUnknown', {
        ...at('type'),
        values: { name: type },
        hint: suggest(type, known.types) ?? problems.tell('listTypes'),
      })
    if (kind === 'tokens' && Array.isArray(values.models) && models.size > 0)
      for (const model of values.models)
        if (!models.has(model))
          problems.warn('modelUnknown', {
            ...at('models'),
            values: { name: model },
            hint: suggest(model, models),
          })
  }
}

/** Returns the groups in a field of an object, which holds one group or a list. */
export function groupsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value
  return typeof value === 'string' && value !== '' ? [value] : []
}
