import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const newPair = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
const outcome = ({ status, body }: Awaited<ReturnType<Caller['request']>>) => [status, body.code]
const redeem = (code: string, verifier: string) =>
  api.anonymous.request<{ token: { name: string; token: string }; user: { id: number } }>(
    'POST',
    '/api/user/login/terminal',
    { code, verifier },
  )
async function allow(owner: Caller, name: string) {
  const { verifier, challenge } = newPair()
  const { code } = await owner.call<{ code: string }>('POST', '/api/access_token/terminal', {
    challenge,
    name,
  })
  return { code, verifier }
}
const invalid = [403, 'terminal_code_invalid']

it('200 a terminal that was allowed gets an access token named after it, once', async () => {
  const ann = await api.createUser('ann')
  const { code, verifier } = await allow(ann, 'terminal laptop')
  const { body } = await redeem(code, verifier)
  expect([body.data.user.id, body.data.token.name]).toEqual([ann.id, 'terminal laptop'])
  expect(await api.withToken(body.data.token.token).call('GET', '/api/user/self')).toMatchObject({
    id: ann.id,
  })
  expect(outcome(await redeem(code, verifier))).toEqual(invalid)
  const rows = await api.services.knex('audit_events').where({ actor_id: ann.id }).pluck('action')
  expect(rows).toEqual(expect.arrayContaining(['terminal.allow', 'access-token.create']))
})

it('200 of two who present a code at the same time, one gets a token', async () => {
  const { code, verifier } = await allow(await api.createUser('twice'), 'terminal one')
  const both = await Promise.all([redeem(code, verifier), redeem(code, verifier)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
})

it('403 a code is of no use without the verifier, and is gone after a wrong one', async () => {
  const { code, verifier } = await allow(await api.createUser('bob'), 'terminal a')
  expect(outcome(await redeem(code, newPair().verifier))).toEqual(invalid)
  expect(outcome(await redeem(code, verifier))).toEqual(invalid)
})

it('403 a code ends after two minutes', async () => {
  const { code, verifier } = await allow(await api.createUser('cat'), 'terminal b')
  api.clock.advance(121_000)
  expect(outcome(await redeem(code, verifier))).toEqual(invalid)
})

it('403 a new password, a ban and a deleted account end a code', async () => {
  const dan = await api.createUser('dan')
  const first = await allow(dan, 'terminal c')
  await dan.call('PUT', '/api/user/self', { password: 'battery-staple', original_password: testPassword })
  expect(outcome(await redeem(first.code, first.verifier))).toEqual(invalid)
  const second = await allow(dan, 'terminal d')
  await api.root.call('POST', '/api/user/manage', { id: dan.id, action: 'disable' })
  expect(outcome(await redeem(second.code, second.verifier))).toEqual([403, 'user_banned'])
  const eve = await api.createUser('eve')
  const third = await allow(eve, 'terminal e')
  await api.root.call('POST', '/api/user/manage', { id: eve.id, action: 'delete' })
  expect(outcome(await redeem(third.code, third.verifier))).toEqual(invalid)
})

it('403 allowing needs a session with a recent proof, and no access token may', async () => {
  const fay = await api.createUser('fay')
  const { token } = await fay.call<{ token: string }>('POST', '/api/access_token/', {
    name: 'all',
    scopes: ['*'],
  })
  const body = { challenge: newPair().challenge, name: 'terminal f' }
  expect(outcome(await api.withToken(token).request('POST', '/api/access_token/terminal', body))).toEqual([
    403,
    'session_required',
  ])
  api.clock.advance(16 * 60_000)
  expect(outcome(await fay.requestUnproven('POST', '/api/access_token/terminal', body))).toEqual([
    403,
    'proof_required',
  ])
})

it('401 a page of another site cannot allow: the header that names the user is missing', async () => {
  const gus = await api.createUser('gus')
  const answer = await api.anonymous.request(
    'POST',
    '/api/access_token/terminal',
    { challenge: newPair().challenge, name: 'terminal g' },
    { cookie: String(gus.headers.cookie) },
  )
  expect(answer.status).toBe(401)
})

it('200 the store has the hash of a code and not the code', async () => {
  const { code } = await allow(await api.createUser('hal'), 'terminal h')
  const rows = JSON.stringify(await api.services.knex('terminal_codes'))
  expect(rows).toContain('terminal h')
  expect(rows).not.toContain(code)
})
