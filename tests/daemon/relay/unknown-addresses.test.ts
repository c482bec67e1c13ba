import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
})
afterAll(() => relay.close())

const ask = async (method: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(`${relay.url}${path}`, { method, headers })
  const body = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, allow: answer.headers.get('allow'), body }
}

const said = ({ error }: Record<string, unknown>): string => (error as { message: string }).message

const openai = { error: { type: 'invalid_request_error', code: 'route_not_found' } }
const anthropic = { type: 'error', error: { type: 'not_found_error' } }
const gemini = { error: { code: 404, status: 'NOT_FOUND' } }

describe('finding relay 16: addresses that lead nowhere, whatever their prefix', () => {
  it.each([
    ['POST', '/gateway/v1/chat/completions', openai],
    ['GET', '/gateway/v1/models', openai],
    ['GET', '/v3/models', openai],
    ['POST', '/chat/completions', openai],
    ['POST', '/v1/v1/messages', anthropic],
    ['POST', '/proxy/v1/messages', anthropic],
    ['POST', '/proxy/v1beta/models/gemini-2.5-pro:generateContent', gemini],
  ] as const)('%s %s is 404 in the shape of its clients', async (method, path, shape) => {
    expect(await ask(method, path)).toMatchObject({ status: 404, body: shape })
  })

  it('the headers say whose client it is where the address does not', async () => {
    const ofAnthropic = await ask('POST', '/proxy/complete', { 'anthropic-version': '2023-06-01' })
    expect(ofAnthropic.body).toMatchObject(anthropic)
    expect((await ask('GET', '/proxy', { 'x-goog-api-key': 'x' })).body).toMatchObject(gemini)
  })

  it('they are told in English, or in the client’s language', async () => {
    const path = '/gateway/v1/chat/completions'
    const { body } = await ask('POST', path)
    expect(said(body)).toMatch(`there is no endpoint POST ${path}`)
    const inChinese = await ask('POST', path, { 'accept-language': 'zh-CN,zh;q=0.9' })
    expect(said(inChinese.body)).toMatch(`接口不存在：POST ${path}`)
  })

  it('the management API keeps its envelope', async () => {
    expect(await ask('POST', '/api/nothing')).toMatchObject({
      status: 404,
      body: { success: false, code: 'route_not_found' },
    })
  })

  it('people still get the console', async () => {
    const answer = await fetch(`${relay.url}/app/tokens`, { headers: { accept: 'text/html' } })
    expect(answer.headers.get('content-type')).toContain('text/html')
  })
})

describe('a client whose base URL is wrong reads the right one', () => {
  it.each([
    ['POST', '/chat/completions', '/v1'],
    ['POST', '/responses', '/v1'],
    ['POST', '/v1/v1/messages', ''],
    ['POST', '/messages', '/v1'],
    ['POST', '//v1/chat/completions', '/v1'],
    ['POST', '/gateway/v1/embeddings', '/v1'],
    ['POST', '/v1/chat/completions/chat/completions', '/v1'],
    ['POST', '/v1/chat/completions/v1/messages', ''],
    ['GET', '/v1/chat/completions/models', '/v1'],
    ['POST', '/v1/v1beta/models/gemini-2.5-pro:generateContent', ''],
    ['POST', '/models/gemini-2.5-pro:generateContent', '/v1'],
    ['POST', '/v1/v2/chat', ''],
    ['POST', '/v1/api/chat', ''],
    ['POST', '/v1/openai/deployments/gpt-4.1/chat/completions', ''],
  ])('%s %s: …%s', async (method, path, base) => {
    const { status, body } = await ask(method, path)
    expect([status, said(body)]).toEqual([404, expect.stringContaining(`to ${relay.url}${base} (request id`)])
  })

  it('reads it in a browser too, on whatever site', async () => {
    const { headers } = await fetch(`${relay.url}/v1/v1/messages`, { method: 'POST' })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const ofManagement = await fetch(`${relay.url}/api/nothing`, { method: 'POST' })
    expect(ofManagement.headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each(['/chat/completions', '/gateway/v1/messages'])('%s: a browser may send the call', async (path) => {
    const asked = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    }
    const { status, headers } = await fetch(relay.url + path, { method: 'OPTIONS', headers: asked })
    const [origin, allowed] = ['origin', 'headers'].map((name) => headers.get(`access-control-allow-${name}`))
    expect([status, origin, allowed]).toEqual([204, '*', '*, authorization'])
  })

  it('a browser may not send a call to an address that is wrong under every base URL', async () => {
    const headers = { 'access-control-request-method': 'POST' }
    const paths = ['/nothing', '/api/nothing', '/api/token/']
    const asked = paths.map(async (path) => fetch(relay.url + path, { method: 'OPTIONS', headers }))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('says nothing of the kind where nothing is served under any base URL', async () => {
    const { body } = await ask('POST', '/v1/nothing')
    expect(said(body)).toMatch(/^there is no endpoint POST \/v1\/nothing \(request id/)
  })
})

describe('a method that an address does not take', () => {
  it.each([
    ['GET', '/v1/chat/completions', 'POST', openai],
    ['GET', '/openai/v1/chat/completions', 'POST', openai],
    ['POST', '/v1/models', 'GET, HEAD', openai],
    ['QUERY', '/v1/models', 'GET, HEAD', openai],
    ['GET', '/v1/messages', 'POST', anthropic],
    ['PUT', '/v1beta/models', 'GET, HEAD', gemini],
  ])('%s %s is 404 and names %s', async (method, path, allow, shape) => {
    const answer = await ask(method, path)
    expect(answer).toMatchObject({ status: 404, allow, body: shape })
    expect(said(answer.body)).toMatch(`${method} ${path}; this address takes ${allow.replace(', HEAD', '')}`)
  })

  it('has the envelope in the management API', async () => {
    expect(await ask('PATCH', '/api/token/1', { 'accept-language': 'zh' })).toMatchObject({
      status: 404,
      allow: 'DELETE, GET, HEAD',
      body: {
        success: false,
        code: 'route_not_found',
        message: '接口不存在：PATCH /api/token/1；该地址只支持 DELETE, GET 方法',
      },
    })
  })

  it('is not what is wrong with a path that cannot be decoded', async () => {
    const { status, body } = await ask('GET', '/api/token/%E0%A4%A')
    expect([status, body.message]).toEqual([404, '接口不存在：GET /api/token/%E0%A4%A'])
  })

  it('is not named where nothing is served, also for QUERY without a content type', async () => {
    expect(await ask('QUERY', '/v1/nothing')).toMatchObject({ status: 404, allow: null, body: openai })
  })
})
