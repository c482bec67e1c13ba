import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { readPhrases } from './support/phrases.ts'
import { type Site, startSite } from './support/site.ts'
import { toasts, told } from './support/toasts.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const make = (username: string) =>
  site.admin.call<{ id: number }>('POST', '/api/user/', { username, password: adminPassword })

const texts = {
  en: {
    thrown: 'Error: Cannot reach the server. Check your connection and try again',
    refused: 'the user does not exist',
    tooMany: 'Too many requests, try again later',
    internal: 'Internal server error, contact the admin',
    demo: 'this site is for demo only, no server',
  },
  zh: {
    thrown: '错误：无法连接到服务器，请检查网络后重试',
    refused: '用户不存在',
    tooMany: '请求次数过多，请稍后再试',
    internal: '服务器内部错误，请联系管理员',
    demo: '本站仅作演示，无服务端',
  },
} as const

describe.each(['en', 'zh'] as const)('in %s', (language) => {
  const said = texts[language]
  const locale = language === 'en' ? 'en-GB' : 'zh-CN'

  /** Opens the user list filtered to one account. `disable` disables the account. */
  const openUsers = async (username: string) => {
    const visitor = await site.visitSignedIn({ locale })
    const say = await readPhrases(language, ['users'])
    const { page } = visitor
    await page.goto(`/admin/users?keyword=${username}`)
    const disable = async () => {
      await page.getByRole('button', { name: say('users:action.of', { name: username }) }).click()
      await page.getByRole('menuitem', { name: say('users:action.disable') }).click()
    }
    return { ...visitor, disable }
  }
  /** Answers the next change with a stub instead of the daemon. */
  const stub = (page: Page, answer: (route: Route) => Promise<void>) =>
    page.route('**/api/user/manage', answer, { times: 1 })

  it('A-ERR-01 C-ERR-01 a connection that is cut is an error with its own message, told once', async () => {
    const username = `cut-${language}`
    await make(username)
    const { page, disable, leave } = await openUsers(username)
    await stub(page, (route) => route.abort('connectionreset'))
    await disable()
    await told(page, said.thrown)
    expect(await toasts(page, said.thrown).count()).toBe(1)
    await leave()
  })

  it.each([
    ['A-ERR-03', 429, said.tooMany],
    ['A-ERR-04', 500, said.internal],
    ['A-ERR-05', 405, said.demo],
  ] as const)('%s a bare %i, as a proxy answers, has a text of our own', async (_row, status, text) => {
    const username = `bare${status}-${language}`
    await make(username)
    const { page, disable, leave } = await openUsers(username)
    await stub(page, (route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<h1>nginx/1.25 upstream 10.0.0.7</h1>' }),
    )
    await disable()
    await told(page, text)
    expect(await page.getByText('nginx').count()).toBe(0)
    await leave()
  })

  it('A-ERR-02 A-ERR-23 a refusal is shown in the words of the daemon', async () => {
    const username = `gone-${language}`
    const { id } = await make(username)
    const { page, disable, leave } = await openUsers(username)
    await page.getByText(username).first().waitFor()
    await site.admin.call('POST', '/api/user/manage', { id, action: 'delete' })
    await disable()
    await told(page, said.refused)
    await leave()
  })

  it('A-ERR-05 on a demonstration site whoever changes something is told what it is', async () => {
    const username = `demo-${language}`
    const { id } = await make(username)
    await site.admin.call('POST', '/api/user/manage', { id, action: 'promote' })
    await make(`of-${username}`)
    await site.admin.setOption('DemoSiteEnabled', 'true')
    const { page, leave } = await site.visitAs(username, adminPassword)
    await page.addInitScript((each) => localStorage.setItem('i18nextLng', each), language)
    const say = await readPhrases(language, ['users'])
    await page.goto(`/admin/users?keyword=of-${username}`)
    await page.getByRole('button', { name: say('users:action.of', { name: `of-${username}` }) }).click()
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/user/manage'),
      page.getByRole('menuitem', { name: say('users:action.disable') }).click(),
    ])
    expect(answer.status()).toBe(405)
    await told(page, said.demo)
    await leave()
    await site.admin.setOption('DemoSiteEnabled', 'false')
  })
})

// Must run last: after these tests, this IP address cannot sign anybody in for a while.
describe.each(['en', 'zh'] as const)('in %s, at the sign-in', (language) => {
  it('A-ERR-03 whoever signs in wrongly too often is told to wait, and for how long the daemon says', async () => {
    const username = `hasty-${language}`
    await make(username)
    const say = await readPhrases(language, ['login'])
    const { page, leave } = await site.visit({ locale: language === 'en' ? 'en-GB' : 'zh-CN' })
    await page.goto('/login')
    await page.getByLabel(say('login:username')).fill(username)
    await page.getByLabel(say('login:password'), { exact: true }).fill('wrong-horse')
    const submit = page.getByRole('button', { name: say('login:submit') })
    const attempt = async () => {
      const [answer] = await Promise.all([page.waitForResponse('**/api/user/login*'), submit.click()])
      return answer
    }
    let answer = await attempt()
    for (let tried = 0; tried < 12 && answer.status() !== 429; tried += 1) answer = await attempt()
    expect(answer.status()).toBe(429)
    expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0)
    await page
      .getByRole('alert')
      .filter({ hasText: new RegExp(texts[language].tooMany, 'i') })
      .waitFor()
    expect(await page.getByLabel(say('login:username')).inputValue()).toBe(username)
    await leave()
  })
})
