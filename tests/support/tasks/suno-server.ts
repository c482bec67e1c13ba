import { contentOf, readJsonBody, startLocalServer } from './local-server.ts'

/** A task as reported by the server. */
export interface SunoTask {
  readonly task_id: string
  readonly action: string
  status: string
  fail_reason: string
  submit_time: number
  start_time: number
  finish_time: number
  progress: string
  data: unknown
}

/** One call received by the server. */
export interface SunoCall {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * A server as described in the documents of the public Suno API projects. Tasks do not change until a test moves them:
 *
 * - `POST /suno/submit/MUSIC|LYRICS` → `{code: "success", message: "", data: "<task id>"}`
 * - `POST /suno/fetch {ids}` and `GET /suno/fetch/ID` → `{code, message, data}`
 * - a wrong key: 401 `{code: "unauthorized", message, data: null}`
 */
export interface SunoServer {
  readonly url: string
  readonly key: string
  readonly calls: SunoCall[]
  readonly tasks: ReadonlyMap<string, SunoTask>
  /** Changes a task. */
  move(id: string, change: Partial<SunoTask>): void
  /** Sets the response to the next submission, instead of a task. */
  refuseNext(status: number, body: unknown): void
  /** Serves a file, with ranges; a number is the status of a deleted file. @returns its URL */
  serveFile(path: string, file: ServedFile | number): string
  /** The `Range` headers of requests for files. */
  readonly ranges: (string | undefined)[]
  /** Sets the response to queries for tasks; undefined = the actual tasks again. */
  tell(body: string | undefined): void
  /** Delays queries for tasks until the returned function is called. */
  holdQuestions(): () => void
  /** Accepts submissions, but delays the responses until the returned function is called. */
  holdAnswers(): () => void
  /** Stops responding, or resumes. */
  setSilent(isSilent: boolean): void
  close(): Promise<void>
}

/** The audio or video of a song. */
export interface ServedFile {
  readonly bytes: Buffer
  readonly contentType: string
}

/** Ids of two servers differ, like UUIDs. */
let servers = 0

export async function startSunoServer(key = 'suno-key'): Promise<SunoServer> {
  const calls: SunoCall[] = []
  const tasks = new Map<string, SunoTask>()
  const refusals: { status: number; body: unknown }[] = []
  const files = new Map<string, ServedFile | number>()
  const ranges: (string | undefined)[] = []
  let isSilent = false
  let lie: string | undefined
  let released: Promise<void> | undefined
  let answered: Promise<void> | undefined
  let count = 0
  servers += 1
  const group = String(servers).padStart(4, '0')

  const answerTo = (path: string, body: Record<string, unknown>): [number, unknown] => {
    const submit = /^\/suno\/submit\/(\w+)$/.exec(path)
    if (submit) {
      const refusal = refusals.shift()
      if (refusal) return [refusal.status, refusal.body]
      const action = submit[1]?.toUpperCase() ?? ''
      if (action !== 'MUSIC' && action !== 'LYRICS')
        return [400, { code: 'invalid_request', message: 'unknown action', data: null }]
      count += 1
      const task_id = `5f0c0000-0000-4000-${group}-${String(count).padStart(12, '0')}`
      tasks.set(task_id, {
        task_id,
        action,
        status: 'SUBMITTED',
        fail_reason: '',
        submit_time: 1_780_000_000,
        start_time: 0,
        finish_time: 0,
        progress: '0%',
        data: null,
      })
      return [200, { code: 'success', message: '', data: task_id }]
    }
    if (path === '/suno/fetch') {
      const ids = Array.isArray(body.ids) ? body.ids.map(String) : []
      return [200, { code: 'success', message: '', data: ids.flatMap((id) => tasks.get(id) ?? []) }]
    }
    const fetched = tasks.get(/^\/suno\/fetch\/([\w-]+)$/.exec(path)?.[1] ?? '')
    if (fetched) return [200, { code: 'success', message: '', data: fetched }]
    return [404, { code: 'not_found', message: 'no such task', data: null }]
  }

  const server = await startLocalServer((request, response) => {
    void readJsonBody(request).then(async (body) => {
      if (isSilent) {
        request.socket.destroy()
        return
      }
      const file = files.get(request.url ?? '')
      if (file !== undefined) {
        ranges.push(request.headers.range)
        if (typeof file === 'number') {
          response.writeHead(file).end('<Error>expired</Error>')
          return
        }
        const [status, part, headers] = contentOf(file.bytes, request.headers.range)
        response.writeHead(status, { 'content-type': file.contentType, ...headers }).end(part)
        return
      }
      const { authorization } = request.headers
      calls.push({ path: request.url ?? '', authorization, body })
      const isQuestion = request.url === '/suno/fetch'
      if (isQuestion) await released
      if (isQuestion && lie !== undefined) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(lie)
        return
      }
      const [status, answer] =
        authorization === `Bearer ${key}`
          ? answerTo(request.url ?? '', body)
          : [401, { code: 'unauthorized', message: 'the key is wrong', data: null }]
      if (request.url?.startsWith('/suno/submit/')) await answered
      response.writeHead(Number(status), { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  return {
    url: server.url,
    key,
    calls,
    tasks,
    move: (id, change) => {
      Object.assign(tasks.get(id) ?? {}, change)
    },
    refuseNext: (status, body) => {
      refusals.push({ status, body })
    },
    serveFile: (path, file) => {
      files.set(path, file)
      return `${server.url}${path}`
    },
    ranges,
    tell: (body) => {
      lie = body
    },
    holdQuestions: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      released = promise
      return resolve
    },
    holdAnswers: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      answered = promise
      return resolve
    },
    setSilent: (silent) => {
      isSilent = silent
    },
    close: server.close,
  }
}
