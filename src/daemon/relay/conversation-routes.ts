import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { asArray, asObject, asText, isObject } from '../protocols/json-access.ts'
import { invalid } from '../protocols/openai/request-checks.ts'
import { conversationIdOf, itemType, newResponseKey, storedItem } from '../protocols/responses/index.ts'
import type { JsonObject, JsonValue } from '../protocols/types.ts'
import { readKey } from './admit/identify.ts'
import { parseJsonBody } from './admit/parse-body.ts'
import { type EntranceDeps, enterByKey, enteredOf, readQuery } from './entrance.ts'
import { takeJsonOnly } from './inbound/browser-guard.ts'
import type { RelayDeps } from './relay-deps.ts'
import { listShape } from './route-errors.ts'
import type { ItemsPage, KeptConversation, OwnConversation } from './stored/conversations-store.ts'
import { expiryOf, listOf, named } from './stored/keep-response.ts'

type Deps = RelayDeps & EntranceDeps & { readonly balanceOf: (userId: number) => Promise<bigint> }

const URL = '/v1/conversations'

/** OpenAI's own limits. @see https://platform.openai.com/docs/api-reference/conversations */
const ITEMS_AT_ONCE_MAX = 20
const METADATA = { pairs: 16, keyChars: 64, valueChars: 512 } as const

/**
 * Registers the Conversations endpoints of the Responses API: {@link ConversationsStore}. Users see only their own.
 * Items are shown in full, so `include` has no effect. The endpoints are free, but an account without quota cannot
 * store anything.
 */
export function conversationRoutes(app: FastifyInstance, deps: Deps): void {
  const { conversations, clock, balanceOf } = deps
  const enter = enterByKey((request) => readKey(request.headers), deps)
  const onRequest = enter
  const onWrite = [takeJsonOnly, enter]

  app.post(URL, { onRequest: onWrite }, async (request) => {
    // Mistral's clients ask for an answer of an agent at the same address.
    if (listShape(request) === 'mistral')
      throw new AppError('route_not_found', {
        values: { method: 'POST', path: request.originalUrl.split('?')[0] ?? '' },
      })
    const body = await readBody(request)
    const key = newResponseKey()
    const created = {
      id: conversationIdOf(key),
      metadata: readMetadata(body.metadata),
      createdMs: clock.now(),
      isFull: false,
    }
    const items = readItems(body.items, key)
    const expiresMs = expiryNow(request)
    await checkRoom(request)
    const { userId } = enteredOf(request).caller
    await conversations.create({ ...created, userId, items, expiresMs })
    return describe(created)
  })

  app.get<OfConversation>(`${URL}/:id`, { onRequest }, async (request) => describe(await find(request)))

  app.post<OfConversation>(`${URL}/:id`, { onRequest: onWrite }, async (request) => {
    const body = await readBody(request)
    const metadata = readMetadata(body.metadata)
    const conversation = await find(request)
    await conversations.update(ownOf(request), metadata, expiryNow(request))
    return describe({ ...conversation, metadata })
  })

  app.delete<OfConversation>(`${URL}/:id`, { onRequest }, async (request) => {
    const own = ownOf(request)
    if (!(await conversations.delete(own))) throw notFound(own)
    return { id: own.id, object: 'conversation.deleted', deleted: true }
  })

  app.post<OfConversation>(`${URL}/:id/items`, { onRequest: onWrite }, async (request) => {
    const body = await readBody(request)
    const items = readItems(body.items, newResponseKey())
    if (items.length === 0) throw invalid('items', 'noItems')
    const own = ownOf(request)
    const { isFull } = await find(request)
    if (isFull) throw new AppError('conversation_full', { values: { id: own.id } })
    await checkRoom(request)
    if (!(await conversations.append(own, items, expiryNow(request)))) throw notFound(own)
    return listOf(items, false)
  })

  app.get<OfConversation>(`${URL}/:id/items`, { onRequest }, async (request) => {
    await find(request)
    const page = readPage(readQuery(request))
    const items = await conversations.readPage(ownOf(request), page)
    if (!items) throw itemNotFound(page.after ?? '')
    return listOf(items.slice(0, page.limit), items.length > page.limit)
  })

  app.get<OfItem>(`${URL}/:id/items/:itemId`, { onRequest }, async (request) => {
    await find(request)
    const { itemId } = request.params
    const item = await conversations.readItem(ownOf(request), itemId)
    if (!item) throw itemNotFound(itemId)
    return item
  })

  app.delete<OfItem>(`${URL}/:id/items/:itemId`, { onRequest }, async (request) => {
    const conversation = await find(request)
    const { itemId } = request.params
    if (!(await conversations.deleteItem(ownOf(request), itemId))) throw itemNotFound(itemId)
    return describe(conversation)
  })

  /** @throws AppError `conversation_not_found` */
  async function find(request: FastifyRequest<OfConversation>): Promise<KeptConversation> {
    const own = ownOf(request)
    const kept = await conversations.find(own)
    if (!kept) throw notFound(own)
    return kept
  }

  /**
   * Checks that the caller may store more. Storing conversations is free, and anybody may open an account, so an
   * account must have quota before it can store any.
   *
   * @throws AppError `conversation_without_credit`, `conversations_no_room`
   */
  async function checkRoom(request: FastifyRequest): Promise<void> {
    const { userId } = enteredOf(request).caller
    if ((await balanceOf(userId)) <= 0n) throw new AppError('conversation_without_credit')
    if (await conversations.hasNoRoom(userId)) throw new AppError('conversations_no_room')
  }

  /** @throws AppError `conversations_off` */
  function expiryNow(request: FastifyRequest): number {
    const { snapshot } = enteredOf(request)
    if (snapshot.options['general_setting.response_keep_days'] === 0) throw new AppError('conversations_off')
    return expiryOf({ snapshot }, clock.now())
  }
}

