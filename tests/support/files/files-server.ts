import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { readBytes, startLocalServer } from '../tasks/local-server.ts'

/** A file stored by the server. Only the key it was uploaded with can access it. */
export interface KeptFile {
  readonly id: string
  readonly key: string
  readonly bytes: Buffer
  readonly described: Record<string, unknown>
}

/** A batch as reported by the server, and the key it belongs to. */
export interface ServedBatch {
  readonly key: string
  readonly document: Record<string, unknown>
}

export interface FilesCall {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly headers: IncomingMessage['headers']
}

/** The request counts of a batch. */
export type BatchCounts = Readonly<Record<'total' | 'completed' | 'failed', number>>

/**
 * A vendor that keeps files like OpenAI and Anthropic, according to their documents and SDKs: each key is a separate
 * account that cannot see the files of another. A request selects Anthropic with `anthropic-version`. Conversations
 * that name a file are answered only for the account that has it.
 */
export interface FilesServer {
  readonly url: string
  readonly calls: FilesCall[]
  readonly files: ReadonlyMap<string, KeptFile>
  readonly batches: ReadonlyMap<string, ServedBatch>
  /** Moves a batch to another status; with `answers`, its output file has these lines. */
  moveBatch(id: string, status: string, answers?: readonly unknown[], counts?: BatchCounts): void
  /** Responds to requests for file contents with this status. */
  breakContents(status: number | undefined): void
  /** Sets the response to the next upload, which is sent before the body is read. */
  refuseNext(status: number, body: unknown): void
  /** Sets the id of the next file. */
  nameNext(id: string): void
  /** Bytes of the current upload received so far. */
  readonly arrived: () => number
  /** Stops reading at this size until it is raised. */
  readUpTo(bytes: number): void
  close(): Promise<void>
}

const keyOf = ({ headers }: IncomingMessage): string =>
  String(headers['x-api-key'] ?? headers.authorization ?? '').replace(/^Bearer /, '')

const notFound = (isAnthropic: boolean, id: string): unknown =>
  isAnthropic
    ? { type: 'error', error: { type: 'not_found_error', message: `File not found: ${id}` } }
    : {
        error: {
          message: `No such File object: ${id}`,
          type: 'invalid_request_error',
          param: 'id',
          code: null,
        },
      }

