import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BodyBudget } from '../../../src/daemon/http/body-budget.ts'
import { longestArrivalMs, readBody } from '../../../src/daemon/http/read-body.ts'
import { connectTo } from '../../faults/raw-http.ts'

const pace = { graceMs: 1000, bytesPerSecond: 100 }
const budgetBytes = 10_000

let budget: BodyBudget
/** The pending timers, with the stack of the code that set each. */
let timers: Map<unknown, string | undefined>
beforeEach(() => {
  budget = new BodyBudget(budgetBytes)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  timers = watchTimers()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const read = (source: PassThrough, contentLength?: string, bytesMax = 5000) =>
  readBody(source, contentLength, { bytesMax, lease: budget.lease(), pace })

/** Records timers with their stacks, because other code in this process may set timers too. */
function watchTimers(): typeof timers {
  const set = new Map<unknown, string | undefined>()
  const { setTimeout, clearTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((callback, ms, ...args) => {
    const timer = setTimeout(() => {
      set.delete(timer)
      callback(...args)
    }, ms)
    set.set(timer, new Error('a timer').stack)
    return timer
  })
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    set.delete(timer)
    clearTimeout(timer)
  })
  return set
}

/** Waits for a turn of the event loop, which the stream's events need. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('H6: a body has to keep arriving', () => {
  it('one that sends nothing is refused after the grace', async () => {
    const body = read(new PassThrough())
    const refused = expect(body).rejects.toMatchObject({ code: 'body_too_slow' })
    await vi.advanceTimersByTimeAsync(pace.graceMs)
    await refused
  })

  it('one behind a request that is still being answered has its time from the end of that answer', async () => {
    const answering = new Map<string, ServerResponse>()
    const bodies: Promise<Buffer>[] = []
    const server = createServer((request, response) => {
      answering.set(request.url ?? '', response)
      const length = request.headers['content-length']
      if (length !== undefined)
        bodies.push(readBody(request, length, { bytesMax: 5000, lease: budget.lease(), pace }))
    })
    const came = (path: string) =>
      vi.waitFor(() => answering.get(path) ?? Promise.reject(new Error(`${path} has not come`)), {
        timeout: 60_000,
      })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const connection = connectTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const post = (path: string) => `POST ${path} HTTP/1.1\r\nhost: gateway\r\ncontent-length: 10\r\n\r\nhalf`
    connection.send(`GET /first HTTP/1.1\r\nhost: gateway\r\n\r\n${post('/second')}`)
    const [first] = await Promise.all([came('/first'), came('/second')])
    await vi.advanceTimersByTimeAsync(5 * pace.graceMs)
    first.end('one')
    await connection.until((text) => text.includes('one'))
    connection.send('-and-m')
    expect((await bodies[0])?.toString()).toBe('half-and-m')
    connection.close()
    server.close()
  })

  it('one that drips is refused once it has taken longer than what arrived is worth', async () => {
    const source = new PassThrough()
    let error: unknown
    read(source, '5000').catch((reason: unknown) => {
      error = reason
    })
    // At 50 bytes per second: after two seconds, 100 bytes allow for one second beyond the grace.
    for (let seconds = 0; seconds < 2; seconds += 1) {
      source.write(Buffer.alloc(50))
      await nextTurn()
      expect(error).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(error).toMatchObject({ code: 'body_too_slow' })
  })

  it('one that keeps the pace may take as long as its length is worth, and no timer is left', async () => {
    const source = new PassThrough()
    const body = read(source, '2000')
    for (let sent = 0; sent < 20; sent += 1) {
      source.write(Buffer.alloc(100, 'x'))
      await nextTurn()
      await vi.advanceTimersByTimeAsync(1000)
    }
    source.end()
    expect(await body).toHaveLength(2000)
    expect([...timers.values()].filter((stack) => stack?.includes('/read-body.ts'))).toEqual([])
    expect(longestArrivalMs(2000, pace)).toBe(21_000)
  })
})

describe('a body that is there before it is read', () => {
  it('comes whole, also if it arrived in several pieces', async () => {
    const source = new PassThrough()
    source.write('a first piece, ')
    source.end('a second one')
    expect(String(await read(source, '27'))).toBe('a first piece, a second one')
  })
})

describe('H6: a body takes no more memory than there is', () => {
  it('its announced length and what arrives are held against the limit', async () => {
    await expect(read(new PassThrough(), '5001')).rejects.toMatchObject({ code: 'body_too_large' })
    const source = new PassThrough()
    const body = read(source)
    source.write(Buffer.alloc(5001))
    await expect(body).rejects.toMatchObject({ code: 'body_too_large' })
  })

  it('all together stay within the budget; an announced length takes nothing', async () => {
    const first = new PassThrough()
    const lease = budget.lease()
    const body = readBody(first, '6000', { bytesMax: 8000, lease, pace })
    expect(budget.taken).toBe(0)
    first.end(Buffer.alloc(6000))
    await body
    expect(budget.taken).toBe(6000)
    const second = new PassThrough()
    const refused = expect(read(second)).rejects.toMatchObject({
      code: 'too_many_bodies',
      options: { retryAfterSeconds: 5 },
    })
    second.write(Buffer.alloc(4001))
    await refused
    lease.end()
    lease.end()
    expect(budget.taken).toBe(0)
  })

  it('one whose sender leaves is refused, also when it left before', async () => {
    const source = new PassThrough()
    const body = read(source)
    source.destroy()
    await expect(body).rejects.toMatchObject({ code: 'body_incomplete' })
    await expect(read(source)).rejects.toMatchObject({ code: 'body_incomplete' })
    expect([...timers.values()].filter((stack) => stack?.includes('/read-body.ts'))).toEqual([])
  })
})
