import { describe, expect, test } from 'vitest'
import { rowsKept } from '../../src/cli/logs-screen/log-buffer.ts'
import { createLogSession } from '../../src/cli/logs-screen/log-session.ts'
import { aRow } from './top/a-row.ts'

const everything = { isErrorsOnly: false, filter: '' }
const texts = (lines: readonly { readonly text: string }[]) => lines.map(({ text }) => text)

describe('the lines behind logs -f', () => {
  test('every line is taken once, in its order', () => {
    const session = createLogSession(everything)
    session.add(aRow(), 'a')
    session.add(aRow(), 'b')
    expect(texts(session.takeNew())).toEqual(['a', 'b'])
    session.add(aRow(), 'c')
    expect(texts(session.takeNew())).toEqual(['c'])
    expect(session.takeNew()).toEqual([])
    expect(texts(session.lines())).toEqual(['a', 'b', 'c'])
  })

  test('errors only and a text leave lines out, also of what waits while paused', () => {
    const session = createLogSession(everything)
    session.add(aRow({ type: 6 }), 'failed 报表')
    session.add(aRow(), 'good 报表')
    session.add(aRow({ username: 'Alice' }), 'good')
    session.setSieve({ isErrorsOnly: true, filter: '' })
    expect(texts(session.takeNew())).toEqual(['failed 报表'])
    session.setSieve({ isErrorsOnly: false, filter: '报表' })
    expect(texts(session.lines())).toEqual(['failed 报表', 'good 报表'])
    session.setSieve({ isErrorsOnly: false, filter: 'alice' })
    expect(texts(session.lines())).toEqual(['good'])
  })

  test('however long it runs or stays paused, so many lines are kept, the latest ones', () => {
    const session = createLogSession(everything)
    for (let at = 0; at < rowsKept * 5; at++) session.add(aRow(), String(at))
    expect(session.count).toBe(rowsKept * 5)
    expect(session.lines()).toHaveLength(rowsKept)
    expect(session.lines().at(-1)?.text).toBe(String(rowsKept * 5 - 1))
    expect(session.takeNew().length).toBeLessThanOrEqual(rowsKept * 2)
  })
})
