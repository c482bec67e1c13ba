import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const catalogues = fileURLToPath(new URL('../../../src/console/i18n/', import.meta.url))

interface Tree {
  readonly [key: string]: string | Tree
}
const flatten = (tree: Tree, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : flatten(value, `${path}${key}.`),
  )
const read = async (language: string, file: string) =>
  flatten(Object.values((await import(`${catalogues}${language}/${file}`)) as Record<string, Tree>)[0] ?? {})
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((each) => each[1]).sort()

describe('catalogues', () => {
  const files = readdirSync(`${catalogues}zh`)

  it('exist for the same pages in both languages', () => {
    expect(readdirSync(`${catalogues}en`)).toEqual(files)
  })

  it.each(files)(
    '%s has the same phrases in both languages, none empty, none left in the other language',
    async (file) => {
      const zh = new Map(await read('zh', file))
      const en = new Map(await read('en', file))
      const keys = [...en.keys()].filter((key) => !key.endsWith('_one'))
      expect(keys.sort()).toEqual([...zh.keys()].sort())
      for (const [key, text] of zh) {
        const other = en.get(key) ?? ''
        expect([key, placeholders(other)]).toEqual([key, placeholders(text)])
        expect([key, text === '' || other === '']).toEqual([key, false])
        expect([key, /\p{Script=Han}/u.test(other)]).toEqual([key, false])
      }
      for (const key of [...zh.keys()].filter((each) => each.endsWith('_other')))
        expect(en.has(key.replace(/_other$/, '_one'))).toBe(true)
    },
  )
})
