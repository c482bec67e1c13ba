import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { managementApi } from '../../../src/daemon/api/management.ts'
import { contract, type OperationId, operationIds, readSchema } from '../../../src/daemon/http/contract.ts'
import { type Method, startTestApi, type TestApi } from '../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const operations = operationIds().map((id) => {
  const { method, url, schema, config } = contract(id as OperationId)
  return { id, method: method as Method, url, path: url.replace(/:\w+/g, '999999'), schema, config }
})
/** Calls that run in the background, end the caller's own session, or never end. */
const restless = new Set([
  'followEvents',
  'testAllChannels',
  'updateAllBalances',
  'logout',
  'deleteSelf',
  'createSystemToken',
])
/** Returns a separate address for each operation, because sign-in attempts are limited per address. */
const addressOf = (id: string): string => `10.0.0.${operations.findIndex((operation) => operation.id === id)}`
const quiet = operations.filter(({ id }) => !restless.has(id))

describe('the contract and the routes', () => {
  it('are the same list', async () => {
    const routes: string[] = []
    const app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
    app.addHook('onRoute', ({ method, url }) => {
      // The billing calls are also served under `/v1`, where OpenAI's clients look for them.
      for (const each of [method].flat())
        if (each !== 'HEAD' && !url.startsWith('/v1/dashboard/')) routes.push(`${each} ${url}`)
    })
    await app.register(managementApi, { services: api.services })
    await app.ready()
    await app.close()
    expect(routes.sort()).toEqual(operations.map(({ method, url }) => `${method} ${url}`).sort())
  })

  it('answer with and without the last slash', async () => {
    for (const { id, method, path } of quiet.filter((each) => each.method === 'GET')) {
      const [with_, without] = [`${path.replace(/\/$/, '')}/`, path.replace(/\/$/, '')]
      const answers = [await api.root.request(method, with_), await api.root.request(method, without)]
      expect([id, answers[0]?.status]).toEqual([id, answers[1]?.status])
      expect(answers[0]?.body.code, id).not.toBe('route_not_found')
    }
  })
})

describe('every route', () => {
  it('4xx survives bodies that are nothing of what it takes', async () => {
    const bodies = [
      '',
      'null',
      '[]',
      '"x"',
      '{',
      '7',
      '{"a":',
      `{"__proto__":{"role":100}}`,
      `{"constructor":{"prototype":{}}}`,
      '\u0000',
      `${'['.repeat(20_000)}`,
    ]
    for (const { id, method, path, schema } of quiet) {
      if (schema?.body === undefined) continue
      for (const payload of bodies) {
        const answer = await api.app.inject({
          method,
          url: path,
          headers: { ...api.root.headers, 'content-type': 'application/json' },
          payload,
        })
        expect([id, payload.slice(0, 40), answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([
          id,
          payload.slice(0, 40),
          true,
        ])
        expect(answer.json()).toMatchObject({
          success: false,
          message: expect.any(String),
          code: expect.any(String),
        })
      }
    }
  })

  it('4xx survives bodies that are no JSON', async () => {
    for (const { id, method, path, schema } of quiet) {
      if (schema?.body === undefined) continue
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'x',
      ]) {
        const answer = await api.app.inject({
          method,
          url: path,
          headers: { ...api.root.headers, 'content-type': type },
          remoteAddress: addressOf(id),
          payload: 'a=1',
        })
        expect([id, type, answer.statusCode]).toEqual([id, type, 415])
        expect(answer.json().code).toBe('unsupported_media_type')
      }
    }
  })

  it('4xx survives fields of every wrong kind', async () => {
    const values = [
      null,
      true,
      -1,
      1.5,
      1e308,
      '',
      'x',
      '\u0000',
      'a'.repeat(300),
      [],
      [null],
      {},
      { a: { b: {} } },
    ]
    for (const { id, method, path, schema } of quiet) {
      const properties = Object.keys(readSchema(schema?.body).properties ?? {})
      if (properties.length === 0) continue
      for (const value of values) {
        const body = Object.fromEntries(properties.map((name) => [name, value]))
        const answer = await api.root.request(method, path, body)
        expect([id, JSON.stringify(value)?.slice(0, 30), answer.status < 500]).toEqual([
          id,
          JSON.stringify(value)?.slice(0, 30),
          true,
        ])
      }
    }
    // The calls above may have changed a setting to a legal value, but must not have broken anything.
    expect((await api.root.request('GET', '/api/user/self')).status).toBe(200)
  })

  it('4xx survives numbers in the path that are none', async () => {
    for (const { id, method, url } of quiet) {
      if (!url.includes(':')) continue
      for (const part of ['0', '-1', 'x', '%00', '..%2f..', '9'.repeat(30), '1%20or%201=1', '%E0%A4%A']) {
        const answer = await api.root.request(method, url.replace(/:\w+/g, part))
        expect([id, part, answer.status >= 400 && answer.status < 500]).toEqual([id, part, true])
        expect(answer.body.success, `${id} ${part}`).toBe(false)
      }
    }
  })

  it('413 refuses a body that is too large', async () => {
    const answer = await api.app.inject({
      method: 'PUT',
      url: '/api/option/',
      headers: { ...api.root.headers, 'content-type': 'application/json' },
      payload: `{"key":"Notice","value":"${'x'.repeat(3_000_000)}"}`,
    })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'body_too_large'])
  })

  it('404 elsewhere answers with the envelope', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['DELETE', '/api/status'],
      ['POST', '/api/user/self'],
      ['GET', '/api/user/x/y'],
    ] as const) {
      const answer = await api.root.request(method, path)
      expect([path, answer.status, answer.body.code, answer.body.success]).toEqual([
        path,
        404,
        'route_not_found',
        false,
      ])
    }
  })
})
