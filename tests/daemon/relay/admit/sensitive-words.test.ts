import { describe, expect, it } from 'vitest'
import type { Options } from '../../../../src/daemon/options/registry.ts'
import { buildWordFilter, findInPieces } from '../../../../src/daemon/relay/admit/sensitive-words.ts'

const filterOf = (words: string, overrides: Partial<Options> = {}) =>
  buildWordFilter({
    CheckSensitiveEnabled: true,
    CheckSensitiveOnPromptEnabled: true,
    SensitiveWords: words,
    ...overrides,
  } as Options)

const many = Array.from({ length: 500 }, (_, index) => `word${index}`).join('\n')

describe('the word filter', () => {
  it.each([
    ['a few words', 'Forbidden\n秘密'],
    ['many words', `${many}\nForbidden\n秘密`],
  ])('finds plain words anywhere, whatever the case, with %s', (_name, list) => {
    const filter = filterOf(list)
    expect(filter.find('this is fORBIDDEN, and 这是秘密。')).toEqual(
      expect.arrayContaining(['forbidden', '秘密']),
    )
    expect(filter.find('nothing here')).toEqual([])
  })

  it('runs regular expressions without plain words beside them', () => {
    expect(filterOf('regex:b[ae]d').find('so BAD')).toEqual(['BAD'])
  })

  it('H6: finds in a long text what it finds in a short one, also where the text is cut, and gives way to others', async () => {
    const filter = filterOf(`forbidden\n${'w'.repeat(5000)}\nregex:b[ae]d`)
    for (const at of [0, 65_530, 131_070])
      for (const word of ['Forbidden', 'W'.repeat(5000), 'BAD']) {
        const text = `${' '.repeat(at)}${word}${' '.repeat(100_000)}`
        expect(await findInPieces(filter, text)).toEqual(filter.find(text))
        expect(filter.find(text)).toHaveLength(1)
      }
    let turns = 0
    let isOver = false
    const others = () => {
      turns += 1
      if (!isOver) setImmediate(others)
    }
    others()
    await findInPieces(filter, 'nothing of the kind '.repeat(400_000))
    isOver = true
    // Searching in one go would let nothing else run in between.
    expect(turns).toBeGreaterThan(2)
  })

  it('leaves out an expression that does not compile and keeps the others', () => {
    expect(filterOf('regex:(\nword').find('a word (')).toEqual(['word'])
  })

  it('answers about a pattern made to backtrack, on a text made for it', () => {
    expect(filterOf('regex:(a+)+$').find(`${'a'.repeat(100_000)}!`)).toEqual([])
  })

  it('is empty when either switch is off', () => {
    expect(filterOf('word', { CheckSensitiveEnabled: false }).isEmpty).toBe(true)
    expect(filterOf('word', { CheckSensitiveOnPromptEnabled: false }).isEmpty).toBe(true)
  })
})
