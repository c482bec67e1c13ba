import type { components } from '../../../../openapi/types.gen.ts'
import type { SettingUpdate } from './use-save-setting.ts'

export type Setting = components['schemas']['UserSetting']

export const settingTabs = ['notification', 'price', 'other'] as const
export type SettingTab = (typeof settingTabs)[number]

/** Shown to who never saved anything. */
const THRESHOLD_NEW = 100_000
/** Shown to who saved something, but no threshold. */
const THRESHOLD_ABSENT = 500_000
export const thresholdPresets = [100_000, 500_000, 1_000_000, 5_000_000] as const

export interface SettingValues {
  readonly notifyType: 'email' | 'webhook'
  /** Quota units; NaN while what is typed is no number. */
  readonly threshold: number
  readonly webhookUrl: string
  /** Empty = the stored one stays. */
  readonly webhookSecret: string
  readonly notificationEmail: string
  readonly acceptsUnpriced: boolean
  readonly showsIp: boolean
}

/** @param text `setting` of the account */
export function readSetting(text: string): Setting {
  try {
    const parsed: unknown = JSON.parse(text || '{}')
    return typeof parsed === 'object' && parsed !== null ? (parsed as Setting) : {}
  } catch {
    return {}
  }
}

export const toValues = (setting: Setting): SettingValues => ({
  notifyType: setting.notify_type ?? 'email',
  threshold:
    setting.quota_warning_threshold ?? (Object.keys(setting).length === 0 ? THRESHOLD_NEW : THRESHOLD_ABSENT),
  webhookUrl: setting.webhook_url ?? '',
  webhookSecret: '',
  notificationEmail: setting.notification_email ?? '',
  acceptsUnpriced: setting.accept_unset_model_ratio_model ?? false,
  showsIp: setting.show_ip_in_logs ?? false,
})

/** Each names a phrase `mistake.<name>`. */
export type SettingMistake = 'threshold' | 'webhookUrl' | 'notificationEmail'

/** What the notification tab knows to be wrong by itself; fields of the other way of telling are not looked at. */
export function findMistakes(values: SettingValues): ReadonlySet<SettingMistake> {
  const { notifyType, threshold, webhookUrl, notificationEmail: email } = values
  const mistakes = new Set<SettingMistake>()
  if (!Number.isSafeInteger(threshold) || threshold < 1) mistakes.add('threshold')
  if (notifyType === 'webhook' && URL.parse(webhookUrl.trim())?.protocol !== 'https:')
    mistakes.add('webhookUrl')
  if (notifyType === 'email' && email.trim() !== '' && !/^\S+@\S+$/.test(email.trim()))
    mistakes.add('notificationEmail')
  return mistakes
}

/** What of a tab differs from what is stored. @returns undefined when nothing does */
export function toUpdate(tab: SettingTab, values: SettingValues, stored: Setting): SettingUpdate | undefined {
  const before = toValues(stored)
  const body: SettingUpdate =
    tab === 'price'
      ? values.acceptsUnpriced === before.acceptsUnpriced
        ? {}
        : { accept_unset_model_ratio_model: values.acceptsUnpriced }
      : tab === 'other'
        ? values.showsIp === before.showsIp
          ? {}
          : { show_ip_in_logs: values.showsIp }
        : toNotificationUpdate(values, before, stored)
  return Object.keys(body).length === 0 ? undefined : body
}

function toNotificationUpdate(values: SettingValues, before: SettingValues, stored: Setting): SettingUpdate {
  const { notifyType, threshold, webhookSecret } = values
  const webhookUrl = values.webhookUrl.trim()
  const email = values.notificationEmail.trim()
  return {
    ...(notifyType === before.notifyType ? {} : { notify_type: notifyType }),
    // By saving, the user makes a number that the form only suggested their own.
    ...(threshold === stored.quota_warning_threshold ? {} : { quota_warning_threshold: threshold }),
    ...(notifyType === 'webhook'
      ? {
          ...(webhookUrl === before.webhookUrl ? {} : { webhook_url: webhookUrl }),
          ...(webhookSecret === '' ? {} : { webhook_secret: webhookSecret }),
        }
      : email === before.notificationEmail
        ? {}
        : { notification_email: email }),
  }
}
