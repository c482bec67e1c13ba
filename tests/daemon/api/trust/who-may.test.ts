import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, type OperationId, operationIds, readSchema } from '../../../../src/daemon/http/contract.ts'
import { type OptionKey, optionKeys, registry } from '../../../../src/daemon/options/registry.ts'
import { chargeCall } from '../../../support/charged-call.ts'
import { epayOptions } from '../../../support/payments/epay-simulator.ts'
import { createSoftwareAuthenticator, registerPasskey } from '../../../support/software-authenticator.ts'
import { type Caller, type Method, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newChannel } from '../channels/new-channel.ts'
import { newToken } from '../tokens/new-token.ts'
import { operations } from './operations.ts'
import { attemptsOnAccounts, attemptsOnThings, type Belongings } from './strangers.ts'

let api: TestApi
let alice: Caller
let bob: Caller
let admin: Caller
let otherAdmin: Caller
let ofAlice: Belongings
let ofRoot: Belongings
/** The address of the site. */
const address = 'https://gw.example.com'
/** Secrets that only their owner may read. */
const secretsOf = new Map<Caller, string[]>()

/** Gives an account one of everything. Its texts begin with its marker, which appears nowhere else. */
async function settle(owner: Caller, marker: string): Promise<Belongings> {
  const email = `${marker}@mail.example`
  await api.services.knex('users').where({ id: owner.id }).update({ email })
  const token = await newToken(owner, { name: `${marker}-token`, unlimited_quota: true })
  const access = await owner.call<{ id: number; token: string }>('POST', '/api/access_token/', {
    name: `${marker}-access`,
    scopes: ['*'],
  })
  const message = await api.root.call<{ id: number }>('POST', '/api/admin/messages', {
    title: `${marker}-title`,
    content: 'Only for you.',
    user_ids: [owner.id],
  })
  await api.root.call('POST', '/api/user/credit', { id: owner.id, delta: '1000' })
  const requestId = await chargeCall(api, {
    userId: owner.id,
    username: owner.username,
    tokenId: token.id,
    tokenName: `${marker}-token`,
    cost: 1_000,
    content: `${marker}-call`,
  })
  const order = await owner.request('POST', '/api/user/pay', { amount: 10, payment_method: 'zfb' })
  const passkey = await registerPasskey(owner, createSoftwareAuthenticator(address), `${marker}-passkey`)
  const session = await api.services.knex('sessions').where({ user_id: owner.id }).first('id_hash')
  secretsOf.set(owner, [token.key, access.token])
  return {
    userId: owner.id,
    tokenId: token.id,
    accessTokenId: access.id,
    sessionId: String(session.id_hash).slice(0, 16),
    passkeyId: passkey.id,
    messageId: message.id,
    requestId,
    tradeNo: (order.body as unknown as { trade_no: string }).trade_no,
  }
}

beforeAll(async () => {
  api = await startTestApi()
  for (const [key, value] of [['ServerAddress', address], ...epayOptions()])
    await api.root.call('PUT', '/api/option/', { key, value })
  alice = await api.createUser('alice')
  bob = await api.createUser('bob')
  admin = await api.createUser('admin', 10)
  otherAdmin = await api.createUser('admin2', 10)
  ofAlice = await settle(alice, 'marker-alice')
  ofRoot = await settle(api.root, 'marker-root')
})
afterAll(() => api.close())

const calls = operationIds().map((each) => {
  const id = each as OperationId
  const { method, url, schema, config } = contract(id)
  const query = Object.keys(readSchema(schema?.querystring).properties ?? {})
  return { id, method: method as Method, url, query, hasBody: schema?.body !== undefined, config }
})
const accessOf = {
  anybody: ['public', 'optional'],
  user: ['user'],
  administrator: ['admin'],
  'super administrator': ['root'],
} as const

/** Calls that end the caller's account or session, wait for background work, or stay open. */
const restless = new Set<OperationId>([
  'createSystemToken',
  'deleteSelf',
  'followEvents',
  'logout',
  'testChannels',
  'updateChannelBalances',
])

describe('every operation', () => {
  it('is open to who the table says, and to nobody below', async () => {
    for (const { id, method, url, hasBody, config } of calls) {
      const [least] = operations[id]
      expect([id, accessOf[least]]).toEqual([id, expect.arrayContaining([config.access])])
      const path = url.replace(/:\w+/g, '999999')
      const ask = (caller: Caller) => caller.request(method, path, hasBody ? { not_a_field: 1 } : undefined)
      const refusal = async (caller: Caller) => {
        const { status, body } = await ask(caller)
        return [id, status, body.code]
      }
      if (least !== 'anybody') expect(await refusal(api.anonymous)).toEqual([id, 401, 'not_signed_in'])
      if (least.includes('administrator')) expect(await refusal(bob)).toEqual([id, 403, 'insufficient_role'])
      if (least.includes('super')) expect(await refusal(admin)).toEqual([id, 403, 'insufficient_role'])
      if (least === 'anybody' || restless.has(id)) continue
      const allowed = await ask(least === 'user' ? bob : least === 'administrator' ? admin : api.root)
      expect([id, allowed.body.code]).not.toEqual([id, 'insufficient_role'])
      expect(allowed.status, id).not.toBe(401)
      expect(allowed.status, id).toBeLessThan(500)
    }
  })
})

