import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local server that replaces a vendor. */
export interface LocalServer {
  readonly url: string
  /** Closes the server and all open connections. */
  close(): Promise<void>
}

export async function startLocalServer(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener)
  // On a slow machine, an idle connection could be closed while the next request is on its way.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Reads a JSON body; an empty body is an empty object. */
export async function readJsonBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request)
  return bytes.length === 0 ? {} : JSON.parse(bytes.toString('utf8'))
}

/** A response with a file. */
export type FileReply = readonly [status: number, body: Buffer, headers: Readonly<Record<string, string>>]

/** Returns a file, or the requested range of it. */
export function contentOf(bytes: Buffer, range: string | undefined): FileReply {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '') return [200, bytes, { 'content-length': String(bytes.length), 'accept-ranges': 'bytes' }]
  const part = bytes.subarray(Number(from), to === '' ? bytes.length : Number(to) + 1)
  return [
    206,
    part,
    {
      'content-length': String(part.length),
      'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`,
    },
  ]
}
