import type { DataOf } from '../client/contract-types.ts'
import type { View } from '../define-command.ts'
import type { Phrase } from '../phrases/phrases.ts'
import { drawTable, loadMeasure } from './table.ts'

export type CallPlan = DataOf<'/api/channel/plan', 'get'>
type PlannedChannel = CallPlan['channels'][number]
type Price = DataOf<'/api/pricing/model', 'get'>

/** Describes why a channel is skipped. */
export function passedOver(channel: PlannedChannel, phrase: Phrase): string {
  const { reason, cooling_seconds: seconds } = channel
  return reason === null ? '' : phrase(`plan.reason.${reason}`, { seconds })
}

/**
 * Draws how a request would currently be routed and priced, in the same layout as the explanation of a real request.
 */
export async function drawCallPlan(
  plan: CallPlan & { readonly price: Price | null },
  { phrase }: View,
): Promise<string> {
  const rows = plan.channels.map((each) => [
    each.rank === null ? '-' : String(each.rank),
    each.channel_name,
    phrase('explain.priority', { priority: each.priority }),
    phrase('explain.weight', { weight: each.weight }),
    outlook(each, phrase),
  ])
  const drawn = await drawTable({ headings: ['', '', '', '', ''], rows, rightAligned: new Set() })
  const routing = rows.length === 0 ? [phrase('plan.none')] : drawn.split('\n').slice(1, -1)
  const labels = [phrase('explain.routing'), phrase('plan.fallbacks'), phrase('explain.price')] as const
  const measure = await loadMeasure(labels)
  const labelled = (label: string, lines: readonly string[]): string =>
    lines
      .map((line, at) =>
        `${at === 0 ? label + ' '.repeat(10 - measure(label)) : ' '.repeat(10)}${line}`.trimEnd(),
      )
      .join('\n')
  const head = `${plan.model}  ${phrase('explain.group')} ${plan.group}`
  const sections = [
    head,
    labelled(labels[0], routing),
    ...(plan.fallbacks.length > 0 ? [labelled(labels[1], [plan.fallbacks.join(', ')])] : []),
    labelled(labels[2], [priceLine(plan, phrase)]),
  ]
  return `${sections.join('\n\n')}\n`
}

function outlook(each: PlannedChannel, phrase: Phrase): string {
  if (each.reason !== null) return phrase('explain.skipped', { reason: passedOver(each, phrase) })
  const parts = [
    phrase('plan.share', { percent: Math.round((each.share ?? 0) * 100) }),
    each.failed_lately ? phrase('plan.failedLately') : '',
    // Supporting both formats is what everyone expects, so it is not mentioned.
    each.speaks === null || each.speaks === 'both'
      ? ''
      : phrase('plan.speaks', { format: phrase(`spoken.${each.speaks}`) }),
    each.usable_keys < each.keys ? phrase('plan.keys', { usable: each.usable_keys, keys: each.keys }) : '',
  ]
  return parts.filter(Boolean).join(', ')
}

function priceLine(
  { price, group, group_ratio: ratio, is_group_known: isKnown }: CallPlan & { price: Price | null },
  phrase: Phrase,
): string {
  if (price === null) return phrase('plan.noPrice')
  const factor = phrase(isKnown ? 'plan.group' : 'plan.groupGone', { group, ratio })
  if (price.quota_type === 1) return `${phrase('plan.perCall', { usd: `$${price.call_usd}` })} ${factor}`
  const { input_usd: input, output_usd: output, cache_read_usd: cached } = price
  const unpriced = price.price_source === 'unpriced' ? `  ${phrase('plan.unpriced')}` : ''
  return `${phrase('plan.perMillion', { input: `$${input}`, output: `$${output}`, cached: `$${cached}` })} ${factor}${unpriced}`
}
