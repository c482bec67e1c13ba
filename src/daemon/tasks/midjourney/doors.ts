import { randomUUID } from 'node:crypto'
import { AppError } from '../../errors/app-error.ts'
import { tasks } from '../../errors/phrases/tasks.ts'
import type { Options } from '../../options/registry.ts'
import { asArray, asObject, asText } from '../../protocols/json-access.ts'
import { type MidjourneyStep, readAsk } from '../../protocols/midjourney/actions.ts'
import { CODES, isAccepting, readCode } from '../../protocols/midjourney/codes.ts'
import { type MidjourneyMode, midjourneySubmit } from '../../protocols/midjourney/submit.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import type { BodyEdit, Submission, TaskDoor, TaskWish } from '../door.ts'
import { isFinal, type Task, type TaskNews } from '../task.ts'
import { knownProperties, readMidjourneyStatus } from './read-task.ts'

/** The callback path for proxies. */
export const HOOK_PATH = '/mj/notify'

/** Proxies upload pictures before they respond. */
const TIMEOUT_MS = 60_000

/** Creates the door for one step of a drawing. */
export const midjourneyDoor = (step: MidjourneyStep, mode?: MidjourneyMode): TaskDoor => ({
  platform: 'midjourney',
  codec: midjourneySubmit(step, mode),
  timeoutMs: TIMEOUT_MS,
  hookPath: HOOK_PATH,
  readWish: (body) => readWish(step, body, mode),
  editBody,
  readSubmission,
})

function readWish(step: MidjourneyStep, body: JsonObject, mode: MidjourneyMode | undefined): TaskWish {
  const { action, taskId } = readAsk(step, body)
  return {
    action,
    prompt: asText(body.prompt) ?? '',
    result: {
      prompt_en: '',
      description: '',
      state: shortOf(body.state),
      image_url: '',
      buttons: [],
      properties: {},
      custom_id: shortOf(body.customId),
      bot_type: shortOf(body.botType),
      mode: mode ?? '',
    },
    ...(taskId === undefined
      ? {}
      : { origin: { publicId: taskId, check: (task, options) => checkOrigin(task, options, action) } }),
  }
}

const TEXT_CHARS_MAX = 4_000
const shortOf = (value: JsonValue | undefined): string => asText(value)?.slice(0, TEXT_CHARS_MAX) ?? ''

/**
 * Checks that a task can be continued. A modal step continues a task that is waiting for it; all others need one that
 * has succeeded. @throws AppError `task_not_done`
 */
function checkOrigin(task: Task, options: Options, action: string): void {
  if (options.MjActionCheckSuccessEnabled && action !== 'MODAL' && task.status !== 'SUCCESS')
    throw new AppError('task_not_done', { values: { id: task.publicId ?? '' } })
}

/** Matches from the first of several spaces. Otherwise a long run of spaces would be scanned again from each one. */
const MODE_FLAGS = /(?<!\s)\s*--(?:fast|relax|turbo)(?![\w-])/g

/**
 * Rewrites the body in any case: if a member occurs twice, the proxy must see the one that was priced. A client's own
 * callback URL is passed on if the site allows it; otherwise the proxy gets ours.
 */
function editBody(body: JsonObject, { options, hookUrl }: BodyEdit): JsonObject {
  const { notifyHook, accountFilter, model: _model, ...rest } = body
  const prompt = asText(body.prompt)
  const hook = asText(notifyHook) ?? hookUrl
  return {
    ...rest,
    ...(prompt !== undefined && options.MjModeClearEnabled
      ? { prompt: prompt.replaceAll(MODE_FLAGS, '').trim() }
      : {}),
    ...(options.MjAccountFilterEnabled && accountFilter !== undefined ? { accountFilter } : {}),
    ...(options.MjNotifyEnabled && hook !== undefined ? { notifyHook: hook } : {}),
  }
}

/** Actions that only open a dialog at the proxy. The modal step that follows is charged. */
const DIALOGS: ReadonlySet<string> = new Set(['INPAINT', 'CUSTOM_ZOOM'])

function readSubmission(document: JsonValue, { action }: TaskWish): Submission {
  const body = asObject(document) ?? {}
  const code = readCode(document) ?? CODES.failure
  const description = asText(body.description) ?? ''
  const properties = knownProperties(body.properties)
  const result: JsonValue = body.result ?? ''
  if (!isAccepting(code))
    return {
      kind: 'refused',
      code,
      reason: description || `code ${code}`,
      // Clients of midjourney-proxy check the code, not the HTTP status.
      status: 200,
      reply: { code, description, result: '', properties },
    }
  const vendorId = idOf(result, action)
  if (vendorId === undefined) {
    const reason = tasks.proxyNamedNone.en
    return {
      kind: 'refused',
      code: CODES.failure,
      reason,
      status: 502,
      reply: { code: CODES.failure, description: reason, result: '', properties: {} },
    }
  }
  const isDialog = code === CODES.exists && DIALOGS.has(action)
  return {
    kind: 'accepted',
    vendorId,
    code,
    news: readFirstNews(body, { code, action, isDialog }),
    reply: { code: isDialog ? code : CODES.submitted, description, result, properties },
  }
}

/** Returns the vendor's task ID. The response to an upload has picture URLs instead, so we generate an ID. */
function idOf(result: JsonValue, action: string): string | undefined {
  const id = typeof result === 'number' ? String(result) : asText(result)
  if (id !== undefined) return id
  return action === 'UPLOAD' && asArray(result)?.length ? `upload-${randomUUID()}` : undefined
}

interface Answered {
  readonly code: number
  readonly action: string
  readonly isDialog: boolean
}

function readFirstNews(body: JsonObject, { code, action, isDialog }: Answered): TaskNews {
  const properties = asObject(body.properties)
  const urls = (asArray(body.result) ?? []).flatMap((each) => asText(each) ?? [])
  const result = {
    description: asText(body.description) ?? '',
    properties: knownProperties(body.properties),
    image_url: (code === CODES.exists && asText(properties?.imageUrl)) || (urls[0] ?? ''),
  }
  if (code === CODES.queued) return { status: 'NOT_START', result }
  if (code === CODES.submitted) return { status: action === 'UPLOAD' ? 'SUCCESS' : 'SUBMITTED', result }
  const status = readMidjourneyStatus(properties?.status) ?? (isDialog ? 'MODAL' : 'SUBMITTED')
  // Only the transition that refunds the charge may close a task as failed; the next poll does that.
  return { status: isFinal(status) && status !== 'SUCCESS' ? 'SUBMITTED' : status, result }
}
