import { usageError } from '../../cli-error.ts'
import { type FeedState, followEvents } from '../../client/live-feed.ts'
import type { CommandContext, SharedValues } from '../../define-command.ts'
import { channelNumber, type LogFlags, type LogRow, listLog, priced, readLogQuery } from './log-query.ts'

/** Default number of past rows to start with, like `tail -f`. */
const defaultPast = 10
/** Maximum number of past rows with `--since`; nobody would read more. */
const sincePast = 1_000

/**
 * Yields the last rows of the log, oldest first, then every new one, each once, even if the connection is lost.
 *
 * @param hear receives the state of the feed; without it, the state is printed to standard error
 * @throws CliError `usage` for flags that cannot be used with `-f`, and the error that ends the feed
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
      // Fetched after the feed is open, so that no row is missed in between.
      const rows = await listLog(query, extent, context)
      shown = new Set(rows.map(({ id }) => id))
      for (const row of rows.reverse()) yield priced(row, rate)
    }
    if (event.kind === 'log' && !shown.has(event.row.id)) yield priced(event.row, rate)
  }
}
