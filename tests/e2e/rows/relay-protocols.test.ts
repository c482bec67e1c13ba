import Anthropic from '@anthropic-ai/sdk'
import { type GenerateContentResponse, GoogleGenAI } from '@google/genai'
import type OpenAI from 'openai'
import { toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { realtimePeer } from '../../support/realtime-peer.ts'
import { startRealtimeUpstream } from '../../support/realtime-upstream.ts'
import { silence } from '../../support/silence.ts'
import { speechBytes } from '../../support/simulator/openai-media.ts'
import { type Site, startSite, usageOf } from './site.ts'

const claude = 'claude-sonnet-4-5-20250929'
const gemini = 'gemini-2.5-flash'
const ofOpenai =
  'gpt-4o,gpt-4o-audio-preview,dall-e-2,dall-e-3,gpt-image-1,tts-1,gpt-4o-mini-tts,whisper-1,gpt-4o-transcribe,jina-reranker-v2'

let site: Site
let anthropic: Anthropic
let google: GoogleGenAI

beforeAll(async () => {
  site = await startSite()
  await site.setOption(
    'ModelRatio',
    JSON.stringify({
      'gpt-4o': 1.25,
      'gpt-4o-audio-preview': 1.25,
      'gpt-image-1': 2.5,
      'tts-1': 7.5,
      'gpt-4o-mini-tts': 0.3,
      'whisper-1': 3,
      'gpt-4o-transcribe': 1.25,
      'jina-reranker-v2': 1,
      'gpt-realtime': 2,
      [claude]: 1.5,
      [gemini]: 0.15,
    }),
  )
  await site.setOption('ModelPrice', '{"dall-e-2":0.02,"dall-e-3":0.04}')
  await site.setOption(
    'CompletionRatio',
    JSON.stringify({
      'gpt-4o': 4,
      'gpt-4o-audio-preview': 4,
      'gpt-image-1': 8,
      'gpt-4o-mini-tts': 20,
      'gpt-4o-transcribe': 4,
      'gpt-realtime': 4,
      [claude]: 5,
      [gemini]: 8,
    }),
  )
  await site.setOption('CacheRatio', JSON.stringify({ [claude]: 0.1, [gemini]: 0.25, 'gpt-4o': 0.5 }))
  await site.addChannel({ models: ofOpenai })
  await site.addChannel({ type: 14, models: claude })
  await site.addChannel({ type: 24, models: gemini })
  anthropic = new Anthropic({ apiKey: site.key, baseURL: site.url, maxRetries: 0 })
  google = new GoogleGenAI({ apiKey: site.key, httpOptions: { baseUrl: site.url } })
})
afterAll(() => site.close())
beforeEach(() => {
  site.upstream.reset()
  site.api.clock.advance(60_000)
})

/** Returns what the work took from the balance, in quota units, and checks that the newest row agrees. */
const costOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = await site.balance()
  await work()
  const fallen = Number(before - (await site.balance())) / 1000
  expect(Number((await site.newestLog()).quota_exact)).toBe(fallen)
  return fallen
}

