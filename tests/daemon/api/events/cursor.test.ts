import { describe, expect, it } from 'vitest'
import { Cursor } from '../../../../src/daemon/api/events/cursor.ts'

const at = (text: string): Cursor => Cursor.parse(text, 0, true)
const see = (cursor: Cursor, ...ids: number[]): string => {
  for (const id of ids) cursor.see(id, 0)
  return String(cursor)
}

describe('a resume id', () => {
  it.each(['0', '7', '120!101-110', '120!1,3-4,119', '9007199254740991'])(
    '%s reads and writes the same',
    (text) => {
      expect(String(at(text))).toBe(text)
    },
  )

  it('opens what is jumped over and closes what comes', () => {
    const cursor = at('10')
    expect(see(cursor, 15)).toBe('15!11-14')
    expect(see(cursor, 12)).toBe('15!11,13-14')
    expect(see(cursor, 11, 14)).toBe('15!13')
    expect(see(cursor, 13, 13, 3)).toBe('15')
  })

  it('knows what was delivered', () => {
    const cursor = at('15!11,13-14')
    expect([10, 11, 12, 13, 14, 15, 16].map((id) => cursor.has(id))).toEqual([
      true,
      false,
      true,
      false,
      false,
      true,
      false,
    ])
  })

  it('has no gaps where ids appear in their order', () => {
    const cursor = Cursor.parse('10!3-4', 0, false)
    expect(see(cursor, 20)).toBe('20')
  })

  it('gives up what has been open for too long and nothing else', () => {
    const cursor = at('10')
    cursor.see(12, 1_000)
    cursor.see(14, 2_000)
    cursor.giveUp(1_500)
    expect(String(cursor)).toBe('14!13')
  })

  it('stands before a row where it stood then', () => {
    const cursor = at('30!5,11-14,20')
    expect(['30', '20', '15', '13', '4'].map((id) => String(cursor.upTo(Number(id))))).toEqual([
      '30!5,11-14,20',
      '20!5,11-14',
      '15!5,11-14',
      '13!5,11-12',
      '4',
    ])
    expect(String(cursor.upTo(99))).toBe('30!5,11-14,20')
  })

  it('looks for its open ids as far as the target goes', () => {
    expect(at('30!5,11-14').gapsUntil(at('12'))).toEqual([
      { from: 5, to: 5 },
      { from: 11, to: 12 },
    ])
  })

  it('stays short with any number of gaps, merged where they are closest, never forgetting one', () => {
    const cursor = at('0')
    const open: number[] = []
    for (let id = 2, step = 2; id < 20_000; id += step) {
      cursor.see(id, 0)
      open.push(id - 1)
      step = step === 2 ? 90 : 2
    }
    const text = String(cursor)
    expect(text.split(',')).toHaveLength(64)
    const read = at(text)
    for (const id of open) expect(read.has(id)).toBe(false)
    expect(read.position).toBe(cursor.position)
  })
})
