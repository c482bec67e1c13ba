import { readEmail } from '../../accounts/email-address.ts'
import {
  readUserSetting,
  shownSetting,
  type UserSetting,
  webhookSecrets,
} from '../../accounts/user-setting.ts'
import { announce } from '../../db/changes.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Body, Data } from '../../http/contract.ts'
import type { Language } from '../../language.ts'
import { readWebhookAddress } from '../../notify/send-webhook.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { usersRepository } from '../users/users.repository.ts'

type Given = Body<'updateSetting'>

/**
 * Merges the given fields into the stored ones. The change applies to requests of this account at once, on every
 * daemon.
 *
 * @param language the caller's, which notifications use from now on
 * @throws AppError `webhook_address`, `email_invalid`
 */
export async function changeSetting(
  { knex, secrets, clock, changes }: Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'changes'>,
  author: Author,
  given: Given,
  language: Language,
): Promise<Data<'updateSetting'>> {
  const edit = readEdit(given)
  const after = await knex.transaction(async (trx) => {
    const user = await usersRepository(trx).lockById(author.id)
    if (!user) throw new AppError('not_signed_in')
    const before = readUserSetting(user.setting)
    const next = withoutAbsent({
      ...before,
      ...edit,
      ...readSecret(given, before, edit.webhook_url),
      language,
    })
    if (next.notify_type === 'webhook' && next.webhook_url === undefined)
      throw new AppError('webhook_address', { field: 'webhook_url' })
    await usersRepository(trx).setSetting(author.id, JSON.stringify(next))
    await recordChange(trx, author, {
      action: 'user.update-setting',
      targetKind: 'user',
      targetId: author.id,
      before: shownSetting(before),
      after: shownSetting(next),
    })
    await announce(trx, 'user', author.id, clock)
    return next
  })
  await changes.changed('user', author.id)
  return shownSetting(after)

  function readSecret(
    { webhook_secret: secret }: Given,
    before: UserSetting,
    url: string | undefined,
  ): Partial<Record<'webhook_secret' | 'webhook_secret_fingerprint', string | undefined>> {
    if (secret) return webhookSecrets(secrets, author.id).seal(secret)
    const isForAnother =
      url !== undefined && before.webhook_url !== undefined && hostOf(url) !== hostOf(before.webhook_url)
    return secret === null || isForAnother
      ? { webhook_secret: undefined, webhook_secret_fingerprint: undefined }
      : {}
  }
}

type Edit = { [Name in keyof UserSetting]: UserSetting[Name] | undefined }

/** Reads the given fields, except for the secret; undefined = remove. */
function readEdit(given: Given): Edit {
  const { webhook_url: url, notification_email: email } = given
  return {
    ...('notify_type' in given ? { notify_type: given.notify_type ?? undefined } : {}),
    ...('quota_warning_threshold' in given
      ? { quota_warning_threshold: given.quota_warning_threshold ?? undefined }
      : {}),
    ...(url === undefined
      ? {}
      : { webhook_url: url?.trim() ? readWebhookAddress(url, 'webhook_url') : undefined }),
    ...(email === undefined ? {} : { notification_email: email?.trim() ? readOther(email) : undefined }),
    ...('accept_unset_model_ratio_model' in given
      ? { accept_unset_model_ratio_model: given.accept_unset_model_ratio_model ?? undefined }
      : {}),
    ...('show_ip_in_logs' in given ? { show_ip_in_logs: given.show_ip_in_logs ?? undefined } : {}),
  }
}

function readOther(email: string): string {
  try {
    return readEmail(email)
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.code, { field: 'notification_email' }) : error
  }
}

const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

const withoutAbsent = (edit: Edit): UserSetting =>
  Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
