import type { Operation, Reserve, UsageLogRow } from '../../../src/daemon/ledger/operations.ts'
import { type Amount, amount } from '../../../src/daemon/money/amount.ts'
import type { NewWallet } from './stores.ts'

/** Creates a small generator of repeatable random numbers (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    chance: (probability: number): boolean => next() < probability,
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
  }
}

/** Users with little money and tokens with less, so that every kind of refusal happens often. */
export const accounts: readonly NewWallet[] = Array.from({ length: 12 }, (_, index) => ({
  userId: index + 1,
  balance: BigInt(index) * 40_000n,
  tokens: [
    { id: index * 2 + 1, limit: null },
    { id: index * 2 + 2, limit: BigInt(index) * 9_000n },
  ],
}))

export const log = (id: string, userId: number, type: number, atMs: number): UsageLogRow => ({
  requestId: id,
  atMs,
  type,
  userId,
  username: `user-${userId}`,
  tokenId: 0,
  tokenName: 't',
  channelId: 1,
  group: 'default',
  model: 'gpt-4o',
  promptTokens: 10,
  completionTokens: 5,
  quota: amount(0),
  isStream: false,
  useTimeMs: 12,
  ip: '10.0.0.1',
  usageSource: 'upstream',
  content: '',
  other: '{}',
  explanation: '{}',
})

/**
 * Creates endless random operations: new requests, their continuation in any order, repetitions of earlier operations,
 * operations on ids that were never reserved, wrong users and amounts, colliding Idempotency-Keys.
 */
