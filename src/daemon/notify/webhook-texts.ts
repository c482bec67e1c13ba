import type { Language } from '../language.ts'
import type { WebhookMessage } from './send-webhook.ts'

/** Returns the test message that administrators send to try out a webhook. */
export function testWebhook(language: Language, site: string): WebhookMessage {
  const type = 'test'
  if (language === 'en')
    return {
      type,
      title: `${site}: webhooks work`,
      content: 'This message was sent to try webhooks of {{value}}. They work.',
      values: [site],
    }
  return {
    type,
    title: `${site} Webhook 测试`,
    content: '这条消息用于测试 {{value}} 的 Webhook，说明可以正常送达。',
    values: [site],
  }
}
