import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Call, Channel } from '../../../src/daemon/channel-types/types.ts'
import { vertexEmbedding } from '../../../src/daemon/channel-types/vertex/embedding-codec.ts'
import { vertex } from '../../../src/daemon/channel-types/vertex/index.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import { objectsOf } from '../../../src/daemon/protocols/json-access.ts'
import type { JsonObject, OperationName } from '../../../src/daemon/protocols/types.ts'
import { aCall } from './a-channel.ts'

const NOW = new Date('2026-01-02T03:04:05Z')
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const keyFile = (given: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'demo-1',
    private_key_id: 'k1',
    private_key: PEM,
    client_email: 'robot@demo-1.iam.gserviceaccount.com',
    token_uri: 'https://oauth2.googleapis.com/token',
    ...given,
  })

const call = (given: Partial<Call> = {}, channel: Partial<Channel> = {}): Call =>
  aCall(
    { operation: 'generate', model: 'gemini-2.5-pro', key: keyFile(), credential: 'ya29.t', ...given },
    channel,
  )

const fixture = (name: string): { request: JsonObject; answer: JsonObject } =>
  JSON.parse(readFileSync(new URL(`../../fixtures/vertex/${name}.json`, import.meta.url), 'utf8')) as {
    request: JsonObject
    answer: JsonObject
  }

const ROOT = 'https://aiplatform.googleapis.com/v1/projects/demo-1/locations/global'

