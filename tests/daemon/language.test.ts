import { describe, expect, it } from 'vitest'
import { readLanguage } from '../../src/daemon/language.ts'

describe('readLanguage', () => {
  it.each([
    [undefined, 'zh'],
    ['', 'zh'],
    ['en', 'en'],
    ['en-GB,en;q=0.9', 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['fr,en;q=0.5,zh;q=0.4', 'en'],
    ['fr', 'zh'],
    ['EN-us', 'en'],
    ['en;q=0', 'zh'],
    ['english', 'zh'],
    ['*', 'zh'],
  ])('%s means %s', (header, language) => {
    expect(readLanguage(header)).toBe(language)
  })
})
