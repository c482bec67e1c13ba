import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/daemon/errors/app-error.ts'
import type { EncodeTarget } from '../../../../src/daemon/protocols/conversation/codec.ts'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import type {
  AssistantPart,
  ConversationRequest,
  Turn,
  UserPart,
} from '../../../../src/daemon/protocols/conversation/types.ts'
import { asObject, objectsOf } from '../../../../src/daemon/protocols/json-access.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { adapters, asks, client, target, upstream } from './neutral.ts'
import { addressed, isAnswer, recorded } from './recorded.ts'

const text = (said: string) => ({ kind: 'text' as const, text: said })
const user = (...parts: UserPart[]): Turn => ({ role: 'user', parts })
const assistant = (...parts: AssistantPart[]): Turn => ({ role: 'assistant', parts })
const call = (id: string, name = 'f'): AssistantPart => ({
  kind: 'tool-call',
  id,
  name,
  arguments: '{"a":1}',
})
const result = (callId: string, said: string): UserPart => ({
  kind: 'tool-result',
  callId,
  parts: [text(said)],
})

function encode(own: Partial<ConversationRequest>, at: Partial<EncodeTarget> = {}) {
  const to = target(at)
  const body = upstream.encodeRequest(asks(own), to)
  return { body, losses: to.losses.fields, config: asObject(body.generationConfig) ?? {} }
}

const contentsOf = (turns: Turn[], model = 'gemini-3.5-flash') =>
  objectsOf(encode({ turns }, { model }).body.contents)

function refusal(own: Partial<ConversationRequest>, at: Partial<EncodeTarget> = {}): string | undefined {
  try {
    encode(own, at)
    return undefined
  } catch (error) {
    return error instanceof AppError ? error.options.field : undefined
  }
}

