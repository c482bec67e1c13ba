import { usageError } from '../../cli-error.ts'
import { type FeedState, followEvents } from '../../client/live-feed.ts'
import type { CommandContext, SharedValues } from '../../define-command.ts'
import { channelNumber, type LogFlags, type LogRow, listLog, priced, readLogQuery } from './log-query.ts'

/** Rows to begin with when nobody said how many or since when, as `tail -f` does. */
const defaultPast = 10
/** Since a time: no more than somebody may want to read, unless asked for. */
const sincePast = 1_000

/**
 * The last rows of the log, oldest first, and then every new one, through lost connections; each row once.
 *
 * @param hear how the feed is; said in a line on standard error when nobody wants to hear
 * @throws CliError `usage` for flags that make no sense here, and what the feed ends with
 */
export async function* followLog(
  flags: LogFlags & Pick<SharedValues, 'askedLimit'>,
  context: CommandContext,
  signal: AbortSignal,
  hear?: (state: FeedState) => void,
): AsyncGenerator<LogRow & { usd: string }> {
  const { api, say, phrase, quotaPerUnit } = context
  const query = readLogQuery(flags, context)
  for (const [flag, value] of [
    ['--until', flags.until],
    ['--request', flags.request],
  ] as const)
    if (value !== undefined)
      throw usageError(phrase('usage.notTogether', { first: '--follow', second: flag }))

  let isLost = false
  const onState = (state: FeedState): void => {
    if (state === 'live' && isLost) say(phrase('feed.back'))
    if (state !== 'live') say(phrase(state === 'dropped' ? 'feed.dropped' : 'feed.lost'))
    isLost = state !== 'live'
  }
  const extent = {
    limit: flags.askedLimit ?? (flags.since === undefined ? defaultPast : sincePast),
    onCut: (shown: number, total: number) =>
      flags.since === undefined || say(phrase('say.cut', { shown, total })),
  }
  const filters = {
    ...query.filters,
    channel: await channelNumber(query, context),
    username: query.isOwn ? (await api.get('/api/user/self', { isLookup: true })).username : query.user,
  }
  let shown: ReadonlySet<number> | undefined
  for await (const event of followEvents(api, { filters, signal, onState: hear ?? onState })) {
    const rate = await quotaPerUnit()
    if (!shown) {
      // Asked for once the feed is open, so that nothing falls between.
      const rows = await listLog(query, extent, context)
      shown = new Set(rows.map(({ id }) => id))
      for (const row of rows.reverse()) yield priced(row, rate)
    }
    if (event.kind === 'log' && !shown.has(event.row.id)) yield priced(event.row, rate)
  }
}
