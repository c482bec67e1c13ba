import { createSign, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Received } from './ask.ts'
import { eventStreamFrame } from './event-stream.ts'
import { verifySigV4 } from './verify-sigv4.ts'
import { verifySpark } from './verify-spark.ts'
import { verifyTc3 } from './verify-tc3.ts'
import { verifyAssertion } from './verify-vertex.ts'
import { verifyZhipu } from './verify-zhipu.ts'

const received = (overrides: Partial<Received>): Received => ({
  method: 'POST',
  path: '/',
  query: new URLSearchParams(),
  headers: {},
  body: Buffer.alloc(0),
  json: undefined,
  form: undefined,
  ...overrides,
})

const newYear = Date.UTC(2026, 0, 2, 3, 4, 5)

describe('SigV4', () => {
  const account = {
    accessKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const body =
    '{"anthropic_version":"bedrock-2023-05-31","max_tokens":16,"messages":[{"role":"user","content":"hi"}]}'
  const signed = (signedHeaders: string, signature: string, text = body) =>
    received({
      path: '/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        host: 'bedrock-runtime.us-east-1.amazonaws.com',
        'x-amz-date': '20260102T030405Z',
        authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260102/us-east-1/bedrock/aws4_request, SignedHeaders=${signedHeaders}, Signature=${signature}`,
      },
      body: Buffer.from(text),
    })
  const few = signed(
    'content-type;host;x-amz-date',
    'a057bcd39207ead4433a4cbf2b9d280eba264bde555ac670ca7e475d5ca47b98',
  )
  const more = signed(
    'accept;content-type;host;x-amz-date',
    '4f6d10cd51fe9cfdd74b3c194883c55499f94cc064b019f39d5f7e1657459337',
  )

  it('recognises the published signatures', () => {
    expect(verifySigV4(few, account, newYear).verdict).toBe('ok')
    expect(verifySigV4(more, account, newYear).verdict).toBe('ok')
  })

  it('finds another body, key, region, date or no signature at all', () => {
    const other = { ...few, body: Buffer.from(`${body} `) }
    expect(verifySigV4(other, account, newYear)).toMatchObject({
      verdict: 'wrong',
      code: 'InvalidSignatureException',
    })
    expect(verifySigV4(few, { ...account, accessKey: 'AKIDOTHER' }, newYear)).toMatchObject({
      code: 'UnrecognizedClientException',
    })
    expect(verifySigV4(few, { ...account, secretKey: 'other' }, newYear).verdict).toBe('wrong')
    expect(verifySigV4(few, { ...account, region: 'eu-west-1' }, newYear).verdict).toBe('wrong')
    expect(verifySigV4(few, account, newYear + 301_000).verdict).toBe('wrong')
    expect(verifySigV4(received({}), account, newYear).verdict).toBe('absent')
  })

  it('wants the path encoded twice', () => {
    const once = { ...few, path: decodeURIComponent(few.path) }
    expect(verifySigV4(once, account, newYear).verdict).toBe('wrong')
  })
})

describe('TC3', () => {
  const account = { secretId: 'AKIDEXAMPLE', secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' }
  const timestamp = 1_767_323_045
  const signed = received({
    headers: {
      'content-type': 'application/json',
      host: 'hunyuan.tencentcloudapi.com',
      'x-tc-action': 'ChatCompletions',
      'x-tc-timestamp': String(timestamp),
      authorization:
        'TC3-HMAC-SHA256 Credential=AKIDEXAMPLE/2026-01-02/hunyuan/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=2d253b1ecb523fb40dced4c4acdf91af6583714955256e22a3fbfaf98fc31c85',
    },
    body: Buffer.from('{"Model":"hunyuan-lite","Messages":[{"Role":"user","Content":"hi"}],"Stream":false}'),
  })

  it('recognises the published signature and no other', () => {
    expect(verifyTc3(signed, account, timestamp * 1000).verdict).toBe('ok')
    const charset = { ...signed.headers, 'content-type': 'application/json; charset=utf-8' }
    expect(verifyTc3({ ...signed, headers: charset }, account, timestamp * 1000)).toMatchObject({
      code: 'AuthFailure.SignatureFailure',
    })
    expect(verifyTc3(signed, account, timestamp * 1000 + 301_000)).toMatchObject({
      code: 'AuthFailure.SignatureExpire',
    })
  })
})

describe('the signed address of Spark', () => {
  const account = { apiKey: 'KEYEXAMPLE', apiSecret: 'SECRETEXAMPLE' }
  const signed = received({
    method: 'GET',
    path: '/v3.5/chat',
    headers: { host: 'spark-api.xf-yun.com' },
    query: new URLSearchParams({
      authorization:
        'YXBpX2tleT0iS0VZRVhBTVBMRSIsIGFsZ29yaXRobT0iaG1hYy1zaGEyNTYiLCBoZWFkZXJzPSJob3N0IGRhdGUgcmVxdWVzdC1saW5lIiwgc2lnbmF0dXJlPSIvNnJUOGFvVWdoU3dSUVFwendURTNLbkY0WkNoRzNrSEJ5ZnZJa2VveENVPSI=',
      date: 'Fri, 02 Jan 2026 03:04:05 GMT',
      host: 'spark-api.xf-yun.com',
    }),
  })

  it('is recognised for its path, its host and its time', () => {
    expect(verifySpark(signed, account, newYear).verdict).toBe('ok')
    expect(verifySpark({ ...signed, path: '/v4.0/chat' }, account, newYear)).toMatchObject({ code: '401' })
    expect(verifySpark(signed, account, newYear + 301_000)).toMatchObject({ code: '403' })
    expect(verifySpark({ ...signed, headers: { host: 'else' } }, account, newYear).verdict).toBe('wrong')
  })
})

describe("Zhipu's token", () => {
  const token =
    'eyJhbGciOiJIUzI1NiIsInNpZ25fdHlwZSI6IlNJR04ifQ.eyJhcGlfa2V5IjoiaWRleGFtcGxlIiwiZXhwIjoxNzY3NDA5NDQ1MDAwLCJ0aW1lc3RhbXAiOjE3NjczMjMwNDUwMDB9.YBOS8brlq7OLJlEHCufL6tDK4ukm1F1SkHwXSHXx28A'
  const withHeader = (authorization: string) => received({ headers: { authorization } })
  const verdict = (authorization: string, key = 'idexample.secretexample') =>
    verifyZhipu(withHeader(authorization), key, newYear).verdict

  it('is recognised bare and as Bearer, and the key itself is no signature', () => {
    expect([verdict(token), verdict(`Bearer ${token}`)]).toEqual(['ok', 'ok'])
    expect(verdict('Bearer idexample.secretexample')).toBe('absent')
    expect(verdict(token, 'idexample.other')).toBe('wrong')
    expect(verifyZhipu(withHeader(token), 'idexample.secretexample', 1_767_409_445_001).verdict).toBe('wrong')
  })
})

describe("a service account's assertion", () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const account = {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    clientEmail: 'a@project.iam.gserviceaccount.com',
  }
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const assertion = (claims: object, alg = 'RS256') => {
    const text = `${base64({ alg, typ: 'JWT' })}.${base64({
      iss: account.clientEmail,
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      aud: 'https://oauth2.googleapis.com/token',
      iat: newYear / 1000,
      exp: newYear / 1000 + 3600,
      ...claims,
    })}`
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`
  }

  it('is recognised with the right issuer, audience and time', () => {
    expect(verifyAssertion(assertion({}), account, newYear).verdict).toBe('ok')
    expect(verifyAssertion(assertion({ iss: 'somebody' }), account, newYear).verdict).toBe('wrong')
    expect(verifyAssertion(assertion({ exp: newYear / 1000 + 7200 }), account, newYear).verdict).toBe('wrong')
    expect(verifyAssertion(assertion({}), account, newYear + 3_600_000).verdict).toBe('wrong')
    expect(verifyAssertion(`${assertion({}).slice(0, -8)}AAAAAAAA`, account, newYear).verdict).toBe('wrong')
    expect(verifyAssertion('', account, newYear).verdict).toBe('absent')
  })
})

describe('the binary event stream', () => {
  it('is framed with the published bytes', () => {
    const bytes = Buffer.from('{"type":"message_stop"}').toString('base64')
    const frame = eventStreamFrame(
      { ':event-type': 'chunk', ':content-type': 'application/json', ':message-type': 'event' },
      Buffer.from(JSON.stringify({ bytes })),
    )
    expect(frame.toString('hex')).toBe(
      '000000870000004b87ea2bf30b3a6576656e742d747970650700056368756e6b0d3a636f6e74656e742d747970650700106170706c69636174696f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b226279746573223a2265794a306558426c496a6f696257567a6332466e5a56397a64473977496e303d227dba48ab22',
    )
  })
})
