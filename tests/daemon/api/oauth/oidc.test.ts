import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { client } from '../../../support/identity/identity-servers.ts'
import { agreeAt, type OidcIssuer, startOidcIssuer } from '../../../support/identity/oidc-issuer.ts'
import type { Caller } from '../../../support/test-services.ts'
import { type Begun, type OauthSite, refusal, startOauthSite } from './sign-ins.ts'

const redirectUri = 'https://gate.example/oauth/oidc'

let site: OauthSite
let issuer: OidcIssuer
beforeAll(async () => {
  site = await startOauthSite()
  issuer = await startOidcIssuer([redirectUri])
  await site.set({ ServerAddress: 'https://gate.example' })
  await use(issuer)
})
afterAll(async () => {
  await site?.close()
  await issuer?.close()
})
beforeEach(async () => {
  await use(issuer)
})

/** Sets everything that an administrator enters for one provider. */
const use = (at: OidcIssuer, changes: Readonly<Record<string, string>> = {}) =>
  site.set({
    'oidc.client_id': client.id,
    'oidc.authorization_endpoint': at.endpoints.authorization,
    'oidc.token_endpoint': at.endpoints.token,
    'oidc.user_info_endpoint': at.endpoints.userInfo,
    'oidc.well_known': at.wellKnown,
    'oidc.client_secret': client.secret,
    'oidc.enabled': 'true',
    ...changes,
  })

const authorization = ({ state, nonce, code_challenge }: Begun) => ({
  client_id: client.id,
  response_type: 'code',
  scope: 'openid profile email',
  redirect_uri: redirectUri,
  state,
  nonce,
  code_challenge,
  code_challenge_method: 'S256',
})

/** Takes one person through the whole sign-in. @param change to what the browser sends to the provider */
const come = async (at: OidcIssuer, who?: Caller, change: Readonly<Record<string, string>> = {}) => {
  const browser = site.browser(who)
  const begun = await browser.begin()
  const { code, state } = await agreeAt(at, { ...authorization(begun), ...change })
  return browser.call('/api/oauth/oidc', { code, state })
}
const userOf = (id: number) => site.api.root.call<Record<string, unknown>>('GET', `/api/user/${id}`)

describe('A-OAUTH-10 OpenID Connect with a real provider', () => {
  it('A-OPT-018 makes an account of the subject, with its name where that is free, and signs in to it again', async () => {
    issuer.signInAs('subject-1', {
      preferred_username: 'grace',
      name: 'Grace Hopper',
      email: 'grace@corp.example',
      email_verified: true,
    })
    const first = await come(issuer)
    expect(first.status, first.text).toBe(200)
    expect(await userOf(first.body.data.id)).toMatchObject({
      username: 'grace',
      display_name: 'Grace Hopper',
      oidc_id: 'subject-1',
      email: 'grace@corp.example',
    })
    expect((await come(issuer)).body.data.id).toBe(first.body.data.id)
    issuer.signInAs('subject-2', { preferred_username: 'grace' })
    const second = await come(issuer)
    expect(second.body.data.id).not.toBe(first.body.data.id)
    expect(second.body.data.username).toMatch(/^oidc_\d+$/)
  })

  it('takes no address that the provider has not verified, and no name against the rules', async () => {
    issuer.signInAs('subject-3', {
      preferred_username: 'much-too-long-for-a-name',
      email: 'maybe@corp.example',
      email_verified: false,
    })
    const answer = await come(issuer)
    expect(await userOf(answer.body.data.id)).toMatchObject({ email: '' })
    expect(answer.body.data.username).toMatch(/^oidc_\d+$/)
  })

  it('binds the subject to who is signed in', async () => {
    issuer.signInAs('subject-4')
    const user = await site.api.createUser('linker')
    const answer = await come(issuer, user)
    expect([answer.status, answer.body.message]).toEqual([200, 'bind'])
    expect(await user.call('GET', '/api/user/self')).toMatchObject({ oidc_id: 'subject-4' })
  })

  it('works with the endpoints alone, without the address of the description', async () => {
    await use(issuer, { 'oidc.well_known': '' })
    issuer.signInAs('subject-5')
    const answer = await come(issuer)
    expect(await userOf(answer.body.data.id)).toMatchObject({ oidc_id: 'subject-5' })
  })

  it.each([
    ['A-OPT-020', 'oidc.client_secret', 'another-secret', 502],
    ['A-OPT-023', 'oidc.token_endpoint', '/nowhere', 403],
    ['A-OPT-024', 'oidc.user_info_endpoint', '/nowhere', 502],
  ])(
    '%s %s is what the provider is asked with: a wrong one signs nobody in',
    async (_, key, text, status) => {
      issuer.signInAs('subject-of-options')
      await use(issuer, { [key]: text.startsWith('/') ? issuer.url + text : text, 'oidc.enabled': 'true' })
      const wrong = await come(issuer)
      expect([wrong.status, wrong.headers['set-cookie']]).toEqual([status, undefined])
      await use(issuer)
      expect((await come(issuer)).status).toBe(200)
      const { text: options } = await site.api.root.request('GET', '/api/option/')
      expect(options).not.toContain(client.secret)
    },
  )

  it('A-OPT-020 sends the secret in the header where the provider wants it there', async () => {
    const strict = await startOidcIssuer([redirectUri], 'client_secret_basic')
    await use(strict)
    strict.signInAs('subject-6')
    const answer = await come(strict)
    await strict.close()
    expect([answer.status, answer.text.includes(client.secret)]).toEqual([200, false])
  })

  it('refuses a code whose proof key or nonce is of another sign-in', async () => {
    issuer.signInAs('subject-7')
    const other = await site.browser().begin()
    const challenge = await come(issuer, undefined, { code_challenge: other.code_challenge })
    expect(refusal(challenge)).toEqual([403, 'oauth_refused'])
    const nonce = await come(issuer, undefined, { nonce: other.nonce })
    expect(refusal(nonce)).toEqual([502, 'oauth_answer_invalid'])
    await use(issuer, { 'oidc.well_known': '' })
    expect(refusal(await come(issuer, undefined, { nonce: other.nonce }))).toEqual([
      502,
      'oauth_answer_invalid',
    ])
  })

  it('A-OPT-021 refuses an ID token that another provider than the described one signed', async () => {
    const impostor = await startOidcIssuer([redirectUri])
    impostor.signInAs('subject-1')
    await use(impostor, { 'oidc.well_known': issuer.wellKnown })
    const answer = await come(impostor)
    await impostor.close()
    expect(refusal(answer)).toEqual([502, 'oauth_answer_invalid'])
  })

  it('A-OPT-019 refuses a code that was made for another client', async () => {
    issuer.signInAs('subject-8')
    const browser = site.browser()
    const begun = await browser.begin()
    const { code, state } = await agreeAt(issuer, authorization(begun))
    await use(issuer, { 'oidc.client_id': 'somebody-else' })
    expect((await browser.call('/api/oauth/oidc', { code, state })).status).toBe(502)
  })

  it('refuses a code that was redeemed before', async () => {
    issuer.signInAs('subject-9')
    const browser = site.browser()
    const { code, state } = await agreeAt(issuer, authorization(await browser.begin()))
    expect((await browser.call('/api/oauth/oidc', { code, state })).status).toBe(200)
    const { state: fresh } = await browser.begin()
    expect(refusal(await browser.call('/api/oauth/oidc', { code, state: fresh }))).toEqual([
      403,
      'oauth_refused',
    ])
  })
})