describe('pictures', () => {
  const draw = (body: Partial<OpenAI.ImageGenerateParamsNonStreaming>) =>
    site.openai.images.generate({ model: 'dall-e-3', prompt: 'a cat', ...body, stream: false })

  it.each([
    ['one', {}, 0.04],
    ['a large one', { size: '1792x1024' }, 0.04 * 2],
    ['hd', { quality: 'hd' }, 0.04 * 2],
    ['large and hd', { size: '1024x1792', quality: 'hd' }, 0.04 * 2 * 1.5],
    ['three small ones', { model: 'dall-e-2', size: '512x512', n: 3 }, 0.02 * 0.45 * 3],
    ['two of the smallest', { model: 'dall-e-2', size: '256x256', n: 2 }, 0.02 * 0.4 * 2],
  ] as const)('C-RELAY-04 %s costs price x size x quality x number', async (_name, body, dollars) => {
    expect(await costOf(() => draw(body))).toBe(Math.round(dollars * 500_000_000) / 1000)
    expect(await site.newestOther()).toMatchObject({ model_price: 'n' in body ? 0.02 : 0.04 })
    expect(site.upstream.requests.at(-1)?.path).toBe('/v1/images/generations')
  })

  it('C-RELAY-04 pictures that were asked for and did not come cost nothing', async () => {
    site.upstream.next({ json: { created: 1, data: [{ url: 'https://example.com/1.png' }] } })
    const cost = await costOf(() => draw({ model: 'dall-e-2', size: '1024x1024', n: 3 }))
    expect(cost).toBe(0.02 * 500_000)
  })

  it('C-RELAY-04 a model priced by tokens costs the tokens that its answer states', async () => {
    site.upstream.always({ tokens: { input: 1000, output: 500 } })
    const price = 2.5 * (1000 + 500 * 8)
    const work = async () => {
      const answer = await draw({ model: 'gpt-image-1' })
      expect(answer.data?.[0]?.b64_json).toBeTypeOf('string')
    }
    expect(await costOf(work)).toBe(price)
    const streamed = async () => {
      const stream = await site.openai.images.generate({
        model: 'gpt-image-1',
        prompt: 'a cat',
        stream: true,
        partial_images: 1,
      })
      const types: string[] = []
      for await (const event of stream) types.push(event.type)
      expect(types).toEqual(['image_generation.partial_image', 'image_generation.completed'])
    }
    expect(await costOf(streamed)).toBe(price)
  })

  it('C-RELAY-04 a model priced by tokens costs what its pictures have, if the answer states none or breaks off', async () => {
    site.upstream.always({ usage: 'missing', cutAfterEvents: 1 })
    const wishes = { model: 'gpt-image-1', prompt: 'a cat', size: '1024x1024' } as const
    const low = await costOf(() => draw({ ...wishes, quality: 'low' }))
    const high = await costOf(() => draw({ ...wishes, quality: 'high' }))
    expect(high - low).toBe(2.5 * (4160 - 272) * 8)
    const cut = await costOf(async () => {
      const stream = await site.openai.images.generate({
        ...wishes,
        quality: 'high',
        stream: true,
        partial_images: 1,
      })
      const readAll = async () => {
        for await (const event of stream) expect(event.type).toBe('image_generation.partial_image')
      }
      await expect(readAll()).rejects.toThrow()
    })
    expect(cut).toBe(high + 2.5 * 100 * 8)
  })

  it('C-RELAY-04 an edit sends the form as it came and costs the same price', async () => {
    const png = await toFile(Buffer.from('picture'), 'a.png', { type: 'image/png' })
    const cost = await costOf(() =>
      site.openai.images.edit({ model: 'dall-e-2', image: png, prompt: 'a hat', n: 2, size: '1024x1024' }),
    )
    expect(cost).toBe(0.02 * 2 * 500_000)
    expect(site.upstream.requests.at(-1)).toMatchObject({
      path: '/v1/images/edits',
      form: { prompt: ['a hat'], model: ['dall-e-2'] },
    })
  })
})

