import type { Call, ChannelType, UnsignedRequest } from '../../../channel-types/types.ts'
import type { Codec } from '../../../protocols/types.ts'
import type { UpstreamRequest } from '../../../upstream/exchange.ts'
import { HOP_HEADER, nextHops } from '../../inbound/hops.ts'
import { readsUsageUnasked } from '../../inbound/inbound.ts'
import type { Attempt } from './attempt.ts'
import type { DecodedRequest, FormChange, Translation } from './translation.ts'
import { mustAskUsage, writeBody } from './write-body.ts'

/** An attempt that is ready to send: the request, and what must be undone on the way back. */
export interface PreparedCall {
  readonly call: Call
  readonly type: ChannelType
  /** The format spoken to the upstream. */
  readonly wire: Codec
  /** How the answer is translated into the client's protocol; undefined = its bytes pass through. */
  readonly translation: Translation | FormChange | undefined
  readonly request: UpstreamRequest
  /** We asked for the usage chunk although the client did not, so the chunk is hidden from the client. */
  readonly hidesUsageChunk: boolean
  /** The cap on output tokens sent to the upstream, over all choices; undefined if none was sent. */
  readonly sentOutputCap?: number | undefined
  /** What the client asked for but is not sent upstream, because it would change the model or the price. */
  readonly stripped?: readonly string[]
  /** Members of the sent request that the vendor charges extra for. */
  readonly priced?: readonly string[]
  /** Clients are told that the upstream failed, but not in the upstream's words. */
  readonly hidesErrors: boolean
  /** False = the client waits for one answer, so a stream is gathered. */
  readonly wantsStream: boolean
}

/** The gateway's identity and timeouts for calls to upstreams. */
export interface PrepareDeps {
  readonly clock: { now(): number }
  readonly instanceId: string
  readonly version: string
  readonly firstByteTimeoutMs: number
  readonly idleTimeoutMs: number
}

/**
 * Builds the upstream request of one attempt. If only `model` and `stream_options` have to change, the client's text is
 * edited in place and every other byte stays as it was; only a channel that rewrites bodies gets a new one.
 *
 * @param decoded the request in the neutral form, if it has to be translated
 * @throws AppError `channel_misconfigured` if no URL can be built from the channel's columns,
 * `translation_unsupported`, `translation_lossy`, `steering_refused`, `vendor_tool_unpriced`
 */
export function prepare(
  attempt: Attempt,
  decoded: DecodedRequest | undefined,
  deps: PrepareDeps,
): PreparedCall {
  const { type, call } = attempt
  const asksUsage = mustAskUsage(attempt)
  const target = type.target(call)
  const { body, contentType, translation, sentOutputCap, stripped, priced } = writeBody(
    attempt,
    decoded,
    asksUsage,
  )
  const headers: Record<string, string> = {
    'content-type': contentType,
    accept: 'application/json, text/event-stream',
    'accept-encoding': 'identity',
    ...ownHeaders(attempt, deps),
    ...target.headers,
  }
  const { strippedOfHead } = attempt
  const { firstByteTimeoutSeconds, idleTimeoutSeconds } = call.channel.setting
  return {
    ...describeAttempt(attempt),
    translation,
    hidesUsageChunk: asksUsage && !readsUsageUnasked(attempt.asked.inbound),
    sentOutputCap,
    stripped: strippedOfHead.length === 0 ? stripped : [...strippedOfHead, ...stripped],
    priced,
    request: {
      ...signed({ url: target.url, headers, body }, attempt, deps),
      method: 'POST',
      body,
      // A channel may have its own timeouts.
      firstByteTimeoutMs:
        firstByteTimeoutSeconds === undefined ? deps.firstByteTimeoutMs : firstByteTimeoutSeconds * 1000,
      idleTimeoutMs: idleTimeoutSeconds === undefined ? deps.idleTimeoutMs : idleTimeoutSeconds * 1000,
    },
  }
}

/** Returns the URL and headers, signed if the vendor requires a signature. */
function signed(
  written: Pick<UpstreamRequest, 'url' | 'headers'> & Pick<UnsignedRequest, 'body'>,
  { type, call }: Attempt,
  { clock }: PrepareDeps,
): Pick<UpstreamRequest, 'url' | 'headers'> {
  const { url, headers } = written
  if (!type.finishUrl && !type.sign) return { url, headers }
  const unsigned = { ...written, now: new Date(clock.now()) }
  return {
    url: type.finishUrl?.(unsigned, call) ?? url,
    headers: type.sign ? { ...headers, ...type.sign(unsigned, call) } : headers,
  }
}

/** Returns the part of a prepared call that depends only on its attempt, not on the request sent. */
export function describeAttempt({ asked, call, type, wire }: Attempt) {
  return {
    call,
    type,
    wire,
    hidesErrors: asked.snapshot.options['global.hide_upstream_error_enabled'],
    wantsStream: asked.admitted.facts.isStream,
  }
}

/** Returns the gateway's own headers. Of the client's, only those that a channel type passes on go upstream. */
export const ownHeaders = (
  { asked: { inbound } }: Attempt,
  { version, instanceId }: PrepareDeps,
): Readonly<Record<string, string>> => ({
  'user-agent': `tollgate/${version}`,
  [HOP_HEADER]: nextHops(inbound.headers, instanceId),
  'x-request-id': inbound.requestId,
})
