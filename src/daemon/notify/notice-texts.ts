import type { Language } from '../language.ts'
import type { WebhookMessage } from './send-webhook.ts'

/** The content of a low-balance warning. */
export interface LowQuotaFacts {
  readonly site: string
  /** The remaining balance and the threshold, formatted as the site shows money. */
  readonly left: string
  readonly threshold: string
  /** Link to top up; empty if the site has no address. */
  readonly link: string
}

type Message = Omit<WebhookMessage, 'type'>

/** Returns the warning. @param language undefined = unknown: both languages, Chinese first */
export function lowQuotaNotice(language: Language | undefined, facts: LowQuotaFacts): WebhookMessage {
  const type = 'quota_exceed'
  if (language !== undefined) return { type, ...texts[language](facts) }
  const [zh, en] = [texts.zh(facts), texts.en(facts)]
  return {
    type,
    title: `${zh.title} / ${en.title}`,
    content: `${zh.content}\n\n${en.content}`,
    values: [...zh.values, ...en.values],
  }
}

/** Returns a message as plain text, with each `{{value}}` replaced by the value at its position. */
export function fillValues({ content, values }: Pick<WebhookMessage, 'content' | 'values'>): string {
  let index = 0
  return content.replaceAll('{{value}}', () => String(values[index++] ?? ''))
}

const texts: Readonly<Record<Language, (facts: LowQuotaFacts) => Message>> = {
  zh: ({ site, left, threshold, link }) => ({
    title: `${site}：余额不足提醒`,
    content: `您在 {{value}} 的余额还剩 {{value}}，已低于预警阈值 {{value}}。${link === '' ? '' : '请前往 {{value}} 充值。'}`,
    values: [site, left, threshold, ...(link === '' ? [] : [link])],
  }),
  en: ({ site, left, threshold, link }) => ({
    title: `${site}: your balance is low`,
    content: `Your balance at {{value}} is {{value}}, below your warning threshold of {{value}}.${link === '' ? '' : ' Top up at {{value}}.'}`,
    values: [site, left, threshold, ...(link === '' ? [] : [link])],
  }),
}
