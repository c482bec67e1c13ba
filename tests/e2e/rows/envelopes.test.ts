import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.ts'
import { type Caller, type Method, testPassword } from '../../support/test-services.ts'
import { operations } from './operations.ts'
import { model, type Site, startSite } from './site.ts'

let site: Site
let mail: SmtpSink
beforeAll(async () => {
  site = await startSite()
  mail = await startSmtpSink()
  const settings = {
    SMTPServer: '127.0.0.1',
    SMTPPort: String(mail.port),
    SMTPAccount: 'mailer',
    SMTPFrom: 'gate@corp.example',
    SMTPToken: 'postage',
    PayAddress: 'https://pay.example.com',
    EpayId: '1',
    EpayKey: 'key',
    ServerAddress: 'https://gate.example.com',
    CheckInEnabled: 'true',
    QuotaForInviter: '500000',
  }
  for (const [key, value] of Object.entries(settings)) await site.setOption(key, value)
})
afterAll(async () => {
  await site?.close()
  await mail?.close()
})

/** Documented keys in addition to those of the envelope. */
const beside: Readonly<Record<string, readonly string[]>> = {
  getPricing: ['group_ratio', 'usable_group'],
  testChannel: ['time'],
  updateChannelBalance: ['balance'],
  quoteTopup: ['currency'],
  startPayment: ['trade_no', 'url'],
  continuePayment: ['trade_no', 'url'],
}
/** Operations that call other sites, which cannot answer in tests. */
const elsewhere = ['discoverOidc', 'getLatestRelease', 'listDefaultPrices']

const wrong: string[] = []
const called = new Set<string>()
type Data = { readonly id: number; readonly key: string } & Record<string, unknown>

/** Makes a call that must succeed, and checks the keys of its response. */
const good = async (id: string, method: Method, path: string, body?: unknown, who: Caller = site.root) => {
  const answer = await who.request<Data>(method, path, body)
  called.add(id)
  const expected = ['success', 'message', ...(beside[id] ?? [])]
  const keys = Object.keys(answer.body).filter((key) => key !== 'data')
  const isRight =
    answer.status === 200 && answer.body.success === true && keys.sort().join() === expected.sort().join()
  if (!isRight) wrong.push(`${id}: ${answer.status} ${answer.text.slice(0, 300)}`)
  return answer.body.data
}
const idOf = (data: Data | undefined) => data?.id ?? 0

