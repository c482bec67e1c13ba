import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallColumns, CallTexts } from '../../../src/daemon/call-log/call.ts'
import { extrasOf } from '../../../src/daemon/call-log/other.ts'
import { packFormer } from '../../../src/daemon/call-log/pack-former.ts'
import { readQuote, unpackCall } from '../../../src/daemon/call-log/packed-call.ts'
import { QuotesOfPrice } from '../../../src/daemon/call-log/shared-quotes.ts'
import { quotesOfPrice, storeCall } from '../../../src/daemon/call-log/store-call.ts'
import type { UsageLogRow } from '../../../src/daemon/ledger/operations.ts'
import { type FormerCall, writeFormerly } from '../../support/former-log-rows.ts'
import { anyCall } from './any-call.ts'

/** Returns the texts of a stored row that people read. */
function read(columns: CallColumns, stored: CallTexts & Pick<UsageLogRow, 'quote'>): CallTexts {
  const texts = stored.quote?.texts
  if (texts === undefined) return plain(stored)
  const { usageSource, content, other } = stored
  return plain(unpackCall({ ...columns, usageSource, content, other }, readQuote(texts)))
}
const plain = ({ usageSource, content, other, explanation }: CallTexts): CallTexts => ({
  usageSource,
  content,
  other,
  explanation,
})

/** Stores a call as the relay passes it on, in the former and the packed form. */
function store({ columns, quote, explained, ...call }: FormerCall) {
  const former = writeFormerly({ columns, quote, explained, ...call })
  const extras = extrasOf({ columns, quote, explained }, JSON.parse(former.other))
  return { former, stored: storeCall(columns, { explained, extras, content: former.content }, quote) }
}

/** Reports whether columns can store the texts of a call unchanged. */
const isKept = ({ columns: { model, group, tokenName } }: FormerCall): boolean =>
  [model, group, tokenName].every((text) => text.isWellFormed() && !text.includes('\0'))

describe('a packed row', () => {
  it('reads as it would have been written before, whatever the call', () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const { former, stored } = store(call)
        expect(read(call.columns, stored)).toEqual(former)
        expect(stored.quote !== undefined).toBe(isKept(call))
      }),
      { numRuns: 300 },
    )
  })

  it('is what a row from before becomes', () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const former = writeFormerly(call)
        const packed = packFormer(call.columns, former, quotesOfPrice)
        expect(packed !== undefined).toBe(isKept(call))
        if (packed) expect(read(call.columns, packed)).toEqual(former)
      }),
      { numRuns: 300 },
    )
  })

  it.each<[string, Partial<CallTexts>]>([
    [
      'of a recovered request',
      {
        other: '{"interrupted":true,"recovered":true}',
        explanation: '{"hold":{"amount":"5","accrued":"1"}}',
      },
    ],
    ['with another order of members', { other: '{"cache_tokens":0,"model_ratio":1.25}' }],
    ['without an explanation', { explanation: '' }],
    ['with text that is no JSON', { other: 'once upon a time' }],
    ['with a list', { explanation: '[]' }],
    ['with members of its own', { explanation: '{"price":null,"path":1}' }],
  ])('is made of no row %s', (_what, texts) => {
    const [call] = fc.sample(anyCall, { numRuns: 1, seed: 7 })
    if (call === undefined) throw new Error('no call')
    const columns = { ...call.columns, model: 'm', group: 'g', tokenName: 't' }
    expect(packFormer(columns, { ...writeFormerly(call), ...texts }, quotesOfPrice)).toBeUndefined()
  })
})

describe('the quotes of a price', () => {
  const channel = (id: number, name = `channel ${id}`) => ({
    channel_id: id,
    channel_name: name,
    priority: 0,
    weight: id,
  })
  const texts = { price: '{}', words: '' }

  it('are as many as there are sets of channels, without those that are part of another', () => {
    const quotes = new QuotesOfPrice(texts)
    const all = quotes.for([channel(1), channel(2), channel(3)])
    expect(quotes.for([channel(3), channel(1)])).toBe(all)
    expect(quotes.for([channel(2)])).toBe(all)
    expect(quotes.for([channel(2, 'renamed')])).not.toBe(all)
    expect(quotes.for([channel(4)])?.ref.id).not.toBe(all?.ref.id)
  })

  it('are the same on every daemon, and of another price others', () => {
    const here = new QuotesOfPrice(texts).for([channel(1), channel(2)])
    const there = new QuotesOfPrice({ ...texts }).for([channel(2), channel(1)])
    expect(there?.ref).toEqual(here?.ref)
    expect(new QuotesOfPrice({ price: '{"a":1}', words: '' }).for([channel(1), channel(2)])?.ref.id).not.toBe(
      here?.ref.id,
    )
    expect(here?.ref.id).toBeLessThan(2 ** 52)
  })

  it('hold no channel twice under different names', () => {
    expect(new QuotesOfPrice(texts).for([channel(1), channel(1, 'renamed')])).toBeUndefined()
  })
})
