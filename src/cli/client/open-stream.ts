import type { ApiOptions } from './api-options.ts'
import { problemOf } from './api-problem.ts'
import { CurlPrinted, curlLine } from './curl.ts'
import { exchange } from './exchange.ts'
import { networkProblem } from './network-problem.ts'
import { fillPath, headersOf } from './request-head.ts'

/** A call that returns a stream of server-sent events. */
export interface StreamCall {
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Opens the stream. @throws CliError like every call; the abort reason when the signal aborts it */
export async function openStream(call: StreamCall, options: ApiOptions): Promise<AsyncIterable<Uint8Array>> {
  const headers = {
    ...headersOf(options, 'GET', () => ''),
    Accept: 'text/event-stream',
    ...call.headers,
  }
  const url = options.url.replace(/\/+$/, '') + fillPath(call.path, {}, call.query)
  if (options.onCurl) {
    options.onCurl(curlLine({ method: 'GET', url, headers, body: undefined, isStream: true }))
    throw new CurlPrinted()
  }
  // The timeout covers only the response headers; after that, the reader decides how long silence may last.
  const tooLate = new AbortController()
  const timer = setTimeout(
    () => tooLate.abort(new DOMException('no answer', 'TimeoutError')),
    options.timeoutMs,
  )
  try {
    const response = await exchange({
      method: 'GET',
      url,
      headers,
      signal: AbortSignal.any([call.signal, tooLate.signal]),
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (response.ok && isStream) return response.body
    throw problemOf(response, readJson(await response.text()), options.phrase)
  } catch (error) {
    throw networkProblem(error, options)
  } finally {
    clearTimeout(timer)
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON, such as a proxy's page; the caller reports that it is not a Tollgate response.
    return text
  }
}
