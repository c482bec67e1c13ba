import type { IncomingHttpHeaders } from 'node:http'
import { unixSeconds } from '../../clock.ts'
import { AppError } from '../../errors/app-error.ts'
import type { RateLimiter, Verdict } from '../../limits/rate-limiter.ts'
import type { Options } from '../../options/registry.ts'
import { formToJson, type MultipartForm, parseMultipart } from '../../protocols/openai/multipart.ts'
import type { JsonObject, JsonValue, RequestFacts } from '../../protocols/types.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { Snapshot } from '../route/snapshot.ts'
import type { Caller } from './callers.ts'
import { readPromptTokens } from './estimate.ts'
import type { Identity } from './identify.ts'

/** A request that may run: parsed once, group resolved. */
export interface Admitted {
  readonly caller: Caller
  readonly pinnedChannelId: number | undefined
  /** The group it is routed and priced in. */
  readonly group: string
  readonly body: JsonObject
  readonly bodyText: string
  /** Members of `body` that the text does not have: the path said them. */
  readonly pathMembers: readonly string[]
  /** The form as it came, where the body is one; `body` is what it says. */
  readonly multipart: MultipartForm | undefined
  /** Prompt tokens by estimate, as the hold has them. */
  readonly promptTokensEstimate: () => number
  readonly facts: RequestFacts
  /** To be called with the final status: counts a success against the success limits. */
  readonly noteStatus: (status: number) => void
}

export interface AdmitDeps {
  readonly snapshot: Snapshot
  readonly limiter: RateLimiter
  readonly clock: { now(): number }
  /** Status 3 is stored when a token is found expired; not awaited. */
  readonly onExpired: (caller: Caller) => void
}

const USER_ENABLED = 1
const TOKEN = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const

/**
 * Checks in the order of the family's servers: token, owner, limits, address, group, model, words.
 * @throws AppError with the code of the first check that fails; nothing has been changed then but the request counts
 */
export async function admit(identity: Identity, inbound: InboundRequest, deps: AdmitDeps): Promise<Admitted> {
  const { options } = deps.snapshot
  checkToken(identity.caller, deps)
  if (identity.caller.userStatus !== USER_ENABLED) throw new AppError('user_banned')
  refuseBrowserExtension(options, inbound.headers)

  const { bodyText, body, multipart } = readBody(inbound)
  const caller = inbound.session ? inPlayground(identity.caller, body) : identity.caller
  const group = resolveGroup(caller, options)
  const noteStatus = await takeLimits(caller, group, options, deps.limiter)
  if (caller.allowedAddresses && !caller.allowedAddresses.includes(inbound.address))
    throw new AppError('token_ip_forbidden')
  const pathMembers = takePathMembers(body, inbound.pathMembers)
  const facts = inbound.codec.readRequest(body)
  checkModel(caller, facts.model)
  checkWords(deps.snapshot, group, inbound, body)
  return {
    caller,
    pinnedChannelId: identity.pinnedChannelId,
    group,
    body,
    bodyText,
    pathMembers,
    multipart,
    facts,
    promptTokensEstimate: () => readPromptTokens({ body, facts, multipart }, inbound),
    noteStatus,
  }
}

/** Puts what the path says into the body, where every codec looks for it. @returns the names that were added */
function takePathMembers(body: JsonObject, members: JsonObject): readonly string[] {
  const added = Object.keys(members).filter((name) => body[name] === undefined)
  // A model in the path is the one that is asked; what else may stand in the body does not count.
  Object.assign(body, members)
  return added
}

function readBody(inbound: InboundRequest) {
  if (inbound.codec.takes === 'multipart') {
    const multipart = parseMultipart(inbound.body, inbound.headers['content-type'] ?? '')
    return { bodyText: '', body: formToJson(multipart), multipart }
  }
  const bodyText = decodeBody(inbound.body)
  return { bodyText, body: parseBody(bodyText), multipart: undefined }
}

/** The playground names its group in the body; without one the account's own counts. */
function inPlayground(caller: Caller, body: JsonObject): Caller {
  const group = typeof body.group === 'string' && body.group !== '' ? body.group : caller.userGroup
  return { ...caller, tokenGroup: group, tokenName: `playground-${group}` }
}

