import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeptText } from '../../../../src/daemon/relay/deliver/kept-text.ts'

/** Latin-1, characters of two bytes, and halves of surrogate pairs, as events split them. */
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 40, unit: 'grapheme-ascii' }) },
  { weight: 2, arbitrary: fc.constantFrom('é', 'ÿ', 'Ā', '天气', '😀', '\ud83d', '\ude00', '\u0000') },
  { weight: 1, arbitrary: fc.string({ minLength: 5_000, maxLength: 9_000 }) },
)

test('a text that was kept piece by piece is the pieces joined, whatever letters they have, from any place to any other', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.nat(), fc.nat(), (pieces, one, other) => {
      const kept = new KeptText()
      for (const each of pieces) kept.append(`"${each}"`, 1, each.length + 1)
      const text = pieces.join('')
      const [from = 0, to = 0] = [one, other]
        .map((place) => place % (text.length + 1))
        .toSorted((a, b) => a - b)
      expect(kept.length).toBe(text.length)
      expect(kept.slice()).toBe(text)
      expect(kept.slice(from, to)).toBe(text.slice(from, to))
    }),
  )
})

test('a text is forgotten whole, and another takes its room', () => {
  const kept = new KeptText()
  kept.append('天气')
  kept.clear()
  expect(kept.slice()).toBe('')
  kept.append('abc')
  expect(kept.slice()).toBe('abc')
})
