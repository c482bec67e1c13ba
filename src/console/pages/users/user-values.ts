import type { UserCreate, UserUpdate } from './use-save-user.ts'
import type { User } from './use-users.ts'

/** `edit=new` in the address creates an account, `edit=7` changes account 7. */
export const NEW_USER = 'new'

/** Form values of an account. */
export interface UserValues {
  readonly username: string
  readonly displayName: string
  /** Empty = unchanged, except for a new account. */
  readonly password: string
  /** A new password revokes the named access tokens too. */
  readonly isRevoking: boolean
  readonly group: string
  /** Whole quota units; NaN while the text is not a number. */
  readonly quota: number
}

export const newUserValues: UserValues = {
  username: '',
  displayName: '',
  password: '',
  isRevoking: true,
  group: 'default',
  quota: 0,
}

export const toUserValues = (user: User): UserValues => ({
  username: user.username,
  displayName: user.display_name,
  password: '',
  isRevoking: true,
  group: user.group,
  quota: user.quota,
})

/** Mistakes that a field can have; each is a key of the page's phrases. */
export type UserMistake = 'required' | 'usernameRequired' | 'quotaInvalid'

export type UserMistakes = Partial<Record<keyof UserValues, UserMistake>>

export function findUserMistakes(values: UserValues, isNew: boolean, loadedQuota: number): UserMistakes {
  const isEmptyName = values.username.trim() === ''
  // A negative balance may be left unchanged.
  const isQuotaKept = values.quota === loadedQuota
  const isQuota = Number.isInteger(values.quota) && values.quota >= 0
  return {
    ...(isEmptyName ? { username: isNew ? ('required' as const) : ('usernameRequired' as const) } : {}),
    ...(isNew && values.password === '' ? { password: 'required' as const } : {}),
    ...(isNew || isQuotaKept || isQuota ? {} : { quota: 'quotaInvalid' as const }),
  }
}

export const toCreateBody = (values: UserValues): UserCreate => ({
  username: values.username.trim(),
  password: values.password,
  ...(values.displayName.trim() === '' ? {} : { display_name: values.displayName.trim() }),
})

/**
 * Returns the request body with the fields that differ from what was loaded. The balance is sent together with the
 * loaded one, so that what was spent in the meantime stays spent.
 *
 * @returns undefined when there are none
 */
export function toUpdateBody(loaded: User, values: UserValues): UserUpdate | undefined {
  const body: UserUpdate = {
    id: loaded.id,
    ...(values.username.trim() === loaded.username ? {} : { username: values.username.trim() }),
    ...(values.displayName.trim() === loaded.display_name ? {} : { display_name: values.displayName.trim() }),
    ...(values.password === ''
      ? {}
      : { password: values.password, ...(values.isRevoking ? {} : { keep_access_tokens: true }) }),
    ...(values.group === loaded.group ? {} : { group: values.group }),
    ...(values.quota === loaded.quota ? {} : { quota: values.quota, quota_base: loaded.quota }),
  }
  return Object.keys(body).length === 1 ? undefined : body
}
