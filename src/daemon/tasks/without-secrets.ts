import type { Channel } from '../channel-types/types.ts'
import type { JsonObject, JsonValue } from '../protocols/types.ts'
import { redact, type UpstreamSecrets, withoutKeys, withoutKeysAndHosts } from '../upstream/redact.ts'
import type { Submission } from './door.ts'
import type { TaskNews } from './task.ts'

/** What nobody may read in a task of this channel. Nothing is known of a channel that is gone. */
export const secretsOf = (channel: Channel | undefined): UpstreamSecrets => ({
  keys: channel?.keys ?? [],
  url: channel?.baseUrl ?? '',
})

/** Members of a drawing's result that are words. Vendors write them as they like. */
const WORDS = ['description', 'prompt_en', 'properties'] as const

/**
 * News of a task, or a task, without keys and hosts: vendors quote them. Addresses in the rest of the result stay, because
 * they are where the vendor keeps what it made.
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

/** What became of a submission, for the client and the store. */
export function submissionWithoutSecrets(submission: Submission, secrets: UpstreamSecrets): Submission {
  const reply = replyWithoutSecrets(submission.reply, secrets)
  return submission.kind === 'accepted'
    ? { ...submission, reply, news: withoutSecrets(submission.news, secrets) }
    : { ...submission, reply, reason: redact(submission.reason, secrets) }
}

/**
 * The answer to a submission, without keys and hosts. Its `result` stays: it is the ID of the task, or where the vendor
 * keeps an upload.
 */
export const replyWithoutSecrets = (reply: JsonObject, secrets: UpstreamSecrets): JsonObject => ({
  ...inEveryText(reply, (text) => withoutKeysAndHosts(text, secrets)),
  ...(reply.result === undefined ? {} : { result: reply.result }),
})

/** A copy of the object in which `change` was applied to every text. Names of members stay. */
export const inEveryText = (document: JsonObject, change: (text: string) => string): JsonObject =>
  Object.fromEntries(Object.entries(document).map(([name, value]) => [name, changed(value, change)]))

function changed(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each: JsonValue) => changed(each, change))
  return typeof value === 'object' && value !== null ? inEveryText(value as JsonObject, change) : value
}