/** Rows 3 to 7 of the family's checks; the balance itself is the ledger's to judge. */
export function checkToken(caller: Caller, deps: Pick<AdmitDeps, 'clock' | 'onExpired'>): void {
  if (caller.tokenStatus === TOKEN.exhausted)
    throw new AppError('token_exhausted', { values: { name: caller.tokenName } })
  if (caller.tokenStatus === TOKEN.expired) throw new AppError('token_expired')
  if (caller.tokenStatus !== TOKEN.enabled) throw new AppError('token_disabled')
  if (caller.expiredTime !== -1 && caller.expiredTime < unixSeconds(deps.clock)) {
    deps.onExpired(caller)
    throw new AppError('token_expired')
  }
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

type NoteStatus = (status: number) => void
const NOTHING_TO_NOTE: NoteStatus = () => {}

/** Both windows are checked before anything is counted as a success; refused attempts are not counted at all. */
async function takeLimits(
  caller: Caller,
  group: string,
  options: Options,
  limiter: RateLimiter,
): Promise<NoteStatus> {
  if (options['global.rate_limit_exempt_enabled'] && group === options['global.rate_limit_exempt_group'])
    return NOTHING_TO_NOTE
  const successes: { key: string; limit: number; periodMs: number }[] = []
  if (caller.rateLimit) {
    const { periodMs, count, success } = caller.rateLimit
    const seconds = periodMs / 1000
    const key = `token:${caller.tokenId}`
    if (success > 0) {
      refuseOver(await limiter.peek(`${key}:ok`, success, periodMs), 'token_rate_limited', {
        limit: success,
        seconds,
      })
      successes.push({ key: `${key}:ok`, limit: success, periodMs })
    }
    if (count > 0)
      refuseOver(await limiter.take(`${key}:all`, count, periodMs), 'token_rate_limited', {
        limit: count,
        seconds,
      })
  }
  if (options.ModelRequestRateLimitEnabled) {
    const minutes = options.ModelRequestRateLimitDurationMinutes
    const periodMs = minutes * 60_000
    const count = options.ModelRequestRateLimitCount
    const success = options.ModelRequestRateLimitSuccessCount
    const key = `user:${caller.userId}`
    refuseOver(await limiter.peek(`${key}:ok`, success, periodMs), 'user_rate_limited', {
      limit: success,
      minutes,
    })
    if (count > 0)
      refuseOver(await limiter.take(`${key}:all`, count, periodMs), 'user_rate_limited', {
        limit: count,
        minutes,
      })
    successes.push({ key: `${key}:ok`, limit: success, periodMs })
  }
  if (successes.length === 0) return NOTHING_TO_NOTE
  return (status) => {
    if (status < 400) for (const { key, limit, periodMs } of successes) void limiter.add(key, limit, periodMs)
  }
}

function refuseOver(
  verdict: Verdict,
  code: 'token_rate_limited' | 'user_rate_limited',
  values: Readonly<Record<string, number>>,
): void {
  if (!verdict.isAllowed) throw new AppError(code, { values, retryAfterSeconds: verdict.retryAfterSeconds })
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Invalid UTF-8 is refused instead of repaired: what goes upstream must be what came in. */
function decodeBody(body: Buffer): string {
  try {
    return UTF8.decode(body)
  } catch {
    throw new AppError('invalid_json', { values: { reason: 'the body is not valid UTF-8' } })
  }
}

/** Nesting beyond this is an attack; parsers and vendors alike fall over it. */
const DEPTH_MAX = 64

function parseBody(text: string): JsonObject {
  let parsed: JsonValue
  try {
    parsed = JSON.parse(text) as JsonValue
  } catch (cause) {
    throw new AppError('invalid_json', { cause, values: { reason: 'the body is not JSON' } })
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new AppError('invalid_json', { values: { reason: 'the body must be a JSON object' } })
  if (Object.hasOwn(parsed, '__proto__'))
    throw new AppError('invalid_json', { values: { reason: 'the key __proto__ is not allowed' } })
  if (nestsDeeperThan(text, DEPTH_MAX))
    throw new AppError('invalid_json', { values: { reason: `nested deeper than ${DEPTH_MAX}` } })
  return parsed
}

/** Counts brackets outside strings, and only in texts that have enough of them to be suspect. */
function nestsDeeperThan(text: string, max: number): boolean {
  if (text.length < 2 * max) return false
  let depth = 0
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === 0x22) {
      i = endOfString(text, i)
      if (i === -1) return false
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > max) return true
    } else if (code === 0x7d || code === 0x5d) depth -= 1
  }
  return false
}

/** Index of the closing quote; jumps from quote to quote instead of walking the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return -1
}

/** Compared with the name the client asked for, prefix included. */
export function checkModel(caller: Caller, model: string): void {
  if (!caller.modelLimits) return
  const gizmo = /^(gpt-4o?-gizmo)-/.exec(model)
  if (caller.modelLimits.has(model) || (gizmo && caller.modelLimits.has(`${gizmo[1]}-*`))) return
  throw new AppError('token_model_forbidden', { values: { model } })
}

function checkWords(snapshot: Snapshot, group: string, inbound: InboundRequest, body: JsonObject): void {
  const { options, words } = snapshot
  if (words.isEmpty) return
  if (options['global.safe_check_exempt_enabled'] && group === options['global.safe_check_exempt_group'])
    return
  const texts = inbound.codec.readTexts(body)
  const found = words.find(`${texts.system}\n${texts.context}\n${texts.input}`)
  if (found.length > 0)
    throw new AppError('sensitive_words_detected', { values: { words: found.join(', ') } })
}
