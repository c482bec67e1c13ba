import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { IdRoster, Roster } from '../../src/daemon/roster.ts'

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

describe('a roster by id', () => {
  it('says of every id what a Map says, whoever comes and goes, and however many there are', () => {
    const roster = new IdRoster<{ id: string }>()
    const map = new Map<string, { id: string }>()
    let state = 1
    const draw = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return (state >> 8) % below
    }
    for (let step = 0; step < 20_000; step += 1) {
      // Few ids, so that they recur. In the first half, there are many more ids than initial buckets.
      const id = `req_${draw(step < 10_000 ? 1_000 : 40)}`
      const known = map.get(id)
      expect(roster.get(id)).toBe(known)
      if (known === undefined) {
        const item = { id }
        map.set(id, item)
        roster.add(id, item)
      } else if (draw(3) > 0) {
        map.delete(id)
        expect(roster.remove(id)).toBe(known)
        expect(roster.remove(id)).toBeUndefined()
      }
      expect(roster.size).toBe(map.size)
    }
    const idsOf = (items: Iterable<{ id: string }>) => [...items].map(({ id }) => id).sort()
    expect(idsOf(roster)).toEqual(idsOf(map.values()))
  })

  it('tells ids apart that have the same hash', () => {
    const roster = new IdRoster<{ id: string }>()
    const ids = ['Aa', 'BB'].flatMap((start) => ['AaAa', 'AaBB', 'BBAa', 'BBBB'].map((end) => start + end))
    for (const id of ids) roster.add(id, { id })
    const [first = '', second = '', ...others] = ids
    expect(roster.remove(second)?.id).toBe(second)
    expect(roster.get(second)).toBeUndefined()
    expect([first, ...others].map((id) => roster.get(id)?.id)).toEqual([first, ...others])
  })

  it('lets go of who has left', async () => {
    const roster = new IdRoster<object>()
    roster.add('stays', {})
    const comesAndGoes = () => {
      const item = {}
      roster.add('goes', item)
      roster.remove('goes')
      return new WeakRef(item)
    }
    const gone = comesAndGoes()
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const isGone = () => {
      collect()
      return gone.deref() === undefined
    }
    await expect.poll(isGone).toBe(true)
  })
})
