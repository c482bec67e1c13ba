import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/daemon/errors/app-error.ts'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import { tagStateAsBase64 } from '../../../../src/daemon/protocols/conversation/opaque-state.ts'
import { geminiGenerate } from '../../../../src/daemon/protocols/gemini/index.ts'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'
import { client, target, upstream } from './neutral.ts'
import { addressed, one, recorded } from './recorded.ts'

const { readRequest, readTexts } = geminiGenerate
const hello = [{ role: 'user', parts: [{ text: 'Hello' }] }]
const body = (own: JsonObject): JsonObject => ({ model: 'm', stream: false, contents: hello, ...own })

function decode(own: JsonObject) {
  const losses = new LossList()
  return { request: client.decodeRequest(body(own), losses), losses: losses.fields }
}

function refusalOf(own: JsonObject): string | undefined {
  try {
    decode(own)
    return undefined
  } catch (error) {
    return error instanceof AppError && error.code === 'translation_unsupported'
      ? error.options.field
      : 'other'
  }
}

it('an empty text is a message all the same, but no part of a longer one', () => {
  const turnsOf = (...contents: JsonObject[]) => decode({ contents }).request.turns
  const empty = { role: 'user', parts: [{ kind: 'text', text: '' }] }
  expect(turnsOf({ parts: [{ text: '' }] })).toEqual([empty])
  const asked = { role: 'user', parts: [{ text: 'a' }, { text: '' }] }
  const answered = { role: 'model', parts: [{ text: 'b' }] }
  expect(turnsOf(asked, answered, { role: 'user', parts: [{ text: '' }] })).toEqual([
    { role: 'user', parts: [{ kind: 'text', text: 'a' }] },
    { role: 'assistant', parts: [{ kind: 'text', text: 'b' }] },
    empty,
  ])
})

describe('readRequest', () => {
  it('takes model and stream from where the relay has put them', () => {
    expect(readRequest({ model: 'gemini-x', stream: true, contents: hello })).toMatchObject({
      model: 'gemini-x',
      isStream: true,
      wantsStreamUsage: true,
    })
    expect(readRequest({ model: 'gemini-x', stream: false, contents: hello }).isStream).toBe(false)
  })

  it('counts attachments, tools and the cap of all candidates in both spellings', () => {
    const facts = readRequest({
      model: 'm',
      contents: [{ parts: [{ inline_data: {} }, { fileData: {} }, { text: 'a' }] }],
      tools: [{ function_declarations: [{}, {}] }, { googleSearch: {} }],
      generation_config: {
        max_output_tokens: 100,
        candidateCount: 3,
        thinkingConfig: { thinking_level: 'HIGH' },
      },
    })
    expect(facts).toMatchObject({ attachments: 5, outputTokensCap: 300, reasoningEffort: 'high' })
  })

  it('takes the largest cap and number of answers where both spellings are there', () => {
    const facts = readRequest({
      model: 'm',
      contents: [{ parts: [{ text: 'a' }] }],
      generationConfig: { maxOutputTokens: 1, max_output_tokens: 50, candidateCount: 1 },
      generation_config: { maxOutputTokens: 100, candidate_count: 3 },
    })
    expect(facts).toMatchObject({ outputTokensCap: 300, choices: 3 })
  })

  it('takes the only element of a list without the list, as Google does', () => {
    const single = {
      system_instruction: { parts: { text: 'You are a cat.' } },
      contents: { role: 'user', parts: { text: 'Hello' } },
      tools: { functionDeclarations: { name: 'purr' } },
      generationConfig: { stopSequences: 'woof', maxOutputTokens: '100' },
    }
    expect(readRequest({ model: 'm', ...single })).toMatchObject({ attachments: 1, outputTokensCap: 100 })
    expect(readTexts(single)).toEqual({ system: 'You are a cat.', context: '', input: 'Hello' })
    expect(decode(single).request).toMatchObject({
      turns: [
        { role: 'system', parts: [{ kind: 'text', text: 'You are a cat.' }] },
        { role: 'user', parts: [{ kind: 'text', text: 'Hello' }] },
      ],
      tools: [{ kind: 'function', name: 'purr' }],
      stop: ['woof'],
      outputTokensMax: 100,
    })
  })

  it.each<[string, JsonObject, string]>([
    ['no contents', { contents: [] }, 'contents'],
    ['contents that are text', { contents: 'hello' }, 'contents'],
    ['a content that is text', { contents: ['hello'] }, 'contents[0]'],
    ['parts that are text', { contents: [{ parts: 'hello' }] }, 'contents[0].parts'],
    [
      'a cap that is no number',
      { generationConfig: { maxOutputTokens: 'many' } },
      'generationConfig.maxOutputTokens',
    ],
    ['no model', { model: '' }, 'model'],
  ])('refuses %s', (_name, own, field) => {
    expect(() => readRequest(body(own))).toThrow(expect.objectContaining({ code: 'invalid_request' }))
    try {
      readRequest(body(own))
    } catch (error) {
      expect((error as AppError).options.field).toBe(field)
    }
  })

  it.each(
    recorded('')
      .filter((each) => each.request && /generate|stream/.test(each.id))
      .map((each) => [each.id, each] as const),
  )('takes the recorded request of %s', (_id, exchange) => {
    expect(readRequest(addressed(exchange)).model).toMatch(/^[a-z]/)
  })
})

