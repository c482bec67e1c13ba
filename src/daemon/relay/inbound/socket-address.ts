import type { IncomingMessage } from 'node:http'

/** Where sessions are opened, whichever door a client came through. */
export const REALTIME_PATH = '/v1/realtime'

/** Where clients create responses, over HTTP or a WebSocket. */
export const RESPONSES_PATH = '/v1/responses'

/** Whether a request asks for a WebSocket, at whatever address. */
export const isForWebSocket = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /\bwebsocket\b/i.test(headers.upgrade ?? '')

/** Whether a request for a WebSocket came to where there are some. @param url the address that is served */
export const takesWebSockets = (url: string): boolean => /^\/v1\/(realtime|responses)\/?(\?|$)/.test(url)
