import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Account } from './account.ts'
import { type Site, startSite } from './site.ts'

/** Redeems a code, retrying when a daemon that has more work than its database can handle answers with 503. */
const redeem = async (url: string, account: Account, key: string): Promise<boolean> => {
  const response = await fetch(`${url}/api/user/topup`, {
    method: 'POST',
    headers: account.headers,
    body: JSON.stringify({ key }),
  })
  const answer = (await response.json()) as { success: boolean }
  if (response.status === 503) return redeem(url, account, key)
  expect(response.status).toBeLessThan(500)
  return answer.success
}

describe.each(['sqlite', 'postgres'] as const)('redemption codes on %s', (engine) => {
  let site: Site
  let accounts: Account[]
  let urls: string[]

  beforeAll(async () => {
    site = await startSite({ engine })
    urls = [site.url, engine === 'postgres' ? (await site.startPeer()).url : site.url]
    accounts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => site.createAccount(`caller-${index}`, 0)),
    )
  })
  afterAll(() => site.stop())

  /** Lets every account try this often, all at once; where there are two daemons, half of the calls go to each. */
  const race = async (key: string, tries: number): Promise<number> => {
    const attempts = accounts.flatMap((account, index) =>
      Array.from({ length: tries }, () => redeem(urls[index % 2] ?? site.url, account, key)),
    )
    return (await Promise.all(attempts)).filter(Boolean).length
  }
  const total = async () =>
    (await Promise.all(accounts.map((account) => account.readQuota()))).reduce((sum, each) => sum + each, 0n)

  it('one code, 100 callers at once: one winner, paid once', async () => {
    await site.admin.call('POST', '/api/redemption/', {
      name: 'single',
      quota: 1000,
      count: 1,
      key: 'single-code-0123456789',
    })
    expect(await race('single-code-0123456789', 5)).toBe(1)
    expect(await total()).toBe(1_000_000n)
    expect(await site.judge([])).toEqual([])
  })

  it('a gift code with 7 uses, 60 callers at once: paid 7 times, to 7 users', async () => {
    const before = await total()
    await site.admin.call('POST', '/api/redemption/', {
      name: 'gift',
      quota: 10,
      count: 1,
      key: 'gift-code-0123456789',
      is_gift: true,
      max_uses: 7,
    })
    expect(await race('gift-code-0123456789', 3)).toBe(7)
    expect((await total()) - before).toBe(70_000n)
    const uses = await site.store.query<{ user_id: number }>(
      "SELECT user_id FROM entries WHERE kind = 4 AND ref LIKE 'redemption:%:%'",
    )
    expect(new Set(uses.map(({ user_id }) => user_id)).size).toBe(7)
    expect(await site.judge([])).toEqual([])
  })
})
