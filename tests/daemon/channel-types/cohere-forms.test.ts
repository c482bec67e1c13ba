import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cohereEmbedding } from '../../../src/daemon/channel-types/cohere/embedding.ts'
import { cohere } from '../../../src/daemon/channel-types/cohere/index.ts'
import { cohereRerank } from '../../../src/daemon/channel-types/cohere/rerank.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import type { Codec, JsonObject, JsonValue } from '../../../src/daemon/protocols/types.ts'
import { aCall } from './a-channel.ts'

const read = (file: string): JsonValue =>
  JSON.parse(readFileSync(new URL(`../../fixtures/cohere/${file}`, import.meta.url), 'utf8'))

function encode(codec: Codec, request: JsonObject) {
  const losses = new LossList()
  return { body: codec.form?.encodeRequest?.(request, losses), losses: losses.fields }
}

describe('embeddings', () => {
  it('ask for documents unless the client says what the vectors are for', () => {
    expect(encode(cohereEmbedding, { model: 'm', input: 'hi', dimensions: 256, user: 'u' })).toEqual({
      body: {
        model: 'm',
        texts: ['hi'],
        input_type: 'search_document',
        embedding_types: ['float'],
        output_dimension: 256,
      },
      losses: [],
    })
    const query = encode(cohereEmbedding, {
      model: 'm',
      input: ['a', 'b'],
      input_type: 'search_query',
      odd: 1,
    })
    expect(query.body).toMatchObject({ texts: ['a', 'b'], input_type: 'search_query' })
    expect(query.losses).toEqual(['odd'])
  })

  it('refuse token ids and more texts than one call takes', () => {
    expect(() => encode(cohereEmbedding, { model: 'm', input: [1, 2] })).toThrow('translation_unsupported')
    const input = Array.from({ length: 97 }, () => 'x')
    expect(() => encode(cohereEmbedding, { model: 'm', input })).toThrow('translation_unsupported')
    expect(encode(cohereEmbedding, { model: 'm', input: input.slice(1) }).body).toBeDefined()
  })

  it("come back in OpenAI's form, in base64 where that was asked for", () => {
    const document = read('embed.json')
    const plain = cohereEmbedding.form?.decodeAnswer?.(document, { model: 'embed-v4.0', input: 'x' })
    expect(plain).toEqual({
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: [0.02832291, 0.019051284, -0.016511114, -0.026417783] },
      ],
      model: 'embed-v4.0',
      usage: { prompt_tokens: 7, total_tokens: 7 },
    })
    const encoded = cohereEmbedding.form?.decodeAnswer?.(
      { embeddings: { float: [[0.5, -2]] } },
      { model: 'm', encoding_format: 'base64' },
    )
    expect(encoded?.data).toEqual([{ object: 'embedding', index: 0, embedding: 'AAAAPwAAAMA=' }])
    expect(cohereEmbedding.readUsage(document)).toMatchObject({ usage: { inputTokens: 7, outputTokens: 0 } })
    expect(cohereEmbedding.readOutput(document).hasOutput).toBe(true)
    expect(cohereEmbedding.readDisguisedFailure(document)).toBeUndefined()
  })
})

describe('rankings', () => {
  it('send texts and keep the documents here', () => {
    const request = {
      model: 'm',
      query: 'q',
      documents: ['a', { text: 'b' }],
      top_n: 1,
      return_documents: true,
    }
    expect(encode(cohereRerank, request)).toEqual({
      body: { model: 'm', query: 'q', documents: ['a', 'b'], top_n: 1 },
      losses: [],
    })
    expect(() => encode(cohereRerank, { ...request, documents: [{ image: 'x' }] })).toThrow(
      'translation_unsupported',
    )
  })

  it('show documents only to who asked for them', () => {
    const documents = ['zero', 'one', 'two', { text: 'three' }, 'four']
    const decode = (request: JsonObject) => cohereRerank.form?.decodeAnswer?.(read('rerank.json'), request)
    expect(decode({ model: 'm', documents })?.results).toEqual([
      { index: 3, relevance_score: 0.999071 },
      { index: 4, relevance_score: 0.7779754 },
      { index: 1, relevance_score: 0.08882029 },
    ])
    expect(decode({ model: 'm', documents, return_documents: true })?.results).toMatchObject([
      { document: { text: 'three' } },
      { document: { text: 'four' } },
      { document: { text: 'one' } },
    ])
    expect(decode({ model: 'm', documents })?.usage).toBeUndefined()
    expect(cohereRerank.readUsage(read('rerank.json')).kind).toBe('none')
  })
})

it('is called at the version each call has', () => {
  const url = (given: Parameters<typeof aCall>[0], baseUrl = '') =>
    cohere.target(aCall(given, { baseUrl })).url
  expect(url({ path: '/v2/chat' })).toBe('https://api.cohere.com/v2/chat')
  expect(url({ path: '/v2/rerank' }, 'https://relay.example/v1')).toBe('https://relay.example/v2/rerank')
  expect(url({ operation: 'models' })).toBe('https://api.cohere.com/v1/models?page_size=1000')
})
