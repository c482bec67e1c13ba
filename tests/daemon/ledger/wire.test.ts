import { describe, expect, it } from 'vitest'
import type { Operation, Outcome } from '../../../src/daemon/ledger/operations.ts'
import {
  packOperations,
  packOutcomes,
  unpackOperations,
  unpackOutcomes,
} from '../../../src/daemon/ledger/wire.ts'
import type { Amount } from '../../../src/daemon/money/amount.ts'
import { allow, detach, giveBack } from './requests.ts'

const amount = (value: bigint) => value as Amount
const log = {
  requestId: 'r1',
  atMs: 5,
  type: 2,
  userId: 1,
  username: '用户',
  tokenId: 2,
  tokenName: 't',
  channelId: 3,
  group: 'default',
  model: 'm',
  promptTokens: 10,
  completionTokens: 20,
  quota: amount(7n),
  isStream: true,
  useTimeMs: 30,
  ip: '',
  usageSource: 'upstream',
  content: 'c',
  other: '{}',
  explanation: '{}',
}
const reserve = {
  op: 'reserve',
  id: 'r1',
  userId: 1,
  tokenId: null,
  amount: amount(9_007_199_254_740_991n),
  atMs: 1,
  deadlineMs: 2,
  snapshot: '{}',
} as const satisfies Operation
const settle = {
  op: 'settle',
  id: 'r1',
  userId: 1,
  tokenId: 2,
  channelId: 3,
  cost: amount(7n),
  atMs: 5,
  log,
  stat: { model: 'm', hourTime: 3600, tokens: 30 },
  note: null,
} as const satisfies Operation
const quote = {
  id: 4_503_599_627_370_495,
  texts: { price: '{"kind":"per-token"}', words: 'w', channels: '[]' },
}
const quoted = { ...settle, log: { ...log, quote } } as const satisfies Operation
const key = { scope: 'relay', ownerId: 1, key: 'k' }

/** Clones a value like a message between threads. */
const send = <Value>(value: Value): Value => structuredClone(value)

describe('operations on their way between threads', () => {
  it.each<[string, Operation]>([
    ['a reserve', reserve],
    ['a reserve with a key', { ...reserve, tokenId: 4, idempotency: { ...key, bodySha256: 'x' } }],
    ['a reserve that takes less', { ...reserve, least: amount(5n) }],
    ['a reserve of nonsense', { ...reserve, amount: amount(-1n) }],
    ['a reserve beyond every number', { ...reserve, amount: amount(2n ** 70n) }],
    ['a settle', settle],
    ['a settle without log and statistics', { ...settle, log: null, stat: null, note: 'overrun' }],
    ['a settle with log alone', { ...settle, stat: null }],
    ['a settle with a quote', quoted],
    ['a settle with a quote that the store has', { ...settle, log: { ...log, quote: { id: 7 } } }],
    ['a settle with a key', { ...settle, idempotency: { ...key, status: 200, body: '{}' } }],
    ['a settle that needs its hold', { ...settle, needsHold: true }],
    ['a void', { op: 'void', id: 'r1', atMs: 1, logs: [{ ...log, type: 6 }] }],
    ['an accrual', { op: 'accrue', id: 'r1', accrued: amount(3n) }],
    ['an extension', { op: 'extend', id: 'r1', amount: amount(3n) }],
    ['a recovery', { op: 'recover', id: 'r1', atMs: 1 }],
    ['a settle from an allowance', { ...settle, from: { allowance: 'allow-1', held: amount(9n) } }],
    ['a reserve that is the last try', { ...reserve, least: amount(5n), isLastTry: true }],
    ['an allowance', allow('allow-1', 1, 500)],
    ['what is given back', giveBack('allow-1', 2, 'all')],
    ['a request that gets its own row', detach('r1', 'allow-1', 3, 20)],
  ])('%s arrives as it was sent', (_name, operation) => {
    expect(unpackOperations(send(packOperations([operation, operation])))).toEqual([operation, operation])
  })

  it('the texts of a quote that the store has stay behind', () => {
    const packed = packOperations([quoted, quoted], { has: ({ id }) => id === quote.id })
    const sent = { ...settle, log: { ...log, quote: { id: quote.id } } }
    expect(unpackOperations(send(packed))).toEqual([sent, sent])
  })

  it('a batch keeps its order', () => {
    const batch: Operation[] = [reserve, { op: 'recover', id: 'x', atMs: 1 }, settle, reserve]
    expect(unpackOperations(send(packOperations(batch)))).toEqual(batch)
  })
})

describe('outcomes on their way back', () => {
  it.each<[string, Outcome]>([
    ['done', { ok: true, replayed: false, cost: amount(5n), available: amount(-12n) }],
    ['held', { ok: true, replayed: false, cost: amount(0n), available: amount(7n), held: amount(9n) }],
    [
      'done with a note',
      { ok: true, replayed: true, cost: amount(5n), available: amount(1n), note: 'overrun' },
    ],
    ['tight', { ok: true, replayed: false, cost: amount(5n), available: amount(1n), isTight: true }],
    ['refilled', { ok: true, replayed: false, cost: amount(5n), available: amount(1n), isRefilled: true }],
    [
      'refused while lent',
      { ok: false, reason: 'wallet', available: amount(3n), lent: { userId: 1, isElsewhere: true } },
    ],
    ['refused', { ok: false, reason: 'wallet', available: amount(3n) }],
    ['no hold', { ok: false, reason: 'no-hold' }],
  ])('%s arrives as it was sent', (_name, outcome) => {
    expect(unpackOutcomes(send(packOutcomes([outcome, outcome])))).toEqual([outcome, outcome])
  })
})
