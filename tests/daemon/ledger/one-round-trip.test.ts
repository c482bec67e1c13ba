import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import type { Operation, QuoteRef, Settle } from '../../../src/daemon/ledger/operations.ts'
import { createPostgresLedgerEngine } from '../../../src/daemon/ledger/postgres-engine.ts'
import { sortOut } from '../../../src/daemon/ledger/postgres-settle.ts'
import { createRandom, log } from './history.ts'
import { allow, detach, reserve, settle, settleFrom, takeBack } from './requests.ts'
import { complaints, createPostgresStore, type LedgerStore, openAccounts } from './stores.ts'

/** Number of batches. For a long run: `LEDGER_TRIP_BATCHES=20000 LEDGER_TRIP_SEED=7`. */
const batches = Number(process.env.LEDGER_TRIP_BATCHES ?? 500)
const seed = Number(process.env.LEDGER_TRIP_SEED ?? 20_261_123)

let stores: LedgerStore[] = []
let closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing) await close()
  for (const store of stores) await store.close()
  stores = []
  closing = []
})

/**
 * Opens a store, and an engine that records the statements it sends and whether the single statement booked anything.
 */
async function open(name: string, more: Partial<pg.ClientConfig> = {}) {
  const store = await createPostgresStore(name)
  stores.push(store)
  return { store, ...connect(store.url, 'i_one', more) }
}

function connect(connectionString: string, instanceId: string, more: Partial<pg.ClientConfig> = {}) {
  const sent: string[] = []
  const engine = createPostgresLedgerEngine({
    connectionString,
    instanceId,
    createClient: (config) => new TellingClient({ ...config, ...more }, sent),
    patienceMs: 300,
  })
  closing.push(() => engine.close())
  return { engine, sent }
}

class TellingClient extends pg.Client {
  readonly #sent: string[]
  constructor(config: pg.ClientConfig, sent: string[]) {
    super(config)
    this.#sent = sent
  }
  // pg's method is overloaded with one implementation; this override wraps it.
  override query(...parameters: unknown[]): Promise<never> {
    const [query] = parameters as [string | { name?: string; text: string }]
    const name = typeof query === 'string' ? query : (query.name ?? query.text)
    this.#sent.push(name)
    const answer = (super.query as unknown as (...values: unknown[]) => Promise<never>).apply(
      this,
      parameters,
    )
    answer.then(
      (result: { rows: unknown[][] }) => {
        if (name.startsWith('ledger settle'))
          this.#sent.push(result.rows[0]?.[0] === null ? 'judge' : 'booked')
      },
      (error: { code?: string }) => this.#sent.push(error.code ?? 'lost'),
    )
    return answer
  }
}

/** Reads everything that the ledger writes, without row ids. */
async function books(store: LedgerStore): Promise<Record<string, readonly string[]>> {
  const tables = {
    wallets: '*',
    token_budgets: '*',
    holds: '*',
    hourly_stats: '*',
    channel_counters: '*',
    idempotency_keys: '*',
    entries: '*',
    usage_logs: '*',
  }
  const read = async ([table, columns]: [string, string]): Promise<[string, readonly string[]]> => {
    const rows = await store.all(`SELECT ${columns} FROM ${table}`)
    return [table, rows.map(({ id: _, ...row }) => JSON.stringify(row)).sort()]
  }
  return Object.fromEntries(await Promise.all(Object.entries(tables).map(read)))
}

const users = 9
/**
 * Balances run out for the first three users and get tight for the fourth; the fifth has a token whose limit gets
 * tight.
 */
const accounts = Array.from({ length: users }, (_, index) => ({
  userId: index + 1,
  balance: [10_000n, 30_000n, 60_000n, BigInt(batches) * 150n][index] ?? 10n ** 10n,
  tokens: [
    { id: index * 2 + 1, limit: null },
    { id: index * 2 + 2, limit: index === 4 ? BigInt(batches) * 130n : 10n ** 10n },
  ],
}))

const oddities = ['booked', 'own row', 'stranger', 'poor', 'nothing', 'gone', 'needs its hold'] as const
type Oddity = (typeof oddities)[number]

