import { expect, it } from 'vitest'
import { spread } from './file-order.ts'

it('files that mostly wait are spread over the others: none is lost, and none comes last', () => {
  expect(spread(['a', 'b', 'c', 'd', 'e', 'f'], ['1', '2'])).toEqual(['a', 'b', '1', 'c', 'd', '2', 'e', 'f'])
  expect(spread(['a'], ['1', '2', '3'])).toEqual(['1', '2', '3', 'a'])
  expect(spread([], ['1', '2'])).toEqual(['1', '2'])
  expect(spread(['a', 'b'], [])).toEqual(['a', 'b'])
})
