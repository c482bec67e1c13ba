import type { WebSocket as ClientSocket } from 'ws'

/** A client that does not answer the close within this time is disconnected. */
const CLOSE_TIMEOUT_MS = 5_000
/** A client that vanishes without a close is detected after two of these. */
const PING_MS = 30_000

/** Closes a socket and waits for the client to answer. @param code of RFC 6455, 7.4 */
export function closeSocket(socket: ClientSocket, code: number, reason?: string): void {
  // Frames that still arrive must be read, or the close is never answered.
  socket.removeAllListeners('message')
  socket.resume()
  socket.close(code, reason)
  const timer = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS)
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Sends pings to find out whether a connection is alive, as it may be silent for a long time.
 * @returns a function that stops them
 */
export function pingSocket(socket: ClientSocket): () => void {
  let isAlive = true
  socket.on('pong', () => {
    isAlive = true
  })
  const timer = setInterval(() => {
    // While we do not read, we cannot see the pong.
    if (!(isAlive || socket.isPaused)) return socket.terminate()
    isAlive = false
    socket.ping()
  }, PING_MS)
  return () => clearInterval(timer)
}