interface OfConversation {
  readonly Params: { readonly id: string }
}
interface OfItem {
  readonly Params: { readonly id: string; readonly itemId: string }
}

const ownOf = (request: FastifyRequest<OfConversation>): OwnConversation => ({
  userId: enteredOf(request).caller.userId,
  id: request.params.id,
})

const notFound = ({ id }: OwnConversation): AppError =>
  new AppError('conversation_not_found', { values: { id } })

const itemNotFound = (id: string): AppError => new AppError('conversation_item_not_found', { values: { id } })

const describe = ({ id, metadata, createdMs }: KeptConversation): JsonObject => ({
  id,
  object: 'conversation',
  created_at: Math.floor(createdMs / 1000),
  metadata,
})

async function readBody(request: FastifyRequest): Promise<JsonObject> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  try {
    return bytes.length === 0 ? {} : (await parseJsonBody(bytes)).body
  } finally {
    request.bodyLease?.end()
  }
}

/** @throws AppError `invalid_request` */
function readMetadata(given: JsonValue | undefined): JsonObject {
  if (given === undefined || given === null) return {}
  const metadata = asObject(given)
  if (!metadata) throw invalid('metadata', 'notObject')
  const pairs = Object.entries(metadata)
  if (pairs.length > METADATA.pairs) throw invalid('metadata', 'tooManyPairs', { max: METADATA.pairs })
  for (const [key, value] of pairs) {
    if (key.length > METADATA.keyChars) throw invalid('metadata', 'keyTooLong', { max: METADATA.keyChars })
    if (typeof value !== 'string' || value.length > METADATA.valueChars)
      throw invalid(`metadata.${key}`, 'valueTooLong', { max: METADATA.valueChars })
  }
  return metadata
}

/** @param key the base of the ids of new items @throws AppError `invalid_request` */
function readItems(given: JsonValue | undefined, key: string): readonly JsonObject[] {
  if (given === undefined || given === null) return []
  const items = asArray(given)
  if (!items) throw invalid('items', 'notArray')
  if (items.length > ITEMS_AT_ONCE_MAX) throw invalid('items', 'tooManyItems', { max: ITEMS_AT_ONCE_MAX })
  const read = items.map((item, index) => {
    if (!isObject(item) || itemType(item) === '') throw invalid(`items[${index}]`, 'notItem')
    if (item.type === 'item_reference') throw invalid(`items[${index}].type`, 'itemReference')
    return storedItem(item)
  })
  return named(key, read)
}

/** @throws AppError `invalid_request` */
function readPage({ order = 'desc', after, limit = '20' }: Readonly<Record<string, string>>): ItemsPage {
  if (order !== 'asc' && order !== 'desc') throw invalid('order', 'notEither', { one: 'asc', other: 'desc' })
  const count = Number(limit)
  if (!Number.isInteger(count) || count < 1 || count > 100)
    throw invalid('limit', 'notInteger', { min: 1, max: 100 })
  return { order, after: asText(after), limit: count }
}
