import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const set = (key: string, value: string) => api.root.call('PUT', '/api/option/', { key, value })
const status = () => api.anonymous.call('GET', '/api/status')

describe('GET /api/status', () => {
  it('200 is public and begins with the defaults', async () => {
    expect(await status()).toMatchObject({
      system_name: 'Tollgate',
      logo: '/logo.png',
      quota_per_unit: 500_000,
      display_in_currency: true,
      price: 7.3,
      min_topup: 1,
      enable_online_topup: false,
      setup: true,
      version: api.services.version,
      start_time: api.services.startTime,
    })
  })

  it.each([
    ['SystemName', 'Acme', { system_name: 'Acme' }],
    ['Logo', 'https://x.example/logo.svg', { logo: 'https://x.example/logo.svg' }],
    ['Footer', '<b>x</b>', { footer_html: '<b>x</b>' }],
    ['ServerAddress', 'https://x.example/', { server_address: 'https://x.example' }],
    ['TopUpLink', 'https://x.example/buy', { top_up_link: 'https://x.example/buy' }],
    ['general_setting.docs_link', 'https://x.example/docs', { docs_link: 'https://x.example/docs' }],
    ['QuotaPerUnit', '1000000', { quota_per_unit: 1_000_000 }],
    ['DisplayInCurrencyEnabled', 'false', { display_in_currency: false }],
    ['MinTopUp', '5', { min_topup: 5 }],
    ['Price', '6.5', { price: 6.5 }],
    ['DrawingEnabled', 'false', { enable_drawing: false }],
    ['TaskEnabled', 'false', { enable_task: false }],
    ['DataExportEnabled', 'false', { enable_data_export: false }],
    ['DataExportInterval', '9', { data_export_interval: 9 }],
    ['DataExportDefaultTime', 'week', { data_export_default_time: 'week' }],
    ['MjNotifyEnabled', 'true', { mj_notify_enabled: true }],
    ['DefaultCollapseSidebar', 'true', { default_collapse_sidebar: true }],
    [
      'Chats',
      '[{"A":"https://a.example/{key}"},{"B":"b://{key}"}]',
      { chats: [{ A: 'https://a.example/{key}' }, { B: 'b://{key}' }], chat_link: 'https://a.example/{key}' },
    ],
    ['Chats', '[]', { chats: [], chat_link: '' }],
    ['SelfUseModeEnabled', 'true', { self_use_mode_enabled: true }],
    ['AffEnabled', 'false', { aff_enabled: false }],
    ['CheckInEnabled', 'true', { check_in_enabled: true }],
    ['GitHubClientId', 'gh', { github_client_id: 'gh' }],
    ['LinuxDOClientId', 'ld', { linuxdo_client_id: 'ld' }],
    ['TelegramBotName', 'bot', { telegram_bot_name: 'bot' }],
    ['TurnstileSiteKey', 'site', { turnstile_site_key: 'site' }],
    ['WeChatAccountQRCodeImageURL', '/qr.png', { wechat_qrcode: '/qr.png' }],
    ['oidc.client_id', 'oc', { oidc_client_id: 'oc' }],
    [
      'oidc.authorization_endpoint',
      'https://id.example/auth',
      { oidc_authorization_endpoint: 'https://id.example/auth' },
    ],
  ])('200 %s = %s is told', async (key, value, told) => {
    await set(key, value)
    expect(await status()).toMatchObject(told)
  })

  it('200 says that online top-up is open once it is configured', async () => {
    await set('PayAddress', 'https://pay.example')
    await set('EpayId', '1001')
    expect(await status()).toMatchObject({ enable_online_topup: false })
    await set('EpayKey', 'pay-secret')
    const answer = await api.anonymous.request('GET', '/api/status')
    expect(answer.body.data).toMatchObject({ enable_online_topup: true })
    expect(answer.text).not.toContain('pay-secret')
  })

  it('304 while nothing has changed', async () => {
    const first = await api.anonymous.request('GET', '/api/status')
    const etag = String(first.headers.etag)
    const again = await api.anonymous.request('GET', '/api/status', undefined, { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    await set('SystemName', 'Changed')
    const changed = await api.anonymous.request('GET', '/api/status', undefined, { 'if-none-match': etag })
    expect([changed.status, changed.body.data.system_name]).toEqual([200, 'Changed'])
  })
})

describe('texts for visitors', () => {
  it.each([
    ['/api/notice', 'Notice'],
    ['/api/about', 'About'],
    ['/api/home_page_content', 'HomePageContent'],
  ])('200 %s answers %s as it was written', async (path, key) => {
    expect(await api.anonymous.call('GET', path)).toBe('')
    const text = '# Hi\n<script>alert(1)</script>'
    await set(key, text)
    const answer = await api.anonymous.request<string>('GET', path)
    expect(answer.body).toEqual({ success: true, message: '', data: text })
    expect(answer.headers['content-type']).toContain('application/json')
  })
})
