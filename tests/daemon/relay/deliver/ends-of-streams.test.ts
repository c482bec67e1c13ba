import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

/** Answers each call; set by the tests. */
let answer: (response: ServerResponse) => void
let calls = 0
const vendor = createServer((request, response) => {
  calls += 1
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    answer(response)
  })
})

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await once(vendor.listen(0, '127.0.0.1'), 'listening')
  const base_url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  await relay.setOption('ModelRatio', JSON.stringify({ chat: 1, claude: 1, responses: 1 }))
  await relay.addChannel({ models: 'chat', base_url, setting: JSON.stringify({ speaks: 'chat' }) })
  await relay.addChannel({ models: 'claude', base_url, type: 14 })
  await relay.addChannel({ models: 'responses', base_url, setting: JSON.stringify({ speaks: 'responses' }) })
})
afterAll(async () => {
  await relay.close()
  vendor.closeAllConnections()
  vendor.close()
})

const events = (...documents: readonly object[]): string =>
  documents.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')
const named = (...documents: readonly { readonly type: string }[]): string =>
  documents.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join('')

const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'chat' }
const chat = {
  body: events(
    { ...chunk, choices: [{ index: 0, delta: { content: 'hello' }, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { ...chunk, choices: [], usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 } },
  ),
  end: 'data: [DONE]\n\n',
}
const claude = {
  body: named(
    {
      type: 'message_start',
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        content: [],
        usage: { input_tokens: 5, output_tokens: 1 },
      },
    } as { type: string },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as { type: string },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'hello' } } as {
      type: string
    },
    { type: 'content_block_stop', index: 0 } as { type: string },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } } as {
      type: string
    },
  ),
  end: named({ type: 'message_stop' }),
}

const messages = [{ role: 'user', content: 'Hello' }]
const ask = (path: string, model: string, more: object = {}) =>
  relay.post(path, { model, stream: true, max_tokens: 50, messages, ...more })

const forms = [
  ['chat as it came', '/v1/chat/completions', 'chat', chat, 'data: [DONE]'],
  ['chat for Messages', '/v1/messages', 'chat', chat, 'event: message_stop'],
  ['messages as they came', '/v1/messages', 'claude', claude, 'event: message_stop'],
  ['messages for chat', '/v1/chat/completions', 'claude', claude, 'data: [DONE]'],
] as const

describe('a stream that was said to be over is complete', () => {
  it.each(forms)('when its connection breaks after that: %s', async (_form, path, model, sent, end) => {
    answer = (response) => {
      response.write(sent.body)
      response.write(sent.end, () => response.socket?.destroy())
    }
    const text = await (await ask(path, model)).text()
    expect(text).toContain(end)
    expect(text).not.toContain('error')
    expect((await relay.logs())[0]?.quota_exact).toBe('6')
  })

  it.each(forms)('when its connection stays open after that: %s', async (_form, path, model, sent, end) => {
    answer = (response) => response.write(sent.body + sent.end)
    const text = await (await ask(path, model)).text()
    expect(text).toContain(end)
    expect(text).not.toContain('error')
    expect((await relay.logs())[0]?.quota_exact).toBe('6')
  })

  it.each(forms)('and not when its connection breaks before: %s', async (_form, path, model, sent, end) => {
    answer = (response) => response.write(sent.body, () => response.socket?.destroy())
    const text = await (await ask(path, model)).text()
    expect(text).not.toContain(end)
    expect(text).toContain('error')
  })
})

const item = { id: 'fc_1', type: 'function_call', name: 'write', call_id: 'call_1', arguments: '' }
const created = (instructions: string) => ({
  type: 'response.created',
  response: { id: 'r', model: 'responses', status: 'in_progress', instructions, output: [] },
})
const completed = {
  type: 'response.completed',
  response: {
    id: 'r',
    model: 'responses',
    status: 'completed',
    output: [],
    usage: { input_tokens: 5, output_tokens: 1, total_tokens: 6 },
  },
}

describe('a stream of Responses', () => {
  it('brings the arguments of a call piece by piece to a client of Messages', async () => {
    let goOn: (() => void) | undefined
    answer = (response) => {
      response.write(
        named(
          created(''),
          { type: 'response.output_item.added', output_index: 0, item } as { type: string },
          {
            type: 'response.function_call_arguments.delta',
            item_id: 'fc_1',
            output_index: 0,
            delta: '{"a"',
          } as {
            type: string
          },
        ),
      )
      goOn = () => {
        const whole = { ...item, arguments: '{"a":1}' }
        response.end(
          named(
            {
              type: 'response.function_call_arguments.delta',
              item_id: 'fc_1',
              output_index: 0,
              delta: ':1}',
            } as {
              type: string
            },
            { type: 'response.output_item.done', output_index: 0, item: whole } as { type: string },
            completed,
          ),
        )
      }
    }
    const tools = [{ name: 'write', input_schema: { type: 'object' } }]
    const response = await ask('/v1/messages', 'responses', { tools })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('{\\"a\\"')) text += (await reader?.read())?.value
    goOn?.()
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
      text += piece.value
    expect(text).toContain('event: message_stop')
  })

  it('that begins with more than a megabyte of its own prompt is asked for once, and charged when it breaks', async () => {
    calls = 0
    const delta = { type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0 }
    answer = (response) => {
      response.write(named(created('x'.repeat(1_200_000))))
      const said = Array.from({ length: 20 }, () => ({ ...delta, delta: 'hello there ' }))
      response.write(named(...said), () => response.socket?.destroy())
    }
    const before = await relay.balance()
    const text = await (
      await relay.post('/v1/responses', { model: 'responses', stream: true, input: 'Hello' })
    ).text()
    expect(text).toContain('hello there')
    expect(calls).toBe(1)
    expect(before - (await relay.balance())).toBeGreaterThan(0n)
  })
})
