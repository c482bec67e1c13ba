import type { IncomingMessage } from 'node:http'

/** The path where sessions are opened, whichever door a client uses. */
export const REALTIME_PATH = '/v1/realtime'

/** The path where clients create responses, over HTTP or a WebSocket. */
export const RESPONSES_PATH = '/v1/responses'

/** Whether a request asks for a WebSocket, at any URL. */
export const isForWebSocket = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /\bwebsocket\b/i.test(headers.upgrade ?? '')

/** Whether this URL accepts WebSockets. @param url the URL that is served, after any door */
export const takesWebSockets = (url: string): boolean => /^\/v1\/(realtime|responses)\/?(\?|$)/.test(url)
