import type { Logger } from 'pino'
import { AppError } from '../../errors/app-error.ts'
import { asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import {
  inputItems,
  itemIdOf,
  itemPrefixOf,
  itemType,
  newResponseKey,
  openaiCompaction,
  responseIdOf,
  storedItem,
} from '../../protocols/responses/index.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { Asked, Keeping } from '../admit/asked.ts'
import type { PlainAnswer, StreamAnswer } from '../call/answer.ts'
import type { Outcome } from '../deliver/deliver.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import { within } from '../settle/within.ts'
import type { ConversationsStore } from './conversations-store.ts'
import type { ResponsesStore } from './responses-store.ts'

export interface KeepDeps {
  readonly responses: ResponsesStore
  readonly conversations: ConversationsStore
  readonly clock: { now(): number }
  readonly log: Logger
}

const DAY_MS = 86_400_000
/** The longest that a client waits for its answer to be stored. */
const PATIENCE_MS = 5_000

/**
 * Plans to store the response of a request in the gateway, if no vendor stores it: the client uses Responses, does not
 * set `store: false`, and the site keeps responses.
 *
 * @throws AppError `background_needs_store`
 */
export function planKeeping<Request extends InboundRequest>(asked: Asked<Request>): Asked<Request> {
  const { inbound, admitted, snapshot } = asked
  // The client itself stores a compacted conversation, and sends it again.
  if (inbound.codec.operation !== 'responses' || inbound.codec.id === openaiCompaction.id) return asked
  const { body } = admitted
  if (body.store === false || snapshot.options['general_setting.response_keep_days'] === 0) {
    if (body.background === true) throw new AppError('background_needs_store', { field: 'background' })
    return asked
  }
  const kept = {
    key: newResponseKey(),
    previousId: asText(body.previous_response_id),
    isBackground: body.background === true,
  }
  return { ...asked, keeping: { as: kept, input: named(kept.key, inputItems(body)) } }
}

/** Gives ids to the items, by which a client may refer to them later. */
export const named = (key: string, items: readonly JsonObject[]): readonly JsonObject[] =>
  items.map((item, place) => {
    if (item.type === 'item_reference' || asText(item.id) !== undefined) return item
    const type = itemType(item) || 'message'
    return { ...item, type, id: itemIdOf(itemPrefixOf(type), key, FIRST_INPUT + place) }
  })

/** Lower places are for output items. */
const FIRST_INPUT = 0x1000_0000

/**
 * Stores an answer that no vendor stores, and every background response; adds the items of a conversation's answer to
 * the conversation. Never rejects.
 *
 * @returns undefined if there is nothing to store
 */
export function keepResponse(
  asked: Asked,
  answer: PlainAnswer | StreamAnswer,
  outcome: Outcome,
  deps: KeepDeps,
): Promise<boolean> | undefined {
  const { keeping, inbound, admitted } = asked
  if (!keeping || outcome.error) return undefined
  const isKeptByVendor = answer.prepared.translation?.kind !== 'conversation'
  const { isBackground, key, previousId, conversationId } = keeping.as
  if (isKeptByVendor && !isBackground && conversationId === undefined) return undefined
  const response = readResponse(answer, outcome)
  if (!response) return undefined
  const id = responseIdOf(key)
  const { responses, conversations, clock } = deps
  const told = describeKept(asked, response)
  const vendorId = isKeptByVendor ? asText(response.id) : undefined
  const nowMs = clock.now()
  const expiresMs = expiryOf(asked, nowMs)
  const userId = admitted.caller.userId
  const insert = () =>
    responses.insert({
      id,
      userId,
      previousId,
      requestId: inbound.requestId,
      isOpen: false,
      input: keeping.input,
      answer: told,
      createdMs: nowMs,
      expiresMs,
    })
  const stored = Promise.all([
    isBackground ? responses.finish(id, told, vendorId) : isKeptByVendor ? undefined : insert(),
    conversationId === undefined
      ? undefined
      : conversations.append({ userId, id: conversationId }, newItems(keeping, response), expiresMs),
  ])
  stored.catch((error: unknown) =>
    deps.log.error({ err: error, requestId: inbound.requestId }, 'a response was not kept'),
  )
  return within(stored, PATIENCE_MS)
}

/**
 * Returns the items that a response adds to its conversation. Items that it refers to are already there or resolved.
 */
const newItems = ({ as: { key }, input }: Keeping, { output }: JsonObject): readonly JsonObject[] => [
  ...input.filter(({ type }) => type !== 'item_reference').map(storedItem),
  ...named(key, objectsOf(output)),
]

export const expiryOf = ({ snapshot }: Pick<Asked, 'snapshot'>, nowMs: number): number =>
  nowMs + snapshot.options['general_setting.response_keep_days'] * DAY_MS

/** Returns the response under the id that its client knows. */
export function describeKept({ keeping }: Asked, response: JsonObject): JsonObject {
  if (!keeping) return response
  const { key, previousId, conversationId, isBackground } = keeping.as
  return {
    ...response,
    id: responseIdOf(key),
    ...(conversationId && { conversation: { id: conversationId } }),
    background: isBackground,
    previous_response_id: previousId ?? null,
  }
}

/** Reads the response as the client gets it: a document, or the content of the last event. */
function readResponse(answer: PlainAnswer | StreamAnswer, { terminator }: Outcome): JsonObject | undefined {
  if (answer.kind === 'plain') return asObject(parseJson(answer.body.toString('utf8')))
  if (terminator === undefined || typeof terminator === 'string') return readLastResponse(terminator ?? '')
  return readLastResponse(Buffer.from(terminator).toString('utf8'))
}

/** Finds the response in the last event that has one. */
export function readLastResponse(events: string): JsonObject | undefined {
  const data = events.split('\n').filter((line) => line.startsWith('data:'))
  for (const line of data.toReversed()) {
    const response = asObject(asObject(parseJson(line.slice('data:'.length)))?.response)
    if (response) return response
  }
  return undefined
}

/**
 * Returns the page of items that a client asks for. @see
 * https://platform.openai.com/docs/api-reference/responses/input-items
 */
export function pageOf(
  items: readonly JsonObject[],
  { order = 'desc', after, limit = '20' }: Readonly<Record<string, string | undefined>>,
): JsonObject {
  const sorted = order === 'asc' ? items : items.toReversed()
  const from = after === undefined ? 0 : sorted.findIndex(({ id }) => id === after) + 1
  const count = Math.min(100, Math.max(1, Number.parseInt(limit, 10) || 20))
  return listOf(sorted.slice(from, from + count), from + count < sorted.length)
}

/** Writes a page of a list in OpenAI's format. */
export const listOf = (items: readonly JsonObject[], hasMore: boolean): JsonObject => ({
  object: 'list',
  data: [...items],
  first_id: items[0]?.id ?? null,
  last_id: items.at(-1)?.id ?? null,
  has_more: hasMore,
})
