import { createRequire } from 'node:module'
import type { WebSocket } from 'undici'

const require = createRequire(import.meta.url)

/**
 * Loads undici's WebSocket. It depends on all of undici's fetch, so it is loaded only when the first socket is opened.
 */
export const loadWebSocket = (): typeof WebSocket =>
  (require('undici/lib/web/websocket/websocket.js') as { readonly WebSocket: typeof WebSocket }).WebSocket
