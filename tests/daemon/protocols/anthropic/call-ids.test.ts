import { describe, expect, it } from 'vitest'
import type { Turn } from '../../../../src/daemon/protocols/conversation/types.ts'
import { objectsOf } from '../../../../src/daemon/protocols/json-access.ts'
import { encode } from './translating.ts'

const calls = (...ids: string[]): Turn => ({
  role: 'assistant',
  parts: ids.map((id) => ({ kind: 'tool-call', id, name: 'look', arguments: '{}' })),
})
const results = (...ids: string[]): Turn => ({
  role: 'user',
  parts: ids.map((callId, index) => ({
    kind: 'tool-result',
    callId,
    parts: [{ kind: 'text', text: `result ${index}` }],
  })),
})
const ask: Turn = { role: 'user', parts: [{ kind: 'text', text: 'hi' }] }

/** Encodes turns. @returns one line per message: ids of calls, `id: text` of results, and texts */
function linesOf(...turns: Turn[]): string[] {
  const { messages } = encode({ turns: [ask, ...turns] }).body
  return objectsOf(messages).map(({ content }) =>
    objectsOf(content)
      .map(({ id, tool_use_id: callId, content: said, text }) =>
        callId === undefined ? String(id ?? text) : `${String(callId)}: ${String(said)}`,
      )
      .join(', '),
  )
}

describe('ids of calls for Claude', () => {
  it('are given once each, where a vendor counts anew in every turn', () => {
    const round = [calls('functions.f:0'), results('functions.f:0')]
    expect(linesOf(...round, ...round, ...round)).toEqual([
      'hi',
      'functions_f_0',
      'functions_f_0: result 0',
      'functions_f_0_2',
      'functions_f_0_2: result 0',
      'functions_f_0_3',
      'functions_f_0_3: result 0',
    ])
  })

  it('are answered in their order where one turn has an id twice', () => {
    expect(linesOf(calls('a', 'b', 'a'), results('a', 'a', 'b'))).toEqual([
      'hi',
      'a, b, a_2',
      'a: result 0, b: result 2, a_2: result 1',
    ])
  })

  it('leave a result to the latest call, whether or not the one before had its own', () => {
    expect(linesOf(calls('a'), ask, calls('a'), results('a'))).toEqual([
      'hi',
      'a',
      'a: No result provided, hi',
      'a_2',
      'a_2: result 0',
    ])
  })

  it('are told apart where they differ only in what Claude refuses, or look like a repeated one', () => {
    expect(linesOf(calls('f:0', 'f_0', 'f_0_2', 'f:0'), results('f_0', 'f:0', 'f_0_2', 'f:0'))).toEqual([
      'hi',
      'f_0, f_0_2, f_0_2_2, f_0_3',
      'f_0: result 1, f_0_2: result 0, f_0_2_2: result 2, f_0_3: result 3',
    ])
  })

  it('stay what they were when the conversation goes on', () => {
    const begun = [calls('a'), results('a'), calls('a', 'a'), results('a', 'a')]
    const before = linesOf(...begun)
    expect(linesOf(...begun, calls('a', 'a_2'), results('a', 'a_2')).slice(0, before.length)).toEqual(before)
  })

  it('are found at once, however often one comes again', () => {
    const ids = Array.from({ length: 60_000 }, () => 'a')
    const [, called, answered] = linesOf(calls(...ids), results(...ids))
    expect(called?.endsWith('a_59999, a_60000')).toBe(true)
    expect(answered?.endsWith('a_60000: result 59999')).toBe(true)
  })
})