describe('sound', () => {
  it('C-RELAY-05 speech comes back byte for byte; the older voices cost a token a character', async () => {
    const cost = await costOf(async () => {
      const answer = await site.openai.audio.speech.create({
        model: 'tts-1',
        voice: 'alloy',
        input: 'Hello, world!',
      })
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(speechBytes)
      expect(answer.headers.get('content-type')).toBe('audio/mpeg')
    })
    expect(cost).toBe(7.5 * 13)
    expect(await site.newestLog()).toMatchObject({ prompt_tokens: 13, completion_tokens: 0 })
  })

  it('C-RELAY-05 speech as events costs the tokens that the last one states', async () => {
    site.upstream.next({ tokens: { input: 20, output: 100 } })
    const cost = await costOf(async () => {
      const answer = await site.openai.audio.speech.create({
        model: 'gpt-4o-mini-tts',
        voice: 'alloy',
        input: 'Hello',
        stream_format: 'sse',
      })
      const text = await answer.text()
      expect(text).toContain('speech.audio.delta')
      expect(text).toContain('speech.audio.done')
    })
    expect(cost).toBe(0.3 * (20 + 100 * 20))
  })

  it.each([
    ['the upstream says how long it is', 'json', 10, 3],
    ['the upstream says nothing: the file is measured', 'srt', 90, 90],
    ['a verbose answer says its duration', 'verbose_json', 10, 3],
  ] as const)('C-RELAY-05 transcription, %s', async (_name, format, seconds, charged) => {
    const file = silence(seconds)
    const cost = await costOf(() =>
      site.openai.audio.transcriptions.create({ model: 'whisper-1', file, response_format: format }),
    )
    // A thousand tokens per minute.
    expect(cost).toBe((3 * charged * 1000) / 60)
    expect(site.upstream.requests.at(-1)).toMatchObject({
      path: '/v1/audio/transcriptions',
      form: { model: ['whisper-1'], response_format: [format] },
    })
  })

  it('C-RELAY-05 C-LOG-16 transcription by tokens, plain and streamed, and the audio fields of its row', async () => {
    site.upstream.always({ text: 'what was said', tokens: { input: 1000, output: 50 } })
    const file = silence(60)
    const model = 'gpt-4o-transcribe'
    const price = 1.25 * (1000 + 50 * 4)
    const plain = () => site.openai.audio.transcriptions.create({ model, file })
    expect(await costOf(async () => expect((await plain()).text).toBe('what was said'))).toBe(price)
    const audio = { audio: true, audio_input: 1000, audio_output: 0, text_input: 0, text_output: 50 }
    expect(await site.newestOther()).toMatchObject(audio)
    const streamed = async () => {
      let text = ''
      const stream = await site.openai.audio.transcriptions.create({ model, file, stream: true })
      for await (const event of stream) if (event.type === 'transcript.text.delta') text += event.delta
      expect(text).toBe('what was said')
    }
    expect(await costOf(streamed)).toBe(price)
    expect(await site.newestOther()).toMatchObject(audio)
  })

  it('C-RELAY-05 translation', async () => {
    const file = silence(10)
    const cost = await costOf(() => site.openai.audio.translations.create({ model: 'whisper-1', file }))
    expect(cost).toBe((3 * 3 * 1000) / 60)
    expect(site.upstream.requests.at(-1)?.path).toBe('/v1/audio/translations')
  })

  it('C-RELAY-05 C-LOG-16 audio chat is charged by its four kinds of tokens, which its row has', async () => {
    const usage = usageOf(1000, 500, {
      prompt_tokens_details: { cached_tokens: 0, text_tokens: 200, audio_tokens: 800 },
      completion_tokens_details: { reasoning_tokens: 0, text_tokens: 100, audio_tokens: 400 },
    })
    site.upstream.next({ usageValues: usage })
    const cost = await costOf(() =>
      site.openai.chat.completions.create({
        model: 'gpt-4o-audio-preview',
        modalities: ['text', 'audio'],
        audio: { voice: 'alloy', format: 'wav' },
        messages: [{ role: 'user', content: 'say something' }],
      }),
    )
    // Audio costs 40 times a text token, spoken answers twice that.
    expect(cost).toBe(1.25 * (200 + 800 * 40 + 100 * 4 + 400 * 80))
    expect(await site.newestOther()).toMatchObject({
      audio: true,
      audio_input: 800,
      audio_output: 400,
      text_input: 200,
      text_output: 100,
    })
  })
})

describe('reranking', () => {
  it.each(['/v1/rerank', '/rerank'])('C-RELAY-06 %s is charged by its tokens', async (path) => {
    site.upstream.next({ usageValues: { prompt_tokens: 1000, total_tokens: 1000 } })
    const cost = await costOf(async () => {
      const response = await site.post(path, {
        model: 'jina-reranker-v2',
        query: 'cats',
        documents: ['dogs', 'cats', 'birds'],
        top_n: 2,
        return_documents: true,
      })
      const { results } = (await response.json()) as { results: readonly Record<string, unknown>[] }
      expect(results).toEqual([
        { index: 2, relevance_score: 1, document: { text: 'birds' } },
        { index: 1, relevance_score: 2 / 3, document: { text: 'cats' } },
      ])
    })
    expect(cost).toBe(1000)
  })
})

