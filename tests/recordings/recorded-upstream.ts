import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { answerBytesOf, isArrayStream, type Recording } from './corpus.ts'

/** A call that reached the upstream. */
export interface Received {
  /** The path without its leading number and without the query. */
  readonly path: string
  readonly contentType: string
  readonly authorization: string
  readonly body: Buffer
}

/** An upstream that answers each path with the recording whose number is the first segment. */
export interface RecordedUpstream {
  baseUrlOf(index: number): string
  /** The URL at which service accounts get their tokens. */
  readonly tokenUrl: string
  /** Returns the calls for a recording since the previous `takeReceived`. */
  takeReceived(index: number): readonly Received[]
  close(): Promise<void>
}

/** The bearer token that the token service issues. */
export const issuedToken = 'ya29.recorded'

/** Streams are sent in slices of at least this size, which match the boundaries of events only by chance. */
const sliceBytesMin = 61
const slicesMax = 300

const contentTypeOf = (recording: Recording): string => {
  if (isArrayStream(recording)) return 'text/event-stream'
  const { content_type: stated } = recording.response
  return stated === null || stated.startsWith('*') ? 'application/json' : stated
}

const serve = async (recording: Recording, response: ServerResponse): Promise<void> => {
  const bytes = answerBytesOf(recording)
  response.writeHead(recording.response.status, {
    ...recording.response.headers,
    'content-type': contentTypeOf(recording),
  })
  if (!recording.facts.stream) {
    response.end(bytes)
    return
  }
  const sliceBytes = Math.max(sliceBytesMin, Math.ceil(bytes.length / slicesMax))
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    response.write(bytes.subarray(at, at + sliceBytes))
    await new Promise(setImmediate)
  }
  response.end()
}

const issueToken = (response: ServerResponse): void => {
  const token = { access_token: issuedToken, expires_in: 3599, token_type: 'Bearer' }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token))
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.replace(/\?.*$/, '')

const readCall = async (request: IncomingMessage, number: string): Promise<Received> => ({
  path: pathOf(request).slice(number.length + 1),
  contentType: request.headers['content-type'] ?? '',
  authorization: request.headers.authorization ?? '',
  body: await buffer(request),
})

export const startRecordedUpstream = async (recordings: readonly Recording[]): Promise<RecordedUpstream> => {
  const received = new Map<number, Received[]>()
  const server = createServer(async (request, response) => {
    const number = pathOf(request).split('/')[1] ?? ''
    if (number === 'token') return issueToken(response)
    const recording = recordings[Number(number)]
    if (!recording) return void response.writeHead(410).end()
    const call = await readCall(request, number)
    received.set(Number(number), [...(received.get(Number(number)) ?? []), call])
    await serve(recording, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const root = `http://127.0.0.1:${port}`
  return {
    baseUrlOf: (index) => `${root}/${index}`,
    tokenUrl: `${root}/token`,
    takeReceived: (index) => {
      const calls = received.get(index) ?? []
      received.delete(index)
      return calls
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
