import { tasks } from '../../errors/phrases/tasks.ts'
import { asArray, asObject, asText } from '../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import { readPercent } from '../read-percent.ts'
import type { Task, TaskNews, TaskStatus } from '../task.ts'

/**
 * Task properties that are stored and shown. Others name the upstream account, or contain our callback URL: a client
 * who knew it could report the task as failed and get a refund.
 */
const KNOWN_PROPERTIES = [
  ...['finalPrompt', 'finalZhPrompt', 'promptEn', 'bannedWord', 'numberOfQueues', 'remix', 'status'],
  ...['messageId', 'messageHash', 'messageContent', 'progressMessageId', 'nonce', 'flags', 'seed', 'botType'],
] as const

export function knownProperties(value: JsonValue | undefined): JsonObject {
  const properties = asObject(value) ?? {}
  return Object.fromEntries(
    KNOWN_PROPERTIES.flatMap((name) => {
      const property = properties[name]
      return property === undefined || property === null || typeof property === 'object'
        ? []
        : [[name, property]]
    }),
  )
}

const STATUSES: Readonly<Record<string, TaskStatus>> = {
  NOT_START: 'NOT_START',
  SUBMITTED: 'SUBMITTED',
  IN_PROGRESS: 'IN_PROGRESS',
  MODAL: 'MODAL',
  SUCCESS: 'SUCCESS',
  FAILURE: 'FAILURE',
  // The task was canceled at the proxy.
  CANCEL: 'FAILURE',
}

/** Parses a status. undefined = unknown. */
export const readMidjourneyStatus = (value: JsonValue | undefined): TaskStatus | undefined =>
  STATUSES[(asText(value) ?? '').toUpperCase()]

const BUTTONS_MAX = 100
const TEXT_CHARS_MAX = 20_000

/** Reads news from a poll or a callback. */
export function readNews(told: JsonObject, task: Pick<Task, 'status'>): TaskNews {
  const said = readMidjourneyStatus(told.status) ?? task.status
  const failReason = asText(told.failReason) ?? ''
  // Some proxies send the reason before the status changes to FAILURE.
  const status = failReason !== '' && said !== 'SUCCESS' ? 'FAILURE' : said
  const startMs = timeOf(told.startTime)
  const finishMs = timeOf(told.finishTime)
  return {
    status,
    ...(status === 'FAILURE' ? { failReason: failReason || tasks.proxySilent.en } : {}),
    progress: readPercent(told.progress),
    ...(startMs === 0 ? {} : { startMs }),
    ...(finishMs === 0 ? {} : { finishMs }),
    result: {
      ...textAs('prompt_en', told.promptEn),
      ...textAs('description', told.description),
      ...textAs('image_url', told.imageUrl),
      ...(Array.isArray(told.buttons)
        ? { buttons: (asArray(told.buttons) ?? []).slice(0, BUTTONS_MAX) }
        : {}),
      ...(asObject(told.properties) ? { properties: knownProperties(told.properties) } : {}),
    },
  }
}

function textAs(name: string, value: JsonValue | undefined): JsonObject {
  const text = asText(value)
  return text === undefined ? {} : { [name]: text.slice(0, TEXT_CHARS_MAX) }
}

/** Reads unix milliseconds; 0 = not yet. */
const timeOf = (value: JsonValue | undefined): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
