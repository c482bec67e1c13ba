import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registry } from '../../../../src/daemon/options/registry.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

interface Entry {
  key: string
  name: string
  value: string
  default: string | null
}
interface Change {
  key: string
  name: string
  before: string | null
  after: string | null
}

let api: TestApi
let admin: Caller
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.createUser('admin', 10)
})
afterAll(() => api.close())

const list = (keys: string, name = '') =>
  admin.call<Entry[]>('GET', `/api/option/entries?keys=${keys}${name && `&name=${encodeURIComponent(name)}`}`)
const change = (...entries: object[]) => admin.request<Change[]>('PUT', '/api/option/entries', { entries })
const changed = (...entries: object[]) => admin.call<Change[]>('PUT', '/api/option/entries', { entries })
const stored = async (key: string): Promise<string | undefined> =>
  (await api.services.knex('options').where({ key }).first('value'))?.value

describe('GET /api/option/entries', () => {
  it('200 gives every entry of the tables asked for, with the built-in value', async () => {
    await admin.call('PUT', '/api/option/', { key: 'GroupRatio', value: '{"default": 1, "资源组/a": 0.80}' })
    expect(await list('GroupRatio')).toEqual([
      { key: 'GroupRatio', name: 'default', value: '1', default: '1' },
      { key: 'GroupRatio', name: '资源组/a', value: '0.80', default: null },
    ])
    expect(await list('UserUsableGroups,GroupRatio', 'default')).toEqual([
      { key: 'UserUsableGroups', name: 'default', value: 'Default group', default: 'Default group' },
      { key: 'GroupRatio', name: 'default', value: '1', default: '1' },
    ])
  })

  it('400 for settings that are no table, and for what is no setting', async () => {
    for (const [keys, code] of [
      ['RetryTimes', 'option_not_table'],
      ['Chats', 'option_not_table'],
      ['SMTPToken', 'option_not_table'],
      ['GroupRatio,__proto__', 'option_unknown'],
      ['', 'invalid_request'],
    ])
      expect((await admin.request('GET', `/api/option/entries?keys=${keys}`)).body.code, keys).toBe(code)
  })
})