describe('contents', () => {
  it('never hold model or stream, which the address says', () => {
    const { body } = encode({ isStream: true })
    expect(Object.keys(body)).toEqual(['contents'])
  })

  it('put all results of a turn into the content after it, named by their calls and nothing beside them', () => {
    const contents = contentsOf([
      user(text('go')),
      assistant(call('c1', 'f'), call('c2', 'g')),
      user(result('c2', 'two'), result('c1', '{"one":1}'), text('and?')),
    ])
    expect(contents.slice(2)).toEqual([
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'c1', name: 'f', response: { one: 1 } } },
          { functionResponse: { id: 'c2', name: 'g', response: { result: 'two' } } },
        ],
      },
      { role: 'user', parts: [{ text: 'and?' }] },
    ])
  })

  it('fill in a result that is missing and tell one without a call as text', () => {
    const contents = contentsOf([user(text('go')), assistant(call('c1')), user(result('other', 'stray'))])
    expect(contents.slice(2)).toEqual([
      {
        role: 'user',
        parts: [{ functionResponse: { id: 'c1', name: 'f', response: { result: 'No result provided' } } }],
      },
      { role: 'user', parts: [{ text: 'Result of the tool other:\nstray' }] },
    ])
  })

  it('wrap errors', () => {
    const failed: UserPart = { kind: 'tool-result', callId: 'c1', parts: [text('no')], isError: true }
    const contents = contentsOf([user(text('go')), assistant(call('c1')), user(failed)])
    expect(contents[2]).toMatchObject({ parts: [{ functionResponse: { response: { error: 'no' } } }] })
  })

  it('begin with the user and mark instructions in mid-conversation', () => {
    const contents = contentsOf([
      { role: 'system', parts: [text('first')] },
      assistant(text('Hi')),
      { role: 'system', parts: [text('Be brief.')] },
      user(text('Now')),
    ])
    expect(contents).toEqual([
      { role: 'user', parts: [{ text: ' ' }] },
      { role: 'model', parts: [{ text: 'Hi' }] },
      { role: 'user', parts: [{ text: '<system>\nBe brief.\n</system>' }, { text: 'Now' }] },
    ])
  })

  it('sign the first call of each step of the current turn, where nothing signed it', () => {
    const turns = [
      user(text('old')),
      assistant(call('c0')),
      user(result('c0', 'x')),
      user(text('new')),
      assistant(call('c1'), call('c2')),
      user(result('c1', 'x'), result('c2', 'x')),
      assistant({ ...call('c3'), state: { origin: 'google', value: 'own' } } as AssistantPart),
      user(result('c3', 'x')),
    ]
    const signatures = (model: string) =>
      contentsOf(turns, model).map((content) => objectsOf(content.parts).map((part) => part.thoughtSignature))
    const dummy = 'skip_thought_signature_validator'
    expect(signatures('gemini-3.5-flash').flat().filter(Boolean)).toEqual([dummy, 'own'])
    expect(signatures('gemini-flash-latest').flat().filter(Boolean)).toEqual([dummy, 'own'])
    expect(signatures('gemini-2.5-flash').flat().filter(Boolean)).toEqual(['own'])
    expect(signatures('gemini-3.5-flash')[4]).toEqual([dummy, undefined])
  })

  it('give a signature back on the part after its thought, and another vendor’s to nobody', () => {
    const { body, losses } = encode({
      turns: [
        user(text('go')),
        assistant(
          { kind: 'reasoning', text: 'Hm.', state: { origin: 'google', value: 'mine' } },
          text('Yes.'),
          { kind: 'reasoning', text: 'Foreign.', state: { origin: 'openai', value: 'theirs' } },
          text('More.'),
        ),
        user(text('on')),
      ],
    })
    expect(objectsOf(body.contents)[1]?.parts).toEqual([
      { text: 'Hm.', thought: true },
      { text: 'Yes.', thoughtSignature: 'mine' },
      { text: 'More.' },
    ])
    expect(losses).toEqual(['reasoning_details', 'reasoning_content'])
  })

  it('take pictures inside results from the third generation on, beside them before', () => {
    const media = {
      kind: 'media' as const,
      mimeType: 'image/png',
      source: { kind: 'data' as const, base64: 'iVBO' },
    }
    const turns = [
      user(text('go')),
      assistant(call('c1')),
      user({ kind: 'tool-result', callId: 'c1', parts: [text('see'), media] }),
    ]
    const inlineData = { mimeType: 'image/png', data: 'iVBO' }
    expect(contentsOf(turns)[2]).toMatchObject({ parts: [{ functionResponse: { parts: [{ inlineData }] } }] })
    expect(contentsOf(turns, 'gemini-2.5-flash')[3]).toMatchObject({ parts: [{}, { inlineData }] })
  })

  it('follow links only where the vendor does, but always to videos and uploaded files', () => {
    const link = (url: string) => ({
      turns: [user({ kind: 'media', mimeType: '', source: { kind: 'url', url } })],
    })
    const traits = { takesMediaUrls: false }
    expect(refusal(link('https://a.example/b.png'), { traits })).toBe('image_url')
    expect(refusal(link('https://a.example/b.png'))).toBeUndefined()
    for (const url of [
      'https://www.youtube.com/watch?v=x',
      'https://generativelanguage.googleapis.com/v1beta/files/x',
    ])
      expect(encode(link(url), { traits }).body.contents).toEqual([
        { role: 'user', parts: [{ fileData: { fileUri: url } }] },
      ])
    expect(
      refusal({ turns: [user({ kind: 'media', mimeType: '', source: { kind: 'file', id: 'file-1' } })] }),
    ).toBe('file_id')
  })
})

