import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Behaviour } from './behaviour.ts'
import { startSimulator } from './simulator.ts'

const upstream = await startSimulator({ strict: true })
afterAll(() => upstream.close())
beforeEach(() => upstream.reset())

type FunctionCall = OpenAI.Responses.ResponseFunctionToolCall

const apiKey = 'test-key'
const anthropic = new Anthropic({ apiKey, baseURL: upstream.url, maxRetries: 0 })
const openai = new OpenAI({ apiKey, baseURL: `${upstream.url}/v1`, maxRetries: 0 })
const google = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: upstream.url } })

const parameters = { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] }
const description = 'Tells the weather'
const behaviour: Behaviour = {
  reasoning: 'The user wants the weather.',
  toolCalls: [{ name: 'get_weather', arguments: { city: 'Paris' } }],
  text: 'It is sunny in Paris.',
  tokens: { input: 100, output: 40, cached: 30, cacheWrite: 10, reasoning: 15 },
}

describe('Anthropic Messages', () => {
  const tools = [{ name: 'get_weather', description, input_schema: parameters }]
  const body = { model: 'claude-sonnet-4-6', max_tokens: 1000 }

  it.each(['plain', 'streamed'])(
    'thinks, calls a tool and answers from its result in the official package: %s',
    async (how) => {
      upstream.always(behaviour)
      const create = (messages: Anthropic.MessageParam[]) =>
        how === 'plain'
          ? anthropic.messages.create({ ...body, tools, messages })
          : anthropic.messages.stream({ ...body, tools, messages }).finalMessage()
      const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Weather in Paris?' }]
      const first = await create(messages)
      expect(first.content.map(({ type }) => type)).toEqual(['thinking', 'tool_use'])
      expect(first.stop_reason).toBe('tool_use')
      expect(first.usage).toMatchObject({
        input_tokens: 60,
        cache_read_input_tokens: 30,
        cache_creation_input_tokens: 10,
        output_tokens: 40,
      })
      const call = first.content.find((block) => block.type === 'tool_use')
      expect(call?.input).toEqual({ city: 'Paris' })
      const result = { type: 'tool_result' as const, tool_use_id: call?.id ?? '', content: 'sunny' }
      const second = await create([
        ...messages,
        { role: 'assistant', content: first.content },
        { role: 'user', content: [result] },
      ])
      expect(second.content.at(-1)).toMatchObject({ type: 'text', text: 'It is sunny in Paris.' })
      expect(second.stop_reason).toBe('end_turn')
      expect(upstream.requests.map(({ protocol }) => protocol)).toEqual(['anthropic', 'anthropic'])
    },
  )

  it('refuses thinking it did not sign, and thinking that was changed', async () => {
    upstream.always({ reasoning: 'Let me think.', text: 'Done.' })
    const first = await anthropic.messages.create({ ...body, messages: [{ role: 'user', content: 'hi' }] })
    const [thinking, text] = first.content
    if (thinking?.type !== 'thinking' || !text) throw new Error('no thinking')
    const again = (block: object) =>
      anthropic.messages.create({
        ...body,
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: [block as Anthropic.ThinkingBlockParam, text] },
          { role: 'user', content: 'more' },
        ],
      })
    await expect(again({ ...thinking, signature: 'invented' })).rejects.toThrow(/Invalid `signature`/)
    await expect(again({ ...thinking, thinking: 'changed' })).rejects.toThrow(/Invalid `signature`/)
    await expect(again(thinking)).resolves.toMatchObject({ stop_reason: 'end_turn' })
  })

  it('counts tokens, lists models and reports errors in its own form', async () => {
    upstream.always({ tokens: { input: 77 } })
    const messages = [{ role: 'user' as const, content: 'hi' }]
    const counted = await anthropic.messages.countTokens({ model: body.model, messages })
    expect(counted.input_tokens).toBe(77)
    upstream.next({ status: 529 })
    await expect(anthropic.messages.create({ ...body, messages })).rejects.toThrow(/overloaded_error/)
  })
})

describe('OpenAI Responses', () => {
  const tools: OpenAI.Responses.Tool[] = [
    { type: 'function', name: 'get_weather', description, parameters, strict: false },
  ]
  const options = {
    model: 'gpt-5.4',
    tools,
    store: false,
    reasoning: { summary: 'auto' as const },
    include: ['reasoning.encrypted_content' as const],
  }

  it.each(['plain', 'streamed'])(
    'thinks, calls a tool and answers from its result in the official package: %s',
    async (how) => {
      upstream.always(behaviour)
      const create = (input: OpenAI.Responses.ResponseInput) =>
        how === 'plain'
          ? openai.responses.create({ ...options, input })
          : openai.responses.stream({ ...options, input }).finalResponse()
      const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Weather in Paris?' }]
      const first = await create(input)
      expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'function_call'])
      expect(first.usage).toMatchObject({
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 30 },
        output_tokens: 40,
        output_tokens_details: { reasoning_tokens: 15 },
      })
      const call = first.output
        .map((item) => item as FunctionCall)
        .find(({ type }) => type === 'function_call')
      expect(JSON.parse(call?.arguments ?? '')).toEqual({ city: 'Paris' })
      const output = {
        type: 'function_call_output' as const,
        call_id: call?.call_id ?? '',
        output: 'sunny',
      }
      const history = first.output as OpenAI.Responses.ResponseInput
      const second = await create([...input, ...history, output])
      expect(second.output_text).toBe('It is sunny in Paris.')
      expect(second.status).toBe('completed')
      await expect(
        create([...input, ...history.filter(({ type }) => type !== 'reasoning'), output]),
      ).rejects.toThrow(/without its required 'reasoning' item/)
      await expect(create([...input, ...history])).rejects.toThrow(/No tool output found/)
    },
  )

  it('remembers stored responses, and no others', async () => {
    const first = await openai.responses.create({ model: 'gpt-5.4', input: 'hi' })
    const second = await openai.responses.create({
      model: 'gpt-5.4',
      input: 'again',
      previous_response_id: first.id,
    })
    expect((await openai.responses.retrieve(second.id)).previous_response_id).toBe(first.id)
    await expect(
      openai.responses.create({ model: 'gpt-5.4', input: 'x', previous_response_id: 'resp_unknown' }),
    ).rejects.toThrow(/previous_response_not_found|not found/)
  })

  it('ends early for its own reasons', async () => {
    upstream.next({ finishReason: 'length' })
    const cut = await openai.responses.create({ model: 'gpt-5.4', input: 'hi' })
    expect([cut.status, cut.incomplete_details?.reason]).toEqual(['incomplete', 'max_output_tokens'])
  })
})

