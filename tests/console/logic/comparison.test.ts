import { expect, it } from 'vitest'
import { compare } from '../../../src/console/pages/dashboard/comparison.ts'
import { readPhrases } from '../support/phrases.ts'

it('finding console 4: a sum that grew a hundredfold is so many times the one before, not so much more', () => {
  expect(compare(39.6, 0.33)).toEqual({ is: 'times', by: 120 })
  expect(compare(2, 1)).toEqual({ is: 'times', by: 2 })
  expect(compare(1.5, 1)).toEqual({ is: 'more', by: 0.5 })
  expect(compare(1, 4)).toEqual({ is: 'less', by: 0.75 })
  expect(compare(1.0001, 1)).toEqual({ is: 'same', by: 0 })
  expect(compare(0, 0).is).toBe('none')
  expect(compare(1, 0).is).toBe('new')
})

it('finding console 4: comparisons are whole sentences in both languages', async () => {
  const values = { times: '120', share: '75%', value: '$0.33' }
  const [en, zh] = await Promise.all([readPhrases('en', ['dashboard']), readPhrases('zh', ['dashboard'])])
  expect(en('dashboard:change.times', values)).toBe('120 times the $0.33 before')
  expect(en('dashboard:change.less', values)).toBe('75% less than the $0.33 before')
  expect(zh('dashboard:change.times', values)).toBe('是此前 $0.33 的 120 倍')
  expect(zh('dashboard:change.more', values)).toBe('比此前的 $0.33 多 75%')
})
