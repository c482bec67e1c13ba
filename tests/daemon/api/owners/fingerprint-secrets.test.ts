import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
let admin: Caller
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.createUser('admin', 10)
})
afterAll(() => api.close())

const ask = (secrets: readonly object[], caller = api.root) =>
  caller.request<string[]>('POST', '/api/owner/fingerprint', { secrets })

it('the keys of a channel are recognised however they are separated, and others are not', async () => {
  const channel = await api.root.call<{ key_fingerprint: string }>('POST', '/api/channel/', {
    type: 1,
    name: 'main',
    key: 'sk-a,sk-b',
    models: 'gpt-4o',
  })
  const of = (text: string) => ({ for: 'channel', type: 1, text })
  const { data } = (await ask([of('sk-a\nsk-b\n'), of('sk-b,sk-a'), of('sk-a')])).body
  expect(data[0]).toBe(channel.key_fingerprint)
  expect(new Set(data).size).toBe(3)
})

it('a secret setting is recognised, blanks around it or not', async () => {
  await api.root.call('PUT', '/api/option/', { key: 'SMTPToken', value: 'mail-secret' })
  const options = await api.root.call<{ key: string; fingerprint?: string }[]>('GET', '/api/option/')
  const { data } = (await ask([{ for: 'option', key: 'SMTPToken', text: ' mail-secret\n' }])).body
  expect(data).toEqual([options.find(({ key }) => key === 'SMTPToken')?.fingerprint])
})

it('nobody learns about a setting that they may not write, or that is no secret', async () => {
  const refused = await ask([{ for: 'option', key: 'SMTPToken', text: 'x' }], admin)
  expect([refused.status, refused.body.code]).toEqual([403, 'option_role'])
  const plain = await ask([{ for: 'option', key: 'SystemName', text: 'x' }])
  expect([plain.status, plain.body.code]).toEqual([400, 'fingerprint_not_secret'])
  const unknown = await ask([{ for: 'option', key: 'constructor', text: 'x' }])
  expect([unknown.status, unknown.body.code]).toEqual([400, 'option_unknown'])
})

it('what a code and what a password would be are told apart, and nothing is written down', async () => {
  const before = await api.services.knex('audit_events').count({ n: '*' })
  const { data } = (
    await ask([
      { for: 'code', text: 'SPRING' },
      { for: 'password', text: 'SPRING' },
    ])
  ).body
  expect(new Set(data).size).toBe(2)
  expect(await api.services.knex('audit_events').count({ n: '*' })).toEqual(before)
})

it('the sixty-first call in ten minutes is refused, and the time for it is said', async () => {
  const statuses: number[] = []
  for (let call = 0; call < 60; call++) statuses.push((await ask([{ for: 'code', text: 'x' }], admin)).status)
  // One of the 60 was used up above.
  expect(statuses.filter((each) => each === 200)).toHaveLength(59)
  const refused = await ask([{ for: 'code', text: 'x' }], admin)
  expect([refused.status, refused.body.code]).toEqual([429, 'fingerprint_too_many'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})
