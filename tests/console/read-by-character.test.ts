import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await site.admin.call('POST', '/api/token/', { name: 'ci', unlimited_quota: true })
  // With rows, the bar above the list has more buttons.
  await site.admin.call('POST', '/api/channel/', {
    type: 1,
    name: 'main',
    key: 'sk-main',
    models: 'gpt-4o-mini',
  })
})
afterAll(() => site?.close())

/** Finds the elements with text in the code font, and those of them that join characters into ligatures. */
const joined = (page: Page) =>
  page.evaluate(() => {
    const inCode = [...document.querySelectorAll('main *, [role=dialog] *')].filter(
      (element) =>
        getComputedStyle(element).fontFamily.startsWith('"JetBrains Mono"') &&
        (element.matches('input, textarea') ||
          [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())),
    )
    const isJoining = (element: Element) =>
      !getComputedStyle(element).fontFeatureSettings.includes('"calt" 0')
    return {
      count: inCode.length,
      joining: inCode.filter(isJoining).map((element) => element.outerHTML.slice(0, 200)),
    }
  })

it.each([
  ['the key and address of a channel', '/channel/add', '[role=dialog] form'],
  ['a request of the tokens page', '/app/tokens', 'pre'],
  ['the price grid', '/admin/settings?tab=operation', 'main input'],
])('addresses, keys and code show each character by itself: %s', async (_name, path, mark) => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto(path)
  await page.locator(mark).first().waitFor()
  const found = await joined(page)
  expect(found.count).toBeGreaterThan(0)
  expect(found.joining).toEqual([])
  await leave()
})

it('what to search channels by is whole in windows of every width, in Chinese too', async () => {
  const { page, leave } = await site.visitSignedIn({ locale: 'zh-CN' })
  await page.goto('/admin/channels')
  await page.locator('[data-row="0"]').waitFor()
  const field = page.getByRole('searchbox', { name: '名称或编号' })
  for (let width = 1000; width <= 1440; width += 40) {
    await page.setViewportSize({ width, height: 900 })
    const [room, needed] = await field.evaluate((input) => {
      const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(input)
      const pen = document.createElement('canvas').getContext('2d')
      if (pen) pen.font = `${fontSize} ${fontFamily}`
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
      return [
        input.clientWidth - padding,
        pen?.measureText(input.getAttribute('placeholder') ?? '').width ?? 0,
      ]
    })
    expect(needed).toBeGreaterThan(0)
    expect(room, `at ${width} pixels`).toBeGreaterThanOrEqual(needed ?? 0)
  }
  await leave()
})
