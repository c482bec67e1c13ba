import type { Knex } from 'knex'
import type { OptionKey } from './registry.ts'

/** Maps an option with an address or host to the secret that is sent there. */
const secretOf: Partial<Record<OptionKey, OptionKey>> = {
  WorkerUrl: 'WorkerValidKey',
  WeChatServerAddress: 'WeChatServerToken',
  'oidc.token_endpoint': 'oidc.client_secret',
  SMTPServer: 'SMTPToken',
}

/**
 * A form saves its fields one by one and in any order, so values that the same person entered within this time belong
 * together.
 */
const TOGETHER_MS = 60_000

/**
 * Clears the secret of an address when the address moves to another host. Otherwise people who may change the address,
 * but not read the secret, could have it sent to themselves.
 *
 * @returns the key that was cleared
 */
export async function dropSecretOfFormerHost(
  trx: Knex,
  change: { readonly key: OptionKey; readonly before: string; readonly after: string },
  actorId: number,
  nowMs: number,
): Promise<OptionKey | undefined> {
  const secret = secretOf[change.key]
  if (secret === undefined || change.before === '' || hostOf(change.before) === hostOf(change.after))
    return undefined
  const emptied = await trx('options')
    .where({ key: secret })
    .whereNot({ value: '' })
    .whereNot((together) =>
      together.where('updated_by', actorId).where('updated_ms', '>', nowMs - TOGETHER_MS),
    )
    .update({ value: '', updated_ms: nowMs, updated_by: actorId })
  return emptied > 0 ? secret : undefined
}

const hostOf = (text: string): string => (URL.canParse(text) ? new URL(text).host : text.toLowerCase())