describe('tools', () => {
  const tool = (name: string, parameters?: JsonObject) => ({
    kind: 'function' as const,
    name,
    ...(parameters && { parameters }),
  })
  const schema: JsonObject = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/A' } },
    $defs: { A: { type: 'string' } },
  }

  it('are declared with JSON Schema, and without parameters where they have none', () => {
    const { body } = encode({
      tools: [tool('f', schema), tool('g', { type: 'object', properties: {} }), tool('h')],
    })
    expect(body.tools).toEqual([
      { functionDeclarations: [{ name: 'f', parametersJsonSchema: schema }, { name: 'g' }, { name: 'h' }] },
    ])
  })

  it('are declared in the older form for the first generation', () => {
    const { body } = encode({ tools: [tool('f', schema)] }, { model: 'gemini-1.5-pro' })
    expect(body.tools).toEqual([
      {
        functionDeclarations: [
          { name: 'f', parameters: { type: 'OBJECT', properties: { a: { type: 'STRING' } } } },
        ],
      },
    ])
  })

  it('of known names without parameters are Google’s own', () => {
    const { body } = encode({ tools: [tool('googleSearch'), tool('urlContext')] })
    expect(body).toMatchObject({ tools: [{ googleSearch: {} }, { urlContext: {} }] })
    expect(body.toolConfig).toBeUndefined()
    expect(encode({ tools: [tool('googleSearch', schema)] }).body.tools).toMatchObject([
      { functionDeclarations: [{}] },
    ])
  })

  it('finding relay 4: take the place of Google’s own before the third generation, unless those are forced', () => {
    const target = { model: 'gemini-2.5-flash' }
    const mixed = { tools: [tool('f', schema), tool('urlContext')], webSearch: {} }
    const { body, losses } = encode(mixed, target)
    expect(body.tools).toMatchObject([{ functionDeclarations: [{ name: 'f' }] }])
    expect(losses).toEqual(['urlContext', 'web_search_options'])
    expect(refusal({ ...mixed, webSearch: { isForced: true } }, target)).toBe('web_search_options')
    expect(refusal({ ...mixed, toolChoice: { kind: 'tool', name: 'urlContext' } }, target)).toBe(
      'tool_choice',
    )
  })

  it('mix with Google’s own from the third generation on', () => {
    const mixed = { tools: [tool('f')], webSearch: {} }
    expect(encode(mixed, { traits: { takesMediaUrls: false } }).body.toolConfig).toEqual({
      includeServerSideToolInvocations: true,
    })
  })

  it.each([
    [{ kind: 'none' }, { mode: 'NONE' }],
    [{ kind: 'auto' }, { mode: 'AUTO' }],
    [{ kind: 'required' }, { mode: 'ANY' }],
    [
      { kind: 'tool', name: 'f' },
      { mode: 'ANY', allowedFunctionNames: ['f'] },
    ],
    [
      { kind: 'allowed', mode: 'required', names: ['f'] },
      { mode: 'ANY', allowedFunctionNames: ['f'] },
    ],
  ] as const)('are chosen by %j', (toolChoice, functionCallingConfig) => {
    expect(encode({ tools: [tool('f')], toolChoice }).body.toolConfig).toEqual({ functionCallingConfig })
  })

  it('that may not be chosen are not offered', () => {
    const toolChoice = { kind: 'allowed' as const, mode: 'auto' as const, names: ['g'] }
    expect(encode({ tools: [tool('f'), tool('g')], toolChoice }).body.tools).toEqual([
      { functionDeclarations: [{ name: 'g' }] },
    ])
  })

  it('whose names the API refuses are refused here, by name', () => {
    for (const name of ['1st', 'a b', 'x'.repeat(129), ''])
      expect(refusal({ tools: [tool(name)] })).toBe('tools')
    expect(refusal({ tools: [tool('_a.b:c-d')] })).toBeUndefined()
  })

  it('with free text become functions of one text', () => {
    const grammar = { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "a"' } }
    const { body, losses } = encode({ tools: [{ kind: 'custom', name: 'patch', format: grammar }] })
    expect(losses).toEqual(['grammar'])
    expect(JSON.stringify(body.tools)).toContain('"required":["input"]')
    const made = { ...call('c1', 'patch'), arguments: 'free text', isCustom: true } as AssistantPart
    const contents = contentsOf([user(text('go')), assistant(made), user(result('c1', 'ok'))])
    expect(contents[1]).toMatchObject({ parts: [{ functionCall: { args: { input: 'free text' } } }] })
  })

  it('that are strict are validated', () => {
    expect(encode({ tools: [{ ...tool('f'), isStrict: true }] }).body.toolConfig).toEqual({
      functionCallingConfig: { mode: 'VALIDATED' },
    })
  })
})

