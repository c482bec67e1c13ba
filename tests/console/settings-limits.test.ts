import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { discard, recordUpdates, row, save, showAsJson } from './support/settings.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
let page: Page
beforeAll(async () => {
  site = await startSite()
  page = (await site.visitSignedIn()).page
})
afterAll(() => site?.close())

const stored = async (key: string): Promise<string | undefined> =>
  (await site.admin.call<{ key: string; value: string }[]>('GET', '/api/option/')).find(
    (each) => each.key === key,
  )?.value

type Tab = 'operation' | 'ratelimit' | 'models' | 'system' | 'other'
/** A setting, what is typed into it, and what is then said beside it. */
type Refusal = readonly [key: string, text: string, says: string]
type Limits = readonly [ids: string, tab: Tab, section: string, refusals: readonly Refusal[]]

const whole = 'Please enter a whole number'
const from0 = 'Please enter a number from 0 to'
const from1 = 'Please enter a number from 1 to'
const address = 'must be an address that begins with http:// or https://'
const shape = 'must look like'

const limits: readonly Limits[] = [
  [
    'A-TAB-04',
    'operation',
    'general',
    [
      ['QuotaPerUnit', '0', 'Please enter a number above 0'],
      ['QuotaPerUnit', '-1', 'Please enter a number above 0'],
      ['QuotaPerUnit', 'many', 'Please enter a number'],
      ['QuotaPerUnit', '', 'Please enter a number'],
      ['RetryTimes', '-1', from0],
      ['RetryTimes', '1.5', whole],
      ['RetryTimes', 'often', whole],
      ['TopUpLink', 'shop.example.com', address],
      ['general_setting.docs_link', 'javascript:alert(1)', address],
    ],
  ],
  [
    'A-TAB-10',
    'operation',
    'dashboard',
    [
      ['DataExportInterval', '0', from1],
      ['DataExportInterval', '1.5', whole],
      ['DataExportInterval', '', whole],
    ],
  ],
  [
    'A-TAB-11',
    'operation',
    'monitoring',
    [
      ['ChannelDisableThreshold', '-1', from0],
      ['ChannelDisableThreshold', 'slow', 'Please enter a number'],
      ['QuotaRemindThreshold', '-1', from0],
      ['QuotaRemindThreshold', '0.5', whole],
    ],
  ],
  [
    'A-TAB-12',
    'operation',
    'checkIn',
    [
      ['CheckInQuota', '-1', from0],
      ['CheckInQuota', '', whole],
      ['CheckInMaxQuota', '-1', from0],
      ['CheckInMaxQuota', '1.5', whole],
    ],
  ],
  [
    'A-TAB-13',
    'operation',
    'quota',
    ['QuotaForNewUser', 'PreConsumedQuota', 'QuotaForInviter', 'QuotaForInvitee'].flatMap(
      (key): Refusal[] => [
        [key, '-1', from0],
        [key, '0.5', whole],
      ],
    ),
  ],
  [
    'A-TAB-15',
    'operation',
    'groups',
    [
      ['GroupRatio', '{"vip": -1}', 'vip'],
      ['GroupRatio', '{"vip": "cheap"}', 'vip'],
      ['UserUsableGroups', '{"vip": 1}', shape],
      ['GroupGroupRatio', '{"vip": {"default": -1}}', 'default'],
    ],
  ],
  ['A-TAB-17', 'operation', 'chats', [['Chats', '{"a": 1}', shape]]],
  [
    'A-TAB-19',
    'ratelimit',
    'modelRequests',
    [
      ['ModelRequestRateLimitDurationMinutes', '-1', from0],
      ['ModelRequestRateLimitCount', '-1', from0],
      ['ModelRequestRateLimitSuccessCount', '0', from1],
    ],
  ],
  [
    'A-TAB-20',
    'models',
    'global',
    [
      ['global.auto_retry_count', '0', 'Please enter a number from 1 to 10'],
      ['global.auto_retry_count', '11', 'Please enter a number from 1 to 10'],
      ['global.auto_retry_status_codes', 'abc', '5xx'],
      ['global.auto_retry_status_codes', '600', '5xx'],
      ['general_setting.ping_interval_seconds', '0', from1],
      ['StreamCacheQueueLength', '-1', from0],
    ],
  ],
  [
    'A-TAB-21',
    'models',
    'gemini',
    [
      ['gemini.thinking_adapter_budget_tokens_percentage', '0.001', 'Please enter a number from 0.002 to 1'],
      ['gemini.thinking_adapter_budget_tokens_percentage', '1.1', 'Please enter a number from 0.002 to 1'],
      ['gemini.supported_imagine_models', '{"a": 1}', shape],
    ],
  ],
  [
    'A-TAB-22',
    'models',
    'claude',
    [
      ['claude.thinking_adapter_budget_tokens_percentage', '0.05', 'Please enter a number from 0.1 to 1'],
      ['claude.thinking_adapter_budget_tokens_percentage', '1.1', 'Please enter a number from 0.1 to 1'],
      ['claude.default_max_tokens', '{"default": "many"}', 'default'],
    ],
  ],
  [
    'A-TAB-23',
    'system',
    'server',
    [
      ['ServerAddress', 'gw.example.com', address],
      ['ServerAddress', 'ftp://gw.example.com', address],
    ],
  ],
  ['A-TAB-25', 'system', 'worker', [['WorkerUrl', 'worker.example.com', address]]],
  [
    'A-TAB-26',
    'system',
    'payment',
    [
      ['Price', '7.345', 'At most 2 decimal places'],
      ['Price', '0', 'Please enter a number above 0'],
      ['MinTopUp', '-1', from0],
    ],
  ],
  [
    'A-TAB-30',
    'system',
    'smtp',
    [
      ['SMTPPort', '0', from1],
      ['SMTPPort', '65536', 'Please enter a number from 1 to 65,535'],
    ],
  ],
  [
    'A-TAB-32',
    'system',
    'linuxdo',
    [
      ['LinuxDOMinimumTrustLevel', '-1', 'Please enter a number from 0 to 4'],
      ['LinuxDOMinimumTrustLevel', '5', 'Please enter a number from 0 to 4'],
    ],
  ],
  [
    'A-TAB-33',
    'system',
    'wechat',
    [
      ['WeChatServerAddress', 'wechat.example.com', address],
      ['WeChatAccountQRCodeImageURL', 'qr.png', address],
    ],
  ],
  ['A-TAB-39', 'other', 'brand', [['Logo', 'javascript:alert(1)', address]]],
]