/** Returns the stored rows of an account, which a refused attempt must not change. */
async function rowsOf({
  userId,
  tokenId,
  accessTokenId,
  passkeyId,
  messageId,
}: Belongings): Promise<unknown> {
  const { knex } = api.services
  return {
    user: await knex('users').where({ id: userId }),
    wallets: await knex('wallets').where({ user_id: userId }),
    token: await knex('tokens').where({ id: tokenId }),
    accessToken: await knex('access_tokens').where({ id: accessTokenId }),
    passkey: await knex('passkeys').where({ id: passkeyId }),
    sessions: await knex('sessions').where({ user_id: userId }).select('id_hash'),
    message: await knex('message_receipts').where({ message_id: messageId, user_id: userId }),
  }
}

describe('the things of an account', () => {
  it('are out of reach for other users, for administrators and for the super administrator', async () => {
    const before = await rowsOf(ofAlice)
    for (const stranger of [bob, admin, api.root])
      for (const [id, attempts] of Object.entries(attemptsOnThings))
        for (const [method, path, body] of attempts(ofAlice)) {
          // Administrators see every logged call with its routing, and every order.
          if ((id === 'explainRequest' || id === 'getTopup') && stranger !== bob) continue
          const answer = await stranger.request(method, path, body)
          // Ids of other users are treated as unknown, in a batch as well.
          if (id === 'deleteTokens') expect(answer.body.data).toBeFalsy()
          else expect([id, stranger.username, answer.status]).toEqual([id, stranger.username, 404])
        }
    expect(await rowsOf(ofAlice)).toEqual(before)
  })

  it('are in no answer that another user can get', async () => {
    const naming: Readonly<Record<string, string>> = {
      username: 'alice',
      user_id: String(ofAlice.userId),
      token_name: 'marker-alice-token',
      request_id: ofAlice.requestId,
      page_size: '100',
    }
    for (const { id, method, url, query, config } of calls) {
      if (method !== 'GET' || config.isChange || config.access === 'admin' || id === 'followEvents') continue
      const path = url.replace(':request_id', ofAlice.requestId).replace(/:\w+/g, String(ofAlice.tokenId))
      const named = query.flatMap((name) => (naming[name] === undefined ? [] : [`${name}=${naming[name]}`]))
      for (const search of ['', `?${named.join('&')}`]) {
        const { text } = await bob.request(method, path + search)
        for (const secret of ['marker-alice', 'marker-root', ...(secretsOf.get(alice) ?? [])])
          expect([id, secret, text.includes(secret)]).toEqual([id, secret, false])
      }
    }
  })
})

describe('a hostile administrator', () => {
  it('A-USER-21 C1: rules over nobody of the same or a higher rank, and not over their own rank and balance', async () => {
    const own: Belongings = { ...ofRoot, userId: admin.id }
    const peer: Belongings = { ...ofRoot, userId: otherAdmin.id }
    for (const its of [ofRoot, peer, own]) {
      const before = await rowsOf(its)
      for (const [id, attempts] of Object.entries(attemptsOnAccounts))
        for (const [method, path, body] of attempts(its.userId)) {
          if (id === 'getUser' && its === own) continue
          const { status } = await admin.request(method, path, body)
          expect([id, body, status >= 400 && status < 500]).toEqual([id, body, true])
        }
      expect(await rowsOf(its)).toEqual(before)
    }
    const roles = await api.services.knex('users').where('role', '>=', 10).orderBy('id').pluck('username')
    expect(roles).toEqual(['root', 'admin', 'admin2'])
  })

  it('A-USER-30 C1: reads no keys, and neither mailbox nor secrets of the super administrator', async () => {
    await newChannel(api, { name: 'main', key: 'marker-channel-key' })
    await api.root.call('PUT', '/api/option/', { key: 'SMTPToken', value: 'marker-option' })
    const secrets = [
      'marker-channel-key',
      'marker-option',
      'marker-root@mail.example',
      ...[...secretsOf.values()].flat(),
    ]
    for (const { id, method, url, config } of calls) {
      if (method !== 'GET' || config.isChange || id === 'followEvents') continue
      for (const number of [ofRoot.userId, ofAlice.userId, ofRoot.tokenId]) {
        const path = url.replace(':request_id', ofRoot.requestId).replace(/:\w+/g, String(number))
        const { text } = await admin.request(method, `${path}?page_size=100`)
        for (const secret of secrets) expect([id, secret, text.includes(secret)]).toEqual([id, secret, false])
      }
    }
  })

  it('A-OPTG-18 C1: changes no setting of the super administrator by any of the ways to write one', async () => {
    const kept = async () =>
      new Map((await api.root.call<{ key: string }[]>('GET', '/api/option/')).map((each) => [each.key, each]))
    const before = await kept()
    const guarded = optionKeys.filter((key: OptionKey) => registry[key].role === 100)
    expect(guarded.length).toBeGreaterThan(40)
    for (const key of guarded)
      for (const [method, path, body] of [
        ['PUT', '/api/option/', { key, value: 'https://evil.example' }],
        ['PUT', '/api/option/', { key, value: 'true' }],
        ['PUT', '/api/option/', { key, value: '' }],
        ['PUT', '/api/option/entries', { entries: [{ key, name: 'x', value: '1' }] }],
        ['DELETE', `/api/option/${encodeURIComponent(key)}`, undefined],
      ] as const) {
        const { status } = await admin.request(method, path, body)
        expect([key, method, path, status >= 400 && status < 500]).toEqual([key, method, path, true])
      }
    const after = await kept()
    for (const key of guarded) expect(after.get(key)).toEqual(before.get(key))
  })
})
