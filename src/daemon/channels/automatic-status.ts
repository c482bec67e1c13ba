import type { Knex } from 'knex'
import { channelTypes } from '../channel-types/index.ts'
import { isKeyDead } from '../channel-types/key-death.ts'
import type { Channel } from '../channel-types/types.ts'
import { type Clock, unixSeconds } from '../clock.ts'
import { announce, type ChangeFeed } from '../db/changes.ts'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import { inWords } from '../errors/fill-in.ts'
import type { Texts } from '../errors/reasons.ts'
import type { Options } from '../options/registry.ts'
import type { UpstreamFailure } from '../protocols/types.ts'
import { lockAccount } from './lock-account.ts'
import { toOtherInfo } from './other-info.ts'

const ENABLED = 1
const DISABLED_AUTOMATICALLY = 3

/**
 * Disables and enables channels automatically. It never touches a channel that an administrator disabled (status 2),
 * and ignores the result of a request that was sent before the channel's key or address changed.
 */
export interface AutomaticStatus {
  /**
   * Sets status 3 with reason and time. Needs the option and the channel's `auto_ban`.
   * @param reason text from an upstream, or our own in both languages
   */
  disable(channel: Channel, reason: string | Texts): Promise<void>
  /** Sets status 3 back to 1. Needs the option. */
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
    // Write only these columns, and only if the status is unchanged, so that nobody's edit is undone.
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
      const other_info = toOtherInfo(reason, unixSeconds(deps.clock))
      await change(channel, ENABLED, { status: DISABLED_AUTOMATICALLY, other_info })
    },
    async enable(channel) {
      if (!deps.options().AutomaticEnableChannelEnabled) return
      await change(channel, DISABLED_AUTOMATICALLY, { status: ENABLED, other_info: '' })
    },
  }
}

/** Returns why a failed test means that the channel's key no longer works; undefined if the key may still work. */
export function disableReason(
  error: unknown,
  channel: Channel,
  options: Options,
): string | Texts | undefined {
  if (!(error instanceof AppError)) return undefined
  const detail = error.options.detail as { status?: number; failure?: UpstreamFailure } | undefined
  const type = channelTypes.get(channel.type)
  if (!detail?.failure || detail.status === undefined || !type) return undefined
  return isKeyDead(type, detail.status, detail.failure, options.AutomaticDisableKeywords)
    ? (detail.failure.texts ?? (detail.failure.message || inWords('statusOnly', { status: detail.status })))
    : undefined
}
