import { expect, it } from 'vitest'
import { isVisible } from '../../src/daemon/visible-text.ts'

it('a text of nothing but blanks, joiners and fillers is not visible, and every script is', () => {
  for (const text of [
    '',
    ' ',
    '\u200b',
    '\u200d\u200d',
    '\u00ad',
    '\u3000',
    '\u3164',
    '\u115f',
    '\u2800',
    '\ufe0f',
    '\u0301',
    '\t\u00a0',
  ])
    expect([text, isVisible(text)]).toEqual([text, false])
  for (const text of ['a', '0', '-', '生产', 'می\u200cخواهم', '👩\u200d💻', '❤\ufe0f', 'क्षि', '\u200bx'])
    expect([text, isVisible(text)]).toEqual([text, true])
})