const quoteTexts = { price: '{"kind":"per-token"}', words: 'in words', channels: '[]' }

/** Creates random batches of charges from allowances, with all the cases that the rules have to judge. */
function createCharges() {
  const random = createRandom(seed)
  const past: Settle[] = []
  const own: { readonly id: string; readonly userId: number; readonly tokenId: number }[] = []
  let serial = 0
  let step = 0
  const allowanceOf = (userId: number, tokenId: number | null): string => `allow-${userId}-${tokenId ?? 0}`

  /** Builds a charge. @param oddity why the rules have to judge some charges of the batch */
  const charge = (atMs: number, oddity?: Oddity): Settle => {
    const odd = (which: Oddity): boolean => which === oddity && random.chance(0.15)
    if (past.length > 0 && odd('booked')) return random.pick(past.slice(-400))
    serial += 1
    // Claims to be held in an allowance, but has its own row.
    const held = odd('own row') ? own.pop() : undefined
    const userId =
      held?.userId ??
      (odd('stranger') ? 999 : odd('poor') ? 1 + random.below(3) : 4 + random.below(users - 3))
    const tokenId = held?.tokenId ?? (random.chance(0.1) ? null : userId * 2 - 1 + random.below(2))
    const id = held?.id ?? `req_${String(serial).padStart(8, '0')}`
    const channelId = random.below(5)
    const model = random.pick(['gpt-4o', 'claude "sonnet"', 'gemini\\pro', 'mo\0del', '模型'])
    const row = log(id, userId, 2, atMs)
    const made = settleFrom(
      id,
      odd('nothing') ? 0 : odd('poor') && userId < 4 ? 2 * 10 ** 13 : 1 + random.below(90),
      {
        allowance: odd('gone') ? `gone-${id}` : allowanceOf(userId, tokenId),
        held: random.chance(0.05) ? 3_000 : 10 + random.below(80),
      },
      {
        userId,
        tokenId,
        channelId,
        atMs,
        log: random.chance(0.1)
          ? null
          : {
              ...row,
              model,
              channelId: random.below(3),
              tokenId: random.below(3),
              ip: random.pick(['10.0.0.1', '::1', '']),
              content: random.pick(['', 'a "quoted" {text}, NULL']),
              other: random.pick(['{}', '{"a":"b\\"c","d":[1,2]}', 'NULL']),
              // With the quote's texts at first, later also as the id of a stored quote.
              ...(random.chance(0.5) && { quote: serial > 40 ? { id: 7 } : { id: 7, texts: quoteTexts } }),
              explanation: random.chance(0.01) ? 'a\0b' : `{"n":"${serial}","q":"\\\\"}`,
            },
        stat: random.chance(0.1)
          ? null
          : { model, hourTime: 3600 * random.below(3), tokens: random.below(100) },
        note: random.chance(0.1) ? random.pick(['estimated', 'overrun', '']) : null,
        ...(odd('needs its hold') && { needsHold: true as const }),
      },
    )
    past.push(made)
    return made
  }

  /** Builds an operation that needs the rules, for batches that also contain plain charges. */
  const other = (atMs: number): Operation => {
    serial += 1
    step += 1
    const id = `own_${String(serial).padStart(8, '0')}`
    const userId = 4 + random.below(users - 3)
    const of = { userId, tokenId: userId * 2 - 1 }
    const charged = random.pick(past.slice(-200))
    switch (random.pick(['reserve', 'detach', 'settle', 'take back'] as const)) {
      case 'reserve':
        own.push({ id, ...of })
        return reserve(id, 50, { ...of, atMs })
      case 'detach':
        return { ...detach(id, allowanceOf(userId, of.tokenId), step, 40), ...of, atMs }
      case 'settle':
        return settle(id, 30, { ...of, ...own.pop(), atMs })
      case 'take back':
        return takeBack(charged.id, { refund: { userId: charged.userId, tokenId: charged.tokenId }, atMs })
    }
  }

  return {
    random,
    charge,
    other,
    /** Raises every allowance, so that it covers most charges. */
    raise(): Operation[] {
      step += 1
      return accounts.flatMap(({ userId, tokens }) =>
        [...tokens.map(({ id }) => id), null].map((tokenId) =>
          allow(allowanceOf(userId, tokenId), step, 2_500, { userId, tokenId }),
        ),
      )
    },
  }
}

