import type { UsageLogRow } from '../../ledger/operations.ts'
import { ZERO } from '../../money/amount.ts'
import type { Asked } from '../admit/asked.ts'
import type { AttemptRecord } from '../call/attempt-record.ts'

/** Attempts that we ended: the vendor may charge the site for them, so they must be findable in the log. */
const CUT_BY_US: ReadonlySet<string | undefined> = new Set(['upstream_timeout', 'upstream_too_large'])

/**
 * Describes failed attempts as log rows of type 6, which are written when the hold is dropped. Unless errors are
 * logged, only includes attempts that we cut off.
 */
export function describeFailed(
  { inbound, admitted, snapshot }: Asked,
  attempts: readonly AttemptRecord[],
  atMs: number,
): readonly UsageLogRow[] {
  const { caller } = admitted
  return attempts
    .filter(({ error }) => (snapshot.options.LogErrorEnabled ? error !== undefined : CUT_BY_US.has(error)))
    .map((each) => ({
      requestId: inbound.requestId,
      atMs,
      type: 6,
      userId: caller.userId,
      username: caller.username,
      tokenId: caller.tokenId,
      tokenName: caller.tokenName,
      channelId: each.channelId,
      group: admitted.group,
      model: each.model,
      promptTokens: 0,
      completionTokens: 0,
      quota: ZERO,
      isStream: admitted.facts.isStream,
      useTimeMs: each.tookMs,
      ip: caller.showsIpInLogs ? inbound.address : '',
      usageSource: '',
      content: each.reason ?? each.error ?? '',
      other: JSON.stringify({
        error_type: each.errorType || 'tollgate_error',
        error_code: each.errorCode || each.error,
        status_code: each.status,
        channel_id: each.channelId,
        channel_name: each.channelName,
        admin_info: { use_channel: attempts.map((one) => String(one.channelId)) },
      }),
      explanation: '',
    }))
}
