import { describe, expect, it } from 'vitest'
import { countSlices } from '../../../src/daemon/counting/count-slices.ts'
import { countText, countTexts, encodingFor } from '../../../src/daemon/counting/count-tokens.ts'
import {
  estimatePromptTokens,
  holdTokens,
  likelyTokens,
} from '../../../src/daemon/counting/estimate-tokens.ts'
import { countOutput, countPrompt } from '../../../src/daemon/protocols/openai/count-prompt.ts'
import type { JsonObject } from '../../../src/daemon/protocols/types.ts'
import { mp4, wav } from './audio-files.ts'
import { denseTexts, sampleTexts } from './sample-texts.ts'

const bytesOf = (text: string) => Buffer.byteLength(text)

describe('vocabularies', () => {
  it.each([
    ['gpt-4o-mini', 'o200k_base'],
    ['chatgpt-4o-latest', 'o200k_base'],
    ['o1', 'o200k_base'],
    ['o3-mini', 'o200k_base'],
    ['o4-mini', 'o200k_base'],
    ['gpt-4.1', 'o200k_base'],
    ['gpt-5.5', 'o200k_base'],
    ['gpt-4', 'cl100k_base'],
    ['gpt-3.5-turbo', 'cl100k_base'],
    ['claude-opus-5', 'cl100k_base'],
    ['deepseek-chat', 'cl100k_base'],
  ])('%s counts with %s', (model, encoding) => {
    expect(encodingFor(model)).toBe(encoding)
  })

  it('counts what OpenAI documents for its own example', async () => {
    expect(await countText('gpt-4o', 'tiktoken is great!')).toBe(6)
    expect(await countText('gpt-4', 'tiktoken is great!')).toBe(6)
    expect(await countText('gpt-4', 'お誕生日おめでとう')).toBe(9)
    expect(await countText('gpt-4o', 'お誕生日おめでとう')).toBe(8)
  })

  it('a text that looks like a control token is a text', async () => {
    expect(await countText('gpt-4o', '<|endoftext|>')).toBeGreaterThan(1)
  })

  it('an empty text has no tokens, half a character pair does no harm', async () => {
    expect(await countText('gpt-4o', '')).toBe(0)
    expect(await countText('gpt-4o', '\ud83d')).toBeGreaterThan(0)
  })
})

describe('long texts', () => {
  it('cut into slices count like the whole, within two per cent', async () => {
    for (const text of [...Object.values(sampleTexts), ...Object.values(denseTexts)]) {
      const one = await countText('gpt-4o', `${text}\n`)
      const many = await countText('gpt-4o', `${text}\n`.repeat(50))
      expect(Math.abs(many - one * 50)).toBeLessThanOrEqual(one * 50 * 0.02)
    }
  })

  it('beyond the bound are sampled: the estimate stays within five per cent', async () => {
    const english = `${sampleTexts.english}\n`
    const mixed = english.repeat(3000) + `${denseTexts.digits}\n`.repeat(500)
    const expected =
      3000 * (await countText('gpt-4o', english)) +
      500 * (await countText('gpt-4o', `${denseTexts.digits}\n`))
    const counted = await countText('gpt-4o', mixed)
    expect(Math.abs(counted - expected)).toBeLessThanOrEqual(expected * 0.05)
  })

  /** Generators of unbroken runs. The random ones do not repeat, so that the tokenizer's caches do not help. */
  const hostile: Readonly<Record<string, (random: number) => string>> = {
    letters: (random) => String.fromCharCode(0x61 + (random % 26)),
    ideographs: (random) => String.fromCharCode(0x4e00 + (random % 20_000)),
    punctuation: (random) => '!?;:,.-_()[]{}<>|'.charAt(random % 17),
    'one letter': () => 'a',
    blanks: () => ' ',
  }
  it.each(Object.entries(hostile))(
    'a megabyte of %s is counted while other work goes on',
    async (_name, draw) => {
      let seed = 1
      const text = Array.from({ length: 1_048_576 }, () => {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
        return draw(seed >> 8)
      }).join('')
      expect(await countText('gpt-4o', text)).toBeGreaterThan(text.length / 200)
      // Runs the work of the counting thread on this thread, where the turns of other tasks can be counted.
      const slices = Array.from({ length: 128 }, (_, index) => text.slice(index * 512, (index + 1) * 512))
      let turns = 0
      let isOver = false
      const others = () => {
        turns += 1
        if (!isOver) setImmediate(others)
      }
      setImmediate(others)
      await countSlices('o200k_base', slices)
      isOver = true
      expect(turns).toBeGreaterThan(6)
    },
  )

  it('ten thousand short texts are bounded like one long text', async () => {
    expect(
      await countTexts(
        'gpt-4o',
        Array.from({ length: 10_000 }, () => 'hello'),
      ),
    ).toBe(10_000)
  })
})

