import type { IncomingHttpHeaders } from 'node:http'
import { unixSeconds } from '../../clock.ts'
import { AppError } from '../../errors/app-error.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import type { Options } from '../../options/registry.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import { otherNameOf } from '../route/model-name.ts'
import type { Snapshot } from '../route/snapshot.ts'
import type { Admitted, Asked } from './asked.ts'
import type { Caller } from './callers.ts'
import { estimatePrompt } from './estimate.ts'
import type { Identity } from './identify.ts'
import { refuseCaseVariants } from './member-case.ts'
import { ownFallbacks, takeNamedModels } from './named-models.ts'
import { parseBody, takePathMembers } from './parse-body.ts'
import { findInPieces, wordFilterOf } from './sensitive-words.ts'
import { takeLimits } from './take-limits.ts'

export interface AdmitDeps extends CheckTokenDeps {
  readonly snapshot: () => Snapshot
  readonly limiter: RateLimiter
}

export interface CheckTokenDeps {
  readonly clock: { now(): number }
  /** Records that an enabled token is expired (3) or spent (4); not awaited. */
  readonly onTokenSpent: (caller: Caller, status: 3 | 4) => void
}

const USER_ENABLED = 1
const TOKEN = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const

/** A request whose caller has passed the checks, before its body is examined. */
export interface Entered extends Identity {
  /** The snapshot used to check, route, price and log the request. */
  readonly snapshot: Snapshot
  readonly group: string
  readonly noteStatus: Admitted['noteStatus']
}

/** The parts of a request that are known from its head. */
export interface RequestHead {
  readonly headers: IncomingHttpHeaders
  /** The client's address, after forwarding headers have been checked. */
  readonly address: string
}

/**
 * Runs every check that does not need the body, in the order of the family's servers: token, owner, limits, address.
 * The body is read only afterwards.
 *
 * @returns a promise only if a rate limit has to be checked
 * @throws AppError with the code of the first check that fails; by then only the request counts have changed
 */
export function enter(
  { caller, pinnedChannelId }: Identity,
  head: RequestHead,
  deps: AdmitDeps,
): Entered | Promise<Entered> {
  const { snapshot, group } = checkCaller(caller, head, deps)
  const letIn = (noteStatus: Entered['noteStatus']): Entered => {
    checkAddress(caller, head)
    return { caller, pinnedChannelId, snapshot, group, noteStatus }
  }
  const taken = takeLimits(caller, group, snapshot.options, deps.limiter)
  return taken instanceof Promise ? taken.then(letIn) : letIn(taken)
}

/**
 * Runs the checks of {@link enter} for a client that only opens a connection. Counts nothing.
 * @throws AppError with the code of the first check that fails
 */
export function knock({ caller }: Identity, head: RequestHead, deps: AdmitDeps): void {
  checkCaller(caller, head, deps)
  checkAddress(caller, head)
}

function checkCaller(
  caller: Caller,
  head: RequestHead,
  deps: AdmitDeps,
): Pick<Entered, 'snapshot' | 'group'> {
  const snapshot = deps.snapshot()
  const { options } = snapshot
  checkToken(caller, deps)
  checkUser(caller)
  refuseBrowserExtension(options, head.headers)
  return { snapshot, group: resolveGroup(caller, options) }
}

function checkAddress({ allowedAddresses }: Caller, { address }: Pick<RequestHead, 'address'>): void {
  if (allowedAddresses && !allowedAddresses.includes(address)) throw new AppError('token_ip_forbidden')
}

/**
 * Runs the checks that need the body: playground group, model, forbidden words.
 * @throws AppError with the code of the first check that fails
 */
export async function admit<Request extends InboundRequest>(
  entered: Entered,
  inbound: Request,
): Promise<Asked<Request>> {
  const { snapshot, pinnedChannelId, noteStatus } = entered
  const { options } = snapshot
  const parsing = parseBody(inbound)
  const given = parsing instanceof Promise ? await parsing : parsing
  refuseCaseVariants(given.body)
  const caller = inbound.session ? inPlayground(entered.caller, given.body) : entered.caller
  const group = inbound.session ? resolveGroup(caller, options) : entered.group
  const pathMembers = takePathMembers(given.body, inbound.pathMembers)
  const { parsed, fallbacks: named } = takeNamedModels({ ...given, pathMembers }, inbound.codec)
  const facts = inbound.codec.readRequest(parsed.body)
  for (const model of [facts.model, ...named]) checkModel(caller, model)
  const fallbacks = named.length > 0 ? named : ownFallbacks(caller.modelFallbacks, facts.model, inbound.codec)
  const checking = checkWords(options, group, inbound, parsed.body)
  if (checking) await checking
  const asked = { ...parsed, facts }
  const promptTokens = estimatePrompt(asked, inbound)
  return {
    inbound,
    admitted: {
      ...asked,
      caller,
      pinnedChannelId,
      group,
      promptTokens,
      noteStatus,
      ...(fallbacks.length > 0 && { fallbacks }),
    },
    snapshot,
  }
}

