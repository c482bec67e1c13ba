import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'
import { readPhrases } from './support/phrases.ts'
import { saveBar } from './support/settings.ts'
import { type Site, startSite } from './support/site.ts'
import { toasts, told } from './support/toasts.ts'

let site: Site
let mail: SmtpSink
beforeAll(async () => {
  site = await startSite()
  mail = await startSmtpSink()
  for (const [key, value] of [
    ['SMTPServer', '127.0.0.1'],
    ['SMTPPort', String(mail.port)],
    ['SMTPAccount', 'mailer'],
    ['SMTPFrom', 'gateway@example.com'],
    ['SMTPToken', 'postage'],
    ['EmailVerificationEnabled', 'true'],
  ] as const)
    await site.admin.setOption(key, value)
  await site.admin.createChannel({ name: 'one', key: 'sk-upstream', models: 'gpt-4o' })
})
afterAll(async () => {
  await site?.close()
  await mail?.close()
})

const pages = ['common', 'login', 'register', 'users', 'messages', 'pricing', 'prices']

/** The demanded texts as they stand on the screen, in the order of the catalogue of the specification. */
const texts = {
  en: {
    login: 'Login successful',
    registration: 'Registration successful',
    codeSent: 'Verification code sent',
    userCreated: 'User account created',
    userUpdated: 'User info updated',
    done: 'Operation completed',
    saved: 'Saved successfully',
    notice: 'Notice updated',
    name: 'System name updated',
    logo: 'Logo updated',
    copied: 'Copied: gpt-4o',
    denied: 'Cannot copy to clipboard',
    messageUpdated: 'Message updated',
    messageDeleted: 'Message deleted',
    logout: 'Logout successful',
  },
  zh: {
    login: '登录成功',
    registration: '注册成功',
    codeSent: '验证码已发送',
    userCreated: '用户账户已创建',
    userUpdated: '用户信息已更新',
    done: '操作已完成',
    saved: '保存成功',
    notice: '公告已更新',
    name: '系统名称已更新',
    logo: 'Logo 已更新',
    copied: '已复制：gpt-4o',
    denied: '无法复制到剪贴板',
    messageUpdated: '消息已更新',
    messageDeleted: '消息已删除',
    logout: '退出登录成功',
  },
} as const

