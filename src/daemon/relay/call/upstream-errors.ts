import type { Call } from '../../channel-types/types.ts'
import { AppError } from '../../errors/app-error.ts'
import type { ErrorCode } from '../../errors/catalogue.ts'
import { inWords } from '../../errors/fill-in.ts'
import { PROMPT_TOO_LONG, readContextOverflow } from '../../protocols/context-overflow.ts'
import type { UpstreamFailure } from '../../protocols/types.ts'
import { TransportError } from '../../upstream/exchange.ts'
import { redact } from '../../upstream/redact.ts'

/** The parts of a call that errors must not reveal. */
export interface ToldAbout {
  readonly call: Pick<Call, 'channel' | 'credential'>
  readonly request: { readonly url: string }
}

/** Removes keys and URLs that the failure's texts may quote. */
export function withoutSecrets(failure: UpstreamFailure, prepared: ToldAbout): UpstreamFailure {
  const about = aboutOf(prepared)
  const { message, texts } = failure
  return {
    ...failure,
    message: redact(message, about),
    ...(texts && { texts: { en: redact(texts.en, about), zh: redact(texts.zh, about) } }),
  }
}

/** Codes and words with which vendors refuse content, no matter who asks. */
const CONTENT_POLICY =
  /content[_ ]?(policy|filter|management)|responsibleaipolicy|sensitive_?content|moderation/i

/**
 * Turns an upstream's refusal into the error that the client may see. A problem with our own account (401, 402, 407, or
 * any other answer that says our key no longer works) is not the client's fault and becomes 502, as does a status
 * outside 400 to 599. All other statuses stay the same. Keys and URLs are removed.
 */
export function describeUpstreamFailure(
  status: number,
  failure: UpstreamFailure,
  prepared: ToldAbout,
  options: {
    readonly hides: boolean
    readonly retryAfterSeconds: number | undefined
    readonly isKeyDead?: boolean
    /** Set if the prompt is too long for this model: see {@link isPromptTooLong}. */
    readonly overflows?: string | undefined
  },
): { readonly error: AppError; readonly isContentPolicy: boolean } {
  const isContentPolicy = status < 500 && CONTENT_POLICY.test(`${failure.code} ${failure.type}`)
  const harmless = withoutSecrets(failure, prepared)
  const detail = { status, failure: harmless }
  const common = {
    detail,
    ...(options.retryAfterSeconds === undefined
      ? {}
      : { retryAfterSeconds: Math.max(1, Math.ceil(options.retryAfterSeconds)) }),
  }
  if (status === 429) return { error: new AppError('upstream_rate_limited', common), isContentPolicy }
  // With this error, Google refuses our account, not the client.
  const isDenied = status === 403 && /PERMISSION_DENIED/.test(`${failure.type} ${failure.code}`)
  const isOurAccount = options.isKeyDead || isDenied || status === 401 || status === 402 || status === 407
  if (isOurAccount) return { error: new AppError('upstream_error', common), isContentPolicy }
  const told = isErrorStatus(status) ? status : 502
  const code: ErrorCode = told < 500 ? 'upstream_refused' : 'upstream_error'
  const { overflows: model } = options
  if (model !== undefined && options.hides) {
    const error = new AppError('prompt_too_long', { ...common, values: { model }, upstream: PROMPT_TOO_LONG })
    return { error, isContentPolicy }
  }
  if (options.hides) return { error: new AppError(code, { ...common, status: told }), isContentPolicy }
  return {
    error: new AppError(code, {
      ...common,
      status: told,
      message: harmless.texts ?? (harmless.message || inWords('upstreamStatus', { status })),
      upstream:
        model !== undefined
          ? PROMPT_TOO_LONG
          : {
              type: redact(failure.type, aboutOf(prepared)),
              code: redact(failure.code, aboutOf(prepared)),
              param: failure.param && redact(failure.param, aboutOf(prepared)),
            },
    }),
    isContentPolicy,
  }
}

/** Whether the prompt is at fault. Vendors may use the same words about a key, an account or a rate. */
export const isPromptTooLong = (status: number, failure: UpstreamFailure): boolean =>
  !NOT_OF_PROMPTS.has(status) && readContextOverflow(failure) !== undefined

const NOT_OF_PROMPTS: ReadonlySet<number> = new Set([401, 402, 403, 407, 429])

/** RFC 9110, 15: a status of an unknown class counts as a server error. */
const isErrorStatus = (status: number): boolean => status >= 400 && status <= 599

/** Returns what must not appear in a text about this call. */
export const aboutOf = ({
  call,
  request,
}: ToldAbout): { readonly keys: readonly string[]; readonly url: string } => ({
  keys: call.credential === undefined ? call.channel.keys : [...call.channel.keys, call.credential],
  url: request.url,
})

/** Throws a transport error as the one that clients may see, and any other error unchanged. */
export function throwDescribed(error: unknown): never {
  throw error instanceof TransportError ? describeTransportFault(error) : error
}

/** Describes a transport error without its original text, which names hosts. */
export function describeTransportFault(fault: TransportError): AppError {
  const codes = {
    unreachable: 'upstream_unreachable',
    'first-byte-timeout': 'upstream_timeout',
    'idle-timeout': 'upstream_timeout',
    broken: 'upstream_unreachable',
    aborted: 'upstream_unreachable',
    'too-large': 'upstream_too_large',
  } as const
  return new AppError(codes[fault.fault], { cause: fault, detail: { fault: fault.fault } })
}