describe('settings', () => {
  it('drop penalties for models that refuse them, and say so', () => {
    const own = { presencePenalty: 0.5, frequencyPenalty: 0.5 }
    expect(encode(own)).toMatchObject({ losses: ['presence_penalty', 'frequency_penalty'], config: {} })
    expect(encode(own, { model: 'gemini-2.0-flash' })).toMatchObject({ losses: [], config: own })
  })

  it('hold the answer to a schema, by words where the model cannot be held', () => {
    const format = { kind: 'schema' as const, schema: { type: 'object' } }
    expect(encode({ format }).config).toEqual({
      responseMimeType: 'application/json',
      responseJsonSchema: { type: 'object' },
    })
    const tools = [{ kind: 'function' as const, name: 'f' }]
    const worded = encode({ format, tools }, { model: 'gemini-2.5-flash' })
    expect(worded.losses).toEqual(['response_format'])
    expect(JSON.stringify(worded.body.systemInstruction)).toContain('JSON Schema')
    expect(encode({ format }, { model: 'gemini-2.5-flash-image' }).config).toEqual({
      responseModalities: ['TEXT', 'IMAGE'],
    })
  })

  it('send five stop sequences at most', () => {
    const { config, losses } = encode({ stop: ['a', 'b', 'c', 'd', 'e', 'f'] })
    expect(config.stopSequences).toHaveLength(5)
    expect(losses).toEqual(['stop'])
  })

  it('ask for pictures and sound by the model’s name', () => {
    expect(encode({}, { model: 'gemini-2.5-flash-image' }).config.responseModalities).toEqual([
      'TEXT',
      'IMAGE',
    ])
    expect(encode({}, { model: 'gemini-2.5-flash-preview-tts' }).config.responseModalities).toEqual(['AUDIO'])
    const listed = adapters({ geminiImageModels: ['my-model'] })
    expect(encode({}, { model: 'my-model', adapters: listed }).config.responseModalities).toEqual([
      'TEXT',
      'IMAGE',
    ])
  })

  it('tell what has no place', () => {
    const { losses } = encode({
      user: 'u',
      cacheKey: 'k',
      verbosity: 'low',
      serviceTier: 'scale',
      seed: 2 ** 40,
    })
    expect([...losses].sort()).toEqual(['prompt_cache_key', 'seed', 'service_tier', 'user', 'verbosity'])
  })
})

