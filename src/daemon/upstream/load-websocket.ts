import { createRequire } from 'node:module'
import type { WebSocket } from 'undici'

const require = createRequire(import.meta.url)

/** undici's WebSocket. It brings the whole of fetch along, so it is loaded when the first one is opened. */
export const loadWebSocket = (): typeof WebSocket =>
  (require('undici/lib/web/websocket/websocket.js') as { readonly WebSocket: typeof WebSocket }).WebSocket