describe('a batch of charges from allowances', () => {
  it('leaves to the rules only the first charge of an hour at each price: the one that brings its quote', () => {
    const charge = (quote?: QuoteRef) =>
      settleFrom(
        'r',
        5,
        { allowance: 'a', held: 10 },
        { log: { ...log('r', 1, 2, 5), ...(quote && { quote }) } },
      )
    for (const quote of [undefined, { id: 7 }]) expect(sortOut([charge(quote)]).plain).toHaveLength(1)
    expect(sortOut([charge({ id: 7, texts: quoteTexts })]).others).toHaveLength(1)
  })

  it('is booked and answered by one statement exactly as the rules do it', {
    timeout: 3_600_000,
  }, async () => {
    const [one, rules] = [await open('one-statement'), await open('the-rules')]
    for (const { store } of [one, rules]) await openAccounts(store, accounts)
    // The same rows and the same engine, but all charges go through the rules.
    for (const name of ['tollgate_settle_3', 'tollgate_settle_one_1']) {
      const [{ body }] = (await rules.store.all(
        `SELECT pg_get_functiondef('${name}'::regproc) AS body`,
      )) as unknown as [{ body: string }]
      await rules.store.run(body.replace(/\bBEGIN\b/, 'BEGIN RETURN NULL;'))
    }
    const charges = createCharges()
    const counts = {
      atOnce: 0,
      alone: 0,
      judged: 0,
      judgedAlone: 0,
      mixed: 0,
      tight: 0,
      refilled: 0,
      overrun: 0,
      late: 0,
      replayed: 0,
      refused: 0,
    }

    for (let batch = 0; batch < batches; batch += 1) {
      if (batch % 20 === 0) {
        const raise = charges.raise()
        expect(await one.engine.apply(raise)).toEqual(await rules.engine.apply(raise))
      }
      const kind = charges.random.pick(['plain', 'plain', 'odd', 'mixed'] as const)
      const oddity = kind === 'odd' ? charges.random.pick(oddities) : undefined
      const operations = Array.from(
        { length: charges.random.chance(0.3) ? 1 : 2 + charges.random.below(40) },
        () =>
          kind === 'mixed' && charges.random.chance(0.2)
            ? charges.other(batch)
            : charges.charge(batch, oddity),
      )
      one.sent.length = 0
      const answers = await one.engine.apply(operations)
      // Operations that the single statement cannot book come after those it books.
      const { plain, others } = sortOut(operations)
      const order = one.sent.includes('booked')
        ? [...plain, ...others].map(([place]) => place)
        : operations.keys()
      const places = [...order]
      const byTheRules = await rules.engine.apply(places.flatMap((place) => operations[place] ?? []))
      expect(
        places.map((place) => answers[place]),
        `batch ${batch}`,
      ).toEqual(byTheRules)
      if (/^ledger settle( one)?,booked$/.test(one.sent.join())) counts.atOnce += 1
      if (one.sent.includes('judge')) counts.judged += 1
      if (operations.length === 1 && one.sent.includes('booked')) counts.alone += 1
      if (operations.length === 1 && one.sent.includes('judge')) counts.judgedAlone += 1
      if (one.sent.includes('booked') && others.length > 0) counts.mixed += 1
      for (const answer of answers) {
        if (!answer.ok) counts.refused += 1
        else if (answer.replayed) counts.replayed += 1
        else {
          if (answer.isTight) counts.tight += 1
          if (answer.isRefilled) counts.refilled += 1
          if (answer.note?.includes('overrun')) counts.overrun += 1
          if (answer.note?.includes('late')) counts.late += 1
        }
      }
      if (batch % 250 === 0) expect(await books(one.store)).toEqual(await books(rules.store))
    }
    expect(await books(one.store)).toEqual(await books(rules.store))
    for (const { store } of [one, rules]) expect(complaints(await store.audit(batches))).toEqual([])
    for (const [kind, count] of Object.entries(counts)) expect(count, kind).toBeGreaterThan(0)
  })
  it('loses no charge to words that cannot be stored, and no words to those', async () => {
    const { store, engine } = await open('unstorable')
    await openAccounts(store, [{ userId: 1, balance: 10_000n, tokens: [{ id: 1, limit: 5_000n }] }])
    await engine.apply([allow('lent', 1, 900)])
    const from = { allowance: 'lent', held: 100 }
    const outcomes = await engine.apply([
      settleFrom('a', 60, from, { log: { ...log('a', 1, 2, 20), promptTokens: 1.5 } }),
      settleFrom('b', 70, from),
      settleFrom('c\0', 10, from),
      settleFrom('d', 80, from),
    ])
    expect(outcomes.map((outcome) => (outcome.ok ? Number(outcome.cost) : outcome.reason))).toEqual([
      60,
      70,
      'invalid',
      80,
    ])
    expect(await store.all('SELECT request_id FROM usage_logs ORDER BY request_id')).toEqual([
      { request_id: 'b' },
      { request_id: 'd' },
    ])
    expect(complaints(await store.audit(100))).toEqual([])
  })

  it('is handed back whole when a wallet stays locked, and booked once when it is free again', async () => {
    const { store, engine } = await open('locked', { lock_timeout: 100 })
    await openAccounts(
      store,
      [1, 2].map((userId) => ({ userId, balance: 10_000n })),
    )
    const of = (userId: number) => ({ userId, tokenId: null })
    await engine.apply([1, 2].map((userId) => allow(`lent-${userId}`, 1, 900, of(userId))))
    const batch = [1, 2].map((userId) =>
      settleFrom(`r${userId}`, 60, { allowance: `lent-${userId}`, held: 100 }, of(userId)),
    )
    await store.run('BEGIN; SELECT FROM wallets WHERE user_id = 2 FOR UPDATE')
    await expect(engine.apply(batch)).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(await store.all('SELECT sum(used) AS used FROM wallets')).toEqual([{ used: '0' }])
    await store.run('COMMIT')
    expect(await engine.apply(batch)).toMatchObject([{ replayed: false }, { replayed: false }])
    expect(await store.all('SELECT sum(used) AS used FROM wallets')).toEqual([{ used: '120' }])
    expect(complaints(await store.audit(100))).toEqual([])
  })

  it('never waits for one of another daemon that waits for it', async () => {
    const one = await open('two-daemons')
    const two = connect(one.store.url, 'i_two')
    const wallets = [1, 2, 3, 4, 5]
    await openAccounts(
      one.store,
      wallets.map((userId) => ({ userId, balance: 10n ** 9n, tokens: [{ id: userId, limit: null }] })),
    )
    const random = createRandom(seed)
    const book = async ({ engine }: Pick<typeof one, 'engine'>, name: string, mine: readonly number[]) => {
      const of = (userId: number) => ({ userId, tokenId: userId })
      await engine.apply(mine.map((userId) => allow(`${name}-${userId}`, 1, 10 ** 6, of(userId))))
      for (let turn = 0; turn < 100; turn += 1) {
        const batch = Array.from({ length: 8 }, (_, index): Operation => {
          const id = `${name}-${turn}-${index}`
          const userId = random.pick(mine)
          const channelId = 1 + random.below(5)
          // Reserves go through the rules, which lock the same rows.
          return random.chance(0.2)
            ? reserve(id, 10, of(random.pick(wallets)))
            : settleFrom(id, 60, { allowance: `${name}-${userId}`, held: 100 }, { ...of(userId), channelId })
        })
        for (const outcome of await engine.apply(batch)) expect(outcome).toMatchObject({ ok: true })
      }
    }
    await Promise.all([book(one, 'one', [1, 3, 4]), book(two, 'two', [2, 5])])
    for (const { sent } of [one, two]) {
      expect(sent.filter((each) => each === 'booked').length).toBeGreaterThan(90)
      // There was neither a deadlock nor a duplicate number.
      expect(sent.filter((each) => /^[0-9A-Z]{5}$/.test(each) && each !== 'BEGIN')).toEqual([])
    }
    expect(complaints(await one.store.audit(100))).toEqual([])
  })
})
