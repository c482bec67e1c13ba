import { keyOfHint } from '../../channels/key-hint.ts'
import { AppError } from '../../errors/app-error.ts'
import { asText, objectsOf } from '../../protocols/json-access.ts'
import { inputItems, isOwnResponseId, ownResponseOf, sealedNames } from '../../protocols/responses/index.ts'
import type { JsonObject, StateUse } from '../../protocols/types.ts'
import type { Asked } from '../admit/asked.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { Account } from '../route/affinity.ts'
import type { MadeBy } from '../route/plan-for.ts'
import type { ConversationsStore } from './conversations-store.ts'
import { joinConversation } from './join-conversation.ts'
import { named } from './keep-response.ts'
import type { KeptResponse, ResponsesStore } from './responses-store.ts'
import type { FileOwner, VendorFiles } from './vendor-files.ts'
import type { StatePlace, VendorStates } from './vendor-states.ts'
import { withBody } from './with-body.ts'

export interface RecallDeps {
  readonly states: VendorStates
  readonly files: VendorFiles
  readonly responses: ResponsesStore
  readonly conversations: ConversationsStore
}

/** A request together with what it refers to, as far as that is stored in the gateway. */
export interface Recalled<Request extends InboundRequest> {
  readonly asked: Asked<Request>
  readonly madeBy: MadeBy | undefined
}

/**
 * Resolves what a request refers to. What is stored in the gateway is inserted into the body, so that any channel can
 * answer; for what a vendor stores, the account is found.
 *
 * @throws AppError `previous_response_not_found` for missing content that can only be ours, and for content made for
 * another user; `file_not_found` for another user's file, `files_apart` for content of different accounts; and what
 * {@link joinConversation} throws
 */
export async function recall<Request extends InboundRequest>(
  asked: Asked<Request>,
  use: StateUse,
  deps: RecallDeps,
): Promise<Recalled<Request>> {
  const { asked: begun, use: used } = fromConnection(asked, use)
  const resolved = await recallStates(begun, used, deps)
  const isJoined = begun !== asked && !resolved.asked.sealedBy
  const recalled = isJoined ? { ...resolved, asked: await withReaders(resolved.asked, deps) } : resolved
  const whole = recalled.asked
  const { files = [] } =
    whole === begun ? used : (whole.inbound.codec.readStates?.(whole.admitted.body) ?? {})
  if (files.length === 0) return recalled
  const owners = await deps.files.ownersOf(files)
  const keeper = findKeeper(whole, owners)
  if (!keeper) return recalled
  const { madeBy } = recalled
  if (madeBy?.needed !== undefined && !isSameAccount(madeBy, keeper)) throw apart(keeper, madeBy)
  return { asked: withAddresses(whole, owners, keeper), madeBy: keeper }
}

type Owners = ReadonlyMap<string, FileOwner>

/** Refers to files by the account's own names, if the format needs them. */
function withAddresses<Request extends InboundRequest>(
  asked: Asked<Request>,
  owners: Owners,
  { account }: MadeBy,
): Asked<Request> {
  const { body, pinnedChannelId = account.channelId } = asked.admitted
  if (pinnedChannelId !== account.channelId) return asked
  const addressOf = (id: string) => owners.get(id)?.address
  const named = asked.inbound.codec.withFileAddresses?.(body, addressOf) ?? body
  return named === body ? asked : withBody(asked, named)
}

/** Replaces the id with the items that the connection remembers; returns the same request if it remembers none. */
function fromConnection<Request extends InboundRequest>(
  asked: Asked<Request>,
  use: StateUse,
): { readonly asked: Asked<Request>; readonly use: StateUse } {
  const { inbound, admitted, keeping } = asked
  const { previous_response_id: previous, ...rest } = admitted.body
  const previousId = asText(previous)
  const remembered = previousId === undefined ? undefined : inbound.memory?.find(previousId)
  if (!remembered) return { asked, use }
  const { continues } = remembered
  const input = [...remembered.items(), ...inputItems(admitted.body)]
  const before = continues === undefined ? {} : { previous_response_id: continues }
  const whole = withBody(asked, { ...rest, ...before, input })
  const nothing: StateUse = { needed: [], sealed: [], files: [] }
  return {
    asked: keeping
      ? {
          ...whole,
          keeping: { as: { ...keeping.as, previousId: continues }, input: named(keeping.as.key, input) },
        }
      : whole,
    use: inbound.codec.readStates?.(whole.admitted.body) ?? nothing,
  }
}

/**
 * Finds the account that stores the files of a request. Files that were not uploaded through this gateway are left to
 * the vendor.
 * @throws AppError `file_not_found`, `files_apart`
 */
function findKeeper(asked: Asked, owners: Owners): MadeBy | undefined {
  let keeper: MadeBy | undefined
  for (const [id, { userId, place }] of owners) {
    if (userId !== asked.admitted.caller.userId) throw new AppError('file_not_found', { values: { id } })
    const found: MadeBy = { account: accountAt(asked, place), needed: id, isFile: true }
    if (keeper && !isSameAccount(keeper, found)) throw apart(keeper, found)
    keeper ??= found
  }
  return keeper
}

