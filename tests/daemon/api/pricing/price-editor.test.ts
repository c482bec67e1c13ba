import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newChannel } from '../channels/new-channel.ts'

interface Item {
  readonly model_name: string
  readonly [field: string]: unknown
}

/** The responses of the price file host by path, and the requests it received. */
const files = new Map<string, string>()
const asked: string[] = []
let host: Server
let address: string
let api: TestApi
const setOption = (key: string, value: string) => api.root.call('PUT', '/api/option/', { key, value })

beforeAll(async () => {
  host = createServer((request, response) => {
    asked.push(request.url ?? '')
    const body = files.get(request.url ?? '')
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  await once(host.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/files`
  api = await startTestApi({ env: { TOLLGATE_MEDIA_RANGES: '127.0.0.1/32' } })
  await setOption('ModelRatio', '{"by-use": 1.25, "upstream-name": 3, "nobody-serves-it": 2}')
  await setOption('CompletionRatio', '{"by-use": 4, "only-completion": 2}')
  await setOption('CacheRatio', '{}')
  await setOption('ModelPrice', '{"per-call": 0.04}')
  await newChannel(api, { models: 'by-use,per-call,unpriced', group: 'default,vip' })
  await newChannel(api, { models: 'unpriced,prefixed', group: 'svip', model_prefix: 'p/' })
  await newChannel(api, {
    models: 'mapped,sometimes',
    model_mapping: '{"mapped":"upstream-name","sometimes":"upstream-name"}',
  })
  await newChannel(api, { models: 'sometimes' })
  await newChannel(api, { models: 'disabled', status: 2 })
})
afterAll(async () => {
  await api?.close()
  host?.close()
})

describe('GET /api/pricing/models', () => {
  const read = async () => {
    const items = await api.root.call<Item[]>('GET', '/api/pricing/models')
    return new Map(items.map((each) => [each.model_name, each]))
  }

  it('200 lists what is priced or served, under the name that is priced, with the groups of every channel', async () => {
    const items = await read()
    expect([...items.keys()]).toEqual([
      'by-use',
      'mapped',
      'nobody-serves-it',
      'only-completion',
      'per-call',
      'prefixed',
      'sometimes',
      'unpriced',
      'upstream-name',
    ])
    expect(items.get('by-use')).toMatchObject({
      price_source: 'explicit',
      model_ratio: '1.25',
      completion_ratio: '4',
      input_usd: '2.5',
      output_usd: '10',
      enable_groups: ['default', 'vip'],
    })
    expect(items.get('per-call')).toMatchObject({ quota_type: 1, call_usd: '0.04' })
    expect(items.get('unpriced')).toMatchObject({
      price_source: 'unpriced',
      enable_groups: ['default', 'svip', 'vip'],
    })
    expect(items.get('prefixed')).toMatchObject({ enable_groups: ['svip'] })
    expect(items.get('nobody-serves-it')).toMatchObject({ price_source: 'explicit', enable_groups: [] })
    expect(items.get('only-completion')).toMatchObject({ price_source: 'unpriced', enable_groups: [] })
    expect(items.has('disabled') || items.has('p/prefixed')).toBe(false)
  })

  it('200 takes the price of the upstream name where every channel maps to it, and calls a model unpriced where one does not', async () => {
    const items = await read()
    expect(items.get('mapped')).toMatchObject({ price_source: 'explicit', priced_as: 'upstream-name' })
    expect(items.get('sometimes')).toMatchObject({ price_source: 'unpriced' })
  })

  it('200 says at once that a model has a price', async () => {
    await api.root.call('PUT', '/api/option/entries', {
      entries: [{ key: 'ModelRatio', name: 'unpriced', value: '0.5', before: null }],
    })
    expect((await read()).get('unpriced')).toMatchObject({ price_source: 'explicit', input_usd: '1' })
  })

  it('401 for visitors, 403 for users', async () => {
    const user = await api.createUser('u1')
    for (const path of ['/api/pricing/models', '/api/pricing/defaults?source=built_in']) {
      expect((await api.anonymous.request('GET', path)).status).toBe(401)
      expect((await user.request('GET', path)).status).toBe(403)
    }
  })
})

describe('GET /api/pricing/defaults', () => {
  const ask = (query: string) => api.root.request<Item[]>('GET', `/api/pricing/defaults?${query}`)

  it('200 the built-in list is what a reset puts back, with where each price was read', async () => {
    const { body } = await ask('source=built_in')
    const entries = await api.root.call<{ key: string; name: string }[]>('GET', '/api/option/?')
    const texts = Object.fromEntries(
      (entries as unknown as { key: string; default: string }[]).map((each) => [each.key, each.default]),
    )
    const table = (field: string) =>
      Object.fromEntries(
        body.data
          .filter((each) => each[field] !== null)
          .map((each) => [each.model_name, Number(each[field])]),
      )
    for (const [field, key] of [
      ['model_ratio', 'ModelRatio'],
      ['completion_ratio', 'CompletionRatio'],
      ['cache_ratio', 'CacheRatio'],
      ['model_price', 'ModelPrice'],
    ] as const)
      expect(table(field)).toEqual(JSON.parse(texts[key] ?? ''))
    expect(body.data.find((each) => each.model_name === 'gpt-4o')?.origin).toMatch(
      /^OpenAI .*\(\d{4}-\d\d-\d\d\)$/,
    )
  })

  it('400 the other sources need the address of a host first', async () => {
    const { status, body } = await ask('source=flexible')
    expect([status, body.code]).toEqual([400, 'price_files_unset'])
    expect((await ask('source=elsewhere')).status).toBe(400)
  })

  it('200 reads prompt and completion of a source digit by digit, of legacy only completion, and stores nothing', async () => {
    await setOption('general_setting.price_files_address', `${address}/`)
    for (const source of ['flexible', 'openrouter', 'mixed'])
      files.set(`/files/${source}/prompt.json`, `{"${source}-model": 0.123456789, "b": 1}`)
    for (const source of ['flexible', 'openrouter', 'mixed', 'legacy'])
      files.set(`/files/${source}/completion.json`, `{"${source}-model": 4, "c": 2.50}`)
    const before = await api.root.call('GET', '/api/option/')
    for (const source of ['flexible', 'openrouter', 'mixed']) {
      const { body } = await ask(`source=${source}`)
      expect(body.data.map((each) => [each.model_name, each.model_ratio, each.completion_ratio])).toEqual([
        ['b', '1', null],
        ['c', null, '2.50'],
        [`${source}-model`, '0.123456789', '4'],
      ])
    }
    asked.length = 0
    expect((await ask('source=legacy')).body.data).toHaveLength(2)
    expect(asked).toEqual(['/files/legacy/completion.json'])
    asked.length = 0
    expect((await ask('source=mixed&sets=prompt')).body.data).toHaveLength(2)
    expect(asked).toEqual(['/files/mixed/prompt.json'])
    expect(await api.root.call('GET', '/api/option/')).toEqual(before)
  })

  it('502 a file that is not there, no table or on no public host is named, and nothing changes', async () => {
    const refusal = async (query: string) => {
      const { status, body } = await ask(query)
      return [status, body.code, body.message.replace(/^.*: (\w+\.json)/, '$1')]
    }
    files.set('/files/openrouter/prompt.json', '{"a": "one"}')
    expect(await refusal('source=openrouter')).toEqual([
      502,
      'price_files_unavailable',
      'prompt.json: it is no table of numbers',
    ])
    files.delete('/files/flexible/completion.json')
    expect((await refusal('source=flexible'))[2]).toBe('completion.json: its server answers with status 404')
    await setOption('general_setting.price_files_address', 'http://127.0.0.2:1')
    expect((await refusal('source=legacy'))[2]).toBe('completion.json: its address is not public')
    await setOption('general_setting.price_files_address', 'http://127.0.0.1:1')
    expect((await refusal('source=legacy'))[2]).toBe('completion.json: its server cannot be reached')
  })
})
