import { request as connect, type IncomingMessage, type ServerResponse } from 'node:http'
import { type GeminiFilesServer, startGeminiFilesServer } from '../files/gemini-files-server.ts'
import { readBytes, startLocalServer } from '../tasks/local-server.ts'
import type { BatchesCall } from './anthropic-batches-server.ts'

/** One request of a batch, as received. */
export interface AskedRequest {
  readonly request: Record<string, unknown>
  readonly metadata?: Record<string, unknown>
}

export interface KeptGeminiBatch {
  readonly key: string
  readonly model: string
  readonly requests: readonly AskedRequest[]
  /** The file that the requests came from; undefined = they came in the body. */
  readonly file?: string
  document: Record<string, unknown> & { metadata: Record<string, unknown> }
}

/**
 * A vendor that runs batches like the Gemini API, according to its documents and SDK: an operation whose metadata are
 * the batch, with the answers inside. It refuses what Google does not know. Answers to a file of requests are lines of
 * a file, each with the key of its request.
 */
export interface GeminiBatchesServer {
  readonly url: string
  readonly calls: BatchesCall[]
  /** By the name without `batches/`. */
  readonly batches: ReadonlyMap<string, KeptGeminiBatch>
  readonly files: GeminiFilesServer
  /** Ends a batch. @param responses undefined = the vendor has lost them */
  end(id: string, responses: readonly unknown[] | undefined, state?: string): void
  close(): Promise<void>
}

const failure = (code: number, status: string, message: string) => ({ error: { code, message, status } })

export const answered = (prompt: number, output: number, more: Record<string, unknown> = {}) => ({
  response: {
    candidates: [
      { content: { role: 'model', parts: [{ text: 'Hello!' }] }, finishReason: 'STOP', index: 0, ...more },
    ],
    usageMetadata: {
      promptTokenCount: prompt,
      candidatesTokenCount: output,
      totalTokenCount: prompt + output,
    },
    modelVersion: 'gemini-2.5-flash',
  },
})

function complaintAbout(body: Record<string, unknown>): string | undefined {
  const { batch, ...others } = body as { batch?: Record<string, unknown> }
  const [other] = Object.keys(others)
  if (other !== undefined) return `Unknown name "${other}"`
  const { inputConfig } = Object(batch)
  if (typeof inputConfig?.fileName === 'string' && !('requests' in inputConfig)) return undefined
  const requests = inputConfig?.requests?.requests
  if (!Array.isArray(requests) || requests.length === 0) return 'input_config is required'
  for (const { request, metadata: _metadata, ...rest } of requests) {
    const [member] = Object.keys(rest)
    if (member !== undefined) return `Unknown name "${member}" at 'batch.input_config.requests.requests'`
    if (!Array.isArray(request?.contents)) return 'contents is not specified'
    if ('stream' in request || 'model' in request) return 'Unknown name'
  }
  return undefined
}

/** Reads the requests in a file like Google: one JSON object per line. */
const readFile = (bytes: Buffer): AskedRequest[] =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))

