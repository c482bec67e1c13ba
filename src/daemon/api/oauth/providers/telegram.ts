import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Identity } from '../../../accounts/identity.ts'
import { refused } from './ask-provider.ts'

/** Maximum age of Telegram's signature. */
export const TELEGRAM_PROOF_MS = 600_000
/** Telegram's clock may be ahead of ours. */
const AHEAD_MS = 60_000

/** The fields that Telegram signs; nothing else in the query is signed. */
const signedFields = ['auth_date', 'first_name', 'id', 'last_name', 'photo_url', 'username'] as const

/** The fields of the widget. @see https://core.telegram.org/widgets/login#receiving-authorization-data */
export type TelegramFields = Readonly<Partial<Record<(typeof signedFields)[number], string>>> & {
  readonly hash: string
}

/**
 * Checks the fields from Telegram's widget.
 * @see https://core.telegram.org/widgets/login#checking-authorization
 * @throws AppError `oauth_refused`
 */
export function identifyTelegram(fields: TelegramFields, botToken: string, nowMs: number): Identity {
  const text = signedFields
    .filter((name) => (fields[name] ?? '') !== '')
    .map((name) => `${name}=${fields[name]}`)
    .join('\n')
  const key = createHash('sha256').update(botToken).digest()
  const right = createHmac('sha256', key).update(text).digest()
  const given = Buffer.from(fields.hash, 'hex')
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw refused('telegram', 'hash')
  const agreedMs = Number(fields.auth_date) * 1000
  if (!(agreedMs >= nowMs - TELEGRAM_PROOF_MS && agreedMs <= nowMs + AHEAD_MS))
    throw refused('telegram', 'auth_date')
  const id = fields.id ?? ''
  if (!/^[1-9]\d{0,18}$/.test(id)) throw refused('telegram', 'id')
  return { provider: 'telegram', id }
}