const isSameAccount = (one: MadeBy, other: MadeBy): boolean =>
  one.account.channelId === other.account.channelId && one.account.key === other.account.key

const apart = ({ needed: id = '' }: MadeBy, { needed: other = '' }: MadeBy): AppError =>
  new AppError('files_apart', { values: { id, other } })

async function recallStates<Request extends InboundRequest>(
  asked: Asked<Request>,
  use: StateUse,
  deps: RecallDeps,
): Promise<Recalled<Request>> {
  const madeBy = await findMaker(asked, use, deps)
  // The gateway only stores content of the Responses API.
  if (use.needed.length === 0 || asked.inbound.codec.operation !== 'responses') return { asked, madeBy }
  const isAtVendor = madeBy?.needed !== undefined
  const body = isAtVendor ? asked.admitted.body : await withKept(asked, use, deps)
  const resolved = body === asked.admitted.body ? asked : withBody(asked, body)
  const whole = await joinConversation(resolved, deps.conversations)
  if (whole === asked) return { asked, madeBy }
  const left = whole.inbound.codec.readStates?.(whole.admitted.body)
  return {
    asked: asText(whole.admitted.body.previous_response_id) ? whole : await withReaders(whole, deps),
    madeBy: isAtVendor ? madeBy : left && (await findMaker(whole, left, deps)),
  }
}

/** Adds what is known of the accounts that can read the reasoning in the request. */
async function withReaders<Request extends InboundRequest>(
  asked: Asked<Request>,
  { states }: RecallDeps,
): Promise<Asked<Request>> {
  const names = sealedNames(inputItems(asked.admitted.body))
  const places = await states.find(asked.admitted.caller.userId, names)
  const sealedBy = new Map(
    names.flatMap((name, index) => {
      const place = places[index]
      return place ? [[name, accountAt(asked, place)] as const] : []
    }),
  )
  return { ...asked, sealedBy }
}

function accountAt({ snapshot }: Asked, { channelId, keyHint }: StatePlace): Account {
  const channel = snapshot.channels.get(channelId)
  // If the channel has lost the key, use a value that no key has.
  return { channelId, key: (channel && keyOfHint(channel, keyHint)) ?? '' }
}

/**
 * Finds the account that made what a request refers to. An account with something that the request needs is preferred
 * to one whose reasoning it contains. What was not made through this gateway is left to the vendor.
 *
 * @throws AppError `previous_response_not_found` for what was made for another user of this gateway
 */
async function findMaker(
  asked: Asked,
  { needed, sealed }: StateUse,
  { states }: RecallDeps,
): Promise<MadeBy | undefined> {
  const { userId } = asked.admitted.caller
  const { places, others } = await states.findUsed(userId, { needed, sealed })
  if (others !== undefined) throw new AppError('previous_response_not_found', { values: { id: others } })
  const at = places.findIndex((place, index) => place !== undefined && index < needed.length)
  const kept = places[at]
  if (kept) return { account: accountAt(asked, kept), needed: needed[at] }
  const made = places.findLast((place) => place !== undefined)
  return made && { account: accountAt(asked, made), needed: undefined }
}

/** Replaces references with the stored items; returns the same object if none of them are stored in the gateway. */
async function withKept(
  { admitted }: Asked,
  { needed }: StateUse,
  { responses }: RecallDeps,
): Promise<JsonObject> {
  const { body, caller } = admitted
  const previousId = asText(body.previous_response_id)
  const kept = new Map<string, JsonObject>()
  for (const id of new Set(
    needed.flatMap((name) => (name === previousId ? [] : (ownResponseOf(name) ?? []))),
  )) {
    const response = await responses.find(caller.userId, id)
    for (const item of response ? itemsOf(response) : []) kept.set(asText(item.id) ?? '', item)
  }
  const chain =
    previousId && ownResponseOf(previousId) ? await responses.chain(caller.userId, previousId) : []
  if (previousId && isOwnResponseId(previousId) && (!chain || chain.some(({ isOpen }) => isOpen)))
    throw new AppError('previous_response_not_found', {
      field: 'previous_response_id',
      values: { id: previousId },
    })
  const last = chain?.at(-1)
  if (!last && kept.size === 0) return body
  const input = inputItems(body).map((item) =>
    item.type === 'item_reference' ? (kept.get(asText(item.id) ?? '') ?? item) : item,
  )
  const { previous_response_id: _previous, ...rest } = body
  if (!last || !chain) return { ...body, input }
  if (last.vendorId) return { ...body, previous_response_id: last.vendorId, input }
  return { ...rest, input: [...chain.flatMap(itemsOf), ...input] }
}

/** Returns the items that a response adds to a conversation. */
const itemsOf = ({ input, answer }: KeptResponse): readonly JsonObject[] => [
  ...input,
  ...objectsOf(answer.output),
]
