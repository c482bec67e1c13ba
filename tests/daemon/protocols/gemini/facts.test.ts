import { describe, expect, it } from 'vitest'
import { AnswerAssembler } from '../../../../src/daemon/protocols/conversation/assemble.ts'
import type { ConversationAnswer } from '../../../../src/daemon/protocols/conversation/types.ts'
import { geminiGenerate } from '../../../../src/daemon/protocols/gemini/index.ts'
import { parseJson } from '../../../../src/daemon/protocols/parse-json.ts'
import type { JsonValue } from '../../../../src/daemon/protocols/types.ts'
import { upstream } from './neutral.ts'
import { eventsOf, isAnswer, type Recorded, recorded, textOf } from './recorded.ts'

const named = (exchanges: readonly Recorded[]): [string, Recorded][] =>
  exchanges.map((each) => [each.id, each])
const conversations = [...recorded('gemini.generate'), ...recorded('vertex.generate')]
const streams = [...recorded('gemini.stream'), ...recorded('vertex.stream')]
const sse = streams.filter((each) => isAnswer(each) && textOf(each).startsWith('data:'))

/** A recording whose last chunk omits the candidates, also from its total. The last chunk counts. */
const LAST_CHUNK_WITHOUT_CANDIDATES = 'gemini.stream.google.a15a156c2e'

function expectUsage(usage: ReturnType<typeof geminiGenerate.readUsage>, { id, facts }: Recorded): void {
  if (usage.kind !== 'stated') throw new Error(`${id} states ${usage.kind}`)
  expect(usage.usage.inputTokens).toBe(facts.input_tokens_all_in)
  if (id !== LAST_CHUNK_WITHOUT_CANDIDATES)
    expect(usage.usage.outputTokens).toBe(facts.output_tokens_all_in ?? 0)
  expect(usage.usage.cacheReadTokens).toBe(facts.cached_tokens ?? 0)
  expect(usage.usage.reasoningTokens).toBe(facts.reasoning_tokens ?? 0)
}

const visible = (answer: ConversationAnswer): string =>
  answer.parts.flatMap((part) => (part.kind === 'text' ? part.text : [])).join('')

const FINISHES: Readonly<Record<string, string>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  MALFORMED_FUNCTION_CALL: 'error',
}

function expectAnswer(answer: ConversationAnswer, { facts }: Recorded): void {
  // Code that Google ran is reported as text before the model's own.
  const text = visible(answer).replace(/^\n```[\s\S]*\n```\n/, '')
  expect(text).toBe(facts.text)
  const calls = answer.parts.filter((part) => part.kind === 'tool-call')
  expect(calls).toHaveLength(facts.tool_calls)
  expect(answer.finish).toBe(facts.tool_calls > 0 ? 'tool-calls' : FINISHES[facts.finish_reason ?? ''])
  const thoughts = answer.parts.flatMap((part) => (part.kind === 'reasoning' ? part.text : [])).join('')
  expect(thoughts.length).toBe(facts.reasoning_text_chars)
}

describe('a recorded answer', () => {
  it.each(named(conversations.filter(isAnswer)))('%s states what its facts say', (_id, exchange) => {
    const document = exchange.response.body as JsonValue
    expectUsage(geminiGenerate.readUsage(document), exchange)
    expect(geminiGenerate.readOutput(document).text).toBe(exchange.facts.text)
    expect(geminiGenerate.readDisguisedFailure(document)).toBeUndefined()
    expectAnswer(upstream.decodeAnswer(document), exchange)
  })

  it('that is a list of chunks is read like the stream it is', () => {
    const [exchange] = streams.filter((each) => textOf(each).startsWith('['))
    if (!exchange) throw new Error('no such recording')
    const document = parseJson(textOf(exchange)) ?? null
    expectUsage(geminiGenerate.readUsage(document), exchange)
    expect(geminiGenerate.readOutput(document).text).toBe(exchange.facts.text)
    expectAnswer(upstream.decodeAnswer(document), exchange)
  })
})

describe('a recorded stream', () => {
  it.each(named(sse))('%s states what its facts say', (_id, exchange) => {
    const documents = eventsOf(textOf(exchange)).map((data) => parseJson(data) ?? null)
    const readings = documents.map((each) => geminiGenerate.readUsage(each))
    expectUsage(readings.findLast((each) => each.kind !== 'none') ?? { kind: 'none' }, exchange)
    expect(documents.map((each) => geminiGenerate.readOutput(each).text).join('')).toBe(exchange.facts.text)
  })

  it.each(named(sse))('%s is read into one answer', (_id, exchange) => {
    const decoder = upstream.decodeStream()
    const assembler = new AnswerAssembler()
    for (const data of eventsOf(textOf(exchange))) assembler.push(decoder.push(data))
    assembler.push(decoder.flush())
    expectAnswer(assembler.answer(), exchange)
  })

  it.each(named(sse))('%s is over with its last event and not before', (_id, exchange) => {
    const events = eventsOf(textOf(exchange))
    const kinds = events.map((data) => geminiGenerate.classify(data))
    expect(kinds).toEqual([...events.slice(1).map(() => 'content'), 'terminator'])
    expect(events.map((data) => geminiGenerate.finishesChoice(data)).lastIndexOf(true)).toBe(
      events.length - 1,
    )
    expect(events.every((data) => geminiGenerate.mayStateUsage?.(data))).toBe(true)
  })
})

describe('a recorded refusal', () => {
  const refusals = [...conversations, ...streams].filter((each) => !isAnswer(each))

  it.each(named(refusals))('%s is named in the words of its facts', (_id, exchange) => {
    const failure = geminiGenerate.readFailure(exchange.response.status, textOf(exchange))
    expect(failure).toMatchObject({
      type: exchange.facts.error?.type,
      message: exchange.facts.error?.message,
    })
    // A stream requested without SSE answers with a list of the same failure.
    expect(geminiGenerate.readFailure(exchange.response.status, `[${textOf(exchange)}\n]`)).toEqual(failure)
    expect(geminiGenerate.readDisguisedFailure([exchange.response.body ?? null])).toEqual(failure)
    expect(geminiGenerate.classify(textOf(exchange))).toBe('error')
  })

  it('tells a bad key by the reason, not by the status', () => {
    const [exchange] = recorded('gemini.embed').filter((each) => !isAnswer(each))
    if (!exchange) throw new Error('no such recording')
    expect(geminiGenerate.readFailure(400, textOf(exchange)).code).toBe('API_KEY_INVALID')
  })
})
