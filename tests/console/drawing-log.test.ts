import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type Site, startSite } from './support/site.ts'
import { moveTask, writeTasks } from './support/written-tasks.ts'

const path = '/app/logs/drawing'
const day = 86_400_000
const now = Date.now()

const actions = {
  IMAGINE: ['Imagine', '绘图'],
  UPSCALE: ['Upscale', '放大'],
  VARIATION: ['Variation', '变换'],
  HIGH_VARIATION: ['Strong variation', '强变换'],
  LOW_VARIATION: ['Subtle variation', '弱变换'],
  PAN: ['Pan', '平移'],
  DESCRIBE: ['Describe', '图生文'],
  BLEND: ['Blend', '图像混合'],
  UPLOAD: ['Upload', '上传图片'],
  SHORTEN: ['Shorten', '缩短提示词'],
  REROLL: ['Reroll', '重绘'],
  INPAINT: ['Inpaint', '局部重绘'],
  ZOOM: ['Zoom', '变焦'],
  CUSTOM_ZOOM: ['Custom zoom', '自定义变焦'],
  MODAL: ['Dialog', '窗口处理'],
  SWAP_FACE: ['Face swap', '换脸'],
} as const
const statuses = {
  NOT_START: ['Not started', '未启动'],
  SUBMITTED: ['Submitted', '已提交'],
  IN_PROGRESS: ['In progress', '执行中'],
  SUCCESS: ['Succeeded', '成功'],
  FAILURE: ['Failed', '失败'],
  MODAL: ['Waiting for input', '等待操作'],
} as const
const codes = {
  0: ['Not submitted', '未提交'],
  1: ['Submitted', '已提交'],
  21: ['Waiting', '等待中'],
  22: ['Duplicate', '重复提交'],
} as const

let site: Site
let userId: number
beforeAll(async () => {
  site = await startSite()
  // Picture URLs are not rewritten to the gateway.
  await site.admin.setOption('MjForwardUrlEnabled', 'false')
  const account = { username: 'painter', password: adminPassword }
  userId = (await site.admin.call<{ id: number }>('POST', '/api/user/', account)).id
  const { id: channelId } = await site.admin.createChannel({
    name: 'studio',
    type: 1,
    key: 'k',
    base_url: 'http://127.0.0.1:9',
    models: 'm',
  })
  const mine = { userId, channelId }
  writeTasks(site, [
    ...Object.keys(actions).map((action) => ({
      publicId: `action-${action}`,
      action,
      submitMs: now,
      ...mine,
    })),
    ...Object.keys(statuses).map((status) => ({
      publicId: `status-${status}`,
      status,
      submitMs: now,
      ...mine,
    })),
    ...Object.keys(codes).map((code) => ({
      publicId: `code-${code}`,
      code: Number(code),
      submitMs: now,
      ...mine,
    })),
    { publicId: 'took-60', submitMs: now - 100_000, finishMs: now - 40_000, ...mine },
    { publicId: 'took-61', submitMs: now - 100_000, finishMs: now - 39_000, ...mine },
    { publicId: 'old', submitMs: now - 40 * day, ...mine },
    { publicId: 'of-root', submitMs: now, channelId: 77 },
    {
      publicId: 'full',
      submitMs: now,
      status: 'FAILURE',
      prompt: `一座灯塔 ${'很长的提示词 '.repeat(40)}完`,
      failReason: `the upstream said no ${'because of it '.repeat(30)}end`,
      result: {
        prompt_en: `a lighthouse ${'with many words '.repeat(40)}end`,
        image_url: `${site.url}/favicon.svg`,
      },
      ...mine,
    },
    { publicId: 'script', submitMs: now, result: { image_url: 'javascript:alert(1)' }, ...mine },
  ])
})
afterAll(() => site?.close())

const rows = (page: Page) => page.locator('tbody tr[data-row]')
const rowOf = (page: Page, id: string) => rows(page).filter({ hasText: id })
const open = async (query = '', who: 'painter' | 'root' = 'painter', language: 'en' | 'zh' = 'en') => {
  const visitor = await site.visitAs(who, adminPassword)
  await visitor.context.addInitScript((name) => localStorage.setItem('i18nextLng', name), language)
  await visitor.page.goto(`${path}${query}`)
  await rows(visitor.page).first().waitFor()
  return visitor
}
const headsOf = (page: Page) => page.getByRole('columnheader').allTextContents()

it('C-DRAW-01 the page begins with the last 30 days and has filters', async () => {
  const { page, leave } = await open('?id=old&from=all')
  expect(await rows(page).count()).toBe(1)
  await page.goto(path)
  await rows(page).first().waitFor()
  const start = new Date(new Date().setHours(0, 0, 0, 0) - 29 * day)
  const two = (value: number) => String(value).padStart(2, '0')
  const range = page.getByRole('button', { name: /^Submitted: / })
  expect(await range.getAttribute('aria-label')).toContain(
    `${start.getFullYear()}-${two(start.getMonth() + 1)}-${two(start.getDate())} `,
  )
  await page.getByLabel('Task ID').fill('old')
  await page.getByText('No matching tasks in this time.').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByLabel('Task ID').fill('old')
  await rowOf(page, 'old').waitFor()
  await leave()
})

