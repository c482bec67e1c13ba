import OpenAI, { toFile } from 'openai'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { pictureBase64, speechBytes } from './openai-media.ts'
import { startSimulator } from './simulator.ts'

const open = await startSimulator()
afterAll(() => open.close())
beforeEach(() => open.reset())

const rank = (body: object) => fetch(`${open.url}/v1/rerank`, { method: 'POST', body: JSON.stringify(body) })

describe('pictures, sound and ranking in the form of OpenAI', () => {
  const client = new OpenAI({ baseURL: `${open.url}/v1`, apiKey: 'k', maxRetries: 0 })

  it('draws: as data with usage, or as a link that leads to a picture', async () => {
    const drawn = await client.images.generate({ model: 'gpt-image-1', prompt: 'a cat', n: 2 })
    expect(drawn.data).toHaveLength(2)
    expect([drawn.data?.[0]?.b64_json, drawn.usage?.total_tokens]).toEqual([pictureBase64, 21])
    const linked = await client.images.generate({ model: 'dall-e-3', prompt: 'a cat' })
    const picture = await fetch(linked.data?.[0]?.url ?? '')
    expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(pictureBase64)
    const image = await toFile(Buffer.from('png'), 'cat.png', { type: 'image/png' })
    await client.images.edit({ model: 'gpt-image-1', image, prompt: 'a dog' })
    expect(open.requests.at(-1)?.form).toMatchObject({
      prompt: ['a dog'],
      image: [{ filename: 'cat.png', contentType: 'image/png', bytes: Buffer.from('png') }],
    })
  })

  it('speaks and listens', async () => {
    const spoken = await client.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'hi' })
    expect(spoken.headers.get('content-type')).toBe('audio/mpeg')
    expect(Buffer.from(await spoken.arrayBuffer())).toEqual(speechBytes)
    open.always({ text: 'what was said' })
    const file = await toFile(Buffer.from('wav'), 'a.wav')
    const heard = await client.audio.transcriptions.create({ model: 'gpt-4o-transcribe', file })
    expect(heard).toMatchObject({ text: 'what was said', usage: { type: 'tokens', total_tokens: 21 } })
    const subtitles = await client.audio.translations.create({
      model: 'whisper-1',
      file,
      response_format: 'srt',
    })
    expect(String(subtitles)).toContain('00:00:02,500\nwhat was said')
    expect(open.requests.at(-1)?.model).toBe('whisper-1')
    const pieces = []
    for await (const event of await client.audio.transcriptions.create({
      model: 'gpt-4o-transcribe',
      file,
      stream: true,
    }))
      pieces.push(event.type)
    expect(pieces.at(-1)).toBe('transcript.text.done')
  })

  it('ranks', async () => {
    const ranked = await rank({
      model: 'r',
      query: 'q',
      documents: ['a', 'b'],
      return_documents: true,
    })
    expect(await ranked.json()).toMatchObject({
      results: [{ index: 1, document: { text: 'b' } }, { index: 0 }],
      usage: { total_tokens: 9 },
    })
  })
})