export function createHistory(seed: number) {
  const random = createRandom(seed)
  const past: Operation[] = []
  const requests: {
    id: string
    userId: number
    tokenId: number | null
    idempotency?: { scope: string; ownerId: number; key: string }
    /** Set when the request is held in memory, within an allowance. */
    from?: { allowance: string; held: Amount }
    /** Set when the request was settled at no cost. It then has no entry, so nothing in the books names its user. */
    wasFree?: true
  }[] = []
  const allowances: { id: string; userId: number; tokenId: number | null; seq: number }[] = []
  let serial = 0
  let lent = 0

  const snapshotOf = (userId: number): string =>
    JSON.stringify({
      username: `user-${userId}`,
      tokenName: 't',
      group: 'default',
      model: random.pick(['gpt-4o', 'claude']),
      channelId: random.below(4),
      isStream: true,
      ip: '',
      logged: random.chance(0.8),
      dashboard: random.chance(0.5),
    })

  const reserve = (atMs: number): Reserve => {
    serial += 1
    const userId = 1 + random.below(12)
    const tokenId = random.chance(0.1) ? null : userId * 2 - 1 + random.below(2)
    const id = `req_${String(serial).padStart(9, '0')}`
    const key = random.chance(0.15)
      ? { scope: 'relay', ownerId: userId, key: `key-${random.below(400)}` }
      : undefined
    const request = { id, userId, tokenId, ...(key && { idempotency: key }) }
    requests.push(request)
    return {
      op: 'reserve',
      id,
      userId: random.chance(0.01) ? 999 : userId,
      tokenId: random.chance(0.01) ? 1 : tokenId,
      ...(random.chance(0.3) && { least: amount(random.below(4) * 250) }),
      ...(random.chance(0.3) && { isLastTry: true }),
      amount: amount(random.chance(0.03) ? 0 : random.chance(0.01) ? 10n ** 14n : random.below(19) * 500),
      atMs,
      deadlineMs: 10 ** 15,
      snapshot: snapshotOf(userId),
      ...(key && { idempotency: { ...key, bodySha256: `body-${random.below(2)}` } }),
    }
  }

  const newAllowance = () => {
    lent += 1
    const userId = 1 + random.below(12)
    const tokenId = random.chance(0.2) ? null : userId * 2 - 1 + random.below(2)
    const made = { id: `allow-${lent}`, userId, tokenId, seq: 0 }
    allowances.push(made)
    return made
  }

  /** Returns the next step of an allowance, mostly one that its daemon would take. */
  const step = (atMs: number): Operation => {
    const known = allowances.length > 0 && random.chance(0.85) ? random.pick(allowances) : undefined
    const allowance = known ?? newAllowance()
    const { id, userId, tokenId } = allowance
    allowance.seq += 1
    const { seq } = allowance
    // Only a few at a time, or every wallet would always have one.
    const turn = allowances.length > 6 && seq > 1 ? 9 : random.below(20)
    if (turn === 9 && seq > 1) allowances.splice(allowances.indexOf(allowance), 1)
    if (seq === 1 || turn < 5) {
      const more = amount(random.chance(0.01) ? 10n ** 14n : random.below(30) * 500)
      return { op: 'allow', id, userId, tokenId, more, spare: amount(random.below(9) * 500), seq, atMs }
    }
    if (turn === 5) return { op: 'recover', id, atMs }
    if (turn < 9) return { op: 'giveBack', id, less: amount(random.below(9) * 500), seq }
    if (turn === 9) return { op: 'giveBack', id, less: 'all', seq }
    return detach({ id, userId, tokenId }, seq, atMs)
  }

  /** Adds a request that is held in memory. Either it gets its own row now, or it is charged later without one. */
  const detach = (
    { id: from, userId, tokenId }: { id: string; userId: number; tokenId: number | null },
    seq: number,
    atMs: number,
  ): Operation => {
    serial += 1
    const id = `req_${String(serial).padStart(9, '0')}`
    const held = amount(500 + random.below(19) * 500)
    const earlier = random.chance(0.4)
      ? requests.findLast((each) => each.from?.allowance === from)
      : undefined
    requests.push({ id, userId, tokenId, from: { allowance: from, held } })
    return {
      op: 'detach',
      id: earlier?.id ?? id,
      userId: random.chance(0.01) ? 3 : userId,
      tokenId,
      amount: held,
      atMs,
      deadlineMs: 10 ** 15,
      snapshot: snapshotOf(userId),
      from,
      seq,
    }
  }

  const follow = (atMs: number): Operation => {
    // Mostly requests that are likely still open, sometimes any.
    const recent = random.chance(0.9) ? requests.slice(-40) : requests
    const request = random.pick(recent)
    const { id, idempotency } = request
    const cost = amount(
      random.chance(0.1)
        ? 0
        : random.chance(0.005)
          ? 10n ** 14n
          : random.chance(0.002)
            ? -5
            : random.chance(0.8)
              ? random.below(23) * 500
              : random.below(11_000),
    )
    switch (
      random.pick(['extend', 'accrue', 'accrue', 'settle', 'settle', 'settle', 'void', 'recover'] as const)
    ) {
      case 'extend':
        return { op: 'extend', id, amount: amount(random.below(29) * 500) }
      case 'accrue':
        return { op: 'accrue', id, accrued: amount(random.below(25) * 500) }
      case 'void':
        return {
          op: 'void',
          id,
          atMs,
          logs: Array.from({ length: random.below(3) }, () => log(id, request.userId, 6, atMs)),
          ...(idempotency && { idempotency }),
        }
      case 'recover':
        return { op: 'recover', id, atMs }
      case 'settle': {
        const userId = random.chance(0.005) && !request.wasFree ? 1 : request.userId
        const tokenId = request.tokenId
        if (cost === 0n) request.wasFree = true
        return {
          op: 'settle',
          id,
          userId,
          tokenId,
          channelId: random.below(4),
          cost,
          atMs,
          log: random.chance(0.85) ? log(id, userId, 2, atMs) : null,
          stat: random.chance(0.7)
            ? {
                model: random.pick(['gpt-4o', 'claude']),
                hourTime: 3600 * random.below(3),
                tokens: random.below(100),
              }
            : null,
          note: random.chance(0.1) ? 'estimated' : null,
          ...(request.from && random.chance(0.95) && { from: request.from }),
          ...(idempotency && { idempotency: { ...idempotency, status: 200, body: '{"ok":true}' } }),
        }
      }
    }
  }

  return {
    random,
    next(atMs: number): Operation {
      const operation =
        past.length > 0 && random.chance(0.08)
          ? random.pick(past.slice(-300))
          : requests.length === 0 || random.chance(0.3)
            ? reserve(atMs)
            : random.chance(0.2)
              ? step(atMs)
              : follow(atMs)
      past.push(operation)
      if (past.length > 1_000) past.splice(0, 500)
      return operation
    },
  }
}