it.each(limits)(
  '%s A-OPTG-12 A-OPTG-16 what is out of its limits is refused beside its field and by the daemon: %s, %s',
  async (_ids, tab, name, refusals) => {
    // What the section before had was discarded: its tab needs no new load.
    const isOpen = new URL(page.url()).searchParams.get('tab') === tab
    if (!isOpen) await page.goto(`/admin/settings?tab=${tab}`)
    await page.locator(`#${name}`).waitFor()
    await showAsJson(page)
    const updates = recordUpdates(page)
    for (const [key, text, says] of refusals) {
      const before = await stored(key)
      const control = row(page, key).locator('textarea, input').first()
      await control.fill(text)
      await save(page)
      await row(page, key).getByRole('alert').getByText(says).waitFor()
      await page.getByText('Please check the input').first().waitFor()
      // The field is where one is taken to.
      await expect.poll(() => control.evaluate((input) => input === document.activeElement)).toBe(true)
      await discard(page)
      await row(page, key).getByRole('alert').waitFor({ state: 'detached' })
      await expect(site.admin.setOption(key, text)).rejects.toMatchObject({ status: 400 })
      expect([key, await stored(key)]).toEqual([key, before])
    }
    expect(updates).toEqual([])
  },
)

it('A-TAB-12 a greatest reward that was set can be left empty again', async () => {
  await site.admin.setOption('CheckInMaxQuota', '5000')
  await page.goto('/admin/settings')
  await row(page, 'CheckInQuota').getByRole('spinbutton').fill('1500')
  await row(page, 'CheckInMaxQuota').getByRole('spinbutton').fill('')
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  expect([await stored('CheckInQuota'), await stored('CheckInMaxQuota')]).toEqual(['1500', ''])
  await page.reload()
  const most = row(page, 'CheckInMaxQuota').getByRole('spinbutton')
  await most.waitFor()
  expect([await most.inputValue(), await most.getAttribute('placeholder')]).toEqual(['', 'Not set'])
})
