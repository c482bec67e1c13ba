import type { IncomingMessage, ServerResponse } from 'node:http'
import { readJsonBody, startLocalServer } from './local-server.ts'

/** A task as reported by the server. */
export interface MidjourneyTask {
  readonly id: string
  readonly action: string
  status: string
  prompt: string
  promptEn: string
  description: string
  state: string
  submitTime: number
  startTime: number
  finishTime: number
  progress: string
  imageUrl: string | null
  failReason: string | null
  buttons: readonly unknown[]
  properties: Readonly<Record<string, unknown>>
}

/** One call received by the server. */
export interface MidjourneyCall {
  readonly path: string
  readonly secret: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * A server as described in the documents of midjourney-proxy and midjourney-proxy-plus. Tasks do not change until a
 * test moves them:
 *
 * - `POST /mj/submit/...` and `/mj/insight-face/swap`, with or without a mode in front →
 *   `{code, description, result, properties}`; buttons that open a dialog → code 21, and `submit/modal` continues with
 *   the same task
 * - `POST /mj/task/list-by-condition {ids}` → tasks; `GET /mj/task/ID/image-seed`
 * - `GET /attachments/...` → files that a test stored
 * - a wrong `mj-api-secret`: 401
 *
 * @see https://github.com/novicezk/midjourney-proxy/blob/main/docs/api.md
 */
export interface MidjourneyServer {
  readonly url: string
  readonly key: string
  readonly calls: MidjourneyCall[]
  readonly tasks: ReadonlyMap<string, MidjourneyTask>
  /** Changes a task. */
  move(id: string, change: Partial<MidjourneyTask>): void
  /** Sends the state of a task to the callback URL that its client requested. */
  push(id: string): Promise<Response>
  /** Sets the response to the next submission, instead of a task. */
  answerNext(body: unknown, status?: number): void
  /** Stores a file on the server. @returns its URL */
  attach(name: string, type: string, bytes: Uint8Array): string
  close(): Promise<void>
}

interface Attachment {
  readonly type: string
  readonly bytes: Uint8Array
}

const ACTIONS: Readonly<Record<string, string>> = {
  imagine: 'IMAGINE',
  blend: 'BLEND',
  describe: 'DESCRIBE',
  shorten: 'SHORTEN',
  'simple-change': 'CHANGE',
}

export async function startMidjourneyServer(key = 'mj-secret-of-the-proxy'): Promise<MidjourneyServer> {
  const calls: MidjourneyCall[] = []
  const tasks = new Map<string, MidjourneyTask>()
  const files = new Map<string, Attachment>()
  const answers: { status: number; body: unknown }[] = []
  let count = 0

  const makeTask = (action: string, body: Readonly<Record<string, unknown>>, status: string) => {
    count += 1
    const id = `16892314058${key.length}${String(count).padStart(5, '0')}`
    tasks.set(id, {
      id,
      action,
      status,
      prompt: String(body.prompt ?? ''),
      promptEn: String(body.prompt ?? ''),
      description: `/${action.toLowerCase()} ${body.prompt ?? ''}`,
      state: String(body.state ?? ''),
      submitTime: 1_689_231_405_854,
      startTime: 0,
      finishTime: 0,
      progress: '0%',
      imageUrl: null,
      failReason: null,
      buttons: [],
      properties: { notifyHook: body.notifyHook ?? null, discordInstanceId: '1118138338562560102' },
    })
    return id
  }

  const submit = (step: string, body: Readonly<Record<string, unknown>>) => {
    if (step === 'upload-discord-images')
      return { code: 1, description: '成功', result: ['https://cdn.discordapp.com/attachments/1.png'] }
    if (step === 'modal') {
      const waiting = tasks.get(String(body.taskId))
      if (waiting?.status !== 'MODAL') return { code: 4, description: '任务状态错误' }
      Object.assign(waiting, { status: 'SUBMITTED', prompt: String(body.prompt ?? '') })
      return { code: 1, description: '提交成功', result: waiting.id, properties: {} }
    }
    if (/Inpaint|CustomZoom/.test(String(body.customId))) {
      const id = makeTask('INPAINT', body, 'MODAL')
      const properties = { finalPrompt: 'a cat', remix: true }
      return { code: 21, description: 'Waiting for window confirm', result: id, properties }
    }
    const id = makeTask(ACTIONS[step] ?? String(body.action ?? 'ACTION'), body, 'NOT_START')
    const properties = { discordInstanceId: '1118138338562560102' }
    return { code: 1, description: '成功', result: id, properties }
  }

  const answerTo = (path: string, body: Readonly<Record<string, unknown>>): [number, unknown] => {
    const [, step] =
      /^(?:\/mj-(?:fast|relax|turbo))?\/mj\/(?:submit|insight-face)\/([a-z-]+)$/.exec(path) ?? []
    if (step !== undefined) {
      const planned = answers.shift()
      return planned ? [planned.status, planned.body] : [200, submit(step, body)]
    }
    if (path === '/mj/task/list-by-condition') {
      const ids = Array.isArray(body.ids) ? body.ids.map(String) : []
      return [200, ids.flatMap((id) => tasks.get(id) ?? [])]
    }
    const seeded = tasks.get(/^\/mj\/task\/(\w+)\/image-seed$/.exec(path)?.[1] ?? '')
    if (seeded) return [200, { code: 1, description: seeded.failReason ?? '成功', result: '2103210321' }]
    return [404, { code: 3, description: 'not found' }]
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    const file = files.get(path)
    if (file) {
      response
        .writeHead(200, {
          'content-type': file.type,
          'content-length': file.bytes.length,
          'x-amz-meta-owner': 'somebody',
        })
        .end(file.bytes)
      return
    }
    const secret = request.headers['mj-api-secret']
    const body = await readJsonBody(request)
    calls.push({ path, secret: String(secret), body })
    const [status, told] =
      secret === key ? answerTo(path, body) : [401, { code: 4, description: 'wrong mj-api-secret' }]
    response.writeHead(Number(status), { 'content-type': 'application/json' }).end(JSON.stringify(told))
  }
  const server = await startLocalServer((request, response) => void answer(request, response))
  const { url } = server
  return {
    url,
    key,
    calls,
    tasks,
    move: (id, change) => {
      Object.assign(tasks.get(id) ?? {}, change)
    },
    push: (id) => {
      const task = tasks.get(id)
      return fetch(String(task?.properties.notifyHook), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(task),
      })
    },
    answerNext: (body, status = 200) => {
      answers.push({ status, body })
    },
    attach: (name, type, bytes) => {
      files.set(`/attachments/${name}`, { type, bytes })
      return `${url}/attachments/${name}`
    },
    close: server.close,
  }
}