/** @param onCall called for each call before it is answered */
export async function startFilesServer(onCall?: (call: FilesCall) => void): Promise<FilesServer> {
  const calls: FilesCall[] = []
  const files = new Map<string, KeptFile>()
  const batches = new Map<string, ServedBatch>()
  let brokenStatus: number | undefined
  const refusals: { status: number; body: unknown }[] = []
  const names: string[] = []
  let count = 0
  let arrived = 0
  let readMax = Number.POSITIVE_INFINITY

  const send = (response: ServerResponse, status: number, body: unknown): void => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    response.writeHead(status, {
      'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json',
      'content-length': bytes.length,
    })
    response.end(bytes)
  }

  async function readSlowly(request: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = []
    arrived = 0
    for await (const chunk of request) {
      chunks.push(chunk)
      arrived += chunk.length
      while (arrived > readMax) await delay(5)
    }
    return Buffer.concat(chunks)
  }

  async function upload(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refusals.shift()
    if (refusal) {
      request.resume()
      return send(response, refusal.status, refusal.body)
    }
    const isAnthropic = request.headers['anthropic-version'] !== undefined
    const version = request.headers['anthropic-version']
    // A beta feature of the first version is no longer one in the version that SDKs use now.
    if (
      version === '2023-06-01' &&
      !String(request.headers['anthropic-beta']).includes('files-api-2025-04-14')
    )
      return send(response, 400, { type: 'error', error: { type: 'invalid_request_error', message: 'beta' } })
    const type = request.headers['content-type'] ?? ''
    const form = await new Response(await readSlowly(request), {
      headers: { 'content-type': type },
    }).formData()
    const file = form.get('file')
    const purpose = form.get('purpose')
    if (!(file instanceof File)) return send(response, 400, { error: { message: "'file' is required" } })
    if (!isAnthropic && typeof purpose !== 'string')
      return send(response, 400, {
        error: { message: "'purpose' is a required property", type: 'invalid_request_error', code: null },
      })
    count += 1
    const id = names.shift() ?? (isAnthropic ? `file_011CNha8iCJcU1wXNR6q4V8${count}` : `file-abc${count}`)
    const expiry = form.get('expires_after[seconds]')
    const described = isAnthropic
      ? {
          id,
          type: 'file',
          filename: file.name,
          mime_type: file.type || 'application/octet-stream',
          size_bytes: file.size,
          created_at: '2026-11-25T00:00:00Z',
          downloadable: false,
        }
      : {
          id,
          object: 'file',
          bytes: file.size,
          created_at: 1_780_000_000 + count,
          filename: file.name,
          purpose,
          status: 'uploaded',
          expires_at: expiry === null ? null : 1_780_000_000 + Number(expiry),
        }
    if (!files.has(id))
      files.set(id, { id, key: keyOf(request), bytes: Buffer.from(await file.arrayBuffer()), described })
    send(response, 200, described)
  }

  async function converse(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await readBytes(request)).toString('utf8')
    const isAnthropic = request.headers['anthropic-version'] !== undefined
    for (const [, id = ''] of text.matchAll(/"file_id":"([^"]+)"/g))
      if (files.get(id)?.key !== keyOf(request)) return send(response, 400, notFound(isAnthropic, id))
    const { model } = JSON.parse(text) as { model: string }
    if (isAnthropic)
      return send(response, 200, {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model,
        content: [{ type: 'text', text: 'read' }],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 9, output_tokens: 1 },
      })
    if (request.url?.startsWith('/v1/responses'))
      return send(response, 200, {
        id: `resp_${calls.length}`,
        object: 'response',
        status: 'completed',
        model,
        output: [
          {
            id: `msg_${calls.length}`,
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: 'read', annotations: [] }],
          },
        ],
        usage: { input_tokens: 9, output_tokens: 1, total_tokens: 10 },
      })
    send(response, 200, {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_780_000_000,
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: 'read' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 },
    })
  }

  const badRequest = (message: string) => ({ error: { message, type: 'invalid_request_error', code: null } })

  async function createBatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse((await readBytes(request)).toString('utf8')) as Record<string, unknown>
    const refusal = refusals.shift()
    if (refusal) return send(response, refusal.status, refusal.body)
    const input = files.get(String(body.input_file_id))
    if (input?.key !== keyOf(request) || input.described.purpose !== 'batch')
      return send(response, 400, badRequest('Invalid input_file_id'))
    if (body.completion_window !== '24h') return send(response, 400, badRequest('Invalid completion_window'))
    count += 1
    const document = {
      id: `batch_${count}`,
      object: 'batch',
      endpoint: body.endpoint,
      errors: null,
      input_file_id: body.input_file_id,
      completion_window: '24h',
      status: 'validating',
      output_file_id: null,
      error_file_id: null,
      created_at: 1_780_000_000 + count,
      request_counts: { total: 0, completed: 0, failed: 0 },
      metadata: body.metadata ?? null,
    }
    batches.set(document.id, { key: keyOf(request), document })
    send(response, 200, document)
  }

  function tellBatch(request: IncomingMessage, response: ServerResponse, pathname: string): void {
    const [, id = '', rest = ''] = /^\/v1\/batches\/([^/]+)(\/cancel)?$/.exec(pathname) ?? []
    const batch = batches.get(id)
    if (batch?.key !== keyOf(request))
      return send(response, 404, badRequest(`No batch found with id '${id}'.`))
    if (rest !== '') {
      request.resume()
      if (!['validating', 'in_progress'].includes(String(batch.document.status)))
        return send(response, 409, badRequest('Cannot cancel a batch that has ended.'))
      batch.document.status = 'cancelling'
    }
    send(response, 200, batch.document)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    const method = request.method ?? ''
    const call = { method, path: pathname, key: keyOf(request), headers: request.headers }
    calls.push(call)
    onCall?.(call)
    if (pathname === '/v1/batches' && method === 'POST') return createBatch(request, response)
    if (pathname.startsWith('/v1/batches/')) return tellBatch(request, response, pathname)
    if (method === 'POST')
      return pathname === '/v1/files' ? upload(request, response) : converse(request, response)
    const isAnthropic = request.headers['anthropic-version'] !== undefined
    const [, id = '', rest = ''] = /^\/v1\/files\/([^/]+)(\/content)?$/.exec(pathname) ?? []
    const file = files.get(id)
    if (file?.key !== keyOf(request)) return send(response, 404, notFound(isAnthropic, id))
    if (rest !== '' && brokenStatus !== undefined)
      return send(response, brokenStatus, { error: { message: 'broken' } })
    if (method === 'DELETE') {
      files.delete(id)
      return send(response, 200, { id, object: 'file', deleted: true })
    }
    send(
      response,
      200,
      rest === '' ? { ...file.described, ...(!isAnthropic && { status: 'processed' }) } : file.bytes,
    )
  }

  const server = await startLocalServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  return {
    url: server.url,
    calls,
    files,
    batches,
    moveBatch: (id, status, answers, counts) => {
      const batch = batches.get(id)
      if (!batch) throw new Error(`There is no batch ${id}.`)
      batch.document.status = status
      if (!answers) return
      const outputId = `file-out-${id}`
      const bytes = Buffer.from(answers.map((each) => `${JSON.stringify(each)}\n`).join(''))
      const described = {
        id: outputId,
        object: 'file',
        bytes: bytes.length,
        created_at: 1_780_000_100,
        filename: `${id}_output.jsonl`,
        purpose: 'batch_output',
        status: 'processed',
      }
      files.set(outputId, { id: outputId, key: batch.key, bytes, described })
      batch.document.output_file_id = outputId
      if (counts) batch.document.request_counts = counts
    },
    breakContents: (status) => {
      brokenStatus = status
    },
    refuseNext: (status, body) => void refusals.push({ status, body }),
    nameNext: (id) => void names.push(id),
    arrived: () => arrived,
    readUpTo: (bytes) => {
      readMax = bytes
    },
    close: server.close,
  }
}
