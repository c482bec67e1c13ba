import { describe, expect, it } from 'vitest'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import { geminiBatchEmbedding, geminiEmbedding } from '../../../../src/daemon/protocols/gemini/index.ts'
import { asObject, objectsOf } from '../../../../src/daemon/protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'
import { addressed, isAnswer, recorded } from './recorded.ts'

const form = geminiEmbedding.form
const encode = (request: JsonObject) => {
  const losses = new LossList()
  return { body: form?.encodeRequest?.(request, losses), losses: losses.fields }
}
const answers = [...recorded('gemini.embed'), ...recorded('vertex.embed')].filter(isAnswer)

describe('a recorded embedding', () => {
  it.each(answers.map((each) => [each.id, each] as const))(
    '%s gives the vectors its facts say',
    (_id, exchange) => {
      const document = exchange.response.body as JsonValue
      expect(geminiEmbedding.readOutput(document).hasOutput).toBe(true)
      expect(geminiEmbedding.readDisguisedFailure(document)).toBeUndefined()
      const usage = geminiEmbedding.readUsage(document)
      const tokens = exchange.facts.input_tokens_all_in
      if (tokens === null) expect(usage.kind).toBe('none')
      else expect(usage).toMatchObject({ usage: { inputTokens: tokens, outputTokens: 0 } })
      const answer = form?.decodeAnswer?.(document, { model: 'm' })
      expect(objectsOf(answer?.data)).toHaveLength(exchange.facts.embeddings?.count ?? 0)
      expect(asObject(answer?.usage)?.prompt_tokens ?? null).toBe(tokens)
    },
  )

  it.each(answers.map((each) => [each.id, each] as const))(
    '%s is asked for and answered as it was',
    (_id, exchange) => {
      const body = addressed(exchange)
      expect(geminiEmbedding.readRequest(body)).toMatchObject({ isStream: false, attachments: 0 })
      const neutral = form?.decodeRequest?.(body) ?? {}
      expect(geminiEmbedding.readTexts(body).input).toBe([neutral.input].flat().join('\n'))
      const document = exchange.response.body as JsonObject
      const openai = form?.decodeAnswer?.(document, neutral) ?? {}
      const back = form?.encodeAnswer?.(openai, neutral)
      expect(back?.embedding ?? back?.embeddings).toEqual(document.embedding ?? document.embeddings)
    },
  )
})

describe('a request whose lists have one element', () => {
  it('is read without the lists, too', () => {
    const body = { model: 'm', requests: { content: { parts: { text: 'a' } } } }
    expect(geminiBatchEmbedding.readRequest(body)).toMatchObject({ attachments: 0 })
    expect(geminiBatchEmbedding.readTexts(body).input).toBe('a')
    expect(form?.decodeRequest?.(body)).toMatchObject({ input: ['a'] })
  })
})

describe('OpenAI’s request', () => {
  it('becomes a batch', () => {
    const { body, losses } = encode({
      model: 'gemini-embedding-001',
      input: ['a', 'b'],
      dimensions: 256,
      user: 'u',
    })
    const request = (text: string) => ({
      model: 'models/gemini-embedding-001',
      content: { parts: [{ text }] },
      outputDimensionality: 256,
    })
    expect(body).toEqual({ requests: [request('a'), request('b')] })
    expect(losses).toEqual([])
    expect(encode({ model: 'm', input: 'a' }).body).toMatchObject({
      requests: [{ content: { parts: [{ text: 'a' }] } }],
    })
  })

  it('may tell queries from documents', () => {
    expect(encode({ model: 'm', input: 'a', input_type: 'search_query' }).body).toMatchObject({
      requests: [{ taskType: 'RETRIEVAL_QUERY' }],
    })
    const own = { model: 'm', input: 'a', task_type: 'CLUSTERING', title: 'T', input_type: 'search_query' }
    expect(encode(own).body).toMatchObject({ requests: [{ taskType: 'CLUSTERING', title: 'T' }] })
    const asCohere = {
      model: 'm',
      input: 'a',
      input_type: 'search_query',
      embedding_types: ['float', 'base64'],
    }
    expect(encode(asCohere).losses).toEqual([])
    expect(encode({ model: 'm', input: 'a', input_type: 'odd', other: 1 }).losses).toEqual([
      'other',
      'input_type',
    ])
  })

  it.each([
    ['tokens', [[1, 2]]],
    ['more than a batch', Array.from({ length: 101 }, () => 'a')],
  ])('is refused with %s', (_name, input) => {
    expect(() => encode({ model: 'm', input })).toThrow(
      expect.objectContaining({ code: 'translation_unsupported' }),
    )
  })

  it('gets base64 where it asks for it', () => {
    const answer = form?.decodeAnswer?.(
      { embedding: { values: [0.5, -2] } },
      { model: 'm', encoding_format: 'base64' },
    )
    const [entry] = objectsOf(answer?.data)
    expect([
      ...new Float32Array(new Uint8Array(Buffer.from(String(entry?.embedding), 'base64')).buffer),
    ]).toEqual([0.5, -2])
    expect(form?.encodeAnswer?.(answer ?? {}, { input: 'a' })).toEqual({ embedding: { values: [0.5, -2] } })
  })
})

describe('Google’s request', () => {
  it('keeps what only some upstreams know under its own name', () => {
    const body = {
      model: 'm',
      content: { parts: [{ text: 'a' }, { text: 'b' }] },
      task_type: 'CLUSTERING',
      outputDimensionality: 8,
    }
    expect(form?.decodeRequest?.(body)).toEqual({
      model: 'm',
      input: 'a\nb',
      task_type: 'CLUSTERING',
      dimensions: 8,
    })
  })

  it('is refused with pictures, and without content', () => {
    const picture = { model: 'm', content: { parts: [{ inlineData: {} }] } }
    expect(() => form?.decodeRequest?.(picture)).toThrow(
      expect.objectContaining({ code: 'translation_unsupported' }),
    )
    for (const body of [{}, { requests: [] }, { requests: [{}] }])
      expect(() => geminiEmbedding.readRequest({ model: 'm', ...body })).toThrow(
        expect.objectContaining({ code: 'invalid_request' }),
      )
  })

  it('of a batch is another format than that of one', () => {
    expect(geminiBatchEmbedding.id).not.toBe(geminiEmbedding.id)
    expect(geminiBatchEmbedding.operation).toBe('embedding')
  })
})
