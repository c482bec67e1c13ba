import { AppError } from '../../errors/app-error.ts'
import { asText } from '../../protocols/json-access.ts'
import { invalid } from '../../protocols/openai/request-checks.ts'
import { inputItems, isOwnResponseId, readConversation } from '../../protocols/responses/index.ts'
import type { Asked } from '../admit/asked.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { ConversationsStore } from './conversations-store.ts'
import { named } from './keep-response.ts'
import { withBody } from './with-body.ts'

/**
 * Puts the items of a conversation stored in the gateway before those of a request that continues it. The response will
 * be added to the conversation, unless the client sets `store: false`. Simultaneous requests each see the items that
 * existed when they began.
 *
 * @returns the same object if the request names no conversation, or one that is not ours
 * @throws AppError `conversation_not_found`, `conversation_full`, `invalid_request`
 */
export async function joinConversation<Request extends InboundRequest>(
  asked: Asked<Request>,
  conversations: ConversationsStore,
): Promise<Asked<Request>> {
  const { body, caller } = asked.admitted
  const id = readConversation(body)
  if (id === undefined) return asked
  const own = { userId: caller.userId, id }
  const kept = await conversations.find(own)
  if (!kept) {
    if (isOwnResponseId(id))
      throw new AppError('conversation_not_found', { field: 'conversation', values: { id } })
    return asked
  }
  if (asText(body.previous_response_id))
    throw invalid('previous_response_id', 'bothGiven', { other: 'conversation' })
  if (kept.isFull) throw new AppError('conversation_full', { field: 'conversation', values: { id } })
  const items = await conversations.readAll(own)
  const known = new Set(items.map((item) => item.id))
  const added = inputItems(body).filter(
    (item) => !(item.type === 'item_reference' && known.has(item.id ?? null)),
  )
  const { conversation: _joined, ...rest } = body
  const joined = withBody(asked, { ...rest, input: [...items, ...added] })
  const { keeping } = asked
  if (!keeping) return joined
  const as = { ...keeping.as, conversationId: id }
  return { ...joined, keeping: { as, input: named(as.key, added) } }
}