it('C-DRAW-03 C-DRAW-04 administrators see and filter channels, users do not', async () => {
  const user = await open()
  expect(await headsOf(user.page)).toEqual([
    'Details',
    'Submitted',
    'Picture',
    'Action',
    'Status',
    'Progress',
    'Duration',
    'Prompt',
    'Prompt in English',
    'Failure reason',
    'Task ID',
    'Submission',
    'Finished',
    'Cost',
  ])
  expect(await user.page.getByLabel('Channel ID').count()).toBe(0)
  expect(await rowOf(user.page, 'of-root').count()).toBe(0)
  await user.leave()

  const admin = await open('?id=of-root', 'root')
  for (const name of ['User', 'Channel']) expect(await headsOf(admin.page)).toContain(name)
  await admin.page.goto(path)
  await admin.page.getByLabel('Channel ID').fill('77')
  await expect.poll(() => rows(admin.page).count()).toBe(1)
  await rowOf(admin.page, 'of-root').waitFor()
  await admin.leave()
})

it.each([
  ['en', 0],
  ['zh', 1],
] as const)(
  'C-DRAW-05 C-DRAW-06 C-DRAW-07 codes, statuses and actions have names in %s',
  async (language, index) => {
    const { page, leave } = await open('', 'painter', language)
    await page.evaluate(() => localStorage.setItem('page-size', '100'))
    await page.reload()
    await rowOf(page, 'code-22').waitFor()
    const heads = await headsOf(page)
    const cell = async (id: string, head: string) =>
      rowOf(page, id).locator('td').nth(heads.indexOf(head)).textContent()
    const names = language === 'en' ? ['Action', 'Status', 'Submission'] : ['类型', '状态', '提交结果']
    for (const [action, texts] of Object.entries(actions))
      expect(await cell(`action-${action}`, names[0] ?? '').then((text) => text?.trim())).toBe(texts[index])
    for (const [status, texts] of Object.entries(statuses))
      expect(await cell(`status-${status}`, names[1] ?? '')).toBe(texts[index])
    for (const [code, texts] of Object.entries(codes))
      expect(await cell(`code-${code}`, names[2] ?? '')).toBe(texts[index])
    await leave()
  },
)

it('C-DRAW-08 a duration of 60 seconds is not red, one of 61 is', async () => {
  const { page, leave } = await open('?id=took-60')
  expect(await page.locator('[data-tone]').textContent()).toBe('60 s')
  expect(await page.locator('[data-tone]').getAttribute('data-tone')).toBe('ok')
  await page.goto(`${path}?id=took-61`)
  await rowOf(page, 'took-61').waitFor()
  expect(await page.locator('[data-tone]').textContent()).toBe('61 s')
  expect(await page.locator('[data-tone]').getAttribute('data-tone')).toBe('bad')
  const colour = await page.locator('[data-tone] > span').evaluate(
    (badge) =>
      getComputedStyle(badge)
        .color.match(/[\d.]+/g)
        ?.map(Number) ?? [],
  )
  expect(colour[0]).toBeGreaterThan((colour[1] ?? 0) * 2)
  await leave()
})

it('C-DRAW-11 the thumbnail opens the picture, and prompts and failure reason are there in full', async () => {
  const { page, complaints, leave } = await open('?id=full')
  const link = rowOf(page, 'full').getByRole('link')
  expect(await link.getAttribute('href')).toBe(`${site.url}/favicon.svg`)
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
  const [picture] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await picture.waitForURL(`${site.url}/favicon.svg`)
  await picture.close()
  await rows(page)
    .first()
    .getByRole('button', { name: /Details of/ })
    .click()
  const detail = page.locator('[data-detail]')
  for (const text of ['很长的提示词 完', 'with many words end', 'because of it end'])
    await detail.getByText(text).waitFor()
  await detail.getByText('A failed task gets its whole cost back.').waitFor()
  expect(complaints).toEqual([])
  await leave()
})

it('an address that is a script is no link', async () => {
  const { page, leave } = await open('?id=script')
  expect(await rows(page).getByRole('link').count()).toBe(0)
  await leave()
})

it('an open task moves by itself: the row stays the same, and so does what is scrolled to', async () => {
  writeTasks(site, [
    { publicId: 'moving', submitMs: Date.now(), status: 'IN_PROGRESS', progress: 10, userId },
  ])
  const { page, leave } = await open()
  const row = rowOf(page, 'moving')
  await row.getByText('10%').waitFor()
  await row.evaluate((element) => element.setAttribute('data-seen-before', ''))
  await page.setViewportSize({ width: 900, height: 400 })
  const scroller = page.locator('div:has(> table)')
  await scroller.evaluate((element) => element.scrollTo(300, 0))
  await page.evaluate(() => scrollTo({ top: 150, behavior: 'instant' }))
  const scrolled = async () => [
    await page.evaluate(() => Math.round(document.scrollingElement?.scrollTop ?? 0)),
    await scroller.evaluate((element) => Math.round(element.scrollLeft)),
  ]
  const before = await scrolled()
  moveTask(site, 'moving', { status: 'IN_PROGRESS', progress: 60 })
  await row.getByText('60%').waitFor()
  moveTask(site, 'moving', { status: 'SUCCESS', progress: 100 })
  await row.getByText('Succeeded').waitFor()
  expect(await row.getAttribute('data-seen-before')).toBe('')
  expect(await scrolled()).toEqual(before)
  await leave()
})

it('a list that cannot be loaded says why and is tried again', async () => {
  const { page, leave } = await site.visitAs('painter', adminPassword)
  await page.route('**/api/mj/self*', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'busy', code: 'busy' } }),
  )
  await page.goto(path)
  await page.getByRole('alert').getByText('busy').waitFor()
  await page.unroute('**/api/mj/self*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await rows(page).first().waitFor()
  await leave()
})
