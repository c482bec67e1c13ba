import type { IncomingMessage } from 'node:http'
import { contentOf, readBytes, startLocalServer } from './local-server.ts'
import { VIDEO_BYTES } from './video-server.ts'

/** One call received by the server. */
export interface VeoCall {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  readonly authorization: string | undefined
  readonly range: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * A server that follows Google's documents of Veo, in both of its forms. Operations run until a test ends them:
 *
 * - Gemini API: `POST /v1beta/models/M:predictLongRunning` → `{name: "models/M/operations/ID"}`, `GET /v1beta/NAME`,
 *   and
 *   `GET /v1beta/files/ID:download`, which redirects to the file
 * - Vertex AI: `POST /v1/projects/P/locations/L/publishers/google/models/M:predictLongRunning`,
 *   `:fetchPredictOperation`,
 *   and `POST /token`, which issues tokens to a service account
 */
export interface VeoServer {
  readonly url: string
  readonly key: string
  readonly calls: VeoCall[]
  /** Sets the location of files. */
  storeAt(url: string): void
  /** Ends every running operation: with a video, an error, or nothing because a filter stopped it. */
  end(how: 'video' | 'error' | 'filtered'): void
  close(): Promise<void>
}

const TOKEN = 'ya29.token'

/** Recognizes paths that need no key. */
const isPublic = (path: string): boolean => path === '/token' || path.startsWith('/storage/')

type Reply = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>]

export async function startVeoServer(key = 'veo-key'): Promise<VeoServer> {
  const calls: VeoCall[] = []
  const operations = new Map<string, Record<string, unknown>>()
  let count = 0
  let url = ''
  let storage = ''

  const answerTo = ({ method, path, body, range }: VeoCall): Reply => {
    const [, gemini] = /^\/v1beta\/models\/([\w.-]+):predictLongRunning$/.exec(path) ?? []
    const [, vertex] = /^\/v1\/(projects\/.+\/models\/[\w.-]+):predictLongRunning$/.exec(path) ?? []
    const place = gemini ? `models/${gemini}` : vertex
    if (place !== undefined) {
      count += 1
      const name = `${place}/operations/op-${count}`
      operations.set(name, { name })
      return [200, { name }]
    }
    if (method === 'POST' && /:fetchPredictOperation$/.test(path))
      return [200, operations.get(String(body.operationName)) ?? {}]
    if (path === '/token') return [200, { access_token: TOKEN, expires_in: 3600 }]
    if (path.startsWith('/v1beta/files/')) return [302, '', { location: `${storage}/storage/file.mp4` }]
    if (path === '/storage/file.mp4') return contentOf(VIDEO_BYTES, range)
    const operation = operations.get(path.replace(/^\/v1beta\//, ''))
    return operation
      ? [200, operation]
      : [404, { error: { code: 404, message: 'no such operation', status: 'NOT_FOUND' } }]
  }

  const server = await startLocalServer((request, response) => {
    void readBody(request).then((body) => {
      const { 'x-goog-api-key': apiKey, authorization, range } = request.headers
      const call: VeoCall = {
        method: request.method ?? '',
        path: request.url ?? '',
        key: typeof apiKey === 'string' ? apiKey : undefined,
        authorization,
        range,
        body,
      }
      calls.push(call)
      const [status, answer, headers = {}] =
        call.key === key || authorization === `Bearer ${TOKEN}` || isPublic(call.path)
          ? answerTo(call)
          : ([
              400,
              { error: { code: 400, message: 'API key not valid', status: 'INVALID_ARGUMENT' } },
            ] as const)
      const isBytes = Buffer.isBuffer(answer)
      response
        .writeHead(status, { 'content-type': isBytes ? 'video/mp4' : 'application/json', ...headers })
        .end(isBytes ? answer : JSON.stringify(answer))
    })
  })
  url = server.url
  storage = url
  return {
    url,
    key,
    calls,
    storeAt: (place) => {
      storage = place
    },
    end: (how) => {
      for (const [name, operation] of operations)
        if (operation.done !== true) operations.set(name, { name, done: true, ...endOf(how, name, url) })
    },
    close: server.close,
  }
}

function endOf(how: 'video' | 'error' | 'filtered', name: string, url: string): Record<string, unknown> {
  const isVertex = name.startsWith('projects/')
  if (how === 'error') return { error: { code: 13, message: 'the model broke', status: 'INTERNAL' } }
  if (how === 'filtered') {
    const filtered = { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['the prompt shows violence.'] }
    return { response: isVertex ? filtered : { generateVideoResponse: filtered } }
  }
  if (isVertex)
    return {
      response: {
        videos: [{ bytesBase64Encoded: VIDEO_BYTES.toString('base64'), mimeType: 'video/mp4' }],
      },
    }
  const uri = `${url}/v1beta/files/f1:download?alt=media`
  return { response: { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } } }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = (await readBytes(request)).toString('utf8')
  return text.startsWith('{') ? JSON.parse(text) : {}
}
