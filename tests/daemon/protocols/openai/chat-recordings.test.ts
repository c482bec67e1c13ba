import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import type { ConversationAnswer } from '../../../../src/daemon/protocols/conversation/types.ts'
import {
  assemble,
  callsOf,
  chunksOf,
  contextOf,
  type ExpectedAnswer,
  eventsOf,
  expectedAnswers,
  halves,
  readDocument,
  readStreamText,
  reasoningOf,
  streamOf,
  textOf,
} from './chat-fixtures.ts'

const { client, upstream } = halves()
const all = Object.entries(expectedAnswers)
const streams = all.filter(([name]) => name.endsWith('.stream'))
const documents = all.filter(([name]) => !name.endsWith('.stream'))

const FINISH_WORDS = { stop: 'stop', tool_calls: 'tool-calls', length: 'length' } as const

function expectToAgree(answer: ConversationAnswer, expected: ExpectedAnswer): void {
  expect(textOf(answer)).toBe(expected.text)
  expect(reasoningOf(answer)).toHaveLength(expected.reasoningChars)
  expect(callsOf(answer).map((call) => ({ name: call.name, arguments: call.arguments }))).toEqual(
    expected.calls,
  )
  if (expected.usage) expect(answer.usage).toMatchObject(expected.usage)
  else expect(answer.usage).toBeUndefined()
  if (expected.finish !== null)
    expect(answer.finish).toBe(FINISH_WORDS[expected.finish as keyof typeof FINISH_WORDS])
}

/** Returns what a round trip must keep. Calls without arguments come back with an empty object. */
const essence = ({ parts, finish, usage, logprobs }: ConversationAnswer) => ({
  text: textOf({ parts, finish }),
  reasoning: parts.filter((part) => part.kind === 'reasoning'),
  calls: callsOf({ parts, finish }).map((call) => ({ ...call, arguments: call.arguments || '{}' })),
  citations: parts.flatMap((part) =>
    part.kind === 'text' ? (part.citations ?? []).map(({ url, title }) => ({ url, title })) : [],
  ),
  finish,
  usage,
  logprobs,
})

describe('recorded complete answers', () => {
  it.each(documents)('%s is read as it was stated', (name, expected) => {
    expectToAgree(upstream.decodeAnswer(readDocument(name)), expected)
  })

  it.each(documents)('%s survives being written and read again', (name) => {
    const answer = upstream.decodeAnswer(readDocument(name))
    const again = upstream.decodeAnswer(client.encodeAnswer(answer, contextOf()))
    expect(essence(again)).toEqual(essence(answer))
  })
})

describe('recorded streams', () => {
  it.each(streams)('%s gathers to what was stated', (name, expected) => {
    const assembler = assemble(eventsOf(readStreamText(name)))
    expect(assembler.failure).toBeUndefined()
    expectToAgree(assembler.answer(), expected)
  })

  it.each(streams)('%s survives being written and read again', (name) => {
    const events = eventsOf(readStreamText(name))
    const again = assemble(eventsOf(streamOf(client, events, contextOf()))).answer()
    expect(essence(again)).toEqual(essence(assemble(events).answer()))
  })

  it.each(streams)('%s is written with the role first, one finish, and usage last', (name) => {
    const chunks = chunksOf(streamOf(client, eventsOf(readStreamText(name)), contextOf()))
    expect(chunks[0]).toMatchObject({
      id: 'chatcmpl-req1',
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model: 'the-model',
      choices: [{ index: 0, delta: { role: 'assistant', content: '', refusal: null }, finish_reason: null }],
      usage: null,
    })
    expect(new Set(chunks.map(({ id, created, model }) => `${id} ${created} ${model}`)).size).toBe(1)
    const usage = chunks.filter((chunk) => chunk.usage !== null)
    expect(usage).toEqual(chunks.slice(-1))
    expect(usage[0]?.choices).toEqual([])
    const finished = chunks.filter((chunk) => JSON.stringify(chunk.choices).includes('"finish_reason":"'))
    expect(finished).toEqual(chunks.slice(-2, -1))
  })

  it.each(streams)('%s is understood by the openai package', async (name, expected) => {
    const text = streamOf(client, eventsOf(readStreamText(name)), contextOf())
    const headers = { 'content-type': 'text/event-stream' }
    const sdk = new OpenAI({ apiKey: 'none', fetch: async () => new Response(text, { headers }) })
    const stream = sdk.chat.completions.stream({
      model: 'the-model',
      messages: [{ role: 'user', content: 'hi' }],
    })
    const { choices, usage } = await stream.finalChatCompletion()
    const message = choices[0]?.message
    expect(message?.content ?? '').toBe(expected.text)
    const calls = (message?.tool_calls ?? []).map((call) => call.type === 'function' && call.function.name)
    expect(calls).toEqual(expected.calls.map((call) => call.name))
    expect(usage?.prompt_tokens).toBe(expected.usage?.inputTokens)
    expect(choices[0]?.finish_reason).toBe(expected.finish ?? 'stop')
  })

  it('a stream that breaks off is not finished; one that only states no reason stopped', () => {
    const text = readStreamText('snowflake-no-finish.stream')
    expect(assemble(eventsOf(text)).answer().finish).toBe('stop')
    expect(assemble(eventsOf(text.replace('data: [DONE]', ''))).isFinished).toBe(false)
  })
})

describe('state of reasoning in recordings', () => {
  const states = (answer: ConversationAnswer) =>
    answer.parts.flatMap((part) => {
      if (part.kind !== 'reasoning' && part.kind !== 'tool-call') return []
      return part.state ? { kind: part.kind, origin: part.state.origin, id: part.state.id } : []
    })

  it.each([
    ['vercel-encrypted', [{ kind: 'reasoning', origin: 'openai', id: expect.stringMatching(/^rs_/) }]],
    ['snowflake-signed', [{ kind: 'reasoning', origin: 'anthropic', id: undefined }]],
  ])('%s belongs to the family that made it', (name, expected) => {
    expect(states(upstream.decodeAnswer(readDocument(name)))).toEqual(expected)
  })

  it("Google's is bound to the thought of a stream", () => {
    const answer = assemble(eventsOf(readStreamText('vercel-google.stream'))).answer()
    expect(states(answer)).toEqual([{ kind: 'reasoning', origin: 'google', id: undefined }])
  })
})

describe('sources in recordings', () => {
  it('annotations and search results become citations', () => {
    const cited = upstream.decodeAnswer(readDocument('openai-citations'))
    expect(cited.parts[0]).toMatchObject({
      citations: expect.arrayContaining([expect.objectContaining({ start: expect.any(Number) })]),
    })
    const searched = assemble(eventsOf(readStreamText('perplexity-search.stream'))).answer()
    expect(searched.parts).toMatchObject([
      { kind: 'text', citations: [{ title: expect.stringMatching(/Counting/) }, {}] },
    ])
  })
})
