import type { Knex } from 'knex'
import { usernameKey } from '../../accounts/account-rules.ts'
import type { Identity, ProviderName } from '../../accounts/identity.ts'
import { orWhereContains } from '../../db/like.ts'
import { AppError } from '../../errors/app-error.ts'
import { ROLE, USER_ENABLED } from '../../http/actor.ts'
import type { Paging } from '../../http/paging.ts'
import { type Amount, amount } from '../../money/amount.ts'
import type { Ranked } from './ranks.ts'
import type { User } from './user.ts'

interface UserRow {
  id: number
  username: string
  /** Null in accounts that shared a name with an older one before names were normalized. */
  username_key: string | null
  display_name: string
  password_hash: string | null
  role: 1 | 10 | 100
  status: number
  email: string
  email_key: string | null
  github_id: string
  oidc_id: string
  wechat_id: string
  telegram_id: string
  linux_do_id: string
  group_name: string
  aff_code: string | null
  aff_count: number
  aff_history: number
  inviter_id: number
  setting: string
  last_check_in_time: number
  created_time: number
  deleted_time: number | null
}

const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  displayName: row.display_name,
  passwordHash: row.password_hash ?? undefined,
  role: row.role,
  status: row.status,
  email: row.email,
  githubId: row.github_id,
  oidcId: row.oidc_id,
  wechatId: row.wechat_id,
  telegramId: row.telegram_id,
  linuxDoId: row.linux_do_id,
  group: row.group_name,
  affCode: row.aff_code ?? '',
  affCount: row.aff_count,
  affHistory: amount(row.aff_history),
  inviterId: row.inviter_id,
  setting: row.setting,
  lastCheckInTime: row.last_check_in_time,
  createdTime: row.created_time,
  deletedTime: row.deleted_time ?? undefined,
})

/** The columns with the identity at each provider; an identity belongs to only one account. */
const identityColumns = {
  github: 'github_id',
  oidc: 'oidc_id',
  linuxdo: 'linux_do_id',
  wechat: 'wechat_id',
  telegram: 'telegram_id',
} as const satisfies Record<ProviderName, keyof UserRow>

/** The fields of an account that can be changed, without its balances. */
export interface UserChanges {
  readonly username?: string
  readonly displayName?: string
  readonly passwordHash?: string
  readonly group?: string
  readonly role?: 1 | 10
  readonly status?: number
  readonly deletedTime?: number
}

/** Conditions for accounts. */
export interface UserFilter {
  readonly keyword?: string | undefined
  readonly group?: string | undefined
  readonly role?: 1 | 10 | 100 | undefined
  readonly status?: 'enabled' | 'banned' | 'deactivated' | undefined
}