describe('Gemini', () => {
  const config = {
    tools: [
      { functionDeclarations: [{ name: 'get_weather', description, parametersJsonSchema: parameters }] },
    ],
    thinkingConfig: { includeThoughts: true },
  }
  const model = 'gemini-3.5-flash'

  it.each(['plain', 'streamed'])(
    'thinks, calls a function and answers from its result in the official package: %s',
    async (how) => {
      upstream.always(behaviour)
      const parts = async (contents: object[]) => {
        if (how === 'plain') {
          const answer = await google.models.generateContent({ model, contents, config })
          return { parts: answer.candidates?.[0]?.content?.parts ?? [], usage: answer.usageMetadata }
        }
        const all = []
        let usage: unknown
        for await (const chunk of await google.models.generateContentStream({ model, contents, config })) {
          all.push(...(chunk.candidates?.[0]?.content?.parts ?? []))
          usage = chunk.usageMetadata
        }
        return { parts: all.filter((part) => part.text !== ''), usage }
      }
      const question = { role: 'user', parts: [{ text: 'Weather in Paris?' }] }
      const first = await parts([question])
      expect(first.parts.find((part) => part.thought)?.text).toBe(behaviour.reasoning)
      const call = first.parts.find((part) => part.functionCall)
      expect(call?.functionCall?.args).toEqual({ city: 'Paris' })
      expect(call?.thoughtSignature).toBeTruthy()
      expect(first.usage).toMatchObject({
        promptTokenCount: 100,
        cachedContentTokenCount: 30,
        candidatesTokenCount: 25,
        thoughtsTokenCount: 15,
        totalTokenCount: 140,
      })
      const answer = { role: 'model', parts: first.parts }
      const result = { functionResponse: { name: 'get_weather', response: { result: 'sunny' } } }
      const second = await parts([question, answer, { role: 'user', parts: [result] }])
      expect(second.parts.map((part) => (part.thought ? '' : part.text)).join('')).toBe(
        'It is sunny in Paris.',
      )
      const unsigned = { role: 'model', parts: [{ functionCall: call?.functionCall }] }
      await expect(parts([question, unsigned, { role: 'user', parts: [result] }])).rejects.toThrow(
        /missing a thought_signature/,
      )
      await expect(parts([question, answer, { role: 'user', parts: [result, result] }])).rejects.toThrow(
        /number of function response parts/,
      )
    },
  )

  it('embeds, counts and lists', async () => {
    upstream.always({ tokens: { input: 33 } })
    const counted = await google.models.countTokens({ model, contents: 'hi' })
    expect(counted.totalTokens).toBe(33)
    const embedded = await google.models.embedContent({ model: 'gemini-embedding-001', contents: ['a', 'b'] })
    expect(embedded.embeddings).toHaveLength(2)
  })

  it('writes a stream without alt=sse as one array', async () => {
    const response = await fetch(`${upstream.url}/v1beta/models/gemini-2.5-flash:streamGenerateContent`, {
      method: 'POST',
      body: JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }] }),
    })
    const chunks = (await response.json()) as { candidates: { finishReason?: string }[] }[]
    expect(chunks.at(-1)?.candidates[0]?.finishReason).toBe('STOP')
  })
})

describe('OpenAI Chat', () => {
  const tools: OpenAI.ChatCompletionTool[] = [
    { type: 'function', function: { name: 'get_weather', description, parameters } },
  ]

  it('calls a tool and answers from its result, plain and streamed', async () => {
    upstream.always(behaviour)
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Weather in Paris?' }]
    const first = await openai.chat.completions.create({ model: 'gpt-4o', messages, tools })
    const message = first.choices[0]?.message
    expect(first.choices[0]?.finish_reason).toBe('tool_calls')
    expect(message).toMatchObject({ content: null, reasoning_content: behaviour.reasoning })
    const call = message?.tool_calls?.[0]
    const streamed = await openai.chat.completions
      .stream({ model: 'gpt-4o', messages, tools })
      .finalChatCompletion()
    expect(streamed.choices[0]?.message.tool_calls?.[0]).toMatchObject({
      function: { name: 'get_weather', arguments: '{"city":"Paris"}' },
    })
    if (!message || !call) throw new Error('no call')
    const result = { role: 'tool' as const, tool_call_id: call.id, content: 'sunny' }
    const second = await openai.chat.completions.create({
      model: 'gpt-4o',
      messages: [...messages, message, result],
      tools,
    })
    expect(second.choices[0]?.message.content).toBe('It is sunny in Paris.')
    await expect(
      openai.chat.completions.create({ model: 'gpt-4o', messages: [...messages, message], tools }),
    ).rejects.toThrow(/must be followed by tool messages/)
  })
})
