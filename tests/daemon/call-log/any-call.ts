import fc from 'fast-check'
import type { CallColumns, Explained, OfferedChannel } from '../../../src/daemon/call-log/call.ts'
import { NO_FALLBACK_PRICING } from '../../../src/daemon/pricing/fallback-pricing.ts'
import { createPriceBook, quote } from '../../../src/daemon/pricing/price-book.ts'
import type { Quote } from '../../../src/daemon/pricing/quote.ts'
import { NO_USAGE, USAGE_FIELDS, type Usage } from '../../../src/daemon/protocols/usage.ts'
import { newRequestId } from '../../../src/daemon/relay/inbound/request-id.ts'
import type { FormerCall } from '../../support/former-log-rows.ts'

/** Makes the price of `model` for a group, like the daemon. */
export function priceOf({
  model = 'gpt-4o',
  group = 'default',
  modelRatio = '1.25',
  groupRatio = '1',
  perCall,
  userGroupRatio,
}: {
  readonly model?: string
  readonly group?: string
  readonly modelRatio?: string
  readonly groupRatio?: string
  readonly perCall?: string | undefined
  readonly userGroupRatio?: string | undefined
} = {}): Quote {
  const book = createPriceBook({
    modelPrice: new Map(perCall === undefined ? [] : [[model, perCall]]),
    modelRatio: new Map([[model, modelRatio]]),
    completionRatio: new Map(),
    cacheRatio: new Map([[model, '0.25']]),
    longPromptRatio: new Map(),
    groupRatio: new Map([[group, groupRatio]]),
    groupGroupRatio: new Map(
      userGroupRatio === undefined ? [] : [['vip', new Map([[group, userGroupRatio]])]],
    ),
    fallbackPricing: NO_FALLBACK_PRICING,
    quotaPerUnit: '500000',
  })
  const made = quote(book, {
    requestedModel: model,
    upstreamModel: model,
    userGroup: 'vip',
    usingGroup: group,
    acceptsUnpriced: true,
    isSelfUse: true,
  })
  if (made === undefined) throw new Error('no price')
  return made
}

const decimal = fc.integer({ min: 0, max: 10_000_000 }).map((value) => String(value / 1000))
const count = fc.nat(2_000_000)
/** Any characters, including lone surrogates and NUL. */
const text = fc.string({ unit: 'binary', maxLength: 12 })
const rarely = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 4 })

const anyQuote = fc
  .record({ model: text, group: text, modelRatio: decimal, groupRatio: decimal })
  .chain((facts) =>
    fc.record({ perCall: rarely(decimal), userGroupRatio: rarely(decimal) }).map((more) => ({
      ...facts,
      quote: priceOf({ ...facts, ...more }),
    })),
  )

const anyUsage: fc.Arbitrary<Usage> = fc.oneof(
  fc.record({ inputTokens: count, outputTokens: count }).map((usage) => ({ ...NO_USAGE, ...usage })),
  fc
    .tuple(...USAGE_FIELDS.map(() => count))
    .map(
      (values) => Object.fromEntries(USAGE_FIELDS.map((name, at) => [name, values[at]])) as unknown as Usage,
    ),
  // Readers of some protocols may build the members in another order.
  fc
    .record({ outputTokens: count, inputTokens: count })
    .map((usage) => ({ ...usage, ...NO_USAGE, ...usage })),
)

const anyChannels: fc.Arbitrary<readonly OfferedChannel[]> = fc.uniqueArray(
  fc.record({
    channel_id: fc.integer({ min: 1, max: 90 }),
    channel_name: text,
    priority: fc.integer({ min: -3, max: 100 }),
    weight: fc.nat(100),
  }),
  { selector: (each) => each.channel_id, minLength: 1, maxLength: 45 },
)

