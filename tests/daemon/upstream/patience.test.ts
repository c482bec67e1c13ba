import { describe, expect, it } from 'vitest'
import { Exchange } from '../../../src/daemon/upstream/exchange.ts'

const controller = () => {
  const state: { reason: Error | undefined } = { reason: undefined }
  return {
    state,
    abort: (reason: Error) => {
      state.reason = reason
    },
    pause: () => {},
    resume: () => {},
    paused: false,
    aborted: false,
    reason: null,
    rawHeaders: [],
    rawTrailers: [],
  }
}

/**
 * Begins a call with an hour for its first byte and a minute between two. Tests pass the current time themselves, far
 * from either bound.
 */
const begin = () => {
  const exchange = new Exchange(3_600_000, 60_000)
  exchange.started.catch(() => {})
  const control = controller()
  exchange.onRequestStart(control)
  const isCutAfter = (ms: number) => {
    exchange.checkSilence(Date.now() + ms)
    return control.state.reason?.message
  }
  return { exchange, control, isCutAfter }
}

describe('finding relay 12: silence counts from the last byte of any kind', () => {
  it('headers are no beginning of an answer: the first byte of the body has as long as before', () => {
    const { exchange, control, isCutAfter } = begin()
    exchange.onResponseStart(control, 200, {})
    expect(isCutAfter(1_800_000)).toBeUndefined()
    expect(isCutAfter(3_700_000)).toBe('first-byte-timeout')
    exchange.abort()
  })

  it('once there was a byte, though it be a blank of a vendor that keeps the line open, pauses count', () => {
    const { exchange, control, isCutAfter } = begin()
    exchange.onResponseStart(control, 200, {})
    exchange.onResponseData(control, Buffer.from('\n'))
    exchange.resume()
    expect(isCutAfter(30_000)).toBeUndefined()
    expect(isCutAfter(120_000)).toBe('idle-timeout')
    exchange.abort()
  })
})
