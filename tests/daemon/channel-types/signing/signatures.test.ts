import { generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signGoogleAssertion } from '../../../../src/daemon/channel-types/signing/google-jwt.ts'
import { signAwsRequest } from '../../../../src/daemon/channel-types/signing/sigv4.ts'
import { signSparkUrl } from '../../../../src/daemon/channel-types/signing/spark-url.ts'
import { signTc3Request } from '../../../../src/daemon/channel-types/signing/tc3.ts'
import { signZhipuToken } from '../../../../src/daemon/channel-types/signing/zhipu-jwt.ts'

/** The date of all published test vectors. */
const NOW = new Date('2026-01-02T03:04:05Z')

describe('signAwsRequest', () => {
  const identity = {
    accessKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    sessionToken: undefined,
  }
  const request = {
    url: 'https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke',
    headers: { 'content-type': 'application/json' },
    body: '{"anthropic_version":"bedrock-2023-05-31","max_tokens":16,"messages":[{"role":"user","content":"hi"}]}',
  }

  it('signs as the AWS library does', () => {
    expect(signAwsRequest(request, identity, 'bedrock', NOW)).toEqual({
      'x-amz-date': '20260102T030405Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260102/us-east-1/bedrock/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=a057bcd39207ead4433a4cbf2b9d280eba264bde555ac670ca7e475d5ca47b98',
    })
  })

  it('covers every header it is given', () => {
    const headers = { ...request.headers, accept: 'application/json' }
    const { authorization } = signAwsRequest({ ...request, headers }, identity, 'bedrock', NOW)
    expect(authorization).toContain('SignedHeaders=accept;content-type;host;x-amz-date')
    expect(authorization).toContain('4f6d10cd51fe9cfdd74b3c194883c55499f94cc064b019f39d5f7e1657459337')
  })

  it('covers the same bytes whether they come as text or not, and any other byte', () => {
    const signed = signAwsRequest(request, identity, 'bedrock', NOW)
    expect(signAwsRequest({ ...request, body: Buffer.from(request.body) }, identity, 'bedrock', NOW)).toEqual(
      signed,
    )
    expect(signAwsRequest({ ...request, body: `${request.body} ` }, identity, 'bedrock', NOW)).not.toEqual(
      signed,
    )
  })

  it('sends and signs the token of a temporary key', () => {
    const signed = signAwsRequest(request, { ...identity, sessionToken: 'TOKEN' }, 'bedrock', NOW)
    expect(signed['x-amz-security-token']).toBe('TOKEN')
    expect(signed.authorization).toContain('SignedHeaders=content-type;host;x-amz-date;x-amz-security-token')
  })
})

describe('signTc3Request', () => {
  it('gives the published signature', () => {
    const signed = signTc3Request(
      {
        host: 'hunyuan.tencentcloudapi.com',
        action: 'ChatCompletions',
        contentType: 'application/json',
        body: '{"Model":"hunyuan-lite","Messages":[{"Role":"user","Content":"hi"}],"Stream":false}',
      },
      { secretId: 'ID', secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' },
      'hunyuan',
      NOW,
    )
    expect(signed).toEqual({
      'x-tc-timestamp': '1767323045',
      authorization:
        'TC3-HMAC-SHA256 Credential=ID/2026-01-02/hunyuan/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=2d253b1ecb523fb40dced4c4acdf91af6583714955256e22a3fbfaf98fc31c85',
    })
  })
})

describe('signSparkUrl', () => {
  it('gives the published authorization', () => {
    const url = new URL(
      signSparkUrl(
        'wss://spark-api.xf-yun.com/v3.5/chat',
        { apiKey: 'KEYEXAMPLE', apiSecret: 'SECRETEXAMPLE' },
        NOW,
      ),
    )
    expect(url.searchParams.get('date')).toBe('Fri, 02 Jan 2026 03:04:05 GMT')
    expect(url.searchParams.get('host')).toBe('spark-api.xf-yun.com')
    expect(url.searchParams.get('authorization')).toBe(
      'YXBpX2tleT0iS0VZRVhBTVBMRSIsIGFsZ29yaXRobT0iaG1hYy1zaGEyNTYiLCBoZWFkZXJzPSJob3N0IGRhdGUgcmVxdWVzdC1saW5lIiwgc2lnbmF0dXJlPSIvNnJUOGFvVWdoU3dSUVFwendURTNLbkY0WkNoRzNrSEJ5ZnZJa2VveENVPSI=',
    )
  })
})

describe('signZhipuToken', () => {
  it('gives the published token', () => {
    expect(signZhipuToken('idexample', 'secretexample', NOW, 86_400_000)).toBe(
      'eyJhbGciOiJIUzI1NiIsInNpZ25fdHlwZSI6IlNJR04ifQ.eyJhcGlfa2V5IjoiaWRleGFtcGxlIiwiZXhwIjoxNzY3NDA5NDQ1MDAwLCJ0aW1lc3RhbXAiOjE3NjczMjMwNDUwMDB9.YBOS8brlq7OLJlEHCufL6tDK4ukm1F1SkHwXSHXx28A',
    )
  })
})

describe('signGoogleAssertion', () => {
  it('makes claims that the account’s public key verifies', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const assertion = signGoogleAssertion(
      {
        projectId: 'demo',
        clientEmail: 'robot@demo.iam.gserviceaccount.com',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        privateKeyId: 'k1',
        tokenUri: 'https://oauth2.googleapis.com/token',
      },
      NOW,
    )
    const [header = '', claims = '', signature = ''] = assertion.split('.')
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    expect(read(header)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'k1' })
    expect(read(claims)).toEqual({
      iss: 'robot@demo.iam.gserviceaccount.com',
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      aud: 'https://oauth2.googleapis.com/token',
      iat: 1_767_323_045,
      exp: 1_767_326_645,
    })
    const signed = Buffer.from(`${header}.${claims}`)
    expect(verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  })
})
