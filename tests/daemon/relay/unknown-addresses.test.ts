import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
})
afterAll(() => relay.close())

const ask = async (method: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(`${relay.url}${path}`, { method, headers })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

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
    const said = async (language?: string) => {
      const { body } = await ask('POST', path, language === undefined ? {} : { 'accept-language': language })
      return (body.error as { message: string }).message
    }
    expect(await said()).toMatch(`there is no endpoint POST ${path}`)
    expect(await said('zh-CN,zh;q=0.9')).toMatch(`接口不存在：POST ${path}`)
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
