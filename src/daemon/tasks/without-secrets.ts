import type { Channel } from '../channel-types/types.ts'
import type { JsonObject, JsonValue } from '../protocols/types.ts'
import { redact, type UpstreamSecrets, withoutKeys, withoutKeysAndHosts } from '../upstream/redact.ts'
import type { Submission } from './door.ts'
import type { TaskNews } from './task.ts'

/** Returns the secrets to remove from tasks of this channel; none if the channel was deleted. */
export const secretsOf = (channel: Channel | undefined): UpstreamSecrets => ({
  keys: channel?.keys ?? [],
  url: channel?.baseUrl ?? '',
})

/** Members of a drawing's result that contain text from vendors. */
const WORDS = ['description', 'prompt_en', 'properties'] as const

/**
 * Removes keys and hosts from a task or its news, because vendors quote them. URLs in the rest of the result are kept,
 * because they point to the vendor's results.
 */
export function withoutSecrets<Told extends Pick<TaskNews, 'status' | 'failReason' | 'result'>>(
  told: Told,
  secrets: UpstreamSecrets,
): Told {
  const { failReason, result } = told
  return {
    ...told,
    ...(failReason ? { failReason: redact(failReason, secrets) } : {}),
    ...(result === undefined ? {} : { result: resultWithoutSecrets(result, told.status, secrets) }),
  }
}

function resultWithoutSecrets(
  result: JsonObject,
  status: TaskNews['status'],
  secrets: UpstreamSecrets,
): JsonObject {
  const clear = (text: string) => withoutKeysAndHosts(text, secrets)
  const words = WORDS.flatMap((name) => {
    const value = result[name]
    return value === undefined ? [] : [[name, changed(value, clear)] as const]
  })
  const rest = status === 'FAILURE' ? inEveryText(result, (text) => withoutKeys(text, secrets.keys)) : result
  return { ...rest, ...Object.fromEntries(words) }
}

/** Removes secrets from the outcome of a submission, for the client and the database. */
export function submissionWithoutSecrets(submission: Submission, secrets: UpstreamSecrets): Submission {
  const reply = replyWithoutSecrets(submission.reply, secrets)
  return submission.kind === 'accepted'
    ? { ...submission, reply, news: withoutSecrets(submission.news, secrets) }
    : { ...submission, reply, reason: redact(submission.reason, secrets) }
}

/**
 * Removes keys and hosts from the response to a submission. Its `result` is kept, because it is the ID of the task or
 * the URL of an upload.
 */
export const replyWithoutSecrets = (reply: JsonObject, secrets: UpstreamSecrets): JsonObject => ({
  ...inEveryText(reply, (text) => withoutKeysAndHosts(text, secrets)),
  ...(reply.result === undefined ? {} : { result: reply.result }),
})

/** Returns a copy of the object with `change` applied to every text. Member names are kept. */
export const inEveryText = (document: JsonObject, change: (text: string) => string): JsonObject =>
  Object.fromEntries(Object.entries(document).map(([name, value]) => [name, changed(value, change)]))

function changed(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each: JsonValue) => changed(each, change))
  return typeof value === 'object' && value !== null ? inEveryText(value as JsonObject, change) : value
}
