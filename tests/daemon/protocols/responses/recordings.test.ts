import { describe, expect, it } from 'vitest'
import { AnswerAssembler, replayAnswer } from '../../../../src/daemon/protocols/conversation/assemble.ts'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import type { ConversationAnswer } from '../../../../src/daemon/protocols/conversation/types.ts'
import { decodeAnswer } from '../../../../src/daemon/protocols/responses/decode-answer.ts'
import { decodeRequest } from '../../../../src/daemon/protocols/responses/decode-request.ts'
import { decodeStream } from '../../../../src/daemon/protocols/responses/decode-stream.ts'
import { encodeAnswer } from '../../../../src/daemon/protocols/responses/encode-answer.ts'
import { openaiResponses } from '../../../../src/daemon/protocols/responses/index.ts'
import type { JsonObject, JsonValue, UsageReading } from '../../../../src/daemon/protocols/types.ts'
import {
  assemble,
  contextOf,
  decodeEvents,
  encoded,
  type Facts,
  readData,
  readFixture,
  readJson,
  recordedFacts,
  recordedRequests,
  writeStream,
} from './recorded.ts'

const served = recordedFacts.filter(([, facts]) => facts.status < 400 && facts.finish !== 'failed')
const streams = served.filter(([name]) => name.endsWith('.stream.txt'))
const documents = served.filter(([name]) => name.endsWith('.json'))
const refusals = recordedFacts.filter(([, facts]) => facts.status >= 400)

const FINISHES: Readonly<Record<string, readonly string[]>> = {
  completed: ['stop', 'tool-calls'],
  max_output_tokens: ['length'],
}

function expectUsage(reading: UsageReading, facts: Facts): void {
  expect(reading).toMatchObject({
    kind: 'stated',
    usage: {
      inputTokens: facts.inputTokens,
      outputTokens: facts.outputTokens,
      cacheReadTokens: facts.cacheReadTokens,
      cacheWriteTokens: facts.cacheWriteTokens,
      reasoningTokens: facts.reasoningTokens,
    },
  })
}

function expectAnswer(answer: ConversationAnswer, facts: Facts): void {
  const texts = answer.parts.flatMap((part) => (part.kind === 'text' ? part.text : []))
  expect(texts.join('')).toBe(facts.text)
  expect(answer.parts.filter((part) => part.kind === 'tool-call')).toHaveLength(facts.toolCalls)
  expect(FINISHES[facts.finish ?? '']).toContain(answer.finish)
  for (const part of answer.parts)
    if (part.kind === 'tool-call') expect(JSON.parse(part.arguments)).toBeTypeOf('object')
}

/** Returns everything of an answer that does not depend on its encoder. */
const essence = ({ parts, finish, usage }: ConversationAnswer) => ({
  finish,
  usage,
  parts: parts.map((part) => (part.kind === 'reasoning' && part.state ? { ...part, state: 'kept' } : part)),
})

describe('recorded streams', () => {
  it.each(streams)('%s is read as what it says of itself', (name, facts) => {
    const data = readData(readFixture(name))
    const kinds = data.map((each) => openaiResponses.classify(each))
    const content = data.filter((_, index) => kinds[index] === 'content').map((each) => JSON.parse(each))
    const outputs = content.map((each: JsonValue) => openaiResponses.readOutput(each))
    expect(outputs.map((each) => each.text).join('')).toBe(facts.text)
    expect(outputs.some((each) => each.hasOutput)).toBe(true)
    expect(kinds.indexOf('content')).toBeGreaterThan(kinds.indexOf('comment'))
    expect(kinds.slice(kinds.indexOf('terminator'))).toEqual(
      Array(name.startsWith('openrouter/') ? 2 : 1).fill('terminator'),
    )
    const stating = data.filter((each) => openaiResponses.mayStateUsage?.(each))
    expect(stating).toHaveLength(1)
    expectUsage(openaiResponses.readUsage(JSON.parse(stating[0] ?? '')), facts)
    expectAnswer(assemble(decodeEvents(readFixture(name))), facts)
  })

  it.each(streams)('%s says the same in its last event as in all before', (name, facts) => {
    const data = readData(readFixture(name))
    const last = data.find((each) => openaiResponses.finishesChoice(each)) ?? ''
    const response = (JSON.parse(last) as { response: JsonObject }).response
    // One host sends the last event with an empty output.
    if ((response.output as JsonValue[]).length === 0) return expect(facts.toolCalls).toBe(1)
    expect(essence(decodeAnswer(response))).toEqual(essence(assemble(decodeEvents(readFixture(name)))))
  })

  it('a failed one tells its failure once, and nothing of it counts as content', () => {
    const data = readData(readFixture('openai/failed.stream.txt'))
    expect(data.map((each) => openaiResponses.classify(each))).toEqual([
      'comment',
      'comment',
      'error',
      'error',
    ])
    const failures = data
      .slice(2)
      .map((each) => openaiResponses.readDisguisedFailure(JSON.parse(each) as JsonValue))
    expect(failures.map((each) => each?.code)).toEqual(['rate_limit_exceeded', 'rate_limit_exceeded'])
    const events = decodeEvents(readFixture('openai/failed.stream.txt'))
    expect(events.filter((event) => event.kind === 'error')).toHaveLength(1)
    expect(events.some((event) => event.kind === 'finish')).toBe(false)
  })
})

