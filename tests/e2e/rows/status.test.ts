import { afterAll, beforeAll, expect, it } from 'vitest'
import { optionTable } from './option-table.ts'
import { type Site, startSite } from './site.ts'

let site: Site

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const status = () => site.api.anonymous.call('GET', '/api/status')
const set = async (values: Readonly<Record<string, string>>) => {
  for (const [key, value] of Object.entries(values)) await site.setOption(key, value)
}

it('A-STATUS-01 anybody reads it, and no secret is in it', async () => {
  for (const { key, good, isSecret } of optionTable) if (isSecret) await site.setOption(key, good)
  const answer = await site.api.anonymous.request('GET', '/api/status')
  expect(answer).toMatchObject({ status: 200, body: { success: true, message: '' } })
  expect(answer.text).not.toContain('marker-')
})

it('A-STATUS-04 A-OPT-051 A-OPT-052 A-OPT-053 name, logo and footer follow their options, with a brand and a logo of their own', async () => {
  const before = await status()
  expect(before).toMatchObject({ logo: '/logo.png', footer_html: '' })
  expect(before.system_name).not.toBe('')
  await set({ SystemName: 'Mine', Logo: 'https://example.com/l.png', Footer: '<b>f</b>' })
  expect(await status()).toMatchObject({
    system_name: 'Mine',
    logo: 'https://example.com/l.png',
    footer_html: '<b>f</b>',
  })
})

it('A-STATUS-05 A-OPT-063 units per dollar are a number, currency display a boolean', async () => {
  expect(await status()).toMatchObject({ quota_per_unit: 500_000, display_in_currency: true })
  await set({ QuotaPerUnit: '1000000', DisplayInCurrencyEnabled: 'false' })
  expect(await status()).toMatchObject({ quota_per_unit: 1_000_000, display_in_currency: false })
})

it('A-STATUS-06 A-OPT-068 A-OPT-080 A-OPT-138 drawing, tasks, data export and its granularity, notifications', async () => {
  expect(await status()).toMatchObject({
    enable_drawing: true,
    enable_task: true,
    enable_data_export: true,
    data_export_default_time: 'hour',
    mj_notify_enabled: false,
  })
  await set({
    DrawingEnabled: 'false',
    TaskEnabled: 'false',
    DataExportEnabled: 'false',
    DataExportDefaultTime: 'week',
    MjNotifyEnabled: 'true',
  })
  expect(await status()).toMatchObject({
    enable_drawing: false,
    enable_task: false,
    enable_data_export: false,
    data_export_default_time: 'week',
    mj_notify_enabled: true,
  })
})

it('A-STATUS-07 A-OPT-065 the sidebar', async () => {
  expect((await status()).default_collapse_sidebar).toBe(false)
  await set({ DefaultCollapseSidebar: 'true' })
  expect((await status()).default_collapse_sidebar).toBe(true)
})

it('A-STATUS-08 A-OPT-060 A-OPT-104 chat links and documentation', async () => {
  await set({
    Chats: '[{"One":"https://one.example.com/?key={key}"},{"Two":"https://two.example.com"}]',
    'general_setting.docs_link': 'https://docs.example.com',
  })
  expect(await status()).toMatchObject({
    chats: [{ One: 'https://one.example.com/?key={key}' }, { Two: 'https://two.example.com' }],
    chat_link: 'https://one.example.com/?key={key}',
    docs_link: 'https://docs.example.com',
  })
})

it('A-STATUS-09 version and start time in unix seconds', async () => {
  const { version, start_time } = await status()
  const { version: packaged } = (await import('../../../package.json', { with: { type: 'json' } })).default
  expect(version).toBe(packaged)
  const now = site.api.clock.now() / 1000
  expect(Number(start_time)).toBeGreaterThan(now - 600)
  expect(Number(start_time)).toBeLessThanOrEqual(now)
  site.api.clock.advance(3_600_000)
  expect((await status()).start_time).toBe(start_time)
})

it('A-STATUS-10 human check and e-mail verification', async () => {
  await set({ TurnstileSiteKey: 'site', SMTPServer: 'mail.example.com' })
  await set({ TurnstileCheckEnabled: 'true', EmailVerificationEnabled: 'true' })
  expect(await status()).toMatchObject({
    turnstile_check: true,
    turnstile_site_key: 'site',
    email_verification: true,
  })
  await set({ TurnstileCheckEnabled: 'false', EmailVerificationEnabled: 'false' })
  expect(await status()).toMatchObject({ turnstile_check: false, email_verification: false })
})

