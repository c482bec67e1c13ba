import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'
import { mp4 } from '../counting/audio-files.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: 'whisper-1' })
  await relay.setOption('ModelRatio', '{"whisper-1":1}')
})
afterAll(() => relay.close())

/** Transcribes a file whose header says two seconds. @returns the prompt tokens that are charged */
const chargedFor = async (format: string, answer: { body: string; contentType: string }) => {
  relay.upstream.next(answer)
  const form = new FormData()
  form.set('model', 'whisper-1')
  form.set('response_format', format)
  const file = Buffer.concat([mp4([1000, 2000], ['soun', 16_000, 32_000]), Buffer.alloc(500_000)])
  form.set('file', new Blob([file]), 'a.m4a')
  const response = await fetch(`${relay.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${relay.key}` },
    body: form,
  })
  expect(response.status, await response.text()).toBe(200)
  return (await relay.logs())[0]?.prompt_tokens
}

test('a transcript that is longer than its file says it lasts is charged by the transcript', async () => {
  const text = (body: string) => ({ body, contentType: 'text/plain; charset=utf-8' })
  expect(await chargedFor('text', text('hello'))).toBe(33)
  // A minute costs a thousand tokens.
  expect(await chargedFor('text', text('a'.repeat(15 * 600)))).toBe(10_000)
  const subtitles = '1\n00:00:00,000 --> 01:00:00,000\nhello\n'
  expect(await chargedFor('srt', text(subtitles))).toBe(60_000)
  const json = { body: JSON.stringify({ text: 'a'.repeat(15 * 600) }), contentType: 'application/json' }
  expect(await chargedFor('json', json)).toBe(10_000)
})
