import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Client } from '../../../../src/daemon/relay/inbound/client.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

const model = 'gpt-4o-mini'
const chunk = (more: object) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, ...more })}\n\n`
const words = ['', 'It ', 'is ', 'a ', 'cat.']
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
const whole = [
  ...words.map((content) => chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
  chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  chunk({ choices: [], usage }),
  'data: [DONE]\n\n',
].join('')

/** Sends the whole stream in one piece. */
const vendor = createServer((request, response) => {
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': whole.length })
    response.end(whole)
  })
})

let relay: TestRelay

beforeAll(async () => {
  relay = await startTestRelay()
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  const { port } = vendor.address() as AddressInfo
  await relay.addChannel({ base_url: `http://127.0.0.1:${port}`, models: model })
})
afterAll(async () => {
  await relay.close()
  vendor.close()
})

const ask = (path: string, more: object) =>
  relay.post(path, { model, stream: true, messages: [{ role: 'user', content: 'What is it?' }], ...more })

describe('what comes together with the end of a stream', () => {
  const forms = [
    ['as it came', '/v1/chat/completions', { stream_options: { include_usage: true } }],
    ['translated', '/v1/messages', { max_tokens: 100 }],
  ] as const

  it.each(forms)('waits for the charge, and leaves with the end: %s', async (_form, path, more) => {
    const { ledger } = relay.api.services
    const submit = ledger.submit.bind(ledger)
    const written = vi.spyOn(Client.prototype, 'write')
    let writtenBefore: number | undefined
    const settled = vi.spyOn(ledger, 'submit').mockImplementation(async (operation) => {
      const outcome = await submit(operation)
      if (operation.op === 'settle') writtenBefore = written.mock.calls.length
      return outcome
    })
    const text = await (await ask(path, more)).text()
    settled.mockRestore()
    written.mockRestore()
    expect(text).toContain('cat.')
    expect(text).toMatch(path === '/v1/messages' ? /event: message_stop\n.*\n\n$/ : /data: \[DONE\]\n\n$/)
    expect(writtenBefore).toBe(0)
  })

  it.each(forms)(
    'leaves also where its charge cannot be stored, before the error: %s',
    async (_form, path, more) => {
      const { ledger } = relay.api.services
      const submit = ledger.submit.bind(ledger)
      const settled = vi
        .spyOn(ledger, 'submit')
        .mockImplementation((operation) =>
          operation.op === 'settle' ? Promise.reject(new Error('no store')) : submit(operation),
        )
      const text = await (await ask(path, more)).text()
      settled.mockRestore()
      expect(text.indexOf('cat.')).toBeGreaterThan(0)
      expect(text.search(/storage_unavailable|event: error/)).toBeGreaterThan(text.indexOf('cat.'))
    },
  )
})
