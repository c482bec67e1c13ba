import type { IncomingMessage } from 'node:http'
import { contentOf, readBytes, startLocalServer } from './local-server.ts'

/** A video as reported by the server. */
export interface ServedVideo {
  readonly id: string
  readonly object: 'video'
  readonly model: string
  status: string
  progress: number
  readonly created_at: number
  completed_at: number | null
  expires_at: number | null
  seconds: string
  size: string
  error: { code: string; message: string } | null
  remixed_from_video_id: string | null
}

/** One call received by the server. */
export interface VideoCall {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly range: string | undefined
  readonly contentType: string
  /** JSON, or the fields of a form; files as `{ filename, type, size }`. */
  readonly body: Readonly<Record<string, unknown>>
}

/** The content of every video file. */
export const VIDEO_BYTES = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251))
export const THUMBNAIL_BYTES = Buffer.from('a small picture')

/**
 * A server that follows OpenAI's documents of `/v1/videos`, in the form of its SDK. Videos do not change until a test
 * moves them:
 *
 * - `POST /v1/videos` (JSON or form) and `POST /v1/videos/ID/remix` → `video`
 * - `GET` and `DELETE /v1/videos/ID`, `GET /v1/videos/ID/content?variant=` with ranges
 */
export interface VideoServer {
  readonly url: string
  readonly key: string
  readonly calls: VideoCall[]
  readonly videos: ReadonlyMap<string, ServedVideo>
  /** Changes a video. */
  move(id: string, change: Partial<ServedVideo>): void
  /** Sets the response to the next submission, instead of a video. */
  refuseNext(status: number, body: unknown): void
  /** Redirects requests for contents to another server from now on. */
  redirectContent(url: string | undefined): void
  setSilent(isSilent: boolean): void
  close(): Promise<void>
}

type Reply = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>]

export async function startVideoServer(key = 'video-key'): Promise<VideoServer> {
  const calls: VideoCall[] = []
  const videos = new Map<string, ServedVideo>()
  const refusals: Reply[] = []
  let redirect: string | undefined
  let isSilent = false
  let count = 0

  const make = (model: string, own: Partial<ServedVideo>): Reply => {
    const refusal = refusals.shift()
    if (refusal) return refusal
    count += 1
    const video: ServedVideo = {
      id: `vid_${key}_${count}`,
      object: 'video',
      model,
      status: 'queued',
      progress: 0,
      created_at: 1_780_000_000,
      completed_at: null,
      expires_at: null,
      seconds: '4',
      size: '720x1280',
      error: null,
      remixed_from_video_id: null,
      ...own,
    }
    videos.set(video.id, video)
    return [200, video]
  }

  const answerTo = ({ method, path, body, range }: VideoCall): Reply => {
    const { pathname, searchParams } = new URL(path, 'http://x')
    if (method === 'POST' && pathname === '/v1/videos')
      return make(String(body.model ?? 'sora-2'), {
        ...(body.seconds === undefined ? {} : { seconds: String(body.seconds) }),
        ...(body.size === undefined ? {} : { size: String(body.size) }),
      })
    const [, id = '', rest = ''] = /^\/v1\/videos\/([\w-]+)(\/\w+)?$/.exec(pathname) ?? []
    const video = videos.get(id)
    if (!video) return [404, { error: { message: 'no such video', type: 'invalid_request_error' } }]
    if (method === 'POST' && rest === '/remix')
      return make(video.model, { seconds: video.seconds, size: video.size, remixed_from_video_id: id })
    if (method === 'DELETE') {
      videos.delete(id)
      return [200, { id, object: 'video.deleted', deleted: true }]
    }
    if (rest !== '/content') return [200, video]
    if (redirect !== undefined) return [302, '', { location: redirect }]
    const bytes = searchParams.get('variant') === 'thumbnail' ? THUMBNAIL_BYTES : VIDEO_BYTES
    return contentOf(bytes, range)
  }

  const server = await startLocalServer((request, response) => {
    void readBody(request).then((body) => {
      if (isSilent) {
        request.socket.destroy()
        return
      }
      const { authorization, range } = request.headers
      const call: VideoCall = {
        method: request.method ?? '',
        path: request.url ?? '',
        authorization,
        range,
        contentType: request.headers['content-type'] ?? '',
        body,
      }
      calls.push(call)
      const [status, answer, headers = {}] =
        authorization === `Bearer ${key}`
          ? answerTo(call)
          : ([401, { error: { message: 'the key is wrong', type: 'invalid_request_error' } }] as const)
      const isBytes = Buffer.isBuffer(answer)
      response
        .writeHead(status, { 'content-type': isBytes ? 'video/mp4' : 'application/json', ...headers })
        .end(isBytes ? answer : JSON.stringify(answer))
    })
  })
  return {
    url: server.url,
    key,
    calls,
    videos,
    move: (id, change) => {
      Object.assign(videos.get(id) ?? {}, change)
    },
    refuseNext: (status, body) => {
      refusals.push([status, body])
    },
    redirectContent: (url) => {
      redirect = url
    },
    setSilent: (silent) => {
      isSilent = silent
    },
    close: server.close,
  }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request)
  const type = request.headers['content-type'] ?? ''
  if (bytes.length === 0) return {}
  if (!type.startsWith('multipart/')) return JSON.parse(bytes.toString('utf8'))
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  return Object.fromEntries(
    [...form].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : { filename: value.name, type: value.type, size: value.size },
    ]),
  )
}
