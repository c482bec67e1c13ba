import type { Knex } from 'knex'
import { needsOf } from './needs.ts'
import { type OptionKey, optionKeys } from './registry.ts'

/** The switch of each sign-in provider, by the name that routes use. */
export const providerSwitches = {
  github: 'GitHubOAuthEnabled',
  oidc: 'oidc.enabled',
  linuxdo: 'LinuxDOOAuthEnabled',
  wechat: 'WeChatAuthEnabled',
  telegram: 'TelegramOAuthEnabled',
} as const satisfies Record<string, OptionKey>

/** What a provider uses although its switch can be turned on without it. */
const alsoUsed: Partial<Record<OptionKey, OptionKey>> = {
  WeChatServerToken: providerSwitches.wechat,
  'oidc.well_known': providerSwitches.oidc,
}

/** Maps everything that decides whom a provider vouches for to the provider's switch. */
export const switchOf: ReadonlyMap<OptionKey, OptionKey> = new Map(
  optionKeys.flatMap((key): [OptionKey, OptionKey][] => {
    const found = alsoUsed[key] ?? Object.values(providerSwitches).find((each) => needsOf(each).includes(key))
    return found === undefined ? [] : [[key, found]]
  }),
)

/** A form saves its fields one by one and in any order, so what the same person switched on just now belongs to it. */
const TOGETHER_MS = 60_000

/**
 * Switches a sign-in provider off when its secret or an address changes, because from then on somebody else may say who
 * signs in. Only switching it on again, or having done so just now, says that this is meant.
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
