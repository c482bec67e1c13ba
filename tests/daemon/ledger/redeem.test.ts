import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/daemon/db/database.ts'
import { runAudit } from '../../../src/daemon/ledger/audit.ts'
import { redeem } from '../../../src/daemon/ledger/redeem.ts'
import { readWallets } from '../../../src/daemon/ledger/wallets.ts'
import { type Amount, amount } from '../../../src/daemon/money/amount.ts'
import { fund, openPrivate } from './databases.ts'
import { complaints } from './stores.ts'

const nowMs = 1_800_000_000_000
const now = nowMs / 1000
const users = 160
/**
 * As many as a daemon has connections to PostgreSQL. More would only wait for one, longer than a busy machine allows.
 */
const atOnce = 10

describe.each(['sqlite', 'postgres'] as const)('redeeming on %s', (engine) => {
  let database: Database
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ database, remove } = await openPrivate(engine, 'redeem'))
    await fund(
      database,
      Array.from({ length: users }, (_, index) => ({ userId: index + 1, balance: 0n })),
    )
  })
  afterAll(async () => {
    expect(complaints(await runAudit(database.knex, { nowMs }))).toEqual([])
    await remove()
  })

  const newCode = (keyHash: string, more: Record<string, unknown> = {}) =>
    database.knex('redemptions').insert({
      creator_id: 1,
      name: keyHash,
      key_hash: keyHash,
      key_ciphertext: 'x',
      quota: 500,
      created_time: 1,
      ...more,
    })
  const take = (keyHash: string, userId: number) =>
    database.knex.transaction((trx) =>
      redeem(trx, {
        keyHash,
        userId,
        nowMs,
        log: (quota) => ({
          type: 1,
          username: `user-${userId}`,
          event: { kind: 'redeemed', amount: { quota: Number(quota) } },
        }),
      }),
    )
  const rush = async (keyHash: string, callers: readonly number[]) => {
    const waiting = [...callers]
    const codes: string[] = []
    const lane = async (): Promise<void> => {
      for (let userId = waiting.shift(); userId !== undefined; userId = waiting.shift())
        codes.push(
          await take(keyHash, userId).then(
            () => 'won',
            (error: { code?: unknown }) => String(error.code),
          ),
        )
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    return Object.fromEntries(
      Object.entries(Object.groupBy(codes, (code) => code)).map(([code, all]) => [code, all?.length]),
    )
  }
  const all = Array.from({ length: users }, (_, index) => index + 1)
  const total = async (): Promise<Amount> =>
    amount(
      [...(await readWallets(database.knex, all)).values()].reduce((sum, { balance }) => sum + balance, 0n),
    )

  it('one code, a hundred users in a rush: one wins', async () => {
    await newCode('single')
    const before = await total()
    expect(await rush('single', all.slice(0, 100))).toEqual({ won: 1, redeem_used: 99 })
    expect((await total()) - before).toBe(500n)
    const row = await database.knex('redemptions').where({ key_hash: 'single' }).first()
    expect(row).toMatchObject({ status: 3, used_count: 1 })
    expect(row.used_user_id).toBeGreaterThan(0)
  })

  it('one code, one user a hundred times in a rush: paid once', async () => {
    await newCode('again')
    const before = await total()
    expect(
      await rush(
        'again',
        Array.from({ length: 100 }, () => 1),
      ),
    ).toEqual({ won: 1, redeem_used: 99 })
    expect((await total()) - before).toBe(500n)
  })

  it('reliability 12: a gift with ten uses, a hundred and fifty users in a rush: ten win', async () => {
    await newCode('gift', { is_gift: 1, max_uses: 10 })
    const before = await total()
    expect(await rush('gift', all.slice(0, 150))).toEqual({ won: 10, redeem_limit_reached: 140 })
    expect((await total()) - before).toBe(5_000n)
    expect(await database.knex('redemptions').where({ key_hash: 'gift' }).first()).toMatchObject({
      status: 3,
      used_count: 10,
    })
  })

  it('an unlimited gift pays everybody once', async () => {
    await newCode('open', { is_gift: 1 })
    expect(await rush('open', [1, 2, 3, 1, 2, 3])).toEqual({ won: 3, redeem_already_by_you: 3 })
  })

  it('says why a code does not pay, and then nothing has changed', async () => {
    await newCode('off', { status: 2 })
    await newCode('gone', { deleted_time: 5 })
    await newCode('soon', { valid_from: now + 1 })
    await newCode('past', { valid_until: now - 1 })
    const before = await total()
    const reasons = {
      off: 'redeem_disabled',
      gone: 'redeem_invalid',
      soon: 'redeem_not_yet',
      past: 'redeem_expired',
      never: 'redeem_invalid',
    }
    for (const [keyHash, code] of Object.entries(reasons))
      await expect(take(keyHash, 1), keyHash).rejects.toMatchObject({ code })
    expect(await total()).toBe(before)
    await newCode('edge', { valid_from: now, valid_until: now })
    expect(await take('edge', 1)).toMatchObject({ name: 'edge', quota: 500n, isGift: false })
  })

  it('runs the same statements whether the code exists, is used or does not', async () => {
    await newCode('spent')
    await take('spent', 1)
    const count = async (keyHash: string): Promise<readonly string[]> => {
      const statements: string[] = []
      const failed = database.knex.transaction(async (trx) => {
        trx.on('query', ({ sql }: { sql: string }) => statements.push(sql))
        await redeem(trx, { keyHash, userId: 2, nowMs })
      })
      await expect(failed).rejects.toMatchObject({ name: 'AppError' })
      return statements.filter((sql) => !/^(BEGIN|ROLLBACK)/i.test(sql))
    }
    const unknown = await count('no such code')
    expect(unknown.length).toBeGreaterThan(3)
    for (const keyHash of ['spent', 'off', 'past', 'gone']) expect(await count(keyHash)).toEqual(unknown)
  })

  it('books through the log and the journal of the user', async () => {
    await newCode('logged')
    const { redemptionId } = await take('logged', 5)
    expect(
      await database
        .knex('usage_logs')
        .where({ user_id: 5, content: 'Redeemed a code: 500 quota' })
        .select('type'),
    ).not.toEqual([])
    expect(
      await database
        .knex('entries')
        .where({ ref: `redemption:${redemptionId}` })
        .first(),
    ).toMatchObject({
      kind: 4,
      user_id: 5,
      delta: 500,
    })
  })
})
