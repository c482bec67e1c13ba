import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import {
  charactersOf,
  type EditKey,
  edited,
  editOf,
  inserted,
  visiblePart,
} from '../../src/cli/ui/screen/text-edit.ts'

const plain: EditKey = {
  leftArrow: false,
  rightArrow: false,
  home: false,
  end: false,
  backspace: false,
  delete: false,
  ctrl: false,
  meta: false,
}
const key = (name: keyof EditKey): EditKey => ({ ...plain, [name]: true })

describe('a key edits what a reader sees as one character', () => {
  const family = '👩‍👩‍👧'
  test.each([
    ['backspace takes a whole Chinese letter', '渠道', key('backspace'), '', '渠'],
    ['backspace takes a whole emoji', `a${family}`, key('backspace'), '', 'a'],
    ['backspace takes an accent with its letter', 'e\u0301', key('backspace'), '', ''],
    ['backspace in nothing changes nothing', '', key('backspace'), '', ''],
    ['delete behind the end changes nothing', 'ab', key('delete'), '', 'ab'],
    ['Ctrl-U empties up to the cursor', 'secret', key('ctrl'), 'u', ''],
    ['Ctrl-W takes a word', 'one two  ', key('ctrl'), 'w', 'one '],
    ['other control keys type nothing', 'a', key('ctrl'), 'x', 'a'],
    ['a letter is typed', '渠', plain, '道', '渠道'],
  ])('%s', (_, text, pressed, input, after) => {
    expect(edited(editOf(text), input, pressed).text).toBe(after)
  })

  test('the cursor moves over an emoji in one step and types where it stands', () => {
    const before = edited(editOf(`a${family}`), '', key('leftArrow'))
    expect(before.at).toBe(1)
    expect(edited(before, 'b', plain)).toEqual({ text: `ab${family}`, at: 2 })
    expect(edited(before, '', key('delete')).text).toBe('a')
    expect(edited(edited(before, '', key('home')), 'k', key('ctrl')).text).toBe('')
  })
})

test('what is pasted becomes one line without anything that a terminal would obey', () => {
  expect(inserted(editOf('a'), 'line one\nline two\r\n').text).toBe('aline one line two')
  expect(inserted(editOf(''), '\x1b[31mred\x07').text).toBe('[31mred')
})

test('a text longer than its room shows the part around the cursor, wide letters counted double', () => {
  const characters = charactersOf('渠道渠道渠道ab')
  for (const at of characters.keys()) {
    const { text, column } = visiblePart(characters, at, 6, stringWidth)
    expect(stringWidth(text)).toBeLessThanOrEqual(6)
    expect(column).toBeLessThanOrEqual(5)
    expect(text).toContain(characters[at])
  }
  expect(visiblePart(characters, 8, 6, stringWidth)).toEqual({ text: '道ab', column: 4 })
})
