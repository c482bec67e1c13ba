import { WebSocket } from 'undici'
import { AppError } from '../../errors/app-error.ts'
import type { Dispatchers } from '../../upstream/dispatchers.ts'
import type { Destination } from '../prepare.ts'

const HANDSHAKE_TIMEOUT_MS = 20_000

/**
 * Opens the vendor's side of a session.
 *
 * @param url `https:` or `http:`, as the channel type gives it, with everything its query needs
 * @throws AppError `upstream_unreachable` when the vendor does not take the session; it does not say why
 */
export function openUpstreamSocket(
  { channel }: Destination,
  url: string,
  headers: Readonly<Record<string, string>>,
  dispatchers: Dispatchers,
): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws'), {
      headers,
      dispatcher: dispatchers.of(channel, url),
    })
    const giveUp = () => {
      clearTimeout(timer)
      reject(new AppError('upstream_unreachable'))
      socket.close()
    }
    const timer = setTimeout(giveUp, HANDSHAKE_TIMEOUT_MS)
    socket.addEventListener('error', giveUp, { once: true })
    socket.addEventListener(
      'open',
      () => {
        clearTimeout(timer)
        socket.removeEventListener('error', giveUp)
        resolve(socket)
      },
      { once: true },
    )
  })
}
