import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { cataloguesOf } from '../../../src/console/i18n/page-catalogues.ts'
import { routes } from '../../../src/console/routes.ts'

const source = (path: string) => fileURLToPath(new URL(`../../../src/console/${path}`, import.meta.url))
const pages = [...new Set(Object.values(routes).map(({ page }) => page))]

it.each(pages)('the catalogues of %s exist, and include every one that the page itself reads', (page) => {
  const listed = cataloguesOf(page)
  for (const name of listed) {
    const file = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    for (const language of ['zh', 'en'])
      expect([name, existsSync(source(`i18n/${language}/${file}.ts`))]).toEqual([name, true])
  }
  const text = readFileSync(source(`pages/${page}.tsx`), 'utf8')
  const read = [...text.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(
    ([, given = '']) => given.match(/\w+/g) ?? [],
  )
  expect(read.filter((name) => name !== 'common' && !listed.includes(name))).toEqual([])
})
