import { expect, test } from 'vitest'
import { preconditions } from './preconditions.ts'
import { keysOf, readExamples } from './read-examples.ts'

test('every precondition belongs to an example that help shows', async () => {
  const known = new Set((await readExamples()).flatMap(keysOf))
  expect(Object.keys(preconditions).filter((key) => !known.has(key))).toEqual([])
})
