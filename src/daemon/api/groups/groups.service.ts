import type { Options } from '../../options/registry.ts'

/** A price group somebody may choose. */
export interface UsableGroup {
  readonly name: string
  readonly description: string
  /** Decimal text; the ratio between user group and this group where one is set. */
  readonly ratio: string
}

/** Description of the own group when the administrator gave none. */
const OWN_GROUP = 'User group'

/**
 * The groups a user may choose: those of UserUsableGroups plus the own one, as far as they have a ratio.
 *
 * @param userGroup undefined = a visitor, who sees `default`
 */
export function usableGroups(options: Options, userGroup: string | undefined): readonly UsableGroup[] {
  const own = userGroup ?? 'default'
  const descriptions = new Map(options.UserUsableGroups)
  if (!descriptions.has(own)) descriptions.set(own, OWN_GROUP)
  const ofUser = options.GroupGroupRatio.get(own)
  return [...descriptions]
    .flatMap(([name, description]) => {
      const ratio = ofUser?.get(name) ?? options.GroupRatio.get(name)
      return ratio === undefined || !options.GroupRatio.has(name) ? [] : [{ name, description, ratio }]
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
