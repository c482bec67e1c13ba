import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { answerBytesOf, type Recording } from './corpus.ts'

/** An upstream that answers each path's first segment, a number, with the recording of that number. */
export interface RecordedUpstream {
  baseUrlOf(index: number): string
  /** The body that the gateway sent for a recording, as JSON. */
  receivedOf(index: number): unknown
  close(): Promise<void>
}

/** Streams are cut here, wherever that falls: never at the border of an event except by chance. */
const sliceBytes = 61

export const startRecordedUpstream = async (recordings: readonly Recording[]): Promise<RecordedUpstream> => {
  const received = new Map<number, unknown>()
  const server = createServer(async (request, response) => {
    const index = Number(request.url?.split('/')[1])
    const recording = recordings[index]
    if (!recording) {
      response.writeHead(410).end()
      return
    }
    received.set(index, await json(request))
    const bytes = answerBytesOf(recording)
    response.writeHead(recording.response.status, {
      'content-type': recording.response.content_type ?? 'application/json',
      ...recording.response.headers,
    })
    if (recording.response.body_text === undefined) {
      response.end(bytes)
      return
    }
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      response.write(bytes.subarray(at, at + sliceBytes))
      await new Promise(setImmediate)
    }
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrlOf: (index) => `http://127.0.0.1:${port}/${index}`,
    receivedOf: (index) => received.get(index),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