describe('readTexts', () => {
  it('tells the system, the last words of the user, and the rest apart', () => {
    const texts = readTexts({
      system_instruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'first' }] },
        { role: 'model', parts: [{ text: 'answer' }] },
        { role: 'user', parts: [{ text: 'last' }, { inlineData: {} }] },
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: { result: 'r' } } }] },
      ],
    })
    expect(texts).toEqual({ system: 'Be brief.', context: 'first\nanswer\n{"result":"r"}', input: 'last' })
  })
})

describe('decodeRequest', () => {
  it('reads both spellings of every name', () => {
    const { request, losses } = decode({
      system_instruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { parts: [{ inline_data: { mime_type: 'image/png', data: 'iVBO' } }] },
        {
          role: 'model',
          parts: [{ function_call: { name: 'f', args: { a: 1 }, id: 'c1' }, thought_signature: 'c2ln' }],
        },
        {
          role: 'function',
          parts: [{ function_response: { name: 'f', id: 'c1', response: { result: 'ok' } } }],
        },
      ],
      tools: [{ function_declarations: [{ name: 'f', parameters_json_schema: { type: 'object' } }] }],
      tool_config: { function_calling_config: { mode: 'ANY', allowed_function_names: ['f'] } },
      generation_config: { top_k: 3, stop_sequences: ['x'], response_mime_type: 'application/json' },
    })
    expect(losses).toEqual([])
    expect(request).toMatchObject({
      topK: 3,
      stop: ['x'],
      format: { kind: 'json' },
      toolChoice: { kind: 'tool', name: 'f' },
      tools: [{ kind: 'function', name: 'f', parameters: { type: 'object' } }],
      turns: [
        { role: 'system' },
        { role: 'user', parts: [{ kind: 'media', mimeType: 'image/png' }] },
        {
          role: 'assistant',
          parts: [{ kind: 'tool-call', id: 'c1', state: { origin: 'google', value: 'c2ln' } }],
        },
        { role: 'user', parts: [{ kind: 'tool-result', callId: 'c1', name: 'f' }] },
      ],
    })
  })

  it('finds the calls of results without ids by name and order', () => {
    const call = (name: string) => ({ functionCall: { name, args: {} } })
    const result = (name: string, said: string) => ({
      functionResponse: { name, response: { result: said } },
    })
    const { request } = decode({
      contents: [
        ...hello,
        { role: 'model', parts: [call('f'), call('g'), call('f')] },
        { role: 'user', parts: [result('f', 'first'), result('f', 'third'), result('g', 'second')] },
      ],
    })
    const [, calls, results] = request.turns
    const ids = calls?.parts.map((part) => (part.kind === 'tool-call' ? part.id : ''))
    expect(new Set(ids).size).toBe(3)
    expect(ids?.every((id) => /^call_[0-9a-f]{24}$/.test(id))).toBe(true)
    expect(results?.parts.map((part) => (part.kind === 'tool-result' ? part.callId : ''))).toEqual([
      ids?.[0],
      ids?.[2],
      ids?.[1],
    ])
  })

  it('gathers the results of one turn before whatever else the user says', () => {
    const { request } = decode({
      contents: [
        ...hello,
        { role: 'model', parts: [{ functionCall: { name: 'f' } }, { functionCall: { name: 'g' } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] },
        { role: 'user', parts: [{ text: 'and' }] },
        { role: 'user', parts: [{ functionResponse: { name: 'g', response: {} } }] },
      ],
    })
    expect(request.turns.slice(2)).toHaveLength(1)
    expect(request.turns[2]?.parts.map((part) => part.kind)).toEqual(['tool-result', 'tool-result', 'text'])
  })

  it('joins the pieces of a streamed answer into one turn, its signature with its thought', () => {
    const state = { origin: 'anthropic' as const, value: 'sealed' }
    const { request } = decode({
      contents: [
        ...hello,
        { role: 'model', parts: [{ text: 'Think ', thought: true }] },
        { role: 'model', parts: [{ text: 'first.', thought: true }] },
        { role: 'model', parts: [{ text: '', thought: true, thoughtSignature: tagStateAsBase64(state) }] },
        { role: 'model', parts: [{ text: 'Yes.' }] },
        ...hello,
      ],
    })
    expect(request.turns[1]?.parts).toEqual([
      { kind: 'reasoning', text: 'Think first.', state },
      { kind: 'text', text: 'Yes.' },
    ])
  })

  it('knows a withheld thought of another vendor again', () => {
    const thoughtSignature = tagStateAsBase64({ origin: 'anthropic', value: 'sealed' })
    const { request } = decode({
      contents: [...hello, { role: 'model', parts: [{ text: '', thought: true, thoughtSignature }] }],
    })
    expect(request.turns[1]?.parts).toMatchObject([
      { text: '', isRedacted: true, state: { value: 'sealed' } },
    ])
  })

  it.each<[string, JsonObject[]]>([
    ['does not keep', []],
    ['cut', [{ text: 'Hm', thought: true }]],
  ])('reads a thought that the client %s in what the signature brings', (_, kept) => {
    const state = { origin: 'anthropic' as const, value: 'sealed' }
    const thoughtSignature = tagStateAsBase64({ ...state, signedText: 'Hm, 你好.' })
    const { request } = decode({
      contents: [...hello, { role: 'model', parts: [...kept, { text: 'Yes.', thoughtSignature }] }],
    })
    expect(request.turns[1]?.parts).toEqual([
      { kind: 'reasoning', text: 'Hm, 你好.', state },
      { kind: 'text', text: 'Yes.' },
    ])
  })

  it('accounts for every member it does not know', () => {
    const { losses } = decode({
      labels: { team: 'a' },
      newThing: 1,
      generationConfig: { mediaResolution: 'MEDIA_RESOLUTION_LOW', image_config: {} },
      toolConfig: { retrievalConfig: {} },
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_LOW_AND_ABOVE' }],
      nothing: null,
    })
    expect([...losses].sort()).toEqual([
      'image_config',
      'labels',
      'media_resolution',
      'new_thing',
      'retrieval_config',
      'safety_settings',
    ])
  })

  it('finding relay 4: leaves out tools that Google runs, and says so', () => {
    const declared = { functionDeclarations: [{ name: 'f' }] }
    const { request, losses } = decode({ tools: [{ codeExecution: {} }, { urlContext: {} }, declared] })
    expect(request.tools.map((tool) => tool.name)).toEqual(['f'])
    expect(losses).toEqual(['code_execution', 'url_context'])
  })

  it('passes over filters that are switched off', () => {
    expect(decode({ safetySettings: [{ threshold: 'OFF' }, { threshold: 'BLOCK_NONE' }] }).losses).toEqual([])
  })

  it.each<[string, JsonObject]>([
    ['cached_content', { cachedContent: 'cachedContents/x' }],
    ['computer_use', { tools: [{ computerUse: {} }] }],
    ['n', { generationConfig: { candidateCount: 2 } }],
    ['modalities', { generationConfig: { responseModalities: ['AUDIO'] } }],
    ['response_format', { generationConfig: { responseMimeType: 'text/x.enum' } }],
  ])('refuses what dropping would change: %s', (field, own) => {
    expect(refusalOf(own)).toBe(field)
  })

  it('keeps to its own protocol what lies with Google', () => {
    const uploaded = 'https://generativelanguage.googleapis.com/v1beta/files/abc'
    const needs = geminiGenerate.needsOwnProtocol
    expect(needs?.(body({ cachedContent: 'x' }))).toBe(true)
    expect(needs?.(body({ contents: [{ parts: [{ fileData: { fileUri: uploaded } }] }] }))).toBe(true)
    expect(
      needs?.(body({ contents: [{ parts: [{ fileData: { fileUri: 'https://a.example/b.png' } }] }] })),
    ).toBe(false)
  })

  it('reads the address of a file at once, however many digits it has', () => {
    const fileUri = `https://a.example/v${'1'.repeat(40_000)}`
    const begunMs = performance.now()
    expect(geminiGenerate.readStates?.(body({ contents: [{ parts: [{ fileData: { fileUri } }] }] }))).toBe(
      undefined,
    )
    // This took six seconds while the number could match in two ways.
    expect(performance.now() - begunMs).toBeLessThan(2_000)
  })

  it('reads a schema in the older form as JSON Schema', () => {
    const { request } = decode({
      generationConfig: {
        responseMimeType: 'application/json',
        responseSchema: {
          type: 'OBJECT',
          properties: {
            type: { type: 'STRING', nullable: true },
            list: { type: 'ARRAY', minItems: '2', items: { type: 'INTEGER' } },
          },
          propertyOrdering: ['type', 'list'],
        },
      },
    })
    expect(request.format).toEqual({
      kind: 'schema',
      schema: {
        type: 'object',
        properties: {
          type: { type: ['string', 'null'] },
          list: { type: 'array', minItems: 2, items: { type: 'integer' } },
        },
      },
    })
  })

  it('reads how much to think', () => {
    const wish = (thinkingConfig: JsonObject) =>
      decode({ generationConfig: { thinkingConfig } }).request.reasoning
    expect(wish({ thinkingLevel: 'HIGH', includeThoughts: true })).toEqual({
      effort: 'high',
      wantsText: true,
    })
    expect(wish({ thinkingBudget: 2048 })).toEqual({ budgetTokens: 2048 })
    expect(wish({ thinkingBudget: 0 })).toEqual({ effort: 'none' })
    expect(wish({})).toBeUndefined()
  })

  it('reads or refuses whatever JSON a client sends', () => {
    const value = fc.jsonValue() as fc.Arbitrary<JsonValue>
    const content = fc.record({
      role: fc.constantFrom('user', 'model', 'system'),
      parts: fc.array(
        fc.dictionary(
          fc.constantFrom(
            'text',
            'thought',
            'inlineData',
            'fileData',
            'functionCall',
            'function_response',
            'thoughtSignature',
          ),
          value,
        ),
      ),
    }) as fc.Arbitrary<JsonValue>
    const bodies = fc.record(
      {
        contents: fc.array(content),
        tools: value,
        toolConfig: value,
        generationConfig: value,
        systemInstruction: value,
      },
      { requiredKeys: ['contents'] },
    )
    fc.assert(
      fc.property(bodies, (own) => {
        try {
          readTexts(body(own as JsonObject))
          const request = client.decodeRequest(body(own as JsonObject), new LossList())
          upstream.encodeRequest(request, target())
        } catch (error) {
          if (!(error instanceof AppError)) throw error
        }
      }),
    )
  })

  it('reads the recorded conversation with functions', () => {
    const losses = new LossList()
    const request = client.decodeRequest(addressed(one('gemini.generate-1258d3e6cd')), losses)
    expect(request.turns.map((turn) => turn.role)).toEqual([
      'system',
      ...['user', 'assistant', 'user', 'assistant', 'user', 'assistant', 'user'].slice(
        0,
        request.turns.length - 1,
      ),
    ])
    expect(request.reasoning).toEqual({ budgetTokens: 1024, wantsText: true })
  })
})
