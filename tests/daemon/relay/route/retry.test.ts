import { describe, expect, it } from 'vitest'
import { mayRetry, type RetryRules, readStatusList } from '../../../../src/daemon/relay/route/retry.ts'

const automatic = (list: string): RetryRules => ({
  extraAttempts: 3,
  repeatsChannels: true,
  statuses: readStatusList(list),
})
const fixed: RetryRules = { extraAttempts: 1, repeatsChannels: false, statuses: undefined }
const status = (code: number) => ({
  status: code,
  isTransport: false,
  isContentPolicy: false,
  isEmpty: false,
})

describe('automatic retry', () => {
  it.each([
    [503, true],
    [500, true],
    [429, true],
    [401, true],
    [404, true],
    [504, false],
    [524, false],
    [408, false],
    [400, false],
    [413, false],
    [422, false],
  ])('with the default list: status %i is retried: %s', (code, expected) => {
    expect(mayRetry(automatic('5xx,4xx'), status(code))).toBe(expected)
  })

  it('retries what fails everywhere only when it is listed as an exact code', () => {
    expect(mayRetry(automatic('400'), status(400))).toBe(true)
    expect(mayRetry(automatic('504,5xx'), status(504))).toBe(true)
  })

  it('never retries a refusal by content policy', () => {
    expect(mayRetry(automatic('5xx,4xx'), { ...status(403), isContentPolicy: true })).toBe(false)
  })

  it('ignores what is no status in the list', () => {
    expect(readStatusList('5xx, 4XX ,502,9xx,abc,')).toEqual({
      codes: new Set([502]),
      classes: new Set([5, 4]),
    })
  })
})

describe('the fixed rules', () => {
  it.each([
    [429, true],
    [307, true],
    [500, true],
    [401, true],
    [504, false],
    [524, false],
    [408, false],
    [400, false],
  ])('status %i is retried: %s', (code, expected) => {
    expect(mayRetry(fixed, status(code))).toBe(expected)
  })

  it('ask another channel after a broken connection, a time-out of ours and an empty answer', () => {
    expect(mayRetry(fixed, { ...status(502), isTransport: true })).toBe(true)
    expect(mayRetry(fixed, { ...status(504), isTransport: true })).toBe(true)
    expect(mayRetry(fixed, { ...status(502), isEmpty: true })).toBe(true)
  })
})