/** Requests with only those values that have a single form in this protocol, so that they come back unchanged. */
describe('a request that this protocol can say', () => {
  const word = fc.string({ minLength: 1 })
  const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,10}$/)
  const state = fc.record({
    origin: fc.constant('google' as const),
    value: fc.base64String({ minLength: 4 }),
  })
  const args = fc
    .dictionary(name, fc.oneof(fc.string(), fc.integer()))
    .map((object) => JSON.stringify(object))
  const media = fc.constant({
    kind: 'media' as const,
    mimeType: 'image/png',
    source: { kind: 'data' as const, base64: 'iVBORw0KGgo=' },
  })
  const step = fc
    .uniqueArray(fc.record({ id: fc.stringMatching(/^call_[a-z0-9]{6}$/), name, arguments: args }), {
      minLength: 1,
      maxLength: 3,
      selector: ({ id }) => id,
    })
    .chain((calls) =>
      fc.record({
        calls: fc.constant(calls),
        said: fc.array(word.map(text), { maxLength: 2 }),
        results: fc.tuple(...calls.map(() => fc.string().filter((said) => !said.trim().startsWith('{')))),
        signature: fc.option(state, { nil: undefined }),
        after: fc.array(word.map(text), { maxLength: 2 }),
      }),
    )
    .map(({ calls, said, results, signature, after }): Turn[] => [
      assistant(
        ...said,
        ...calls.map(
          (each, index): AssistantPart => ({
            kind: 'tool-call',
            ...each,
            ...(index === 0 && signature && { state: signature }),
          }),
        ),
      ),
      user(
        ...calls.map(
          (each, index): UserPart => ({
            kind: 'tool-result',
            callId: each.id,
            name: each.name,
            parts: [text(results[index] ?? '')],
          }),
        ),
        ...after,
      ),
    ])
  const talk = fc
    .record({
      thought: fc.option(fc.record({ text: fc.string(), state }), { nil: undefined }),
      said: fc.array(word.map(text), { minLength: 1, maxLength: 2 }),
      asked: fc.array(fc.oneof(word.map(text), media), { minLength: 1, maxLength: 2 }),
    })
    .map(({ thought, said, asked }): Turn[] => [
      assistant(...(thought ? [{ kind: 'reasoning' as const, ...thought }] : []), ...said),
      user(...asked),
    ])
  const turns = fc
    .tuple(
      fc.array(word.map(text), { maxLength: 1 }),
      fc.array(fc.oneof(word.map(text), media), { minLength: 1, maxLength: 2 }),
      fc.array(fc.oneof(step, talk), { maxLength: 3 }),
    )
    .map(([system, first, rest]): Turn[] => [
      ...(system.length > 0 ? [{ role: 'system' as const, parts: system }] : []),
      user(...first),
      ...rest.flat(),
    ])
  const request: fc.Arbitrary<ConversationRequest> = fc
    .record(
      {
        turns,
        tools: fc.uniqueArray(fc.record({ kind: fc.constant('function' as const), name }), {
          maxLength: 2,
          selector: (tool) => tool.name,
        }),
        outputTokensMax: fc.integer({ min: 1, max: 100_000 }),
        temperature: fc.double({ min: 0, max: 2, noNaN: true }),
        topP: fc.double({ min: 0, max: 1, noNaN: true }),
        topK: fc.integer({ min: 1, max: 100 }),
        seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        stop: fc.array(word, { minLength: 1, maxLength: 5 }),
        logprobs: fc.integer({ min: 0, max: 20 }),
        serviceTier: fc.constantFrom('default', 'flex', 'priority'),
        reasoning: fc.record({
          effort: fc.constantFrom('low', 'medium', 'high'),
          wantsText: fc.constant(true),
        }),
        format: fc.constantFrom(
          { kind: 'json' as const },
          { kind: 'schema' as const, schema: { type: 'object' } },
        ),
      },
      { requiredKeys: ['turns', 'tools'] },
    )
    .map((own) => asks(own as Partial<ConversationRequest>))

  it('comes back as it was', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const to = target()
        const body = upstream.encodeRequest(asked, to)
        const losses = new LossList()
        const read = client.decodeRequest({ ...body, model: asked.model, stream: asked.isStream }, losses)
        expect(read).toEqual(asked)
        expect([...to.losses.fields, ...losses.fields]).toEqual([])
      }),
    )
  })

  it('keeps the rules of the API: no empty part, as many results as calls, right after them', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const contents = objectsOf(upstream.encodeRequest(asked, target()).contents)
        expect(contents[0]?.role).toBe('user')
        for (const [index, content] of contents.entries()) {
          const parts = objectsOf(content.parts)
          expect(parts.length).toBeGreaterThan(0)
          for (const part of parts)
            expect(
              ['text', 'inlineData', 'functionCall', 'functionResponse'].some((key) => key in part),
            ).toBe(true)
          const calls = parts.filter((part) => part.functionCall !== undefined)
          const next = objectsOf(contents[index + 1]?.parts)
          const responses = next.filter((part) => part.functionResponse !== undefined)
          expect(responses).toHaveLength(calls.length)
          if (calls.length > 0) expect(next).toHaveLength(responses.length)
        }
      }),
    )
  })

  it.each(
    recorded('')
      .filter((each) => each.request && isAnswer(each) && /generate|stream/.test(each.id))
      .filter(
        (each) => !['gemini.generate.google.f381feaf48', 'gemini.stream.google.b2c47b6835'].includes(each.id),
      )
      .map((each) => [each.id, each] as const),
  )('is what the recording %s asks, said again', (_id, exchange) => {
    const first = client.decodeRequest(addressed(exchange), new LossList())
    const body = upstream.encodeRequest(first, target({ model: first.model }))
    const again = client.decodeRequest(
      { ...body, model: first.model, stream: first.isStream },
      new LossList(),
    )
    const { turns, tools, ...settings } = again
    expect(turns.flatMap((turn) => turn.parts.filter((part) => part.kind === 'text'))).toEqual(
      first.turns.flatMap((turn) => turn.parts.filter((part) => part.kind === 'text')),
    )
    expect(tools.map((tool) => tool.name)).toEqual(first.tools.map((tool) => tool.name))
    expect(settings.outputTokensMax).toBe(first.outputTokensMax)
  })
})
