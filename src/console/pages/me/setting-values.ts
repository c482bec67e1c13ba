import type { components } from '../../../../openapi/types.gen.ts'
import type { SettingUpdate } from './use-save-setting.ts'

export type Setting = components['schemas']['UserSetting']

export const settingTabs = ['notification', 'price', 'other'] as const
export type SettingTab = (typeof settingTabs)[number]

/** Shown to users who never saved a setting. */
const THRESHOLD_NEW = 100_000
/** Shown to users who saved settings, but no threshold. */
const THRESHOLD_ABSENT = 500_000
export const thresholdPresets = [100_000, 500_000, 1_000_000, 5_000_000] as const

export interface SettingValues {
  readonly notifyType: 'email' | 'webhook'
  /** Quota units; NaN while the text is not a number. */
  readonly threshold: number
  readonly webhookUrl: string
  /** Empty = keep the stored one. */
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

/** Each has a phrase `mistake.<name>`. */
export type SettingMistake = 'threshold' | 'webhookUrl' | 'notificationEmail'

/** Finds mistakes in the notification tab; fields of the other notification type are not checked. */
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

/** Returns the settings of a tab that differ from the stored ones. @returns undefined when there are none */
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
    // Saving also stores a threshold that the form only suggested.
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
