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
 * A request that continues a conversation of ours, with the items of the conversation in front of its own. Its response will
 * be added to it, unless the client says `store: false`. Requests of two clients at once see what was there when they began.
 *
 * @returns the same object when it names none, or one that is not ours
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