describe('vertex', () => {
  it.each<[OperationName, string, boolean, string]>([
    ['generate', 'gemini-2.5-pro', false, 'publishers/google/models/gemini-2.5-pro:generateContent'],
    [
      'generate',
      'gemini-2.5-pro',
      true,
      'publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
    ],
    ['embedding', 'gemini-embedding-001', false, 'publishers/google/models/gemini-embedding-001:predict'],
    ['embedding', 'gemini-embedding-2', false, 'publishers/google/models/gemini-embedding-2:embedContent'],
    ['embedding', 'text-embedding-005', false, 'publishers/google/models/text-embedding-005:predict'],
    ['image', 'imagen-4.0-generate-001', false, 'publishers/google/models/imagen-4.0-generate-001:predict'],
    [
      'image',
      'gemini-2.5-flash-image',
      false,
      'publishers/google/models/gemini-2.5-flash-image:generateContent',
    ],
    ['messages', 'claude-sonnet-4-6', false, 'publishers/anthropic/models/claude-sonnet-4-6:rawPredict'],
    [
      'messages',
      'claude-3-7-sonnet-20250219',
      true,
      'publishers/anthropic/models/claude-3-7-sonnet@20250219:streamRawPredict',
    ],
    [
      'messages',
      'claude-3-5-sonnet-20241022',
      false,
      'publishers/anthropic/models/claude-3-5-sonnet-v2@20241022:rawPredict',
    ],
    [
      'messages',
      'claude-sonnet-4-5-thinking',
      false,
      'publishers/anthropic/models/claude-sonnet-4-5@20250929:rawPredict',
    ],
    ['chat', 'deepseek-ai/deepseek-v3.2-maas', true, 'endpoints/openapi/chat/completions'],
  ])('asks for %s of %s (stream: %s) at %s', (operation, model, isStream, path) => {
    expect(vertex.target(call({ operation, model, isStream })).url).toBe(`${ROOT}/${path}`)
    expect(vertex.speaks?.(operation, model, call().channel)).toBe(true)
  })

  it('speaks one protocol to each maker’s models', () => {
    const speaks = (model: string) =>
      (['chat', 'messages', 'generate', 'embedding', 'image', 'speech'] as const).filter((operation) =>
        vertex.speaks?.(operation, model, call().channel),
      )
    expect(speaks('gemini-2.5-pro')).toEqual(['generate'])
    expect(speaks('gemini-2.5-flash-image')).toEqual(['generate', 'image'])
    expect(speaks('gemini-embedding-001')).toEqual(['embedding'])
    expect(speaks('imagen-4.0-generate-001')).toEqual(['image'])
    expect(speaks('claude-opus-4-8')).toEqual(['messages'])
    expect(speaks('meta/llama-4-maverick-17b-128e-instruct-maas')).toEqual(['chat'])
  })

  it.each([
    ['', 'https://aiplatform.googleapis.com/v1/projects/demo-1/locations/global/'],
    ['global', 'https://aiplatform.googleapis.com/v1/projects/demo-1/locations/global/'],
    ['us', 'https://aiplatform.us.rep.googleapis.com/v1/projects/demo-1/locations/us/'],
    [
      'us-central1',
      'https://us-central1-aiplatform.googleapis.com/v1/projects/demo-1/locations/us-central1/',
    ],
  ])('finds the host of region %j', (other, start) => {
    expect(vertex.target(call({}, { other })).url.startsWith(start)).toBe(true)
  })

  it('looks up the region by the client’s name of the model, then the upstream’s, then the default', () => {
    const other = JSON.stringify({
      default: 'us-central1',
      'gemini-2.5-pro': 'europe-west1',
      smart: 'europe-west4',
    })
    const regionOf = (model: string, mapping: readonly [string, string][] = []) =>
      /locations\/([^/]+)/.exec(
        vertex.target(call({ model }, { other, modelMapping: new Map(mapping) })).url,
      )?.[1]
    expect(regionOf('gemini-2.5-flash')).toBe('us-central1')
    expect(regionOf('gemini-2.5-pro')).toBe('europe-west1')
    expect(regionOf('gemini-2.5-pro', [['smart', 'gemini-2.5-pro']])).toBe('europe-west4')
  })

  it.each(['evil.example/#', 'us-central1/../..', '{"default":"a b"}'])('refuses the region %s', (other) => {
    expect(() => vertex.target(call({}, { other }))).toThrow('channel_misconfigured')
    expect(vertex.fields.other?.check?.(other)).toBeDefined()
  })

  it('sends the derived token, and never the key', () => {
    const target = vertex.target(call())
    expect(target.headers).toEqual({ authorization: 'Bearer ya29.t' })
    expect(JSON.stringify(target)).not.toContain('PRIVATE')
  })

  it('hands on betas to Claude only', () => {
    const headers = { 'anthropic-beta': 'context-1m-2025-08-07' }
    expect(
      vertex.target(call({ operation: 'messages', model: 'claude-sonnet-4-6', headers })).headers,
    ).toMatchObject(headers)
    expect(vertex.target(call({ headers })).headers).not.toHaveProperty('anthropic-beta')
  })

  it('takes an API key of express mode, which reaches Gemini only', () => {
    const key = 'AQ.express'
    expect(vertex.target(call({ key }))).toEqual({
      url: 'https://aiplatform.googleapis.com/v1/publishers/google/models/gemini-2.5-pro:generateContent',
      headers: { 'x-goog-api-key': key },
    })
    expect(vertex.credential?.applies?.(call({ key }))).toBe(false)
    expect(vertex.credential?.applies?.(call())).toBe(true)
    expect(() => vertex.target(call({ key, operation: 'messages', model: 'claude-opus-4-8' }))).toThrow(
      'channel_misconfigured',
    )
  })

  it.each([
    '{',
    '{"project_id":"demo-1"}',
    keyFile({ project_id: '../evil' }),
    keyFile({ token_uri: 'file:///etc' }),
    '',
  ])('refuses the key %s', (key) => {
    expect(() => vertex.target(call({ key }))).toThrow('channel_misconfigured')
  })

  it('exchanges an assertion that the account signed for a token', () => {
    // The form that a key has after it was passed through an environment variable.
    const key = keyFile({ private_key: PEM.replaceAll('\n', '\\n') })
    const request = vertex.credential?.request(call({ key }), NOW)
    expect(request?.url).toBe('https://oauth2.googleapis.com/token')
    const form = new URLSearchParams(request?.body)
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const isGood = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
      Buffer.from(signature, 'base64url'),
    )
    expect(isGood).toBe(true)
    expect(
      vertex.credential?.read({ access_token: 'ya29.x', expires_in: 3599, token_type: 'Bearer' }),
    ).toEqual({ token: 'ya29.x', expiresInSeconds: 3599 })
    expect(vertex.credential?.read({ error: 'invalid_grant' })).toBeUndefined()
  })

  it('says that a private key is none, without saying more of it', () => {
    const key = keyFile({ private_key: 'not a key' })
    expect(() => vertex.credential?.request(call({ key }), NOW)).toThrow('channel_misconfigured')
  })

  it('writes a Claude body as it was recorded', () => {
    const { request } = fixture('claude')
    const recorded = request.body as JsonObject
    const { anthropic_version: version, ...sent } = recorded
    const body = { ...sent, model: 'claude-3-7-sonnet-20250219' }
    const shaped = vertex.shapeRequest?.(
      body,
      call({ operation: 'messages', model: 'claude-3-7-sonnet-20250219' }),
    )
    expect(version).toBe('vertex-2023-10-16')
    expect(shaped).toEqual(recorded)
  })

  it('keeps the stream flag in a Claude body, and the model out of it', () => {
    const body = { model: 'claude-opus-4-8', stream: true, max_tokens: 5, messages: [] }
    expect(vertex.shapeRequest?.(body, call({ operation: 'messages', model: 'claude-opus-4-8' }))).toEqual({
      anthropic_version: 'vertex-2023-10-16',
      stream: true,
      max_tokens: 5,
      messages: [],
    })
  })

  it('leaves out of a Gemini body what only the developer API takes, and says who speaks', () => {
    const body = {
      contents: [{ parts: [{ text: 'hi' }] }],
      serviceTier: 'flex',
      labels: { team: 'a' },
      toolConfig: { includeServerSideToolInvocations: true, functionCallingConfig: { mode: 'AUTO' } },
    }
    expect(vertex.shapeRequest?.(body, call())).toMatchObject({
      contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
      labels: { team: 'a' },
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    })
    expect(vertex.shapeRequest?.(body, call())).not.toHaveProperty('serviceTier')
    expect(vertex.shapeRequest?.(body, call())).not.toHaveProperty(
      'toolConfig.includeServerSideToolInvocations',
    )
    const single = { contents: { parts: { text: 'hi' } } }
    expect(vertex.shapeRequest?.(single, call())).toMatchObject({
      contents: [{ role: 'user', parts: { text: 'hi' } }],
    })
  })
})

