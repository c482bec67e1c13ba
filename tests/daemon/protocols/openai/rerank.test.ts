import { describe, expect, it } from 'vitest'
import { openaiRerank } from '../../../../src/daemon/protocols/openai/rerank.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { numbers, recorded, refusal, strangeDocuments } from './operation-fixtures.ts'

const base = { model: 'm', query: 'q', documents: ['a', 'b'] }

describe('requests for reranking', () => {
  it('a recorded one is taken, and its texts are what filters see', () => {
    const body = { model: 'rerank-english-v2.0', ...recorded('rerank.request') }
    expect(openaiRerank.readRequest(body)).toMatchObject({
      model: body.model,
      isStream: false,
      attachments: 0,
    })
    const texts = openaiRerank.readTexts(body)
    expect(texts.input).toBe('What is the capital of the United States?')
    expect(texts.context).toContain('Carson City is the capital city of the American state of Nevada.')
    expect(texts.context.split('\n')).toHaveLength(4)
  })

  it.each<[string | undefined, JsonObject]>([
    ['model', { query: 'q', documents: ['a'] }],
    ['query', { ...base, query: '' }],
    ['query', { ...base, query: null }],
    ['documents', { model: 'm', query: 'q' }],
    ['documents', { ...base, documents: [] }],
    ['documents', { ...base, documents: 'a' }],
    ['documents', { ...base, documents: Array.from({ length: 10_001 }, () => 'a') }],
    ['documents[1]', { ...base, documents: ['a', 5] }],
    ['top_n', { ...base, top_n: 0 }],
    ['return_documents', { ...base, return_documents: 'yes' }],
    [undefined, { ...base, top_n: 1, return_documents: true, max_chunks_per_doc: 10 }],
    [
      undefined,
      { ...base, query: { text: 'q' }, documents: [{ text: 'a' }, { image: 'https://x.example/a.png' }] },
    ],
  ])('%s is refused of %j', (field, body) => {
    expect(refusal(openaiRerank, body)).toBe(field)
  })

  it('documents that are pictures count as attachments', () => {
    expect(openaiRerank.readRequest({ ...base, documents: ['a', { image: 'x' }] }).attachments).toBe(1)
  })
})

describe('answers with ranks', () => {
  it.each(['rerank.cohere-v1', 'rerank.cohere-v2', 'rerank.cohere-documents'])(
    '%s delivers, and its search units are no tokens',
    (name) => {
      const document = recorded(name)
      expect(openaiRerank.readOutput(document).hasOutput).toBe(true)
      expect(openaiRerank.readDisguisedFailure(document)).toBeUndefined()
      expect(numbers(openaiRerank, document)).toBe('none')
    },
  )

  it.each<[string, JsonObject, readonly number[] | string]>([
    ['Jina', { usage: { total_tokens: 815 } }, [815, 0, 0, 0, 0]],
    ['Jina with both', { usage: { prompt_tokens: 815, total_tokens: 815 } }, [815, 0, 0, 0, 0]],
    [
      'SiliconFlow',
      { meta: { billed_units: { search_units: 1 }, tokens: { input_tokens: 8, output_tokens: 0 } } },
      [8, 0, 0, 0, 0],
    ],
    ['billed tokens', { meta: { billed_units: { input_tokens: 41 } } }, [41, 0, 0, 0, 0]],
    ['a count that is none', { meta: { tokens: { input_tokens: -3 } } }, 'invalid'],
    ['zeros', { meta: { tokens: { input_tokens: 0, output_tokens: 0 } } }, 'none'],
  ])('%s states its tokens', (_name, document, expected) => {
    expect(numbers(openaiRerank, document)).toEqual(expected)
  })

  it('an error with status 200 is one', () => {
    expect(
      openaiRerank.readDisguisedFailure({ detail: 'Model nonexistent is not supported.' }),
    ).toMatchObject({
      message: 'Model nonexistent is not supported.',
    })
  })

  it('strange documents are no ranks and no usage', () => {
    for (const document of strangeDocuments) {
      expect(numbers(openaiRerank, document)).toBe('none')
      expect(openaiRerank.readOutput(document).text).toBe('')
    }
  })
})
