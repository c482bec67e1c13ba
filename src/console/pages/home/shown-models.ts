import type { PriceItem } from '../pricing/price-rows.ts'
import { hasPrice, type PriceRow, toPriceRow, typeOf } from '../pricing/price-rows.ts'

/** Number of rows on the home page; the pricing page has all of them. */
const ROWS_MAX = 8

/** Matches the names of models that do not chat. */
const noConversation = /embed|rerank|moderation|whisper|tts|audio|transcribe|realtime|image|video|dall-e/i

/** Sorts `gpt-9` before `gpt-10`. */
const byNumberInName = new Intl.Collator('en', { numeric: true })

/**
 * Returns the group whose prices a visitor sees first, on the pricing page too: the user's own, else `default`, else
 * the first.
 */
export const groupOf = (
  ratios: Readonly<Record<string, number>>,
  own: string | undefined,
): string | undefined => [own, 'default', ...Object.keys(ratios)].find((name) => name && name in ratios)

const takesConversation = (item: PriceItem): boolean =>
  typeOf(item) === 'use' && !item.drawing && !noConversation.test(item.model_name)

/**
 * Selects models with a price: for each maker those that can chat first, then by name, higher versions first. Makers
 * alternate, so that one with many models does not fill the list.
 */
export function shownModels(
  items: readonly PriceItem[],
  group: string,
  groupRatio: number,
): readonly PriceRow[] {
  const makers = new Map<string, PriceRow[]>()
  const sorted = [...items].sort(
    (a, b) =>
      Number(takesConversation(b)) - Number(takesConversation(a)) ||
      byNumberInName.compare(b.model_name, a.model_name),
  )
  for (const item of sorted) {
    if (!hasPrice(item) || !item.enable_groups.includes(group)) continue
    const rows = makers.get(item.owner_by) ?? []
    rows.push(toPriceRow(item, group, groupRatio))
    makers.set(item.owner_by, rows)
  }
  const turns = Math.max(0, ...[...makers.values()].map((rows) => rows.length))
  return Array.from({ length: turns }, (_, turn) => [...makers.values()].flatMap((rows) => rows[turn] ?? []))
    .flat()
    .slice(0, ROWS_MAX)
}

/** Returns the model for the examples: the first in the list that can chat. */
export const exampleModel = (rows: readonly PriceRow[]): string | undefined =>
  rows.find(({ item }) => takesConversation(item))?.item.model_name
