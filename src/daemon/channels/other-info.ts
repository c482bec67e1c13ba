import type { Texts } from '../errors/reasons.ts'
import type { Language } from '../language.ts'

const REASON_MAX = 500

/**
 * Builds the JSON text that records why and when a channel was disabled:
 * `{ status_reason, status_reason_zh?, status_time }`. Only our own reasons have a Chinese text.
 *
 * @param time in Unix seconds
 */
export function toOtherInfo(reason: string | Texts, time: number): string {
  const texts = typeof reason === 'string' ? { en: reason, zh: undefined } : reason
  return JSON.stringify({
    status_reason: texts.en.slice(0, REASON_MAX),
    status_reason_zh: texts.zh?.slice(0, REASON_MAX),
    status_time: time,
  })
}

/** Picks the reason in the reader's language, or in English if there is no other. */
export function otherInfoIn(language: Language, stored: string): string {
  if (!stored.includes('"status_reason_zh"')) return stored
  const { status_reason: en, status_reason_zh: zh, ...rest } = JSON.parse(stored)
  return JSON.stringify({ status_reason: language === 'zh' ? zh : en, ...rest })
}