describe('recorded answers', () => {
  it.each(documents)('%s is read as what it says of itself', (name, facts) => {
    const document = readJson(name)
    expect(openaiResponses.readDisguisedFailure(document)).toBeUndefined()
    expectUsage(openaiResponses.readUsage(document), facts)
    expect(openaiResponses.readOutput(document)).toMatchObject({ text: facts.text, hasOutput: true })
    expectAnswer(decodeAnswer(document), facts)
  })

  it.each(refusals)('%s is read as its error', (name, facts) => {
    const failure = openaiResponses.readFailure(facts.status, readFixture(name))
    expect(failure).toMatchObject({ message: facts.error?.message, code: facts.error?.code })
  })
})

describe('recorded answers written again', () => {
  const answers = served.map(([name]): [string, ConversationAnswer] => [
    name,
    name.endsWith('.json') ? decodeAnswer(readJson(name)) : assemble(decodeEvents(readFixture(name))),
  ])

  it.each(answers)('%s comes out the same, whole', (_, answer) => {
    expect(essence(decodeAnswer(encodeAnswer(answer, contextOf())))).toEqual(essence(answer))
  })

  it.each(answers)('%s comes out the same, streamed', (_, answer) => {
    expect(essence(assemble(decodeEvents(writeStream([...replayAnswer(answer)]))))).toEqual(essence(answer))
  })
})

describe('recorded requests', () => {
  it.each(recordedRequests)('%s is accepted', (_, body) => {
    expect(openaiResponses.readRequest(body)).toMatchObject({
      model: body.model,
      isStream: body.stream === true,
      wantsStreamUsage: true,
      outputTokensCap: body.max_output_tokens,
    })
  })

  it.each(recordedRequests)('%s, written for another provider and read again, asks the same', (_, body) => {
    const request = decodeRequest(body, new LossList())
    const again = decodeRequest(encoded(request, {}, request.model).body, new LossList())
    // Defaults of the other provider are written out, and unsigned thoughts are left out.
    const { turns, tools, isStream: __, ...rest } = request
    const said = (list: typeof turns) =>
      list.map(({ role, parts }) => ({
        role,
        parts: parts.flatMap((part) => {
          if (part.kind === 'reasoning' && !part.state) return []
          return part.kind === 'media' ? { detail: 'auto', ...part } : part
        }),
      }))
    expect(again).toMatchObject(rest)
    expect(said(again.turns)).toEqual(said(turns))
    expect(again.tools).toMatchObject(tools)
  })
})

describe('the reader of streams', () => {
  it('gives the same answer when only the terminal event is left of a stream', () => {
    const data = readData(readFixture('openai/web-search.stream.txt'))
    const assembler = new AnswerAssembler()
    const decoder = decodeStream()
    assembler.push(decoder.push(data.at(-1) ?? ''))
    expect(essence(assembler.answer())).toEqual(
      essence(assemble(decodeEvents(readFixture('openai/web-search.stream.txt')))),
    )
  })
})