describe.each(['en', 'zh'] as const)('in %s', (language) => {
  const said = texts[language]
  const locale = language === 'en' ? 'en-GB' : 'zh-CN'
  const asRoot = async (path: string) => {
    const visitor = await site.visitSignedIn({ locale })
    await visitor.page.goto(path)
    return { ...visitor, say: await readPhrases(language, pages) }
  }
  const option = (page: Page, key: string) => page.locator(`[data-option="${key}"]`)

  it('A-ERR-06 A-ERR-07 A-ERR-08 C-ERR-03 a code sent, an account made, signing in and out are told', async () => {
    const { page, leave } = await site.visit({ locale })
    const say = await readPhrases(language, pages)
    const username = `new-${language}`
    await page.goto('/register')
    await page.getByLabel(say('register:username')).fill(username)
    await page.getByLabel(say('register:password'), { exact: true }).fill(adminPassword)
    await page.getByLabel(say('register:confirmPassword')).fill(adminPassword)
    await page.getByLabel(say('register:email')).fill(`${username}@example.com`)
    await page.getByRole('button', { name: say('register:sendCode') }).click()
    await told(page, said.codeSent)
    const code = /\b[0-9A-Z]{6}\b/.exec(mail.mails.at(-1)?.text ?? '')?.[0] ?? ''
    await page.getByLabel(say('register:code'), { exact: true }).fill(code)
    await page
      .locator('form')
      .getByRole('button', { name: say('register:submit') })
      .click()
    // Signing up signs in.
    await told(page, said.registration)
    await page.waitForURL('**/app/tokens')
    await page.getByRole('button', { name: say('common:shell.userMenu', { name: username }) }).click()
    await page.getByRole('menuitem', { name: say('common:shell.logout') }).click()
    await told(page, said.logout)
    await page.goto('/login')
    await page.getByLabel(say('login:username')).fill(username)
    await page.getByLabel(say('login:password'), { exact: true }).fill(adminPassword)
    await page.getByRole('button', { name: say('login:submit') }).click()
    await told(page, said.login)
    await page.waitForURL('**/app/tokens')
    await leave()
  })

  it('A-ERR-09 A-ERR-10 A-ERR-11 an account added, changed and acted upon is told', async () => {
    const { page, say, leave } = await asRoot('/admin/users?edit=new')
    const drawer = page.locator('[data-drawer]')
    const username = `added-${language}`
    await drawer.getByLabel(say('users:field.username')).fill(username)
    await drawer.getByLabel(say('users:field.password'), { exact: true }).fill(adminPassword)
    await drawer.getByRole('button', { name: say('users:drawer.submit') }).click()
    await told(page, `${said.userCreated}${language === 'en' ? ': ' : '：'}${username}`)
    await page.getByRole('button', { name: username, exact: true }).click()
    const displayName = drawer.getByLabel(say('users:field.displayName'))
    await expect.poll(() => displayName.inputValue()).toBe(username)
    await displayName.fill('Somebody')
    await drawer.getByRole('button', { name: say('common:action.save') }).click()
    await told(page, said.userUpdated)
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: say('users:action.of', { name: username }) }).click()
    await page.getByRole('menuitem', { name: say('users:action.disable') }).click()
    await told(page, said.done)
    await leave()
  })

  it('C-ERR-02 a message changed and deleted is told', async () => {
    const title = `News in ${language}`
    await site.admin.call('POST', '/api/admin/messages', { title, content: 'x', user_ids: [1] })
    const { page, say, leave } = await asRoot('/admin/messages')
    await page.getByRole('button', { name: say('messages:action.edit', { title }) }).click()
    const drawer = page.locator('[data-drawer]')
    await drawer.getByLabel(say('messages:field.content')).fill('y')
    await drawer.getByRole('button', { name: say('common:action.save') }).click()
    await told(page, said.messageUpdated)
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: say('messages:action.delete', { title }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('common:action.delete') })
      .click()
    await told(page, said.messageDeleted)
    await leave()
  })

  it('A-ERR-19 A-ERR-20 saved settings and prices are told, notice, name and logo with a toast each', async () => {
    const { page, say, leave } = await asRoot('/admin/settings?tab=other')
    const save = () =>
      saveBar(page)
        .getByRole('button', { name: say('common:action.save') })
        .click()
    await option(page, 'Notice').locator('textarea').fill(`Hello in ${language}`)
    await save()
    await told(page, said.notice)
    await option(page, 'SystemName').getByRole('textbox').fill(`Gate ${language}`)
    await option(page, 'Logo').getByRole('textbox').fill(`/logo-${language}.png`)
    await save()
    await told(page, said.name)
    await told(page, said.logo)
    for (const text of [said.notice, said.name, said.logo]) expect(await toasts(page, text).count()).toBe(1)
    expect(await toasts(page, said.saved).count()).toBe(0)
    await page.goto('/admin/settings')
    await option(page, 'RetryTimes')
      .getByRole('spinbutton')
      .fill(language === 'en' ? '4' : '5')
    await save()
    await told(page, said.saved)
    await page.goto('/admin/settings?panel=visual')
    const cell = { field: say('prices:field.ratio.ratio'), name: 'gpt-4o' }
    await page.getByLabel(say('prices:search')).fill('gpt-4o')
    await page.getByLabel(say('prices:cell', cell), { exact: true }).fill(language === 'en' ? '3' : '4')
    await save()
    await told(page, said.saved)
    await leave()
  })

  it('A-ERR-21 A-ERR-22 a copied model name is told, a refused clipboard offers the name to be copied by hand', async () => {
    const { page, say, leave } = await asRoot('/pricing')
    const copy = page.getByRole('button', { name: say('pricing:copy', { name: 'gpt-4o' }) }).first()
    await copy.click()
    await told(page, said.copied)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('gpt-4o')
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
    })
    await copy.click()
    const dialog = page.getByRole('dialog', { name: said.denied })
    await dialog.getByRole('heading', { name: said.denied }).waitFor()
    expect(await dialog.getByRole('textbox').inputValue()).toBe('gpt-4o')
    await leave()
  })
})
