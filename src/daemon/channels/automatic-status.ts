import type { Knex } from 'knex'
import { channelTypes } from '../channel-types/index.ts'
import { isKeyDead } from '../channel-types/key-death.ts'
import type { Channel } from '../channel-types/types.ts'
import { type Clock, unixSeconds } from '../clock.ts'
import { announce, type ChangeFeed } from '../db/changes.ts'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import type { Options } from '../options/registry.ts'
import type { UpstreamFailure } from '../protocols/types.ts'
import { lockAccount } from './lock-account.ts'

const ENABLED = 1
const DISABLED_AUTOMATICALLY = 3

/**
 * Disables and enables channels by rule. It never touches a channel that an administrator disabled (status 2). It ignores
 * the answer to a request that was sent before the channel's key or address changed.
 */
export interface AutomaticStatus {
  /** Status 3 with reason and time; needs the option and the channel's `auto_ban`. */
  disable(channel: Channel, reason: string): Promise<void>
  /** Status 3 back to 1; needs the option. */
  enable(channel: Channel): Promise<void>
}

export function createAutomaticStatus(deps: {
  readonly knex: Knex
  readonly secrets: SecretBox
  readonly changes: ChangeFeed
  readonly clock: Clock
  options(): Options
}): AutomaticStatus {
  const change = async (channel: Channel, from: number, columns: { status: number; other_info: string }) => {
    // Writes only these columns, and only if the status is still the same, so that nobody's edit is undone.
    const changed = await deps.knex.transaction(async (trx) => {
      if (!(await lockAccount(trx, channel, deps.secrets, { status: from }))) return 0
      const count = await trx('channels').where({ id: channel.id, status: from }).update(columns)
      if (count > 0) await announce(trx, 'channels', String(channel.id))
      return count
    })
    if (changed > 0) await deps.changes.changed('channels', String(channel.id))
  }
  return {
    async disable(channel, reason) {
      if (!deps.options().AutomaticDisableChannelEnabled || !channel.autoBan) return
      const info = { status_reason: reason.slice(0, 500), status_time: unixSeconds(deps.clock) }
      await change(channel, ENABLED, { status: DISABLED_AUTOMATICALLY, other_info: JSON.stringify(info) })
    },
    async enable(channel) {
      if (!deps.options().AutomaticEnableChannelEnabled) return
      await change(channel, DISABLED_AUTOMATICALLY, { status: ENABLED, other_info: '' })
    },
  }
}

/** Why a failed test means that the channel's key no longer works; undefined if it does not mean that. */
export function disableReason(error: unknown, channel: Channel, options: Options): string | undefined {
  if (!(error instanceof AppError)) return undefined
  const detail = error.options.detail as { status?: number; failure?: UpstreamFailure } | undefined
  const type = channelTypes.get(channel.type)
  if (!detail?.failure || detail.status === undefined || !type) return undefined
  return isKeyDead(type, detail.status, detail.failure, options.AutomaticDisableKeywords)
    ? detail.failure.message || `status ${detail.status}`
    : undefined
}
