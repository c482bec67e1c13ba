import { describe, expect, it } from 'vitest'
import { type Claims, judge, type Operation } from './history-checker.ts'
import type { Books, Entry } from './store.ts'

const entry = (id: number, fields: Partial<Entry> = {}): Entry => ({
  id,
  userId: 1,
  tokenId: 1,
  kind: 1,
  ref: `req_${id}`,
  delta: -33_000n,
  ...fields,
})

const opening = entry(1, { kind: 6, ref: 'credit:1', tokenId: undefined, delta: 1_000_000n })

const books = (entries: readonly Entry[], changes: Partial<Books> = {}): Books => ({
  entries: [opening, ...entries],
  wallets: [
    {
      userId: 1,
      balance: [opening, ...entries].reduce((sum, { delta }) => sum + delta, 0n),
      held: 0n,
    },
  ],
  holds: [],
  ...changes,
})

const claims = (
  operations: readonly Partial<Operation>[],
  deliveries: [string, string[]][] = [],
): Claims => ({
  operations: operations.map((each) => ({
    nonce: 'n',
    userId: 1,
    tokenId: 1,
    price: 33_000n,
    outcome: 'ok',
    requestId: 'req_2',
    ...each,
  })),
  deliveries: new Map(deliveries),
  isQuiet: true,
})

describe('the history checker', () => {
  it('finds nothing in right books', () => {
    const lost = { nonce: 'lost', outcome: 'unknown', requestId: undefined } as const
    const refused = { nonce: 'refused', outcome: 'failed', requestId: 'req_9' } as const
    expect(judge(claims([{}, lost, refused]), books([entry(2)]))).toEqual([])
    expect(
      judge(claims([{}, lost], [['lost', ['req_3']]]), books([entry(2), entry(3, { kind: 2, delta: -9n })])),
    ).toEqual([])
  })

  it.each<[string, Claims, Books]>([
    ['an answer nobody was charged for', claims([{}]), books([])],
    ['an answer charged twice', claims([{}]), books([entry(2), entry(3, { ref: 'req_2', kind: 3 })])],
    ['a wrong amount', claims([{}]), books([entry(2, { delta: -33_001n })])],
    ['a charge to somebody else', claims([{}]), books([entry(2, { tokenId: 2 })])],
    ['a refusal that was charged', claims([{ outcome: 'failed' }]), books([entry(2)])],
    [
      'a lost call charged twice',
      claims([{ outcome: 'unknown', requestId: undefined }], [['n', ['req_2', 'req_3']]]),
      books([entry(2), entry(3)]),
    ],
    [
      'a lost call charged above its price',
      claims([{ outcome: 'unknown' }]),
      books([entry(2, { delta: -33_001n })]),
    ],
    ['a charge without a call', claims([]), books([entry(2)])],
    ['a hold left behind', claims([{}]), books([entry(2)], { holds: ['req_2'] })],
    [
      'a balance that is not the sum of its entries',
      claims([{}]),
      books([entry(2)], { wallets: [{ userId: 1, balance: 967_001n, held: 0n }] }),
    ],
    [
      'a wallet with more held than it has',
      claims([{}]),
      books([entry(2)], { wallets: [{ userId: 1, balance: 967_000n, held: 967_001n }] }),
    ],
  ])('finds %s', (_name, told, found) => {
    expect(judge(told, found)).toHaveLength(1)
  })
})
