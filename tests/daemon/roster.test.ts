import { describe, expect, it } from 'vitest'
import { Roster } from '../../src/daemon/roster.ts'

const named = (name: string) => ({ name })

describe('a roster', () => {
  it('gives everybody a place of their own, and tells all who are there', () => {
    const roster = new Roster<{ name: string }>()
    const places = ['a', 'b', 'c'].map((name) => roster.add(named(name)))
    expect(new Set(places).size).toBe(3)
    expect(places.map((place) => roster.at(place)?.name)).toEqual(['a', 'b', 'c'])
    expect([...roster].map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(roster.size).toBe(3)
  })

  it('gives a place that was left to the next who comes, and does not grow by those who have gone', () => {
    const roster = new Roster<{ name: string }>()
    roster.add(named('stays'))
    for (let index = 0; index < 1000; index += 1) {
      const place = roster.add(named(`guest ${index}`))
      expect(place).toBe(1)
      expect(roster.remove(place)?.name).toBe(`guest ${index}`)
    }
    expect([...roster]).toEqual([named('stays')])
    expect(roster.size).toBe(1)
  })

  it('removes nobody twice', () => {
    const roster = new Roster<{ name: string }>()
    const place = roster.add(named('a'))
    roster.remove(place)
    expect(roster.remove(place)).toBeUndefined()
    expect(roster.size).toBe(0)
    const [first, second] = [roster.add(named('b')), roster.add(named('c'))]
    expect(first).not.toBe(second)
  })

  it('may lose some while it tells who is there', () => {
    const roster = new Roster<{ place: number }>()
    for (let index = 0; index < 5; index += 1) {
      const item = { place: -1 }
      item.place = roster.add(item)
    }
    for (const { place } of roster) roster.remove(place)
    expect(roster.size).toBe(0)
  })
})
