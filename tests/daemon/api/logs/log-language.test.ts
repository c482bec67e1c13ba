import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeCall } from '../../../support/charged-call.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { follow } from '../events/feed.ts'
import { inviteCode, signUpWith } from '../gifts/guests.ts'
import { newCode } from '../redemptions/new-codes.ts'

interface Page {
  readonly items: readonly { readonly content: string; readonly type: number }[]
  readonly total: number
}

let api: TestApi
let host: Caller
let guest: Caller

/** Logs one of every kind of entry that a host and their guest can have. */
beforeAll(async () => {
  api = await startTestApi()
  const settings = {
    QuotaForNewUser: '100',
    QuotaForInvitee: '200',
    QuotaForInviter: '600000',
    RebateEnabled: 'true',
    RebatePercentage: '2.5',
    CheckInEnabled: 'true',
    CheckInQuota: '1000',
  }
  for (const [key, value] of Object.entries(settings))
    await api.root.call('PUT', '/api/option/', { key, value })
  host = await api.createUser('host')
  guest = await signUpWith(api, 'guest', await inviteCode(host))
  await guest.call('POST', '/api/user/check_in')
  await guest.call('POST', '/api/user/topup', { key: (await newCode(api, { quota: 500_000 })).key })
  await host.call('POST', '/api/user/aff_transfer', { quota: 500_000 })
  await api.root.call('POST', '/api/user/credit', { id: guest.id, delta: '12.5', note: '赔付' })
  await api.root.call('PUT', '/api/user/', { id: guest.id, quota: 1_000_000 })
  await chargeCall(api, {
    userId: guest.id,
    username: 'guest',
    model: 'gpt-4o',
    cost: 1_500,
    content: 'model ratio 1.25, completion ratio 4, group ratio 0.8, tools $0.02',
  })
  await chargeCall(api, {
    userId: guest.id,
    username: 'guest',
    model: 'sora-2',
    cost: 1_500,
    content: 'model price $0.1, group ratio 1, 8 seconds of 1792x1024 (13.333333333 units)',
  })
})
afterAll(() => api.close())

const chinese = { 'accept-language': 'zh-CN' }
const textsOf = async (
  who: Caller,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> => {
  const { body } = await who.request<Page>('GET', `/api/log/self/?page_size=50${query}`, undefined, headers)
  return body.data.items.map(({ content }) => content)
}

const ofGuest: readonly (readonly [english: string, chinese: string])[] = [
  [
    'model price $0.1, group ratio 1, 8 seconds of 1792x1024 (13.333333333 units)',
    '模型价格 $0.1，分组倍率 1，8 秒 1792x1024（数量 13.333333333）',
  ],
  [
    'model ratio 1.25, completion ratio 4, group ratio 0.8, tools $0.02',
    '模型倍率 1.25，补全倍率 4，分组倍率 0.8，工具 $0.02',
  ],
  ['Administrator root changed the balance by 498687.5', '管理员 root 修改余额，变动 498687.5'],
  ['Administrator root booked 12.5: 赔付', '管理员 root 调整额度 12.5：赔付'],
  [
    'This top-up brought your inviter a rebate of 2.5%: $0.025000',
    '您的充值为邀请人带来 2.5% 返利：$0.025000',
  ],
  ['Redeemed a code: $1.000000', '兑换码充值：$1.000000'],
  ['Checked in: $0.002000', '签到奖励：$0.002000'],
  ['For signing up with an invite code: 200', '使用邀请码注册的奖励：200'],
  ['Balance for new users: 100', '新用户初始额度：100'],
]
const ofHost: typeof ofGuest = [
  ['Earnings of invitations moved to the balance: $1.000000', '邀请收益转入余额：$1.000000'],
  ['Rebate of 2.5% on a top-up by guest: $0.025000', '获得用户 guest 充值的 2.5% 返利：$0.025000'],
  ['For inviting guest: 600000', '邀请用户 guest 的奖励：600000'],
  ['Balance for new users: 100', '新用户初始额度：100'],
]
const everything = (): readonly (readonly [Caller, typeof ofGuest])[] => [
  [guest, ofGuest],
  [host, ofHost],
]

describe('what the log tells', () => {
  it('is told to each reader in their language', async () => {
    for (const [who, rows] of everything()) {
      expect(await textsOf(who)).toEqual(rows.map(([english]) => english))
      expect(await textsOf(who, '', chinese)).toEqual(rows.map(([, text]) => text))
    }
  })

  it('is told so to administrators and in the live feed as well', async () => {
    const all = await api.root.request<Page>('GET', '/api/log/?username=guest&type=1', undefined, chinese)
    expect(all.body.data.items.map(({ content }) => content)).toEqual(['兑换码充值：$1.000000'])

    const watcher = await api.createUser('watcher')
    const feeds = [
      await follow(api, watcher, '', { 'accept-language': 'en' }),
      await follow(api, watcher, '', chinese),
    ]
    await api.root.call('POST', '/api/user/credit', { id: watcher.id, delta: '5' })
    const told = await Promise.all(feeds.map((feed) => feed.until(({ event }) => event === 'log')))
    expect(told.map(({ data }) => data.content)).toEqual([
      'Administrator root booked 5',
      '管理员 root 调整额度 5',
    ])
    for (const feed of feeds) feed.close()
  })

  it('is found by how it begins, in either language', async () => {
    for (const [english, text] of [
      ['Redeemed', '兑换码'],
      ['Checked in: $0', '签到'],
      ['Administrator root booked', '管理员 '],
    ] as const) {
      const found = await textsOf(guest, `&keyword=${encodeURIComponent(text)}`, chinese)
      const foundInEnglish = await textsOf(guest, `&keyword=${encodeURIComponent(english)}`)
      expect(foundInEnglish).toHaveLength(1)
      expect(found.length).toBeGreaterThan(0)
      expect(found.every((each) => each.startsWith(text))).toBe(true)
    }
  })

  it('stays as it was written in rows from before, and in the words of an upstream', async () => {
    const row = { at_ms: api.clock.now(), user_id: host.id, username: 'host', quota: 0 }
    const old = [
      { ...row, type: 1, content: 'Topped up long ago', other: '{}' },
      { ...row, type: 6, content: 'The model is overloaded', other: '{"error_type":"server_error"}' },
      { ...row, type: 4, content: 'A later kind', other: '{"event":{"kind":"of-a-later-version"}}' },
      { ...row, type: 2, content: '', other: '{}' },
    ]
    await api.services.knex('usage_logs').insert(old)
    expect((await textsOf(host, '', chinese)).slice(0, old.length)).toEqual(
      old.map(({ content }) => content).reverse(),
    )
  })
})
