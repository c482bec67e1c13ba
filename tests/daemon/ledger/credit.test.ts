import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/daemon/db/database.ts'
import { runAudit } from '../../../src/daemon/ledger/audit.ts'
import { changeTokenBudget, openTokenBudget, openWallets } from '../../../src/daemon/ledger/budgets.ts'
import { type Credit, credit } from '../../../src/daemon/ledger/credit.ts'
import { createLedger } from '../../../src/daemon/ledger/ledger.ts'
import { entryKinds, type Ledger } from '../../../src/daemon/ledger/operations.ts'
import { readTokenBudgets, readWallets } from '../../../src/daemon/ledger/wallets.ts'
import { amount, WALLET_BALANCE_MAX } from '../../../src/daemon/money/amount.ts'
import { openPrivate } from './databases.ts'
import { reserve, settle } from './requests.ts'
import { complaints } from './stores.ts'

describe.each(['sqlite', 'postgres'] as const)('credits on %s', (engine) => {
  let database: Database
  let remove: () => Promise<void>
  let ledger: Ledger
  let lastUser = 0
  beforeAll(async () => {
    ;({ database, remove } = await openPrivate(engine, 'credit'))
    ledger = createLedger(await database.createLedgerEngine())
  })
  afterAll(async () => {
    expect(complaints(await runAudit(database.knex, { nowMs: 100 }))).toEqual([])
    await remove()
  })

  const newUser = async (): Promise<number> => {
    lastUser += 1
    const userId = lastUser
    await database.knex.transaction(async (trx) => {
      await openWallets(trx, userId)
      await openWallets(trx, userId)
      const granted = amount(5_000)
      const none = { period: 0, periodLimit: amount(0) }
      await openTokenBudget(trx, { tokenId: userId, userId, unlimited: false, granted, ...none })
    })
    return userId
  }
  const book = (userId: number, delta: number | bigint, more: Partial<Credit> = {}) =>
    database.knex.transaction((trx) =>
      credit(trx, {
        userId,
        walletKind: 1,
        kind: entryKinds.admin,
        ref: `r${delta}`,
        delta: amount(delta),
        atMs: 5,
        ...more,
      }),
    )
  const walletOf = async (userId: number) => (await readWallets(database.knex, [userId])).get(userId)

  it('the same occasion is booked once, however many ask at the same time', async () => {
    const userId = await newUser()
    const answers = await Promise.all(Array.from({ length: 20 }, () => book(userId, 700, { ref: 'order-1' })))
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
    expect(answers.every(({ balance }) => balance === 700n)).toBe(true)
    expect(await walletOf(userId)).toMatchObject({ quota: 700n, balance: 700n })
  })

  it('a debit takes no more than is free, holds counted', async () => {
    const userId = await newUser()
    await book(userId, 1_000)
    await ledger.submit(reserve(`${engine}-hold`, 400, { userId, tokenId: userId }))
    await expect(book(userId, -601)).rejects.toMatchObject({ code: 'insufficient_user_quota' })
    expect(await book(userId, -600)).toEqual({ isReplay: false, balance: 400n, available: 0n })
    await ledger.submit(settle(`${engine}-hold`, 400, { userId, tokenId: userId }))
    expect(await walletOf(userId)).toMatchObject({ quota: 0n, held: 0n, used: 400n, requests: 1 })
  })

  it('an administrator who insists may take a balance below zero', async () => {
    const userId = await newUser()
    expect(await book(userId, -50, { allowNegative: true, actorId: 9 })).toMatchObject({ available: -50n })
  })

  it('amounts and balances keep their bounds', async () => {
    const userId = await newUser()
    await expect(book(userId, 0)).rejects.toMatchObject({ code: 'amount_out_of_range' })
    await expect(book(userId, 10n ** 13n + 1n, { kind: entryKinds.topup })).rejects.toMatchObject({
      code: 'amount_out_of_range',
    })
    await expect(book(userId, WALLET_BALANCE_MAX + 1n)).rejects.toMatchObject({ code: 'amount_out_of_range' })
    await book(userId, WALLET_BALANCE_MAX)
    await expect(book(userId, 1)).rejects.toMatchObject({ code: 'amount_out_of_range' })
    expect((await walletOf(userId))?.balance).toBe(WALLET_BALANCE_MAX)
    await expect(book(9_999, 5)).rejects.toMatchObject({ code: 'user_not_found' })
  })

  it('the log row stands or falls with the entry', async () => {
    const userId = await newUser()
    const log = { type: 3, username: 'ada', event: { kind: 'welcome-gift', quota: 30 } } as const
    await book(userId, 30, { log })
    const failed = database.knex.transaction(async (trx) => {
      await credit(trx, {
        userId,
        walletKind: 1,
        kind: entryKinds.admin,
        ref: 'later',
        delta: amount(5),
        atMs: 5,
        log,
      })
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(
      await database.knex('usage_logs').where({ user_id: userId, type: 3 }).select('quota', 'content'),
    ).toEqual([{ quota: 30, content: 'Balance for new users: 30' }])
    expect(await walletOf(userId)).toMatchObject({ balance: 30n })
  })

  it('the wallet of earnings is apart from the one that pays', async () => {
    const userId = await newUser()
    await book(userId, 80, { walletKind: 2, kind: entryKinds.inviter, ref: 'invited:7' })
    expect(await walletOf(userId)).toMatchObject({ quota: 0n, affiliate: 80n })
  })

  it('what a token is granted changes what remains, never what it used', async () => {
    const userId = await newUser()
    await book(userId, 4_000)
    await ledger.submit(reserve(`${engine}-token`, 300, { userId, tokenId: userId }))
    await ledger.submit(settle(`${engine}-token`, 300, { userId, tokenId: userId }))
    const change = (delta: number, unlimited?: boolean) =>
      database.knex.transaction((trx) =>
        changeTokenBudget(trx, {
          tokenId: userId,
          delta: amount(delta),
          ...(unlimited === undefined ? {} : { unlimited }),
        }),
      )
    expect(await change(-4_700, true)).toBe(0n)
    expect((await readTokenBudgets(database.knex, [userId])).get(userId)).toMatchObject({
      granted: 300n,
      remain: 0n,
      used: 300n,
      unlimited: true,
    })
    await expect(change(Number(WALLET_BALANCE_MAX))).rejects.toMatchObject({ code: 'amount_out_of_range' })
    await expect(
      database.knex.transaction((trx) => changeTokenBudget(trx, { tokenId: 9_999, delta: amount(1) })),
    ).rejects.toMatchObject({ code: 'token_not_found' })
  })
})