it('A-STATUS-11 invitations and check-in', async () => {
  expect(await status()).toMatchObject({ aff_enabled: true, check_in_enabled: false })
  await set({ AffEnabled: 'false', CheckInEnabled: 'true' })
  expect(await status()).toMatchObject({ aff_enabled: false, check_in_enabled: true })
})

it('A-STATUS-12 GitHub, OIDC and Linux DO, without their secrets', async () => {
  expect(await status()).toMatchObject({ github_oauth: false, oidc_enabled: false, linuxdo_oauth: false })
  await set({
    GitHubClientId: 'gh',
    GitHubClientSecret: 'secret-of-github',
    'oidc.client_secret': 'secret-of-oidc',
    LinuxDOClientSecret: 'secret-of-linuxdo',
    'oidc.client_id': 'oi',
    'oidc.authorization_endpoint': 'https://id.example.com/auth',
    'oidc.token_endpoint': 'https://id.example.com/token',
    'oidc.user_info_endpoint': 'https://id.example.com/me',
    LinuxDOClientId: 'ld',
  })
  await set({ GitHubOAuthEnabled: 'true', 'oidc.enabled': 'true', LinuxDOOAuthEnabled: 'true' })
  const now = await status()
  expect(now).toMatchObject({
    github_oauth: true,
    github_client_id: 'gh',
    oidc_enabled: true,
    oidc_client_id: 'oi',
    oidc_authorization_endpoint: 'https://id.example.com/auth',
    linuxdo_oauth: true,
    linuxdo_client_id: 'ld',
  })
  expect(JSON.stringify(now)).not.toContain('secret-of')
})

it('A-STATUS-13 WeChat and Telegram, without their tokens', async () => {
  expect(await status()).toMatchObject({ wechat_login: false, telegram_oauth: false })
  await set({
    WeChatServerToken: 'token-of-wechat',
    TelegramBotToken: 'token-of-telegram',
    WeChatServerAddress: 'https://we.example.com',
    WeChatAccountQRCodeImageURL: 'https://we.example.com/qr.png',
    TelegramBotName: 'a_bot',
  })
  await set({ WeChatAuthEnabled: 'true', TelegramOAuthEnabled: 'true' })
  const now = await status()
  expect(now).toMatchObject({
    wechat_login: true,
    wechat_qrcode: 'https://we.example.com/qr.png',
    telegram_oauth: true,
    telegram_bot_name: 'a_bot',
  })
  expect(JSON.stringify(now)).not.toContain('token-of')
})

it('A-STATUS-14 A-OPT-001 A-OPT-008 A-OPT-059 top-up link, least amount, online top-up, server address', async () => {
  await set({
    TopUpLink: 'https://shop.example.com',
    MinTopUp: '5',
    ServerAddress: 'https://gw.example.com/',
  })
  expect(await status()).toMatchObject({
    top_up_link: 'https://shop.example.com',
    min_topup: 5,
    enable_online_topup: false,
    server_address: 'https://gw.example.com',
  })
  await set({ PayAddress: 'https://pay.example.com', EpayId: '1' })
  expect((await status()).enable_online_topup).toBe(true)
})

it('A-STATUS-15 self-use mode and demonstration site', async () => {
  expect(await status()).toMatchObject({ self_use_mode_enabled: false, demo_site_enabled: false })
  await set({ SelfUseModeEnabled: 'true', DemoSiteEnabled: 'true' })
  expect(await status()).toMatchObject({ self_use_mode_enabled: true, demo_site_enabled: true })
})

it('A-OPT-050 A-OPT-054 A-OPT-055 notice, about and home page content are public', async () => {
  await set({ Notice: 'note', About: 'about us', HomePageContent: '# home' })
  for (const [path, text] of [
    ['/api/notice', 'note'],
    ['/api/about', 'about us'],
    ['/api/home_page_content', '# home'],
  ] as const)
    expect((await site.api.anonymous.request<string>('GET', path)).body.data).toBe(text)
})