it('A-LOGIN-17 a good call of every route answers success, message and data, and beside them what the documents say', async () => {
  const { root, api } = site
  const newChannel = async () => idOf(await good('createChannel', 'POST', '/api/channel/', channel))
  const channel = {
    type: 1,
    name: 'one',
    key: 'sk-1',
    base_url: site.upstream.url,
    models: model,
    group: 'default',
    tag: 'a',
  }
  const first = await newChannel()
  await good('updateChannel', 'PUT', '/api/channel/', { id: first, name: 'first' })
  await good('getChannel', 'GET', `/api/channel/${first}`)
  await good('fetchModelsForForm', 'POST', '/api/channel/fetch_models', {
    type: 1,
    base_url: site.upstream.url,
    key: 'sk-1',
  })
  await good('fetchChannelModels', 'GET', `/api/channel/fetch_models/${first}`)
  await good('testChannel', 'GET', `/api/channel/test/${first}`)
  await good('tryChannel', 'POST', `/api/channel/test/${first}`, {})
  await good('updateChannelBalance', 'GET', `/api/channel/update_balance/${first}`)
  await good('planCall', 'GET', `/api/channel/plan?model=${model}`)
  await good('getGroupUse', 'GET', '/api/group/use?group=default')
  await good('tagChannels', 'POST', '/api/channel/batch/tag', { ids: [first], tag: 'b' })
  await good('editChannelTag', 'PUT', '/api/channel/tag', { tag: 'b', new_tag: 'c' })
  await good('disableChannelTag', 'POST', '/api/channel/tag/disabled', { tag: 'c' })
  await good('enableChannelTag', 'POST', '/api/channel/tag/enabled', { tag: 'c' })
  await good('fixChannels', 'POST', '/api/channel/fix')
  const copy = idOf(await good('copyChannel', 'POST', `/api/channel/${first}/copy`))
  await good('deleteChannel', 'DELETE', `/api/channel/${copy}`)
  await good('deleteChannels', 'POST', '/api/channel/batch', { ids: [await newChannel()] })
  await good('deleteDisabledChannels', 'DELETE', '/api/channel/disabled')
  // Only one run over all channels is possible at a time.
  for (const [id, path] of [
    ['testChannels', '/api/channel/test'],
    ['updateChannelBalances', '/api/channel/update_balance'],
  ] as const) {
    await good(id, 'GET', path)
    await expect.poll(async () => (await root.request('GET', '/api/channel/progress')).body.data).toBeNull()
  }

  const token = await good('createToken', 'POST', '/api/token/', { name: 'one', unlimited_quota: true })
  await good('updateToken', 'PUT', '/api/token/', { id: idOf(token), name: 'first' })
  await good('getToken', 'GET', `/api/token/${idOf(token)}`)
  const asked = await site.ask(token?.key)
  expect(asked.status).toBe(200)
  const requestId = asked.headers.get('x-request-id') ?? ''
  await asked.text()
  await expect.poll(async () => (await site.newestLog()).request_id).toBe(requestId)
  await good('explainRequest', 'GET', `/api/log/explain/${requestId}`)
  const bearer = api.withToken(token?.key ?? '')
  await good('getTokenUsage', 'GET', '/api/usage/token/', undefined, bearer)
  await good('listTokenLogs', 'GET', '/api/log/token', undefined, bearer)
  await good('rotateToken', 'POST', `/api/token/${idOf(token)}/rotate`)
  const other = await good('createToken', 'POST', '/api/token/', { name: 'two', unlimited_quota: true })
  await good('deleteToken', 'DELETE', `/api/token/${idOf(other)}`)
  await good('deleteTokens', 'POST', '/api/token/batch', { ids: [idOf(token)] })

  const access = await good('createAccessToken', 'POST', '/api/access_token/', {
    name: 'ci',
    scopes: ['*'],
  })
  await good('deleteAccessToken', 'DELETE', `/api/access_token/${idOf(access)}`)
  await good('archiveLogs', 'GET', '/api/log/archive?before=253402300799')
  await good('clearLogs', 'DELETE', '/api/log/?target_timestamp=1')

  const message = idOf(
    await good('createMessage', 'POST', '/api/admin/messages', {
      title: 't',
      content: 'c',
      user_ids: [root.id],
    }),
  )
  const [atAdmin, atUser] = [`/api/admin/messages/${message}`, `/api/user/messages/${message}`]
  await good('updateMessage', 'PUT', atAdmin, { title: 'u' })
  await good('getMessage', 'GET', atAdmin)
  await good('listMessageRecipients', 'GET', `${atAdmin}/recipients`)
  await good('getInboxMessage', 'GET', atUser)
  await good('readInboxMessage', 'PUT', `${atUser}/read`)
  await good('deleteMessage', 'DELETE', atAdmin)

  await good('setOption', 'PUT', '/api/option/', { key: 'Notice', value: 'x' })
  await good('resetOption', 'DELETE', '/api/option/Notice')
  await good('checkOptions', 'POST', '/api/option/check', { options: [{ key: 'Notice', value: 'x' }] })
  await good('listOptionEntries', 'GET', '/api/option/entries?keys=ModelRatio')
  await good('changeOptionEntries', 'PUT', '/api/option/entries', {
    entries: [{ key: 'ModelRatio', name: 'own', value: '1' }],
  })
  await good('resetModelRatio', 'POST', '/api/option/rest_model_ratio')
  await good('testMail', 'POST', '/api/option/test_mail', { to: 'a@corp.example' })
  await good('validateFallbackPricing', 'POST', '/api/option/validate_fallback_pricing', {
    enabled: true,
    single_price: 1,
  })
  await good('setOwner', 'PUT', '/api/owner/', {
    owner: 'me',
    objects: [{ kind: 'channel', ref: String(first) }],
  })
  await good('removeOwner', 'DELETE', `/api/owner/?kind=channel&ref=${first}`)
  await good('fingerprintSecrets', 'POST', '/api/owner/fingerprint', {
    secrets: [{ for: 'channel', type: 1, text: 'x' }],
  })
  await good('getModelPrice', 'GET', `/api/pricing/model?model=${model}`)

  const made = await good('createRedemptions', 'POST', '/api/redemption/', { name: 'n', quota: 5, count: 3 })
  const codes = (await good('searchRedemptions', 'GET', '/api/redemption/search?keyword=n')) as unknown as {
    items: { id: number; key: string }[]
  }
  expect(made).toBeDefined()
  const [one, two, three] = codes.items
  await good('updateRedemption', 'PUT', '/api/redemption/', { id: one?.id, name: 'm' })
  await good('getRedemption', 'GET', `/api/redemption/${one?.id}`)
  await good('redeemCode', 'POST', '/api/user/topup', { key: one?.key })
  await good('disableRedemptions', 'PUT', '/api/redemption/batch-disable', { ids: [two?.id] })
  await good('deleteDisabledRedemptions', 'DELETE', '/api/redemption/delete-disabled')
  await good('countRedemptionsByName', 'GET', '/api/redemption/count-by-name?name=n')
  await good('deleteRedemption', 'DELETE', `/api/redemption/${three?.id}`)
  await good('deleteRedemptionsByName', 'DELETE', '/api/redemption/delete-by-name?name=m')
  await good('quoteTopup', 'POST', '/api/user/amount', { amount: 10 })
  await good('startPayment', 'POST', '/api/user/pay', { amount: 10, payment_method: 'zfb' })
  const [order] = (await root.call<{ items: { trade_no: string }[] }>('GET', '/api/topup/')).items
  await good('getTopup', 'GET', `/api/topup/${order?.trade_no}`)
  await good('continuePayment', 'POST', `/api/topup/${order?.trade_no}/pay`)
  await good('checkIn', 'POST', '/api/user/check_in')

  const account = { username: 'made', password: testPassword }
  const user = idOf(await good('createUser', 'POST', '/api/user/', account))
  await good('updateUser', 'PUT', '/api/user/', { id: user, display_name: 'x' })
  await good('creditUser', 'POST', '/api/user/credit', { id: user, delta: '5' })
  await good('manageUser', 'POST', '/api/user/manage', { id: user, action: 'disable' })
  await good('getUser', 'GET', `/api/user/${user}`)
  await good('deleteUser', 'DELETE', `/api/user/${user}`)
  const aff_code = await good('getAffCode', 'GET', '/api/user/aff')
  const visitor = { ...account, username: 'signed-up', aff_code }
  await good('register', 'POST', '/api/user/register', visitor, api.anonymous)
  await good('transferAffQuota', 'POST', '/api/user/aff_transfer', { quota: 500_000 })
  await good(
    'sendVerificationCode',
    'GET',
    '/api/verification?email=b@corp.example',
    undefined,
    api.anonymous,
  )
  const forgetful = { email: 'c@corp.example', email_key: 'c@corp.example' }
  await api.services.knex('users').where({ username: 'signed-up' }).update(forgetful)
  const forgotten = `/api/reset_password?email=${forgetful.email}`
  await good('requestPasswordReset', 'GET', forgotten, undefined, api.anonymous)
  const link = { email: forgetful.email, token: /token=(\w+)/.exec(mail.mails.at(-1)?.text ?? '')?.[1] }
  const password = (await good(
    'resetPassword',
    'POST',
    '/api/user/reset',
    link,
    api.anonymous,
  )) as unknown as string
  await good('login', 'POST', '/api/user/login', { username: 'signed-up', password }, api.anonymous)
  const self = await api.signIn('signed-up', password)
  await good('updateSelf', 'PUT', '/api/user/self', { display_name: 'y' }, self)
  await good('updateSetting', 'PUT', '/api/user/setting', { show_ip_in_logs: true }, self)
  await good('createSystemToken', 'GET', '/api/user/token', undefined, self)
  await good('logout', 'GET', '/api/user/logout', undefined, self)
  await good('deleteSelf', 'DELETE', '/api/user/self', undefined, await api.signIn('signed-up', password))

  // Operations without arguments are called as the contract describes them.
  const rest = operations.filter(
    ({ id, method, path, isEnvelope, isEndless }) =>
      isEnvelope && method === 'GET' && !called.has(id) && !isEndless && !path.includes('987654321'),
  )
  for (const { id, path } of rest)
    if (!elsewhere.includes(id) && !path.startsWith('/api/oauth/')) await good(id, 'GET', path)
  expect(wrong).toEqual([])
  expect(called.size).toBeGreaterThan(115)
})
