import { CliError } from '../cli-error.ts'
import { followEvents, type LiveEvent } from '../client/live-feed.ts'
import type { CommandContext } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { quotaText } from '../input/amount.ts'
import { dollars } from '../ui/money.ts'
import { errorText, knownErrorShare } from './cell-texts.ts'
import type { ChannelStatus } from './channel-state.ts'
import { count, dollarAmount, tokenCount, withDollarSign } from './figures.ts'
import { listChannels, openViewer, openWatch, type Viewer } from './follow-top.ts'
import { windowSeconds } from './series.ts'
import { arrangeRows, type TopRow } from './top-rows.ts'
import type { TopFrame } from './top-watch.ts'
import type { Dimension } from './traffic.ts'

/** One row of the snapshot: the last 60 seconds, as rates per minute. */
export interface SnapshotRow {
  readonly by: Dimension
  /** ID of the channel, user or token; null for models and for calls without one. */
  readonly id: number | null
  readonly name: string
  readonly status: ChannelStatus | null
  readonly requests_per_minute: number
  readonly failed_per_minute: number
  /** 0 to 1; null if it is unknown whether requests failed. */
  readonly error_share: number | null
  readonly tokens_per_minute: number
  readonly first_byte_p50_ms: number | null
  readonly first_byte_p95_ms: number | null
  readonly usd_per_minute: string
  /** Quota units as decimal text. */
  readonly quota_per_minute_exact: string
  readonly balance: number | null
  readonly balance_currency: string | null
  readonly last_request_id: string | null
}

export interface SnapshotOptions {
  readonly by: Dimension | undefined
  readonly filter: string | undefined
}

/**
 * Returns the last minute as one table: reads back, waits until all logged rows have arrived, and stops.
 * @throws CliError 4 for a view reserved for administrators, 9 when the rows do not arrive within `--timeout`
 */
export async function takeSnapshot(
  { by: asked, filter }: SnapshotOptions,
  context: CommandContext,
): Promise<readonly SnapshotRow[]> {
  const viewer = await openViewer(asked, context)
  const by = asked ?? (viewer.isAdministrator ? 'channel' : 'model')
  const watch = openWatch()
  const [channels] = await Promise.all([
    by === 'channel' ? listChannels(context.api) : [],
    hearTheLastMinute((event) => watch.hear(event), context),
  ])
  watch.setChannels(channels)
  const frame = watch.frame()
  context.say(totalsLine(frame, viewer, context))
  return arrangeRows(frame.rows(by), { sorting: 'cost', filter: filter ?? '' }).map((row) =>
    snapshotRow(row, by, viewer),
  )
}

/** Maximum age of a row that counts as current. */
const freshMs = 1500

/** Passes on events until the feed has caught up. */
async function hearTheLastMinute(
  hear: (event: LiveEvent) => void,
  { api, phrase, settings }: CommandContext,
): Promise<void> {
  const stop = new AbortController()
  const timeout = AbortSignal.timeout(settings.timeoutMs)
  let pulses = 0
  let rowsSincePulse = 0
  let latestRowMs = 0
  try {
    const signal = AbortSignal.any([stop.signal, timeout])
    for await (const event of followEvents(api, { filters: {}, back: windowSeconds, signal, onState() {} })) {
      hear(event)
      if (event.kind === 'log') {
        rowsSincePulse += 1
        latestRowMs = event.row.created_at_ms
      }
      if (event.kind !== 'pulse') continue
      pulses += 1
      // A pulse may arrive while the backlog is still being sent. The backlog is complete when the latest row is about
      // as recent as the pulse, or when no rows arrived between two pulses.
      if (event.atMs - latestRowMs < freshMs || (pulses > 1 && rowsSincePulse === 0)) return
      rowsSincePulse = 0
    }
  } finally {
    stop.abort()
  }
  if (timeout.aborted)
    throw new CliError(
      'timeout',
      exitCodes.unavailable,
      phrase('error.timeout', { url: settings.url.value, seconds: settings.timeoutMs / 1000 }),
      { hint: phrase('hint.timeout') },
    )
}

function snapshotRow(row: TopRow, by: Dimension, { errorsAreLogged, quotaPerUnit }: Viewer): SnapshotRow {
  const { sums, channel, key } = row
  return {
    by,
    id: by !== 'model' && /^[1-9]\d*$/.test(key) ? Number(key) : null,
    name: row.name,
    status: channel?.status ?? null,
    requests_per_minute: sums.calls,
    failed_per_minute: sums.errors,
    error_share: knownErrorShare(sums, errorsAreLogged) ?? null,
    tokens_per_minute: sums.tokens,
    first_byte_p50_ms: sums.firstByteP50Ms ?? null,
    first_byte_p95_ms: sums.firstByteP95Ms ?? null,
    usd_per_minute: dollars(sums.cost, quotaPerUnit).replace(/[$ ]/g, ''),
    quota_per_minute_exact: quotaText(sums.cost),
    balance: channel?.balance?.amount ?? null,
    balance_currency: channel?.balance?.currency ?? null,
    last_request_id: row.lastRequestId ?? null,
  }
}

/** Formats the totals on one line, as in the header of the screen. */
function totalsLine(frame: TopFrame, viewer: Viewer, { phrase }: CommandContext): string {
  const { totals, openHolds, commitP99Ms } = frame
  return [
    phrase('top.calls', { count: count(totals.calls) }),
    phrase('top.tokens', { count: tokenCount(totals.tokens) }),
    phrase('top.cost', { cost: withDollarSign(dollarAmount(totals.cost, viewer.quotaPerUnit)) }),
    phrase('top.errors', { share: errorText(totals, viewer.errorsAreLogged) }),
    openHolds === undefined ? '' : phrase('top.holds', { count: count(openHolds) }),
    commitP99Ms === undefined ? '' : phrase('top.commit', { ms: Math.round(commitP99Ms) }),
  ]
    .filter((each) => each !== '')
    .join('   ')
}
