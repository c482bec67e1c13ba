import type { Options } from '../../options/registry.ts'

/** A price group that users may choose. */
export interface UsableGroup {
  readonly name: string
  /** Empty if the administrator set none. */
  readonly description: string
  /** Whether UserUsableGroups contains it; otherwise it is the user's own group. */
  readonly isListed: boolean
  /** Decimal text; the ratio between the user's group and this group, if one is set. */
  readonly ratio: string
}

/**
 * Returns the groups that a user may choose: those of UserUsableGroups and the user's own group, if they have a ratio.
 *
 * @param userGroup undefined = a visitor, who sees `default`
 */
export function usableGroups(options: Options, userGroup: string | undefined): readonly UsableGroup[] {
  const own = userGroup ?? 'default'
  const listed = options.UserUsableGroups
  const ofUser = options.GroupGroupRatio.get(own)
  return [...new Set([...listed.keys(), own])]
    .flatMap((name) => {
      const ratio = ofUser?.get(name) ?? options.GroupRatio.get(name)
      if (ratio === undefined || !options.GroupRatio.has(name)) return []
      return [{ name, description: listed.get(name) ?? '', isListed: listed.has(name), ratio }]
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
