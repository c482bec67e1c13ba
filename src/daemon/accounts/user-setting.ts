import { SealError, type SecretBox } from '../db/secrets.ts'

/** The personal settings of an account, stored as JSON text in `users.setting`. Absent = never saved. */
export interface UserSetting {
  readonly notify_type?: 'email' | 'webhook'
  /** Quota units. */
  readonly quota_warning_threshold?: number
  readonly webhook_url?: string
  /** Encrypted. */
  readonly webhook_secret?: string
  readonly webhook_secret_fingerprint?: string
  readonly notification_email?: string
  readonly accept_unset_model_ratio_model?: boolean
  readonly show_ip_in_logs?: boolean
  /** The language of notifications. */
  readonly language?: 'zh' | 'en'
}

const FINGERPRINT_LENGTH = 16

/** Encrypts and decrypts the webhook secret in the settings, bound to the account. */
export const webhookSecrets = (secrets: SecretBox, userId: number) => {
  const context = `user:${userId}:webhook_secret`
  return {
    seal: (plain: string): Pick<UserSetting, 'webhook_secret' | 'webhook_secret_fingerprint'> => ({
      webhook_secret: secrets.seal(plain, context),
      webhook_secret_fingerprint: secrets.fingerprint(`${context}:${plain}`).slice(0, FINGERPRINT_LENGTH),
    }),
    /** @returns undefined if this installation's key cannot decrypt it; the owner then has to enter the secret again */
    open(sealed: string): string | undefined {
      try {
        return secrets.open(sealed, context)
      } catch (error) {
        if (error instanceof SealError) return undefined
        throw error
      }
    },
  }
}

/**
 * Reads the stored text. Ignores unknown fields and fields of the wrong type, because another program may have written
 * them.
 */
export function readUserSetting(text: string): UserSetting {
  const given = parseObject(text)
  const wanted = <Value>(name: keyof UserSetting, isRight: (value: unknown) => boolean) =>
    isRight(given[name]) ? { [name]: given[name] as Value } : {}
  return {
    ...wanted('notify_type', (value) => value === 'email' || value === 'webhook'),
    ...wanted('quota_warning_threshold', (value) => Number.isSafeInteger(value) && Number(value) > 0),
    ...wanted('webhook_url', isText),
    ...wanted('webhook_secret', isText),
    ...wanted('webhook_secret_fingerprint', isText),
    ...wanted('notification_email', isText),
    ...wanted('accept_unset_model_ratio_model', isSwitch),
    ...wanted('show_ip_in_logs', isSwitch),
    ...wanted('language', (value) => value === 'zh' || value === 'en'),
  }
}

/** Returns the settings that may be shown: everything but the secret. */
export function shownSetting(setting: UserSetting): Omit<UserSetting, 'webhook_secret'> {
  const { webhook_secret: _hidden, ...shown } = setting
  return shown
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isSwitch = (value: unknown): boolean => typeof value === 'boolean'

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text || '{}')
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
