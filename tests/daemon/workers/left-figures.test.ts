import { expect, it } from 'vitest'
import { createLeftFigures } from '../../../src/daemon/workers/left-figures.ts'
import type { Figure } from '../../../src/daemon/workers/siblings.ts'

const refused = (values: Readonly<Record<string, number>>): Figure => ({
  name: 'refused',
  help: 'Refused requests.',
  type: 'gauge',
  aggregator: 'sum',
  values: Object.entries(values).map(([code, value]) => ({ value, labels: { code } })),
})

it('the last figures of ended workers are added up by their labels; those of running ones do not count', () => {
  const left = createLeftFigures()
  left.note(1, [refused({ slow: 1 })])
  left.note(1, [refused({ slow: 5, late: 1 })])
  left.note(2, [refused({ slow: 7 })])
  expect(left.read()).toEqual([])
  left.end(1)
  // The worker that replaces it counts from zero.
  left.note(1, [refused({ slow: 2 })])
  left.end(1)
  expect(left.read()).toEqual([refused({ slow: 7, late: 1 })])
  left.end(2)
  left.end(2)
  expect(left.read()).toEqual([refused({ slow: 14, late: 1 })])
})