describe('prompts', () => {
  const words = async (model: string, ...texts: string[]) => {
    let sum = 0
    for (const text of texts) sum += await countText(model, text)
    return sum
  }

  it('a message costs its role and content and 3; a name 1 more; the answer 3', async () => {
    const body: JsonObject = {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', name: 'ada', content: 'Hello there' },
      ],
    }
    const texts = await words('gpt-4o', 'system', 'Be brief.', 'user', 'ada', 'Hello there')
    expect(await countPrompt('chat', 'gpt-4o', body)).toBe(texts + 3 + 3 + 1 + 3)
  })

  it('every tool counts, and 8 for having any', async () => {
    const tool = (name: string) => ({
      type: 'function',
      function: { name, description: 'Looks up', parameters: { type: 'object' } },
    })
    const texts = await words(
      'gpt-4o',
      'one',
      'Looks up',
      '{"type":"object"}',
      'two',
      'Looks up',
      '{"type":"object"}',
    )
    expect(await countPrompt('chat', 'gpt-4o', { messages: [], tools: [tool('one'), tool('two')] })).toBe(
      texts + 3 + 8,
    )
  })

  it.each([
    ['gpt-4o', 'auto', 255],
    ['gpt-4o', 'low', 85],
    ['gpt-4o-mini', 'high', 8499],
    ['gpt-4o-mini', 'low', 2833],
    ['glm-4v-plus', 'high', 1047],
  ])('an image of %s in detail %s costs %i without being looked at', async (model, detail, expected) => {
    const part = {
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${'A'.repeat(9999)}`, detail },
    }
    const body = { messages: [{ role: '', content: [part] }] }
    expect(await countPrompt('chat', model, body)).toBe(expected + 3 + 3)
  })

  it('audio costs 100, a file 5000, text parts their text', async () => {
    const content = [{ type: 'input_audio' }, { type: 'file' }, { type: 'text', text: 'Hello' }]
    const body = { messages: [{ role: '', content }] }
    expect(await countPrompt('chat', 'gpt-4o', body)).toBe(5100 + 1 + 3 + 3)
  })

  it('a recording costs a thousand tokens a minute, a video what Google counts for its length', async () => {
    const tenMinutes = wav({ sampleRate: 8_000, channels: 1, bits: 8, dataBytes: 4_800_000 }).toString(
      'base64',
    )
    const count = (part: JsonObject) =>
      countPrompt('chat', 'gpt-4o', { messages: [{ role: '', content: [part] }] })
    const audio = { type: 'input_audio', input_audio: { data: tenMinutes, format: 'wav' } }
    expect(await count(audio)).toBe(10_000 + 3 + 3)
    const url = `data:video/mp4;base64,${mp4([1_000, 60_000]).toString('base64')}`
    expect(await count({ type: 'video_url', video_url: { url } })).toBe(60 * 290 + 3 + 3)
  })

  it('completions and embeddings take texts, lists of texts, token numbers and lists of those', async () => {
    expect(await countPrompt('completion', 'gpt-4', { prompt: 'Hello there' })).toBe(2)
    expect(await countPrompt('embedding', 'gpt-4', { input: ['Hello', 'there'] })).toBe(2)
    expect(await countPrompt('embedding', 'gpt-4', { input: [1, 2, 3] })).toBe(3)
    expect(await countPrompt('embedding', 'gpt-4', { input: [[1, 2], [3]] })).toBe(3)
    expect(await countPrompt('moderation', 'm', { input: [{ type: 'text', text: 'Hello' }] })).toBe(1)
  })

  it('malformed bodies count what can be counted', async () => {
    const body = {
      messages: [null, 7, { role: 5, content: [null, { type: 'text', text: 9 }] }],
      tools: 'x',
    } as never
    expect(await countPrompt('chat', 'gpt-4o', body)).toBe(3 + 3)
    expect(await countPrompt('embedding', 'gpt-4o', {})).toBe(0)
  })

  it('an answer costs its text and 7 for each tool call', async () => {
    expect(await countOutput('gpt-4o', 'Hello', 2)).toBe(15)
  })
})

describe('estimates without a tokenizer', () => {
  it.each(Object.entries(sampleTexts))(
    'hold enough for %s, in the newer and nearly in the older vocabulary',
    async (_name, text) => {
      const held = holdTokens(bytesOf(text))
      expect(held).toBeGreaterThanOrEqual(await countText('gpt-4o', text))
      expect(held).toBeGreaterThanOrEqual(0.94 * (await countText('gpt-4', text)))
    },
  )

  it.each(Object.entries(sampleTexts))('hold at most three times what %s needs', async (_name, text) => {
    expect(holdTokens(bytesOf(text))).toBeLessThanOrEqual(3 * (await countText('gpt-4o', text)))
  })

  it.each(Object.entries(denseTexts))('hold at least half of what %s needs', async (_name, text) => {
    expect(holdTokens(bytesOf(text))).toBeGreaterThanOrEqual(0.5 * (await countText('gpt-4o', text)))
  })

  it('count framing and tools with the text, but not megabytes of pictures', () => {
    const withText = estimatePromptTokens({ textBytes: 1000, bodyBytes: 1300, attachments: 0 })
    expect(withText).toBe(400 + 120)
    const withPicture = estimatePromptTokens({ textBytes: 1000, bodyBytes: 2_000_000, attachments: 1 })
    expect(withPicture).toBe(400 + 512 + 400 + 64 + 1600)
  })

  it('say four bytes a token where the middle is wanted', () => {
    expect(likelyTokens(400)).toBe(100)
    expect(likelyTokens(0)).toBe(0)
  })
})