describe('Responses', () => {
  const tokens = { input: 1000, output: 500, cached: 400 }
  const price = 1.25 * (600 + 400 * 0.5 + 500 * 4)

  it('C-RELAY-08 plain', async () => {
    site.upstream.next({ text: 'Hi there', tokens })
    const cost = await costOf(async () => {
      const answer = await site.openai.responses.create({ model: 'gpt-4o', input: 'hi' })
      expect(answer.output_text).toBe('Hi there')
      expect(answer.status).toBe('completed')
    })
    expect(cost).toBe(price)
    expect(site.upstream.requests.at(-1)?.path).toBe('/v1/responses')
    expect(await site.newestOther()).toMatchObject({ cache_tokens: 400, cache_ratio: 0.5 })
  })

  it('C-RELAY-08 streamed', async () => {
    site.upstream.next({ text: 'Hi there', tokens })
    const cost = await costOf(async () => {
      const stream = await site.openai.responses.create({ model: 'gpt-4o', input: 'hi', stream: true })
      let text = ''
      const types: string[] = []
      for await (const event of stream) {
        types.push(event.type)
        if (event.type === 'response.output_text.delta') text += event.delta
      }
      expect([text, types[0], types.at(-1)]).toEqual(['Hi there', 'response.created', 'response.completed'])
    })
    expect(cost).toBe(price)
    expect(await site.newestLog()).toMatchObject({ is_stream: true })
  })

  it('C-RELAY-08 from a vendor that speaks another protocol', async () => {
    site.upstream.next({ text: 'Hi there', tokens })
    const cost = await costOf(async () => {
      const stream = await site.openai.responses.create({ model: claude, input: 'hi', stream: true })
      let text = ''
      for await (const event of stream) if (event.type === 'response.output_text.delta') text += event.delta
      expect(text).toBe('Hi there')
    })
    expect(cost).toBe(1.5 * (600 + 400 * 0.1 + 500 * 5))
    expect(site.upstream.requests.at(-1)?.path).toBe('/v1/messages')
  })
})

it('C-RELAY-09 C-LOG-16 a realtime session ends with one row of `ws` and the charge of its responses', async () => {
  const upstream = await startRealtimeUpstream()
  await site.addChannel({ models: 'gpt-realtime', base_url: upstream.url })
  const before = await site.balance()
  const rows = (await site.logs()).length
  const socket = new WebSocket(`${site.url.replace('http', 'ws')}/v1/realtime?model=gpt-realtime`, {
    headers: { authorization: `Bearer ${site.key}` },
  })
  const client = realtimePeer(socket)
  expect((await client.event()).type).toBe('session.created')
  const peer = await upstream.session()
  client.say({ type: 'response.create' })
  expect((await peer.event()).type).toBe('response.create')
  peer.respond({ textIn: 100, audioIn: 200, textOut: 30, audioOut: 40 })
  expect((await client.event()).type).toBe('response.output_audio.delta')
  expect((await client.event()).type).toBe('response.done')
  socket.close(1000)
  await client.closed
  await expect.poll(async () => (await site.logs()).length).toBe(rows + 1)
  // Audio costs 8 times a text token, spoken answers twice that.
  const price = 2 * (100 + 200 * 8 + 30 * 4 + 40 * 16)
  expect(before - (await site.balance())).toBe(BigInt(price * 1000))
  expect(await site.newestLog()).toMatchObject({ model_name: 'gpt-realtime', quota: price })
  expect(await site.newestOther()).toMatchObject({
    ws: true,
    audio_input: 200,
    audio_output: 40,
    text_input: 100,
    text_output: 30,
  })
  await upstream.close()
})

