import { describe, expect, test } from 'vitest'
import { commandIndex, nouns } from '../../src/cli/command-index.ts'
import { en } from '../../src/cli/phrases/en.ts'
import { labels } from '../../src/cli/phrases/labels.ts'
import { loadPhrases, readLanguage } from '../../src/cli/phrases/phrases.ts'
import { zh } from '../../src/cli/phrases/zh.ts'
import { allOptions } from '../../src/cli/shared-options.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([each]) => each).sort()

test('both languages have the same phrases with the same placeholders', () => {
  expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort())
  for (const [key, text] of Object.entries(en))
    expect([key, placeholders(zh[key as keyof typeof en])]).toEqual([key, placeholders(text)])
})

test('every text of every command stands in both languages', async () => {
  const commands = await Promise.all(commandIndex.map(({ load }) => load()))
  const texts = [
    ...Object.values(nouns),
    ...Object.values(labels),
    ...commands.flatMap((each) => [
      each.summary,
      ...Object.values(each.args).map(({ help }) => help),
      ...Object.values(allOptions(each)).map(({ help }) => help),
    ]),
  ]
  for (const text of texts) {
    expect(text.en).not.toBe('')
    expect(text.en).not.toMatch(/\p{Script=Han}/u)
    expect(text.zh).not.toBe('')
  }
})

describe('the language of a run', () => {
  test.each([
    [{}, 'en'],
    [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
    [{ LANG: 'de_DE.UTF-8' }, 'en'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'zh_TW' }, 'zh'],
    [{ LANG: 'zh_CN.UTF-8', TOLLGATE_LANG: 'en' }, 'en'],
    [{ TOLLGATE_LANG: 'zh' }, 'zh'],
  ])('%j is %s', (env, language) => {
    expect(readLanguage(env)).toBe(language)
  })

  test('placeholders are filled, unknown ones stay visible', async () => {
    const phrase = await loadPhrases('en')
    expect(phrase('error.notFound', { kind: 'token', name: 'a' })).toBe('there is no token "a"')
    expect(phrase('error.notFound', { kind: 'token' })).toContain('{name}')
  })
})
