import { readUserSetting, shownSetting } from '../../accounts/user-setting.ts'
import type { Data } from '../../http/contract.ts'
import { emptyWallet, type WalletView } from '../../ledger/wallets.ts'
import { type Amount, toExactQuota, toQuota } from '../../money/amount.ts'

/** A stored account; its balances are in its wallets. */
export interface User {
  readonly id: number
  readonly username: string
  readonly displayName: string
  /** undefined = the account has no password. */
  readonly passwordHash: string | undefined
  readonly role: 1 | 10 | 100
  readonly status: number
  readonly email: string
  readonly githubId: string
  readonly oidcId: string
  readonly wechatId: string
  readonly telegramId: string
  readonly linuxDoId: string
  readonly group: string
  readonly affCode: string
  readonly affCount: number
  readonly affHistory: Amount
  readonly inviterId: number
  /** JSON text. */
  readonly setting: string
  /** Unix seconds. */
  readonly lastCheckInTime: number
  readonly createdTime: number
  readonly deletedTime: number | undefined
}

/** Converts the account to the format of the sign-in response. */
export const toSummary = (
  user: Pick<User, 'id' | 'username' | 'displayName' | 'role' | 'status' | 'group'>,
): Data<'updateSelf'> => ({
  id: user.id,
  username: user.username,
  display_name: user.displayName,
  role: user.role,
  status: user.status,
  group: user.group,
})

/** Converts the account to the API's format, without password, tokens and secret settings. */
export const toAnswer = (user: User, wallet: WalletView = emptyWallet): Data<'getUser'> => ({
  ...toSummary(user),
  email: user.email,
  github_id: user.githubId,
  oidc_id: user.oidcId,
  wechat_id: user.wechatId,
  telegram_id: user.telegramId,
  linux_do_id: user.linuxDoId,
  quota: toQuota(wallet.quota),
  quota_exact: toExactQuota(wallet.quota),
  used_quota: toQuota(wallet.used),
  used_quota_exact: toExactQuota(wallet.used),
  held_quota: toQuota(wallet.held),
  held_quota_exact: toExactQuota(wallet.held),
  request_count: wallet.requests,
  aff_code: user.affCode,
  aff_count: user.affCount,
  aff_quota: toQuota(wallet.affiliate),
  aff_quota_exact: toExactQuota(wallet.affiliate),
  aff_history_quota: toQuota(user.affHistory),
  aff_history_quota_exact: toExactQuota(user.affHistory),
  inviter_id: user.inviterId,
  setting: JSON.stringify(shownSetting(readUserSetting(user.setting))),
  last_check_in_time: user.lastCheckInTime,
  created_time: user.createdTime,
  DeletedAt: user.deletedTime === undefined ? null : new Date(user.deletedTime * 1000).toISOString(),
})

/**
 * Removes the email address, the identities at providers and the settings, for readers who may not open the account.
 */
export const withoutIdentities = (answer: Data<'getUser'>): Data<'getUser'> => ({
  ...answer,
  email: '',
  github_id: '',
  oidc_id: '',
  wechat_id: '',
  telegram_id: '',
  linux_do_id: '',
  setting: JSON.stringify(shownSetting(readUserSetting(''))),
})