describe('vertexEmbedding', () => {
  const encode = (request: JsonObject, losses = new LossList()) =>
    vertexEmbedding.form?.encodeRequest?.(request, losses)
  const decode = (answer: JsonObject, request: JsonObject) =>
    vertexEmbedding.form?.decodeAnswer?.(answer, request)

  it('asks as it was recorded, by instances and by content', () => {
    const predict = fixture('predict')
    expect(encode({ model: 'text-embedding-004', input: ['Hello world'] })).toEqual(predict.request)
    const content = fixture('embed-content')
    const text = 'task: question answering | query: Hello, world!'
    expect(encode({ model: 'gemini-embedding-2', input: text })).toEqual(content.request)
  })

  it('reads both recorded answers', () => {
    const request = { model: 'm', input: 'x' }
    expect(decode(fixture('predict').answer, request)).toMatchObject({
      object: 'list',
      data: [
        {
          object: 'embedding',
          index: 0,
          embedding: [0.013551234267652035, expect.anything(), expect.anything(), expect.anything()],
        },
      ],
      usage: { prompt_tokens: 2, total_tokens: 2 },
    })
    expect(decode(fixture('embed-content').answer, request)).toMatchObject({
      data: [{ embedding: [-0.006532297, 0.020047152, 0.02364515, -0.008448535] }],
      usage: { prompt_tokens: 11 },
    })
  })

  it('gives base64 to a client that wants it', () => {
    const answer = decode(fixture('embed-content').answer, { model: 'm', encoding_format: 'base64' })
    const [row] = objectsOf(answer?.data)
    const bytes = Buffer.from(String(row?.embedding), 'base64')
    expect(bytes.length).toBe(16)
    expect(bytes.readFloatLE(4)).toBeCloseTo(0.020047152, 7)
  })

  it('carries dimensions and the task, refuses what is no text, and tells what it drops', () => {
    expect(
      encode({ model: 'text-embedding-005', input: ['a', 'b'], dimensions: 64, task_type: 'CLUSTERING' }),
    ).toEqual({
      instances: [
        { content: 'a', task_type: 'CLUSTERING' },
        { content: 'b', task_type: 'CLUSTERING' },
      ],
      parameters: { outputDimensionality: 64 },
    })
    expect(() => encode({ model: 'gemini-embedding-001', input: ['a', 'b'] })).toThrow(
      'translation_unsupported',
    )
    expect(() => encode({ model: 'text-embedding-005', input: [1, 2] })).toThrow('translation_unsupported')
    const losses = new LossList()
    encode({ model: 'text-embedding-005', input: 'a', user: 'u', odd: 1 }, losses)
    expect(losses.fields).toEqual(['odd'])
  })
})
