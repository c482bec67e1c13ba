import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { readJsonBody, startLocalServer } from '../tasks/local-server.ts'

/** A file as the server keeps it: for the key it was uploaded with, and nobody else. */
export interface GeminiFile {
  readonly name: string
  readonly key: string
  readonly bytes: Buffer
  readonly described: Record<string, unknown>
}

export interface GeminiCall {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly key: string
  readonly headers: IncomingMessage['headers']
  /** The body of what is no upload. */
  body: unknown
}

/**
 * A vendor that keeps files as Google does, by its documents and SDKs: each key is an account of its own. It refuses what
 * Google refuses: a piece at another offset than it has reached, a piece that is no multiple of its granularity and not the
 * last, more or fewer bytes than were announced, an unknown member, and a file that its key does not have.
 */
export interface GeminiFilesServer {
  readonly url: string
  readonly calls: GeminiCall[]
  readonly files: ReadonlyMap<string, GeminiFile>
  /** What the next request of an upload is answered with, before its body is read. */
  refuseNext(status: number, body: unknown): void
  /** The next last piece of an upload is taken, and its answer never leaves. */
  loseNextAnswer(): void
  /** The address of the next upload is at this one, not at the server's own. */
  moveNextUpload(origin: string): void
  /** Keeps a file that a model has made: it can be downloaded. */
  generate(name: string, key: string, bytes: Buffer): void
  /** Loses a file. */
  lose(name: string): void
  /** What is said of files from now on, besides what is always said. */
  describe(members: Record<string, unknown>): void
  /** Bytes of all uploads, as far as they came. */
  readonly arrived: () => number
  /** Reads no further than this, until it is raised. */
  readUpTo(bytes: number): void
  close(): Promise<void>
}

interface Session {
  readonly key: string
  readonly file: Record<string, unknown>
  readonly bytesMax: number
  readonly mimeType: string
  chunks: Buffer[]
  received: number
  status: 'active' | 'final' | 'cancelled'
  name: string
}

/** Google's own. */
export const GRANULARITY = 262_144

const DESCRIBED = ['name', 'displayName', 'display_name', 'mimeType', 'mime_type', 'sizeBytes', 'size_bytes']
const REQUEST = ['contents', 'generationConfig', 'systemInstruction', 'tools', 'toolConfig', 'safetySettings']

const failure = (code: number, status: string, message: string) => ({ error: { code, message, status } })
const invalid = (message: string) => failure(400, 'INVALID_ARGUMENT', message)
const denied = (name: string) =>
  failure(
    403,
    'PERMISSION_DENIED',
    `You do not have permission to access the File ${name} or it may not exist.`,
  )

