import type { Asked } from '../admit/asked.ts'
import type { Client } from '../inbound/client.ts'
import type { Inbound } from '../inbound/inbound.ts'
import type { Plan } from '../route/plan.ts'

/** How often clients are told that their upstream does not stream. */
const WAITING_MS = 5_000

/**
 * Sends comment lines (or the protocol's own pings) to a client that waits for a stream, if options or channels ask for
 * them. The first is sent after one whole interval, so that a quick failure still answers with its own status; from the
 * first one on the status is 200 and errors become stream events.
 *
 * @returns a function that stops them
 */
export function keepAlive({ inbound, admitted, snapshot }: Asked<Inbound>, plan: Plan): () => void {
  if (!admitted.facts.isStream) return () => {}
  const { client, codec } = inbound
  const { options } = snapshot
  const waits = plan.candidates.some((each) => each.setting.streamSupport === 'NON_STREAM_ONLY')
  const timers = [
    ...(waits ? [repeat(client, codec.ping ?? ': WAITING FOR UPSTREAM\n\n', WAITING_MS)] : []),
    ...(options['general_setting.ping_interval_enabled']
      ? [repeat(client, codec.ping ?? ': PING\n\n', options['general_setting.ping_interval_seconds'] * 1000)]
      : []),
  ]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

function repeat(client: Client, line: string, everyMs: number): NodeJS.Timeout {
  return setInterval(() => {
    client.startStream()
    client.write(line)
  }, everyMs).unref()
}
