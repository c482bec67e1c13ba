import type OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAudit } from '../../../../src/daemon/ledger/audit.ts'
import { SERVICE_ACCOUNT } from '../../../conformance/channel-types/service-account.ts'
import { startVeoServer, type VeoServer } from '../../../support/tasks/veo-server.ts'
import { VIDEO_BYTES } from '../../../support/tasks/video-server.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

let relay: TestRelay
let veo: VeoServer
/** Google's file storage, which has another origin than the API. */
let storage: VeoServer

const GEMINI = 'veo-3.1-fast-generate-preview'
const VERTEX = 'veo-3.1-generate-001'

beforeAll(async () => {
  ;[relay, veo, storage] = await Promise.all([
    startTestRelay({ env: { TOLLGATE_MEDIA_RANGES: '127.0.0.1/32' } }),
    startVeoServer(),
    startVeoServer(),
  ])
  veo.storeAt(storage.url)
  await relay.addChannel({ type: 24, key: veo.key, base_url: veo.url, models: `${GEMINI},gemini-2.5-flash` })
  const account = { ...JSON.parse(SERVICE_ACCOUNT), token_uri: `${veo.url}/token` }
  await relay.addChannel({
    type: 41,
    key: JSON.stringify(account),
    base_url: veo.url,
    other: 'us-central1',
    models: VERTEX,
  })
})
afterAll(async () => {
  expect((await runAudit(relay.api.services.knex)).state).toBe('clean')
  await relay.close()
  await veo.close()
  await storage.close()
})
beforeEach(() => {
  veo.calls.length = 0
  storage.calls.length = 0
})

const prompt = 'a ship in the harbour'
const create = (own: Partial<OpenAI.VideoCreateParams> = {}) =>
  relay.openai.videos.create({ model: GEMINI, prompt, ...own })
const poll = () => relay.api.services.tasks.pass()
const chargeOf = async <Result>(work: () => Promise<Result>): Promise<[Result, bigint]> => {
  const before = await relay.balance()
  const result = await work()
  return [result, before - (await relay.balance())]
}
/** Converts dollars to thousandths of a quota unit. */
const dollars = (amount: number): bigint => BigInt(Math.round(amount * 500_000)) * 1000n