export async function startGeminiFilesServer(): Promise<GeminiFilesServer> {
  const calls: GeminiCall[] = []
  const files = new Map<string, GeminiFile>()
  const sessions = new Map<string, Session>()
  const refusals: { status: number; body: unknown }[] = []
  let more: Record<string, unknown> = {}
  let uploadsAt: string | undefined
  let losesAnswer = false
  let count = 0
  let arrived = 0
  let readMax = Number.POSITIVE_INFINITY

  const send = (
    response: ServerResponse,
    status: number,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): void => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body))
    response.writeHead(status, {
      'content-type': Buffer.isBuffer(body) ? 'video/mp4' : 'application/json; charset=UTF-8',
      'content-length': bytes.length,
      ...headers,
    })
    response.end(bytes)
  }

  function keep(key: string, file: Record<string, unknown>, bytes: Buffer, mimeType: string): GeminiFile {
    count += 1
    const name = `files/gen${count}x${createHash('md5').update(key).digest('hex').slice(0, 6)}`
    const described = {
      name,
      displayName: file.displayName ?? file.display_name ?? '',
      mimeType,
      sizeBytes: String(bytes.length),
      createTime: new Date(1_795_000_000_000 + count).toISOString(),
      updateTime: new Date(1_795_000_000_000 + count).toISOString(),
      expirationTime: new Date(Date.now() + 48 * 3_600_000).toISOString(),
      sha256Hash: createHash('sha256').update(bytes).digest('base64'),
      uri: `${server.url}/v1beta/${name}`,
      state: 'ACTIVE',
      source: 'UPLOADED',
      ...more,
    }
    const kept = { name, key, bytes, described }
    files.set(name, kept)
    return kept
  }

  async function begin(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const { headers } = request
    const announced = Number(headers['x-goog-upload-header-content-length'])
    const mimeType = headers['x-goog-upload-header-content-type']
    if (headers['x-goog-upload-command'] !== 'start')
      return send(response, 400, invalid('Invalid upload command.'))
    if (!Number.isInteger(announced) || typeof mimeType !== 'string')
      return send(response, 400, invalid('Length and type must be announced.'))
    const { file = {}, ...others } = await readJsonBody(request)
    const unknown = [
      ...Object.keys(others),
      ...Object.keys(file as object).filter((each) => !DESCRIBED.includes(each)),
    ]
    if (unknown.length > 0) return send(response, 400, invalid(`Unknown name "${unknown[0]}"`))
    const id = `up${sessions.size + 1}-${key}`
    sessions.set(id, {
      key,
      file: file as Record<string, unknown>,
      bytesMax: announced,
      mimeType,
      chunks: [],
      received: 0,
      status: 'active',
      name: '',
    })
    const origin = uploadsAt ?? server.url
    uploadsAt = undefined
    send(response, 200, undefined, {
      'x-goog-upload-status': 'active',
      'x-goog-upload-url': `${origin}/upload/v1beta/files?upload_id=${id}&upload_protocol=resumable`,
      'x-goog-upload-control-url': `${origin}/upload/v1beta/files?upload_id=${id}&control=1`,
      'x-goog-upload-chunk-granularity': String(GRANULARITY),
    })
  }

  async function takeBytes(request: IncomingMessage, session: Session): Promise<number> {
    let bytes = 0
    try {
      for await (const chunk of request) {
        session.chunks.push(chunk)
        session.received += chunk.length
        bytes += chunk.length
        arrived += chunk.length
        while (arrived > readMax) await delay(5)
      }
    } catch {
      // What came before the connection broke is kept.
    }
    return bytes
  }

  async function proceed(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const session = sessions.get(id)
    const commands = String(request.headers['x-goog-upload-command']).split(', ')
    if (!session) return send(response, 404, failure(404, 'NOT_FOUND', 'Upload not found.'))
    const told = () => ({
      'x-goog-upload-status': session.status,
      'x-goog-upload-size-received': String(session.received),
    })
    const file = () => ({ file: files.get(session.name)?.described })
    if (commands.includes('query'))
      return send(response, 200, session.status === 'final' ? file() : undefined, told())
    if (commands.includes('cancel')) {
      session.status = 'cancelled'
      return send(response, 200, undefined, told())
    }
    if (session.status !== 'active') {
      request.resume()
      return send(response, 400, invalid(`Upload is already ${session.status}.`), told())
    }
    if (commands.includes('upload')) {
      if (request.headers['x-goog-upload-offset'] !== String(session.received)) {
        request.resume()
        return send(response, 400, invalid(`Bytes must go on at ${session.received}.`), told())
      }
      const bytes = await takeBytes(request, session)
      if (!request.complete) return
      if (
        session.received > session.bytesMax ||
        (bytes % GRANULARITY !== 0 && !commands.includes('finalize'))
      )
        return send(response, 400, invalid('Invalid length of the piece.'), told())
    }
    if (!commands.includes('finalize')) return send(response, 200, undefined, told())
    if (session.received !== session.bytesMax)
      return send(response, 400, invalid('The upload ended too early.'), told())
    session.status = 'final'
    session.name = keep(session.key, session.file, Buffer.concat(session.chunks), session.mimeType).name
    if (losesAnswer) {
      losesAnswer = false
      return void response.destroy()
    }
    send(response, 200, file(), told())
  }

  async function takeRelated(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk)
      arrived += chunk.length
    }
    const [, boundary = ''] =
      /^multipart\/related; boundary=(\S+)$/.exec(request.headers['content-type'] ?? '') ?? []
    const text = Buffer.concat(chunks).toString('latin1')
    const parts = text.split(`--${boundary}`)
    if (boundary === '' || parts.length !== 4 || !parts[3]?.startsWith('--'))
      return send(response, 400, invalid('Invalid multipart body.'))
    const [head = '', media = ''] = parts.slice(1, 3)
    const bodyOf = (part: string) => part.slice(part.indexOf('\r\n\r\n') + 4, -2)
    const { file = {} } = JSON.parse(bodyOf(head)) as { file?: Record<string, unknown> }
    const [, type = ''] = /content-type: *([^\r]+)/i.exec(media) ?? []
    send(response, 200, { file: keep(key, file, Buffer.from(bodyOf(media), 'latin1'), type).described })
  }

  function converse(response: ServerResponse, call: GeminiCall): void {
    const body = call.body as Record<string, unknown>
    const unknown = Object.keys(body).filter((each) => !REQUEST.includes(each))
    if (unknown.length > 0) return send(response, 400, invalid(`Unknown name "${unknown[0]}"`))
    for (const [, uri = ''] of JSON.stringify(body).matchAll(/"file_?[uU]ri":"([^"]*)"/g)) {
      const name = uri.startsWith(`${server.url}/v1beta/`) ? uri.slice(`${server.url}/v1beta/`.length) : ''
      if (files.get(name)?.key !== call.key) return send(response, 403, denied(uri))
    }
    const answer = {
      candidates: [{ content: { role: 'model', parts: [{ text: 'read' }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1, totalTokenCount: 10 },
      modelVersion: 'gemini-2.5-flash',
    }
    if (!call.path.endsWith(':streamGenerateContent')) return send(response, 200, answer)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`data: ${JSON.stringify(answer)}\r\n\r\n`)
  }

  function tell(response: ServerResponse, { method, path, key }: GeminiCall): void {
    const [, name = '', verb = ''] = /^\/v1beta\/(files\/[\w-]+)(:download)?$/.exec(path) ?? []
    const file = files.get(name)
    if (file?.key !== key) return send(response, 403, denied(name))
    if (method === 'DELETE') {
      files.delete(name)
      return send(response, 200, {})
    }
    if (verb === '') return send(response, 200, { ...file.described, ...more })
    if ({ ...file.described, ...more }.source !== 'GENERATED')
      return send(response, 400, invalid('Only generated files can be downloaded.'))
    send(response, 200, file.bytes)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://x')
    const key = String(request.headers['x-goog-api-key'] ?? query.get('key') ?? '')
    const call: GeminiCall = {
      method: request.method ?? '',
      path,
      query,
      key,
      headers: request.headers,
      body: undefined,
    }
    calls.push(call)
    if (path === '/upload/v1beta/files') {
      const refusal = refusals.shift()
      if (refusal) {
        request.resume()
        return send(response, refusal.status, refusal.body)
      }
      const id = query.get('upload_id')
      if (id !== null) return proceed(request, response, id)
      const { 'x-goog-upload-protocol': protocol } = request.headers
      if (protocol === 'multipart') return takeRelated(request, response, key)
      if (protocol === 'resumable') return begin(request, response, key)
      return send(response, 400, invalid('Unknown upload protocol.'))
    }
    if (path.startsWith('/v1beta/models/')) {
      call.body = await readJsonBody(request)
      return converse(response, call)
    }
    tell(response, call)
  }

  const server = await startLocalServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  return {
    url: server.url,
    calls,
    files,
    refuseNext: (status, body) => void refusals.push({ status, body }),
    loseNextAnswer: () => {
      losesAnswer = true
    },
    moveNextUpload: (origin) => {
      uploadsAt = origin
    },
    generate: (name, key, bytes) => {
      const described = { name, source: 'GENERATED', uri: `${server.url}/v1beta/${name}` }
      files.set(name, { name, key, bytes, described })
    },
    lose: (name) => void files.delete(name),
    describe: (members) => {
      more = members
    },
    arrived: () => arrived,
    readUpTo: (bytes) => {
      readMax = bytes
    },
    close: server.close,
  }
}
