import { AppError } from '../../errors/app-error.ts'
import { catalogue, type ErrorCode } from '../../errors/catalogue.ts'
import type { Values } from '../../errors/fill-in.ts'
import { isPhraseName } from '../../errors/phrases/phrases.ts'
import { phraseOf } from '../../errors/render-envelope.ts'
import type { Language } from '../../language.ts'
import { describeEvent, readEvent } from '../../ledger/log-event.ts'
import { faultTexts } from './fault-texts.ts'
import { CONSUMPTION, FAILURE, type LogRow } from './log-filter.ts'

/**
 * Describes a row in the reader's language. Rows from before events were stored, and failures in the upstream's own
 * words, are shown as they were written.
 */
export function logText(row: Pick<LogRow, 'type' | 'content' | 'other'>, language: Language): string {
  if (row.type === CONSUMPTION) return language === 'en' ? row.content : chinesePrice(row.content)
  if (row.type === FAILURE) return failureText(row, language)
  const event = readEvent(row.other)
  return event === undefined ? row.content : describeEvent(event, language)
}

interface Failure {
  readonly error_code?: unknown
  readonly error_values?: Values
  /** Replaces the code's text with one that says what is wrong with the request. */
  readonly error_phrase?: { readonly name?: unknown; readonly values?: Values }
  /** How many times the failure happened within a minute. */
  readonly count?: unknown
}

/**
 * Describes a failure: our own refusals by their code, even if they quote an upstream, and failed connections by their
 * fault. The text of an upstream stays as it is.
 */
function failureText({ content, other }: Pick<LogRow, 'content' | 'other'>, language: Language): string {
  const failure = readFailure(other)
  const text = ownText(failure, content, language) ?? content
  const { count } = failure
  if (typeof count !== 'number' || count < 2) return text
  return language === 'en' ? `${text} (${count} times within a minute)` : `${text}（一分钟内 ${count} 次）`
}

function ownText(
  { error_code: code, error_values: values, error_phrase: phrase }: Failure,
  content: string,
  language: Language,
): string | undefined {
  if (!isErrorCode(code)) return undefined
  if (isPhraseName(phrase?.name))
    return phraseOf(new AppError(code, { phrase: phrase.name, values: phrase.values ?? {} }), language)
  const fault = faultTexts(content)
  if (fault !== undefined) return fault[language]
  const isSaid = values !== undefined || content === code
  const word = isSaid || !content.startsWith(`${code}: `) ? undefined : content.slice(code.length + 2)
  if (!isSaid && word === undefined) return undefined
  const text = phraseOf(new AppError(code, { values: values ?? {} }), language)
  return word === undefined ? text : `${text}${language === 'en' ? ': ' : '：'}${word}`
}

/**
 * Explains in the reader's language why an attempt failed. The text of an upstream stays as it is.
 *
 * @param attempt the error's code, and what the upstream said or how the connection failed
 */
export function attemptText(
  attempt: { readonly code: string; readonly said?: string },
  language: Language,
): string {
  const { code, said = code } = attempt
  if (said !== code) return ownText({ error_code: code }, said, language) ?? said
  // Values are not stored, so texts that need them are left out.
  return faultTexts(code)?.[language] ?? code
}

function readFailure(other: string): Failure {
  try {
    const value: unknown = JSON.parse(other || '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // The row was written by another program and is shown unchanged.
    return {}
  }
}

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(catalogue, code)

/** The parts that describe the price of a call: see `quoteInWords`. */
const parts: readonly (readonly [RegExp, string])[] = [
  [/^model price (\$[\d.]+)$/, '模型价格 $1'],
  [/^model ratio ([\d.]+)$/, '模型倍率 $1'],
  [/^completion ratio ([\d.]+)$/, '补全倍率 $1'],
  [/^group ratio ([\d.]+)$/, '分组倍率 $1'],
  [/^([\d.]+) units$/, '数量 $1'],
  [/^tools (\$[\d.]+)$/, '工具 $1'],
  [/^(\d+) seconds?$/, '$1 秒'],
  [/^(\d+) seconds? of (\S+) \(([\d.]+) units\)$/, '$1 秒 $2（数量 $3）'],
  [
    /^prompt above (\d+) tokens: input x ([\d.]+) and output x ([\d.]+)$/,
    '提示词超过 $1 token：输入 × $2、输出 × $3',
  ],
]

/**
 * Translates a price. Prices are stored as numbers with fixed words between them; a text with anything else stays as it
 * is.
 */
function chinesePrice(stored: string): string {
  const translated = stored.split(', ').map((part) => {
    const [pattern, phrase] = parts.find(([each]) => each.test(part)) ?? []
    return pattern && phrase && part.replace(pattern, phrase)
  })
  return translated.every((part) => part !== undefined) ? translated.join('，') : stored
}
