import { describe, expect, it } from 'vitest'
import { summarise } from './summary-reporter.ts'

describe('summary of a run', () => {
  it('counts every project apart and ends with the sum alone on a line', () => {
    const counts = new Map([
      ['unit', { passed: 3, failed: 0, skipped: 1 }],
      ['faults', { passed: 2, failed: 1, skipped: 0 }],
    ])
    const lines = summarise(counts, 0).split('\n')
    expect(lines).toContain('unit    3 passed, 0 failed, 1 skipped')
    expect(lines).toContain('faults  2 passed, 1 failed')
    expect(lines).toContain('total: 5 passed, 1 failed')
  })

  it('counts errors outside any test as failures', () => {
    expect(summarise(new Map(), 2)).toContain('total: 0 passed, 2 failed')
  })
})