/** Reads and writes rows of `users`. Bind to a transaction to take part in it. */
export const usersRepository = (db: Knex) => ({
  async findById(id: number): Promise<User | undefined> {
    const row = await db<UserRow>('users').where({ id }).first()
    return row && toUser(row)
  },

  /**
   * Finds an account and locks its row until the transaction ends. Others can still insert rows that refer to the
   * account. A full lock would deadlock with an order, which locks the wallet first and then inserts its row.
   */
  async lockById(id: number): Promise<User | undefined> {
    const row = await db<UserRow>('users').where({ id }).forNoKeyUpdate().first()
    return row && toUser(row)
  },

  /** Finds the account with this address, even if banned or deactivated. @param key from `emailKey` */
  async findByEmail(key: string): Promise<User | undefined> {
    const row = await db<UserRow>('users').where({ email_key: key }).first()
    return row && toUser(row)
  },

  /** Finds the account with this address and locks its row like {@link lockById}. @param key from `emailKey` */
  async lockByEmail(key: string): Promise<User | undefined> {
    const row = await db<UserRow>('users').where({ email_key: key }).forNoKeyUpdate().first()
    return row && toUser(row)
  },

  /** Finds the account for a sign-in. @param account a username, or a bound email address in any case */
  async findByAccount(account: string): Promise<User | undefined> {
    const isEmail = account.includes('@')
    const row = await db<UserRow>('users')
      .where(isEmail ? { email_key: account.trim().toLowerCase() } : { username: account.normalize('NFC') })
      .first()
    return row && toUser(row)
  },

  /** Finds the account with this identity, even if banned or deactivated. */
  async findByIdentity({ provider, id }: Pick<Identity, 'provider' | 'id'>): Promise<User | undefined> {
    if (id === '') return undefined
    const row = await db<UserRow>('users').where(identityColumns[provider], id).first()
    return row && toUser(row)
  },

  /** @throws a unique violation when the identity belongs to another account */
  async setIdentity(userId: number, { provider, id }: Pick<Identity, 'provider' | 'id'>): Promise<void> {
    await db<UserRow>('users')
      .where({ id: userId })
      .update({ [identityColumns[provider]]: id })
  },

  /** @throws a unique violation if another account has the address. @param key from `emailKey` */
  async setEmail(userId: number, email: string, key: string): Promise<void> {
    await db<UserRow>('users').where({ id: userId }).update({ email, email_key: key })
  },

  /** @param setting JSON text, see `readUserSetting` */
  async setSetting(userId: number, setting: string): Promise<void> {
    await db<UserRow>('users').where({ id: userId }).update({ setting })
  },

  /**
   * Lists accounts, newest first, including deactivated ones.
   * @param filter `reader` determines in which accounts the email address is searched
   */
  async list(
    filter: UserFilter & { readonly reader: Ranked },
    { size, offset }: Paging,
  ): Promise<{ users: User[]; total: number }> {
    const { keyword = '', group = '', role, status, reader } = filter
    const matching = db<UserRow>('users').where((query) => {
      if (group !== '') void query.where('group_name', group)
      if (role !== undefined) void query.where('role', role)
      if (status === 'deactivated') void query.whereNotNull('deleted_time')
      if (status === 'enabled') void query.where('status', USER_ENABLED).whereNull('deleted_time')
      if (status === 'banned') void query.whereNot('status', USER_ENABLED).whereNull('deleted_time')
      if (keyword === '') return
      void query.where((either) => {
        for (const column of ['username', 'display_name']) void orWhereContains(either, column, keyword)
        void either.orWhere((readable) => {
          void orWhereContains(readable, 'email', keyword)
          if (reader.role === ROLE.root) return
          void readable.andWhere((below) => below.where('role', '<', reader.role).orWhere('id', reader.id))
        })
        if (/^\d{1,15}$/.test(keyword)) void either.orWhere('id', Number(keyword))
      })
    })
    const counted = await matching.clone().count<{ n: number | string }[]>({ n: '*' })
    const rows: UserRow[] = await matching.orderBy('id', 'desc').limit(size).offset(offset).select('*')
    return { users: rows.map(toUser), total: Number(counted[0]?.n ?? 0) }
  },

  /** Reports whether any account, even a deactivated one, has an address. @param key from `emailKey` */
  async hasEmail(key: string): Promise<boolean> {
    return (await this.idOfEmail(key)) !== undefined
  },

  /** Finds the account with an address, even a deactivated one. @param key from `emailKey` */
  async idOfEmail(key: string): Promise<number | undefined> {
    return (await db<UserRow>('users').where({ email_key: key }).first('id'))?.id
  },

  /**
   * Counts another account that the user has invited, and adds the reward to their history; the reward itself is booked
   * in their wallet.
   */
  async countInvitee(id: number, earned: Amount): Promise<void> {
    await db('users')
      .where({ id })
      .update({
        aff_count: db.raw('aff_count + 1'),
        aff_history: db.raw('aff_history + CAST(? AS BIGINT)', [String(earned)]),
      })
  },

  /** Records a check-in. @param time unix seconds */
  async noteCheckIn(id: number, time: number): Promise<void> {
    await db<UserRow>('users').where({ id }).update({ last_check_in_time: time })
  },

  /** Reports whether no account, even a deactivated one, has a name that looks like this one. */
  async isNameFree(username: string): Promise<boolean> {
    const key = usernameKey(username)
    if ((await db<UserRow>('users').where({ username_key: key }).first('id')) !== undefined) return false
    return !(await unkeyedNames(db)).some((each) => usernameKey(each.username) === key)
  },

  /** @throws a unique violation if the name, the address or the identity is taken, AppError `user_exists` */
  async insert(user: {
    readonly username: string
    readonly displayName: string
    /** Absent = the account has no password. */
    readonly passwordHash?: string | undefined
    readonly role: 1 | 100
    readonly createdTime: number
    readonly inviterId?: number
    readonly email?: string
    readonly emailKey?: string
    readonly identity?: Pick<Identity, 'provider' | 'id'> | undefined
  }): Promise<number> {
    const [row] = await db<UserRow>('users')
      .insert({
        username: user.username,
        username_key: await keyOf(db, user.username),
        display_name: user.displayName,
        password_hash: user.passwordHash ?? null,
        role: user.role,
        created_time: user.createdTime,
        inviter_id: user.inviterId ?? 0,
        email: user.email ?? '',
        email_key: user.emailKey ?? null,
        ...(user.identity === undefined
          ? {}
          : { [identityColumns[user.identity.provider]]: user.identity.id }),
      })
      .returning('id')
    if (!row) throw new Error('The new account has no id.')
    return row.id
  },

  /** Writes only the given columns. @throws a unique violation if the name is taken, AppError `user_exists` */
  async update(id: number, changes: UserChanges): Promise<void> {
    const columns: Partial<UserRow> = {
      ...(changes.username === undefined
        ? {}
        : { username: changes.username, username_key: await keyOf(db, changes.username, id) }),
      ...(changes.displayName === undefined ? {} : { display_name: changes.displayName }),
      ...(changes.passwordHash === undefined ? {} : { password_hash: changes.passwordHash }),
      ...(changes.group === undefined ? {} : { group_name: changes.group }),
      ...(changes.role === undefined ? {} : { role: changes.role }),
      ...(changes.status === undefined ? {} : { status: changes.status }),
      ...(changes.deletedTime === undefined ? {} : { deleted_time: changes.deletedTime }),
    }
    if (Object.keys(columns).length > 0) await db<UserRow>('users').where({ id }).update(columns)
  },

  /** Reports whether an enabled super administrator has an identity at one of these providers. */
  async canRootSignIn(providers: readonly ProviderName[]): Promise<boolean> {
    if (providers.length === 0) return false
    const found = await db<UserRow>('users')
      .where({ role: ROLE.root, status: USER_ENABLED })
      .whereNull('deleted_time')
      .where((either) => {
        for (const provider of providers) void either.orWhereNot(identityColumns[provider], '')
      })
      .first('id')
    return found !== undefined
  },

  async hasRoot(): Promise<boolean> {
    return (await db<UserRow>('users').where({ role: 100 }).first('id')) !== undefined
  },
})

const unkeyedNames = (db: Knex): Promise<Pick<UserRow, 'id' | 'username'>[]> =>
  db<UserRow>('users').whereNull('username_key').select('id', 'username')

/**
 * Computes the key of an account's new name. The index refuses a key that is taken; the few accounts without a key are
 * compared here.
 *
 * @param ownId the account that is renamed
 * @throws AppError `user_exists`
 */
async function keyOf(db: Knex, username: string, ownId = 0): Promise<string> {
  const key = usernameKey(username)
  const others = (await unkeyedNames(db)).filter(({ id }) => id !== ownId)
  if (others.some((each) => usernameKey(each.username) === key))
    throw new AppError('user_exists', { field: 'username' })
  return key
}