/** Playground requests name their group in the body; without one, the account's group applies. */
function inPlayground(caller: Caller, body: JsonObject): Caller {
  const group = typeof body.group === 'string' && body.group !== '' ? body.group : caller.userGroup
  return { ...caller, tokenGroup: group, tokenName: `playground-${group}` }
}

/** Makes checks 3 to 7 of the family's list. The ledger checks the balance when it holds quota. */
export function checkToken(caller: Caller, deps: CheckTokenDeps): void {
  if (caller.tokenStatus === TOKEN.exhausted)
    throw new AppError('token_exhausted', { values: { name: caller.tokenName } })
  if (caller.tokenStatus === TOKEN.expired) throw new AppError('token_expired')
  if (caller.tokenStatus !== TOKEN.enabled) throw new AppError('token_disabled')
  if (caller.expiredTime !== -1 && caller.expiredTime < unixSeconds(deps.clock)) {
    deps.onTokenSpent(caller, TOKEN.expired)
    throw new AppError('token_expired')
  }
}

/**
 * Checks whether a running session may continue. Like any running request, it may continue even if its token has
 * expired or been spent in the meantime.
 * @throws AppError `token_disabled`, `user_banned`, `token_ip_forbidden`, `token_model_forbidden`
 */
export function checkStillAllowed(caller: Caller, head: Pick<RequestHead, 'address'>, model: string): void {
  if (caller.tokenStatus === TOKEN.disabled) throw new AppError('token_disabled')
  checkUser(caller)
  checkAddress(caller, head)
  checkModel(caller, model)
}

/** @throws AppError `user_banned` */
export function checkUser(caller: Caller): void {
  if (caller.userStatus !== USER_ENABLED) throw new AppError('user_banned')
}

/** @throws AppError `group_forbidden`, `group_deprecated` */
export function resolveGroup(caller: Caller, options: Options): string {
  const wanted = caller.tokenGroup
  if (wanted === '' || wanted === caller.userGroup) return caller.userGroup
  if (!options.UserUsableGroups.has(wanted))
    throw new AppError('group_forbidden', { values: { group: wanted } })
  if (!options.GroupRatio.has(wanted)) throw new AppError('group_deprecated', { values: { group: wanted } })
  return wanted
}

function refuseBrowserExtension(options: Options, headers: IncomingHttpHeaders): void {
  if (!options['global.block_browser_extension_enabled']) return
  if (/^[a-z-]*-?extension:\/\//i.test(headers.origin ?? '')) throw new AppError('browser_extension_blocked')
}

/** Checks the name that the client asked for, including any prefix. @throws AppError `token_model_forbidden` */
export function checkModel(caller: Caller, model: string): void {
  if (!mayUse(caller, model)) throw new AppError('token_model_forbidden', { values: { model } })
}

/** Reports whether a token may use a model. A limit may also have the model's other name. */
export function mayUse({ modelLimits }: Pick<Caller, 'modelLimits'>, model: string): boolean {
  if (!modelLimits || modelLimits.has(model)) return true
  const other = otherNameOf(model)
  return other !== undefined && modelLimits.has(other)
}

/** @returns a promise only for a long text @throws AppError `sensitive_words_detected` */
export function checkWords(
  options: Options,
  group: string,
  inbound: Pick<InboundRequest, 'codec'>,
  body: JsonObject,
): Promise<void> | undefined {
  const words = wordFilterOf(options)
  if (words.isEmpty) return undefined
  if (options['global.safe_check_exempt_enabled'] && group === options['global.safe_check_exempt_group'])
    return undefined
  const { system, context, input } = inbound.codec.readTexts(body)
  // Most requests have only one text: search it directly instead of copying it.
  const isAlone = !words.hasPatterns && system === '' && context === ''
  const found = findInPieces(words, isAlone ? input : `${system}\n${context}\n${input}`)
  if (found instanceof Promise) return found.then(refuseWords)
  refuseWords(found)
  return undefined
}

function refuseWords(found: readonly string[]): void {
  if (found.length > 0) throw new AppError('sensitive_words_detected', { values: { words: someOf(found) } })
}

const WORDS_SHOWN = 5
const WORD_LENGTH = 50

/** Clients must be able to find these words in their request, but a pattern can match a whole prompt. */
const someOf = (words: readonly string[]): string =>
  words
    .slice(0, WORDS_SHOWN)
    .map((word) => (word.length > WORD_LENGTH ? `${word.slice(0, WORD_LENGTH)}…` : word))
    .join(', ')
