import type { IncomingMessage } from 'node:http'
import type { Received } from './ask.ts'
import { parseJson } from './json-fields.ts'
import { readMultipart } from './multipart.ts'

/** Builds a request with everything that protocols read. */
export const receive = ({ url = '/', method = 'GET', headers }: IncomingMessage, body: Buffer): Received => {
  // Requests to a proxy have a complete URL.
  const target = url.startsWith('/') ? url : url.replace(/^\w+:\/\/[^/]*/, '')
  const [path = '/'] = target.split('?', 1)
  const form = readMultipart(headers['content-type'] ?? '', body)
  return {
    method,
    path,
    query: new URLSearchParams(target.slice(path.length)),
    headers,
    body,
    json: form === undefined ? parseJson(body.toString('utf8')) : undefined,
    form,
  }
}
