import { describe, expect, it } from 'vitest'
import { createWriterLease, type Timers } from '../../../../src/daemon/db/sqlite/lease.ts'

/** Creates timers that fire on command. */
function manualTimers() {
  const set = new Map<object, { fire: () => void; ms: number }>()
  const timers: Timers = {
    set(fire, ms) {
      const timer = {}
      set.set(timer, { fire, ms })
      return timer
    },
    clear: (timer) => set.delete(timer as object),
  }
  const fire = (ms: number) => {
    for (const [timer, entry] of [...set]) if (entry.ms === ms && set.delete(timer)) entry.fire()
  }
  return { timers, fire, running: () => set.size }
}

function makeLease() {
  const clock = manualTimers()
  const lease = createWriterLease(10, clock.timers)
  const log: string[] = []
  const write = (name: string) =>
    lease.enter({ run: () => log.push(name), refuse: () => log.push(`${name} refused`) })
  const begin = (id: number, limitMs = 100) =>
    lease.enter({
      run: () => {
        log.push(`begin ${id}`)
        lease.hold(id, limitMs, () => log.push(`expired ${id}`))
      },
      refuse: () => log.push(`begin ${id} refused`),
    })
  return { ...clock, lease, log, write, begin }
}

describe('the writer lease', () => {
  it('runs a turn at once while nobody holds the connection', () => {
    const { log, write, running } = makeLease()
    write('a')
    expect(log).toEqual(['a'])
    expect(running()).toBe(0)
  })

  it('lets nothing in while a transaction holds it, then everybody in the order of arrival', () => {
    const { lease, log, write, begin } = makeLease()
    begin(1)
    write('a')
    begin(2)
    write('b')
    expect(log).toEqual(['begin 1'])
    lease.release(1)
    expect(log).toEqual(['begin 1', 'a', 'begin 2'])
    lease.release(2)
    expect(log).toEqual(['begin 1', 'a', 'begin 2', 'b'])
  })

  it('does not let a newcomer overtake those who wait', () => {
    const { lease, log, write, begin } = makeLease()
    begin(1)
    lease.enter({ run: () => write('late'), refuse: () => undefined })
    write('early')
    lease.release(1)
    expect(log).toEqual(['begin 1', 'early', 'late'])
  })

  it('takes the connection from a holder that does not end, and goes on with the next', () => {
    const { lease, log, write, begin, fire } = makeLease()
    begin(1)
    write('a')
    fire(100)
    expect(log).toEqual(['begin 1', 'expired 1', 'a'])
    expect(lease.holder).toBeUndefined()
  })

  it('ignores the release of a holder that has lost it already', () => {
    const { lease, log, begin, fire } = makeLease()
    begin(1)
    begin(2)
    fire(100)
    lease.release(1)
    expect(log).toEqual(['begin 1', 'expired 1', 'begin 2'])
    expect(lease.holder).toBe(2)
  })

  it('refuses a turn that did not come in time, once', () => {
    const { lease, log, write, begin, fire } = makeLease()
    begin(1)
    write('a')
    fire(10)
    lease.release(1)
    expect(log).toEqual(['begin 1', 'a refused'])
  })

  it('sets no limit where none is asked for, and leaves no timer behind', () => {
    const { lease, begin, write, running } = makeLease()
    begin(1, 0)
    expect(running()).toBe(0)
    write('a')
    lease.release(1)
    expect(running()).toBe(0)
  })
})
