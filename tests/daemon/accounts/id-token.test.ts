import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Expected, readIdToken } from '../../../src/daemon/api/oauth/providers/id-token.ts'

const nowMs = Date.parse('2026-11-22T12:00:00Z')
const now = nowMs / 1000
const claims = { iss: 'https://id.example', aud: 'us', sub: 'ada', nonce: 'n', iat: now, exp: now + 300 }
const clientSecret = 'a-secret-of-at-least-thirty-two-bytes'

let expected: Expected
let ours: CryptoKey
let foreign: CryptoKey
beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  ours = pair.privateKey
  foreign = (await generateKeyPair('ES256')).privateKey
  expected = {
    clientId: 'us',
    clientSecret,
    nonce: 'n',
    nowMs,
    issuer: 'https://id.example',
    keys: { keys: [await exportJWK(pair.publicKey)] },
  }
})

const sign = (changes: JWTPayload, key = ours) =>
  new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'ES256' }).sign(key)

describe('an ID token', () => {
  it('of the issuer, for us, for this sign-in, in time, says who', async () => {
    expect(await readIdToken(await sign({}), expected)).toBe('ada')
    expect(await readIdToken(await sign({ aud: ['us', 'them'], azp: 'us' }), expected)).toBe('ada')
    expect(await readIdToken(await sign({ exp: now - 30 }), expected)).toBe('ada')
  })

  it.each<[string, JWTPayload]>([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another client', { aud: 'them' }],
    ['for several clients, of which we are not the one', { aud: ['us', 'them'], azp: 'them' }],
    ['for several clients, without saying which', { aud: ['us', 'them'] }],
    ['for another sign-in', { nonce: 'other' }],
    ['that has run out', { exp: now - 61 }],
    ['without an end', { exp: undefined as unknown as number }],
    ['about nobody', { sub: '' }],
  ])('%s is refused', async (_, changes) => {
    const refusal = expect.objectContaining({ code: 'oauth_answer_invalid' })
    await expect(readIdToken(await sign(changes), expected)).rejects.toEqual(refusal)
    // // Without the provider's metadata, everything but issuer and signature is still checked.
    if (changes.iss !== undefined) return
    const bare = { ...expected, issuer: undefined, keys: undefined }
    await expect(readIdToken(await sign(changes), bare)).rejects.toEqual(refusal)
  })

  it('signed by somebody else, by nobody, or by a public key taken for a secret is refused', async () => {
    const refusal = expect.objectContaining({ code: 'oauth_answer_invalid' })
    await expect(readIdToken(await sign({}, foreign), expected)).rejects.toEqual(refusal)
    await expect(readIdToken(new UnsecuredJWT(claims).encode(), expected)).rejects.toEqual(refusal)
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(JSON.stringify(expected.keys)))
    await expect(readIdToken(confused, expected)).rejects.toEqual(refusal)
    await expect(readIdToken('no.token.atall', expected)).rejects.toEqual(refusal)
    await expect(readIdToken(undefined, expected)).rejects.toEqual(refusal)
  })

  it("signed with the client's secret counts", async () => {
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(clientSecret))
    expect(await readIdToken(token, expected)).toBe('ada')
  })
})