describe('PUT /api/option/entries', () => {
  it('200 changes, adds and removes single entries and leaves the digits of the others alone', async () => {
    await admin.call('PUT', '/api/option/', {
      key: 'GroupRatio',
      value: '{"default":1,"vip":0.900,"old":2}',
    })
    expect(
      await changed(
        { key: 'GroupRatio', name: 'vip', value: '0.8', before: '0.900' },
        { key: 'GroupRatio', name: 'old', value: null },
        { key: 'GroupRatio', name: 'new', value: '1.50', before: null },
        { key: 'UserUsableGroups', name: 'new', value: '说明 "x"' },
        { key: 'GroupRatio', name: 'default', value: '1' },
      ),
    ).toEqual([
      { key: 'GroupRatio', name: 'vip', before: '0.900', after: '0.8' },
      { key: 'GroupRatio', name: 'old', before: '2', after: null },
      { key: 'GroupRatio', name: 'new', before: null, after: '1.50' },
      { key: 'UserUsableGroups', name: 'new', before: null, after: '说明 "x"' },
    ])
    expect(await stored('GroupRatio')).toBe('{\n  "default": 1,\n  "vip": 0.8,\n  "new": 1.50\n}')
    expect(api.services.options.current().GroupRatio.get('vip')).toBe('0.8')
    expect(api.services.options.current().UserUsableGroups.get('new')).toBe('说明 "x"')
  })

  it('200 writes what is deeper as JSON, and puts built-in entries back', async () => {
    await changed({ key: 'GroupGroupRatio', name: 'vip', value: '{"default": 0.90}' })
    expect(await list('GroupGroupRatio')).toEqual([
      { key: 'GroupGroupRatio', name: 'vip', value: '{"default": 0.90}', default: null },
    ])
    const [builtIn] = await list('ModelRatio', 'gpt-4o-mini')
    await changed({ key: 'ModelRatio', name: 'gpt-4o-mini', value: '7' })
    expect(await list('ModelRatio', 'gpt-4o-mini')).toMatchObject([{ value: '7', default: builtIn?.default }])
    await changed({ key: 'ModelRatio', name: 'gpt-4o-mini' }, { key: 'ModelRatio', name: 'mine', value: '3' })
    expect(await list('ModelRatio', 'gpt-4o-mini')).toEqual([builtIn])
    expect(await changed({ key: 'ModelRatio', name: 'mine' })).toEqual([
      { key: 'ModelRatio', name: 'mine', before: '3', after: null },
    ])
  })

  it('409 when an entry is not what the caller takes it to be, and then nothing is changed', async () => {
    const before = await list('GroupRatio,ModelPrice')
    for (const entry of [
      { key: 'GroupRatio', name: 'vip', value: '0.5', before: '0.7' },
      { key: 'GroupRatio', name: 'vip', value: '0.5', before: null },
      { key: 'GroupRatio', name: 'nobody', value: null, before: '1' },
    ]) {
      const answer = await change({ key: 'ModelPrice', name: 'picture', value: '0.04' }, entry)
      expect([answer.status, answer.body.code]).toEqual([409, 'revision_moved'])
    }
    expect(await list('GroupRatio,ModelPrice')).toEqual(before)
  })

  it.each([
    ['GroupRatio', 'vip', '-1', 'option_table_number'],
    ['GroupRatio', 'vip', '1, "x": 2', 'option_table_number'],
    ['GroupRatio', 'vip', '1e40', 'option_table_number'],
    ['GroupRatio', 'vip', '', 'option_table_number'],
    ['GroupRatio', 'vip', '"1"', 'option_table_number'],
    ['claude.default_max_tokens', 'default', '1.5', 'option_table_number'],
    ['GroupGroupRatio', 'vip', '{"a": -1}', 'option_table_number'],
    ['GroupGroupRatio', 'vip', '3', 'option_shape'],
    ['GroupGroupRatio', 'vip', '{', 'invalid_json_text'],
    ['RetryTimes', 'x', '1', 'option_not_table'],
    ['constructor', 'x', '1', 'option_unknown'],
  ])('400 refuses %s.%s = %s: %s', async (key, name, value, code) => {
    const before = await list('GroupRatio,GroupGroupRatio')
    const answer = await change({ key: 'GroupRatio', name: 'zz', value: '1' }, { key, name, value })
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect(answer.body.message).not.toMatch(/[{}]\w+[{}]/)
    expect(await list('GroupRatio,GroupGroupRatio')).toEqual(before)
  })

  it('takes any name for a name', async () => {
    for (const name of ['__proto__', 'constructor', '"', '\n', 'a b', '7'])
      expect(await changed({ key: 'ModelRatio', name, value: '2' })).toMatchObject([{ name, after: '2' }])
    expect(api.services.options.current().ModelRatio.get('__proto__')).toBe('2')
    expect(await changed({ key: 'ModelRatio', name: '__proto__', value: null })).toHaveLength(1)
  })

  it('loses no entry when many are written at the same moment, in several tables and orders', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `parallel-${at}`)
    const answers = await Promise.all(
      names.map((name, at) => {
        const entries = [
          { key: 'CompletionRatio', name, value: String(at) },
          { key: 'CacheRatio', name, value: '0.5' },
        ]
        return change(...(at % 2 === 0 ? entries : entries.reverse()))
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    const after = await list('CompletionRatio,CacheRatio')
    const written = after.filter(({ name }) => names.includes(name))
    expect(written.map(({ key, name }) => `${key} ${name}`).sort()).toEqual(
      names.flatMap((name) => [`CacheRatio ${name}`, `CompletionRatio ${name}`]).sort(),
    )
    // The built-in entries are still there alongside the written ones.
    expect(after.length - written.length).toBe(
      ['CompletionRatio', 'CacheRatio'].reduce(
        (sum, key) =>
          sum + Object.keys(JSON.parse(registry[key as 'CacheRatio' | 'CompletionRatio'].default)).length,
        0,
      ),
    )
  })

  it('stores nothing for a change that is none: a later built-in table still applies', async () => {
    expect(await stored('TopupGroupRatio')).toBeUndefined()
    expect(await changed({ key: 'TopupGroupRatio', name: 'vip', value: '1' })).toEqual([])
    expect((await change({ key: 'TopupGroupRatio', name: 'vip', value: '2', before: '9' })).status).toBe(409)
    expect(await stored('TopupGroupRatio')).toBeUndefined()
  })

  it('leaves one audit row for each table, with what was and what is', async () => {
    await changed(
      { key: 'GroupRatio', name: 'audited-token', value: '2' },
      { key: 'ModelPrice', name: 'audited', value: '0.1' },
    )
    const rows = await api.services
      .knex('audit_events')
      .where({ action: 'option.set_entries' })
      .orderBy('id', 'desc')
      .limit(2)
    expect(rows.map(({ target_id, before, after }) => [target_id, before, after]).sort()).toEqual([
      [
        'GroupRatio',
        '{"entries":[{"name":"audited-token","value":null}]}',
        '{"entries":[{"name":"audited-token","value":"2"}]}',
      ],
      [
        'ModelPrice',
        '{"entries":[{"name":"audited","value":null}]}',
        '{"entries":[{"name":"audited","value":"0.1"}]}',
      ],
    ])
  })
})
