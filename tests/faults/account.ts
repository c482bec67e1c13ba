import type { Admin } from '../support/gateway/admin.ts'

export interface TokenOfAccount {
  readonly id: number
  readonly key: string
}

/** A signed-in ordinary user who has quota. */
export interface Account {
  readonly id: number
  readonly username: string
  /** Headers for calls of the management API. */
  readonly headers: Readonly<Record<string, string>>
  /** Creates a token; unlimited unless a budget in quota is given. */
  createToken(budget?: number): Promise<TokenOfAccount>
  /** Reads the balance of the user, in thousandths. */
  readQuota(): Promise<bigint>
}

const password = 'correct-horse'

/** Converts decimal quota, which the API states exactly, to thousandths. */
export const toThousandths = (exact: string): bigint => {
  const [, sign = '', whole = '0', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(exact) ?? []
  return BigInt(`${sign}${whole}${rest.padEnd(3, '0')}`)
}

export const createAccount = async (
  admin: Admin,
  url: string,
  username: string,
  quota: number,
): Promise<Account> => {
  await admin.call('POST', '/api/user/', { username, password })
  const login = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { data } = (await login.json()) as { data: { id: number } }
  const cookie = login.headers.getSetCookie().join('; ').split(';')[0] ?? ''
  const headers = { cookie, 'tollgate-user': String(data.id), 'content-type': 'application/json' }
  if (quota > 0) await admin.call('POST', '/api/user/credit', { id: data.id, delta: String(quota) })

  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const envelope = (await response.json()) as { success: boolean; message: string; data: T }
    if (!envelope.success) throw new Error(`${method} ${path}: ${response.status} ${envelope.message}`)
    return envelope.data
  }
  return {
    id: data.id,
    username,
    headers,
    createToken: async (budget) => {
      const token = await call<{ id: number; key: string }>('POST', '/api/token/', {
        name: 'fault',
        expired_time: -1,
        ...(budget === undefined
          ? { unlimited_quota: true }
          : { unlimited_quota: false, remain_quota: budget }),
      })
      return { id: token.id, key: `sk-${token.key}` }
    },
    readQuota: async () =>
      toThousandths((await call<{ quota_exact: string }>('GET', '/api/user/self')).quota_exact),
  }
}