describe('Veo in the Gemini API', () => {
  it('makes what was asked for in OpenAI’s form, with the picture inside, and is polled by its operation', async () => {
    const picture = new File([Buffer.from('a picture')], 'harbour.png', { type: 'image/png' })
    const [video, charge] = await chargeOf(() =>
      create({ seconds: '8', size: '1280x720', input_reference: picture }),
    )
    expect(charge).toBe(dollars(0.8))
    expect(video).toMatchObject({
      id: expect.stringMatching(/^video_/),
      model: GEMINI,
      status: 'queued',
      seconds: '8',
      size: '1280x720',
    })
    expect(JSON.stringify(video)).not.toContain('operations')
    expect(veo.calls).toMatchObject([
      {
        path: `/v1beta/models/${GEMINI}:predictLongRunning`,
        key: veo.key,
        body: {
          instances: [
            {
              prompt,
              image: {
                mimeType: 'image/png',
                bytesBase64Encoded: Buffer.from('a picture').toString('base64'),
              },
            },
          ],
          parameters: { aspectRatio: '16:9', resolution: '720p', durationSeconds: 8, sampleCount: 1 },
        },
      },
    ])
    await poll()
    expect((await relay.openai.videos.retrieve(video.id)).status).toBe('in_progress')
    veo.end('video')
    await poll()
    expect(await relay.openai.videos.retrieve(video.id)).toMatchObject({ status: 'completed', error: null })
    expect(veo.calls.at(-1)?.path).toBe(`/v1beta/models/${GEMINI}/operations/op-1`)
  })

  it('has its content fetched from where the vendor keeps it, with ranges, and the key goes to the vendor alone', async () => {
    const { id } = await create()
    veo.end('video')
    await poll()
    const whole = await relay.openai.videos.downloadContent(id)
    expect(Buffer.from(await whole.arrayBuffer()).equals(VIDEO_BYTES)).toBe(true)
    const headers = { range: 'bytes=10-19' }
    const part = await relay.openai.videos.downloadContent(id, {}, { headers })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(VIDEO_BYTES.subarray(10, 20))).toBe(true)
    expect(storage.calls.map(({ path, key, authorization }) => [path, key, authorization])).toEqual([
      ['/storage/file.mp4', undefined, undefined],
      ['/storage/file.mp4', undefined, undefined],
    ])
    const thumbnail = relay.openai.videos.downloadContent(id, { variant: 'thumbnail' })
    await expect(thumbnail).rejects.toMatchObject({ status: 404, code: 'task_content_missing' })
  })

  it.each([
    ['an error', 'error', { code: 'INTERNAL', message: 'the model broke' }],
    [
      'nothing because of a filter',
      'filtered',
      { code: 'content_policy_violation', message: 'the prompt shows violence.' },
    ],
  ] as const)('that ends with %s gives the charge back', async (_what, how, error) => {
    const [video, charge] = await chargeOf(async () => {
      const { id } = await create({ seconds: '4' })
      veo.end(how)
      await poll()
      return relay.openai.videos.retrieve(id)
    })
    expect(charge).toBe(0n)
    expect(video).toMatchObject({ status: 'failed', error })
  })

  it('announces a size that it makes otherwise, tells the one that it makes, and charges for that', async () => {
    const before = await relay.balance()
    const response = await relay.post('/v1/videos', {
      model: GEMINI,
      prompt,
      seconds: 8,
      size: '1024x1792',
    })
    expect(response.headers.get('tollgate-translation')).toBe('lossy; size')
    expect(await response.json()).toMatchObject({ size: '1080x1920', seconds: '8' })
    expect(before - (await relay.balance())).toBe(dollars(0.96))
  })

  it.each([
    ['a length that it does not make', { seconds: '12' as const }, 'seconds'],
    [
      'a picture by link',
      { input_reference: { image_url: 'https://pictures.example/1.png' } },
      'input_reference',
    ],
  ])('refuses %s, and charges nothing', async (_what, own, param) => {
    const [error, charge] = await chargeOf(() =>
      relay.post('/v1/videos', { model: GEMINI, prompt, ...own }).then((each) => each.json()),
    )
    expect(error).toMatchObject({ error: { code: 'translation_unsupported', param } })
    expect(charge).toBe(0n)
    expect(veo.calls).toEqual([])
  })

  it('makes no remixes: the client is told so, and charged nothing', async () => {
    const { id } = await create()
    veo.end('video')
    await poll()
    const [error, charge] = await chargeOf(() =>
      relay.openai.videos.remix(id, { prompt }).catch((cause: unknown) => cause),
    )
    expect(error).toMatchObject({ status: 400, code: 'translation_unsupported' })
    expect(charge).toBe(0n)
  })

  it('is no chat model', async () => {
    const chat = relay.openai.chat.completions.create({
      model: GEMINI,
      messages: [{ role: 'user', content: 'hi' }],
    })
    await expect(chat).rejects.toMatchObject({ status: 400, code: 'operation_unsupported' })
    expect(veo.calls).toEqual([])
  })
})

describe('Veo on Vertex AI', () => {
  it('is handed in with the token of the service account, and the video comes out of its operation', async () => {
    const [video, charge] = await chargeOf(() => create({ model: VERTEX, seconds: '8', size: '1280x720' }))
    expect(charge).toBe(dollars(3.2))
    const place = `projects/project-1/locations/us-central1/publishers/google/models/${VERTEX}`
    const submission = veo.calls.find(({ path }) => path.endsWith('predictLongRunning'))
    expect(submission).toMatchObject({
      path: `/v1/${place}:predictLongRunning`,
      authorization: 'Bearer ya29.token',
      body: { parameters: { durationSeconds: 8, generateAudio: true, sampleCount: 1 } },
    })
    veo.end('video')
    await poll()
    expect(veo.calls.at(-1)).toMatchObject({
      method: 'POST',
      path: `/v1/${place}:fetchPredictOperation`,
      body: { operationName: expect.stringContaining('/operations/') },
    })
    expect((await relay.openai.videos.retrieve(video.id)).status).toBe('completed')
    const row = await relay.api.services.knex('tasks').where({ public_id: video.id }).first()
    expect(row?.result.length).toBeLessThan(1000)
    const whole = await relay.openai.videos.downloadContent(video.id)
    expect(Buffer.from(await whole.arrayBuffer()).equals(VIDEO_BYTES)).toBe(true)
    const headers = { range: 'bytes=-100' }
    const part = await relay.openai.videos.downloadContent(video.id, {}, { headers })
    expect(part.headers.get('content-range')).toBe('bytes 299900-299999/300000')
    expect(Buffer.from(await part.arrayBuffer()).equals(VIDEO_BYTES.subarray(-100))).toBe(true)
  })

  it('that is filtered gives the charge back', async () => {
    const [, charge] = await chargeOf(async () => {
      await create({ model: VERTEX })
      veo.end('filtered')
      await poll()
    })
    expect(charge).toBe(0n)
  })
})
