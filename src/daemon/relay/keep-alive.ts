import type { Options } from '../options/registry.ts'
import type { Client } from './client.ts'

/**
 * Comment lines for a client that waits on a stream. The first comes after one whole interval, so that a quick failure
 * still answers with its own status; from the first one on the status is 200 and errors become stream events.
 *
 * @returns what ends it
 */
export function keepAlive(client: Client, isStream: boolean, options: Options): () => void {
  if (!isStream || !options['general_setting.ping_interval_enabled']) return () => {}
  const timer = setInterval(() => {
    client.startStream('text/event-stream')
    client.write(': PING\n\n')
  }, options['general_setting.ping_interval_seconds'] * 1000)
  timer.unref()
  return () => clearInterval(timer)
}
