import type { Knex } from 'knex'
import { needsOf } from './needs.ts'
import { type OptionKey, optionKeys } from './registry.ts'

/** The switch of each sign-in provider, by the provider's name in routes. */
export const providerSwitches = {
  github: 'GitHubOAuthEnabled',
  oidc: 'oidc.enabled',
  linuxdo: 'LinuxDOOAuthEnabled',
  wechat: 'WeChatAuthEnabled',
  telegram: 'TelegramOAuthEnabled',
} as const satisfies Record<string, OptionKey>

/** Settings that a provider uses although its switch can be turned on without them. */
const alsoUsed: Partial<Record<OptionKey, OptionKey>> = {
  WeChatServerToken: providerSwitches.wechat,
  'oidc.well_known': providerSwitches.oidc,
}

/** Maps every setting that affects whose identity a provider confirms to the provider's switch. */
export const switchOf: ReadonlyMap<OptionKey, OptionKey> = new Map(
  optionKeys.flatMap((key): [OptionKey, OptionKey][] => {
    const found = alsoUsed[key] ?? Object.values(providerSwitches).find((each) => needsOf(each).includes(key))
    return found === undefined ? [] : [[key, found]]
  }),
)

/**
 * A form saves its fields one by one and in any order, so a switch that the same person turned on within this time
 * belongs to the change.
 */
const TOGETHER_MS = 60_000

/**
 * Switches a sign-in provider off when its secret or an address changes, because from then on another party may decide
 * who signs in. The change is only known to be intended if somebody switches the provider on again, or has just done
 * so.
 *
 * @returns the switch that was turned off
 */
export async function switchOffChangedProvider(
  trx: Knex,
  change: { readonly key: OptionKey; readonly before: string; readonly after: string },
  actorId: number,
  nowMs: number,
): Promise<OptionKey | undefined> {
  const key = switchOf.get(change.key)
  if (key === undefined || change.before === change.after) return undefined
  const turned = await trx('options')
    .where({ key, value: 'true' })
    .whereNot((together) =>
      together.where('updated_by', actorId).where('updated_ms', '>', nowMs - TOGETHER_MS),
    )
    .update({ value: 'false', updated_ms: nowMs, updated_by: actorId })
  return turned > 0 ? key : undefined
}