export async function startGeminiBatchesServer(): Promise<GeminiBatchesServer> {
  const files = await startGeminiFilesServer()
  const calls: BatchesCall[] = []
  const batches = new Map<string, KeptGeminiBatch>()
  const keyOf = ({ headers }: IncomingMessage): string => String(headers['x-goog-api-key'] ?? '')

  const send = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  async function create(request: IncomingMessage, response: ServerResponse, model: string): Promise<void> {
    const body = JSON.parse((await readBytes(request)).toString('utf8')) as Record<string, unknown>
    const complaint = complaintAbout(body)
    if (complaint !== undefined) return send(response, 400, failure(400, 'INVALID_ARGUMENT', complaint))
    const { displayName, inputConfig } = body.batch as {
      displayName?: string
      inputConfig: { fileName?: string; requests: { requests: AskedRequest[] } }
    }
    const id = `b${batches.size + 1}q8hk3m2`
    const { fileName } = inputConfig
    const file = fileName === undefined ? undefined : files.files.get(fileName)
    if (fileName !== undefined && file?.key !== keyOf(request))
      return send(response, 400, failure(400, 'INVALID_ARGUMENT', `The file ${fileName} may not exist.`))
    const requests = file ? readFile(file.bytes) : inputConfig.requests.requests
    const document = {
      name: `batches/${id}`,
      metadata: {
        '@type': 'type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch',
        name: `batches/${id}`,
        model: `models/${model}`,
        displayName,
        createTime: '2026-11-26T00:00:00Z',
        updateTime: '2026-11-26T00:00:00Z',
        batchStats: { requestCount: String(requests.length), pendingRequestCount: String(requests.length) },
        state: 'BATCH_STATE_PENDING',
      },
    }
    batches.set(id, {
      key: keyOf(request),
      model,
      requests,
      ...(fileName !== undefined && { file: fileName }),
      document,
    })
    send(response, 200, document)
  }

  /** Passes requests for files on to the files server. */
  function passOn(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '/', headers } = request
    const onward = connect(`${files.url}${url}`, { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 500, answered.headers)
      answered.pipe(response)
    })
    onward.on('error', (error) => response.destroy(error))
    request.pipe(onward)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    const method = request.method ?? ''
    calls.push({ method, path: pathname, key: keyOf(request), headers: request.headers })
    if (/^(?:\/upload)?\/v1beta\/files/.test(pathname)) return passOn(request, response)
    const [, model] = /^\/v1beta\/models\/([^/]+):batchGenerateContent$/.exec(pathname) ?? []
    if (model !== undefined && method === 'POST') return create(request, response, model)
    request.resume()
    const [, id = '', rest = ''] = /^\/v1beta\/batches\/([^/:]+)(:cancel)?$/.exec(pathname) ?? []
    const batch = batches.get(id)
    if (batch?.key !== keyOf(request))
      return send(response, 404, failure(404, 'NOT_FOUND', 'Requested entity was not found.'))
    if (method === 'POST' && rest === ':cancel') {
      if (!batch.document.done) batch.document.metadata.state = 'BATCH_STATE_CANCELLED'
      batch.document.done = true
      return send(response, 200, {})
    }
    if (method === 'DELETE' && rest === '') {
      batches.delete(id)
      return send(response, 200, {})
    }
    if (method === 'GET' && rest === '') return send(response, 200, batch.document)
    send(response, 404, failure(404, 'NOT_FOUND', 'no such method'))
  }

  const server = await startLocalServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  return {
    url: server.url,
    calls,
    batches,
    files,
    end: (id, responses, state = 'BATCH_STATE_SUCCEEDED') => {
      const batch = batches.get(id)
      if (!batch) throw new Error(`There is no batch ${id}.`)
      const count = batch.requests.length
      const resultName = `files/batch-${id}`
      if (batch.file !== undefined && responses) {
        const lines = responses.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
        files.generate(resultName, batch.key, Buffer.from(lines.map((line) => `${line}\n`).join('')))
      }
      const output =
        responses &&
        (batch.file === undefined
          ? { inlinedResponses: { inlinedResponses: responses } }
          : { responsesFile: resultName })
      const isAnswer = (each: unknown): boolean => Object(each).response !== undefined
      batch.document = {
        ...batch.document,
        done: true,
        ...(output && { response: { '@type': 'GenerateContentBatchOutput', ...output } }),
        metadata: {
          ...batch.document.metadata,
          ...(output && { output }),
          endTime: '2026-11-26T02:00:00Z',
          state,
          batchStats: {
            requestCount: String(count),
            successfulRequestCount: String(responses?.filter(isAnswer).length ?? count),
          },
        },
      }
    },
    close: async () => {
      await server.close()
      await files.close()
    },
  }
}