describe('Anthropic Messages', () => {
  const tokens = { input: 1000, output: 500, cached: 400, cacheWrite: 200 }
  const price = 1.5 * (400 + 400 * 0.1 + 200 * 1.25 + 500 * 5)
  const body = {
    model: claude,
    max_tokens: 1000,
    messages: [{ role: 'user' as const, content: 'hi' }],
  }
  const expectRow = async () => {
    expect(await site.newestOther()).toMatchObject({
      claude: true,
      cache_tokens: 400,
      cache_ratio: 0.1,
      cache_creation_tokens: 200,
      cache_creation_ratio: 1.25,
    })
    expect(await site.newestLog()).toMatchObject({ completion_tokens: 500 })
  }

  it('C-RELAY-10 C-LOG-12 plain: what was written to and read from the cache is charged and logged', async () => {
    site.upstream.next({ text: 'Hi there', tokens })
    const cost = await costOf(async () => {
      const { content, usage, stop_reason: stop } = await anthropic.messages.create(body)
      expect([content[0], stop]).toMatchObject([{ type: 'text', text: 'Hi there' }, 'end_turn'])
      expect(usage).toMatchObject({ input_tokens: 400, cache_read_input_tokens: 400, output_tokens: 500 })
    })
    expect(cost).toBe(price)
    await expectRow()
  })

  it('C-RELAY-10 C-LOG-12 streamed', async () => {
    site.upstream.next({ text: 'Hi there', tokens })
    const cost = await costOf(async () => {
      const message = await anthropic.messages.stream(body).finalMessage()
      expect(message.content).toMatchObject([{ type: 'text', text: 'Hi there' }])
      expect(message.usage).toMatchObject({ cache_creation_input_tokens: 200, output_tokens: 500 })
    })
    expect(cost).toBe(price)
    await expectRow()
  })

  it('C-RELAY-10 from a vendor that speaks another protocol', async () => {
    site.upstream.next({ text: 'Hi there', tokens: { input: 1000, output: 500, cached: 400 } })
    const cost = await costOf(async () => {
      const message = await anthropic.messages.stream({ ...body, model: 'gpt-4o' }).finalMessage()
      expect(message.content).toMatchObject([{ type: 'text', text: 'Hi there' }])
      expect(message.usage).toMatchObject({ cache_read_input_tokens: 400, output_tokens: 500 })
    })
    expect(cost).toBe(1.25 * (600 + 400 * 0.5 + 500 * 4))
    expect(await site.newestOther()).toMatchObject({ claude: true, cache_tokens: 400 })
  })
})

describe('Gemini', () => {
  const tokens = { input: 1000, output: 500, cached: 400 }
  const price = 0.15 * (600 + 400 * 0.25 + 500 * 8)
  const textOf = (chunks: readonly GenerateContentResponse[]) => chunks.map(({ text }) => text ?? '').join('')
  const stream = async (model: string) => {
    const chunks: GenerateContentResponse[] = []
    for await (const chunk of await google.models.generateContentStream({ model, contents: 'hi' }))
      chunks.push(chunk)
    return chunks
  }

  it('C-RELAY-11 plain', async () => {
    site.upstream.next({ text: 'Hi there', tokens })
    const cost = await costOf(async () => {
      const answer = await google.models.generateContent({ model: gemini, contents: 'hi' })
      expect(answer.text).toBe('Hi there')
      expect(answer.usageMetadata).toMatchObject({ promptTokenCount: 1000, cachedContentTokenCount: 400 })
    })
    expect(cost).toBe(price)
    expect(await site.newestOther()).toMatchObject({ cache_tokens: 400, cache_ratio: 0.25 })
  })

  it('C-RELAY-11 streamed', async () => {
    site.upstream.next({ text: 'Hi there', tokens })
    const cost = await costOf(async () => {
      const chunks = await stream(gemini)
      expect(textOf(chunks)).toBe('Hi there')
      expect(chunks.at(-1)?.candidates?.[0]?.finishReason).toBe('STOP')
    })
    expect(cost).toBe(price)
    expect(await site.newestLog()).toMatchObject({ is_stream: true })
  })

  it('C-RELAY-11 from a vendor that speaks another protocol, plain and streamed', async () => {
    site.upstream.always({ text: 'Hi there', tokens })
    const ofGpt = 1.25 * (600 + 400 * 0.5 + 500 * 4)
    const plain = async () => {
      const answer = await google.models.generateContent({ model: 'gpt-4o', contents: 'hi' })
      expect(answer.text).toBe('Hi there')
      expect(answer.usageMetadata).toMatchObject({ promptTokenCount: 1000, cachedContentTokenCount: 400 })
    }
    expect(await costOf(plain)).toBe(ofGpt)
    const streamed = async () => expect(textOf(await stream('gpt-4o'))).toBe('Hi there')
    expect(await costOf(streamed)).toBe(ofGpt)
  })
})
