import type { Language } from '../../language.ts'
import { describeEvent, readEvent } from '../../ledger/log-event.ts'
import { CONSUMPTION, type LogRow } from './log-filter.ts'

/**
 * What a row tells, in the reader's language. Rows from before events were stored, and failures in the upstream's own words,
 * are shown as they were written.
 */
export function logText(row: Pick<LogRow, 'type' | 'content' | 'other'>, language: Language): string {
  if (row.type === CONSUMPTION) return language === 'en' ? row.content : chinesePrice(row.content)
  const event = readEvent(row.other)
  return event === undefined ? row.content : describeEvent(event, language)
}

/** The parts that the price of a call is told in: see `quoteInWords`. */
const parts: readonly (readonly [RegExp, string])[] = [
  [/^model price (\$[\d.]+)$/, '模型价格 $1'],
  [/^model ratio ([\d.]+)$/, '模型倍率 $1'],
  [/^completion ratio ([\d.]+)$/, '补全倍率 $1'],
  [/^group ratio ([\d.]+)$/, '分组倍率 $1'],
  [/^([\d.]+) units$/, '数量 $1'],
  [/^tools (\$[\d.]+)$/, '工具 $1'],
]

/** Prices are stored as numbers with fixed words between them; a text with anything else in it stays as it is. */
function chinesePrice(stored: string): string {
  const translated = stored.split(', ').map((part) => {
    const [pattern, phrase] = parts.find(([each]) => each.test(part)) ?? []
    return pattern && phrase && part.replace(pattern, phrase)
  })
  return translated.every((part) => part !== undefined) ? translated.join('，') : stored
}