const anyExplained = (channels: readonly OfferedChannel[]) =>
  fc.record({
    path: fc.oneof(
      fc.constantFrom('/v1/chat/completions', '/v1/messages', '/v1/realtime', '/v1/videos'),
      fc.string(),
    ),
    isMapped: fc.boolean(),
    upstream: text,
    pinned: fc.boolean(),
    affinity: rarely(fc.constantFrom('state', 'session', 'opening')),
    candidates: fc.shuffledSubarray([...channels]),
    failed: fc.subarray(channels.map((each) => each.channel_id)),
    skipped: rarely(
      fc.array(fc.record({ channel_id: fc.nat(99), reason: fc.constantFrom('cooling', 'failing') }), {
        minLength: 1,
        maxLength: 4,
      }),
    ),
    attempts: fc.array(
      fc.record({
        channel: fc.constantFrom(...channels),
        status: fc.constantFrom(200, 429, 500),
        took_ms: fc.integer({ min: -5, max: 900_000 }),
        failure: rarely(fc.record({ error: text, reason: fc.option(text, { nil: undefined }) })),
      }),
      { maxLength: 60 },
    ),
    units: rarely(decimal),
    surcharge: rarely(decimal),
    first_byte_ms: fc.integer({ min: 0, max: 900_000 }),
    rule: fc.constantFrom('P1', 'P1', 'P2', 'P4', 'P7'),
    flags: fc.subarray(['usage_estimated', 'interrupted', 'overrun']),
    rejection: rarely(text),
    amount: fc.oneof(decimal, fc.constant('99999999999999999999.5'), fc.constant('0010')),
    final: rarely(decimal),
    promptTokens: count,
    heldAfterMs: fc.integer({ min: -10, max: 5_000 }),
    settledAfterMs: fc.integer({ min: 0, max: 900_000 }),
  })

/** Any call that a version before packing could have logged. */
export const anyCall: fc.Arbitrary<FormerCall> = fc
  .record({ price: anyQuote, usage: anyUsage, channels: anyChannels, token: text })
  .chain(({ price, usage, channels, token }) =>
    fc
      .record({
        facts: anyExplained(channels),
        begunMs: fc.integer({ min: 1_500_000_000_000, max: 2_500_000_000_000 }),
        hasOwnId: fc.boolean(),
        source: fc.constantFrom('upstream', 'upstream', 'counted', 'upstream-partial'),
        isStream: fc.boolean(),
        isStreamAnswer: fc.boolean(),
        isClaude: fc.boolean(),
        isRealtime: fc.boolean(),
        losses: fc.array(text, { maxLength: 2 }),
        upstreamFormat: rarely(text),
        reasoningEffort: rarely(text),
        contents: rarely(
          fc.record({ system_prompt: text, context: text, input_content: text, output_content: text }),
        ),
        startedAfterMs: fc.integer({ min: -3, max: 3 }),
      })
      .map(({ facts, begunMs, ...call }): FormerCall => {
        const heldMs = begunMs + facts.heldAfterMs
        const settledMs = heldMs + facts.settledAfterMs
        const columns: CallColumns = {
          requestId: call.hasOwnId ? newRequestId(begunMs) : 'req_imported',
          tokenName: token,
          group: price.group,
          model: price.model,
          promptTokens: usage.inputTokens,
          completionTokens: usage.outputTokens,
          isStream: call.isStream,
          useTimeMs: settledMs - begunMs + call.startedAfterMs,
          usageSource: call.source,
        }
        const explained: Explained = {
          path: facts.path,
          model: price.model,
          upstream_model: facts.isMapped ? facts.upstream : price.model,
          group: price.group,
          token,
          pinned: facts.pinned,
          ...(facts.affinity === undefined ? {} : { affinity: facts.affinity }),
          candidates: facts.candidates.map((each) => ({
            ...each,
            ...(facts.failed.includes(each.channel_id) ? ({ failed_lately: true } as const) : {}),
          })),
          ...(facts.skipped === undefined ? {} : { skipped: facts.skipped }),
          attempts: facts.attempts.map(({ channel, status, took_ms, failure }) => ({
            ...channel,
            status,
            took_ms,
            ...failure,
          })),
          ...(facts.units === undefined ? {} : { units: facts.units }),
          ...(facts.surcharge === undefined ? {} : { surcharge: facts.surcharge }),
          first_byte_ms: facts.first_byte_ms,
          usage: {
            ...usage,
            source: call.source,
            rule: facts.rule,
            flags: facts.flags,
            ...(facts.rejection === undefined ? {} : { rejection: facts.rejection }),
          },
          hold: {
            amount: facts.amount,
            final: facts.final ?? facts.amount,
            prompt_tokens_estimate: facts.promptTokens,
            at_ms: heldMs,
            settled_ms: settledMs,
          },
        }
        return { ...call, columns, quote: price.quote, explained }
      }),
  )
