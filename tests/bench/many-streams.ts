import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Quantiles, quantiles } from './quantiles.ts'
import { pacedRequest, path } from './requests.ts'

export interface StreamsResult {
  /** Delay of every chunk from the upstream to this process, once all streams are open; milliseconds. */
  readonly delay: Quantiles
  readonly chunks: number
  /** Number of streams that did not end with `[DONE]`. */
  readonly dropped: number
  /** Highest resident memory in bytes; undefined where it cannot be read. */
  readonly residentBytesMax: number | undefined
}

const marker = /@(\d+) /g

/**
 * Holds many paced streams open at the same time, read by raw sockets to keep the reader cheap.
 * @param openSeconds period over which the streams are opened evenly
 */
export const measureStreams = async (target: {
  readonly url: string
  readonly key: string
  readonly streams: number
  readonly openSeconds: number
  residentBytes(): number | undefined
}): Promise<StreamsResult> => {
  const { hostname, port } = new URL(target.url)
  const request =
    `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n` +
    `authorization: Bearer ${target.key}\r\ncontent-length: ${pacedRequest.length}\r\n\r\n${pacedRequest}`
  const delays: number[] = []
  let measuring = false
  let dropped = 0
  let residentBytesMax: number | undefined

  const one = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(request))
      let rest = ''
      let done = false
      socket.setNoDelay()
      socket.on('data', (bytes: Buffer) => {
        const now = process.hrtime.bigint()
        const text = rest + bytes.toString('latin1')
        let read = 0
        for (const match of text.matchAll(marker)) {
          read = match.index + match[0].length
          if (measuring) delays.push(Number(now - BigInt(match[1] ?? 0)) / 1e6)
        }
        // A marker that is split between two chunks is shorter than 40 characters.
        rest = text.slice(Math.max(read, text.length - 40))
        if (text.includes('[DONE]')) {
          done = true
          socket.end()
        }
      })
      socket.on('error', () => undefined)
      socket.on('close', () => {
        if (!done) dropped += 1
        resolve()
      })
    })

  const sampling = setInterval(() => {
    const bytes = target.residentBytes()
    if (bytes !== undefined) residentBytesMax = Math.max(residentBytesMax ?? 0, bytes)
  }, 200)
  const streams: Promise<void>[] = []
  const start = performance.now()
  while (streams.length < target.streams) {
    const due = Math.ceil(((performance.now() - start) / 1000 / target.openSeconds) * target.streams)
    while (streams.length < Math.min(due, target.streams)) streams.push(one())
    await sleep(5)
  }
  measuring = true
  await Promise.all(streams)
  clearInterval(sampling)
  return { delay: quantiles(delays), chunks: delays.length, dropped, residentBytesMax }
}
