import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

/** Ratio 0.075, completion ratio 4; 128 000 tokens of context and 16 384 of output. */
const model = 'gpt-4o-mini'
/** Takes a million tokens, more than the allowance for attachments of a body can account for. */
const wide = 'gpt-4.1-mini'
const claude = 'claude-3-5-haiku-20241022'
const gemini = 'gemini-2.0-flash'

let relay: TestRelay

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel()
  await relay.addChannel({ models: wide })
  await relay.addChannel({ type: 14, models: claude })
  await relay.addChannel({ type: 24, models: gemini })
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const lastRow = async () => {
  const [row] = await relay.logs()
  return { in: row?.prompt_tokens, out: row?.completion_tokens, flags: flagsOf(row?.other) }
}
/**
 * Returns the usage flags other than `overrun`, which is expected when an upstream read context that the hold did not
 * cover.
 */
const flagsOf = (other = '{}') =>
  ((JSON.parse(other) as { usage_flags?: string[] }).usage_flags ?? []).filter((each) => each !== 'overrun')

const message = (content: unknown) => [{ role: 'user', content }]
const picture = { url: 'https://pictures.example/cat.png' }

describe('H1: context that is not in the body', () => {
  it('responses: a stored response is charged as stated', async () => {
    const first = await relay.post('/v1/responses', { model, input: 'hello', store: true })
    const { id } = (await first.json()) as { id: string }
    relay.upstream.next({ usageValues: { input_tokens: 120_000, output_tokens: 7, total_tokens: 120_007 } })
    const before = await relay.balance()
    await relay.post('/v1/responses', { model, previous_response_id: id, input: 'and now?' })
    expect(await lastRow()).toEqual({ in: 120_000, out: 7, flags: [] })
    // (120 000 + 7 x 4) x 0.075
    expect(before - (await relay.balance())).toBe(9_002_100n)
  })

  it.each([
    ['a conversation', { conversation: 'conv_1', input: 'and now?' }],
    ['an item by reference', { input: [{ type: 'item_reference', id: 'msg_1' }, ...message('and now?')] }],
    ['a file by id', { input: message([{ type: 'input_file', file_id: 'file_1' }]) }],
    ['a file by link', { input: message([{ type: 'input_file', file_url: 'https://files.example/a.pdf' }]) }],
    ['a picture by link', { input: message([{ type: 'input_image', image_url: picture.url }]) }],
    ['a search', { tools: [{ type: 'web_search' }], input: 'what is new?' }],
  ])('responses: %s is charged as stated', async (_name, body) => {
    relay.upstream.next({ usageValues: { input_tokens: 900_000, output_tokens: 7, total_tokens: 900_007 } })
    await relay.post('/v1/responses', { model: wide, ...body })
    expect(await lastRow()).toEqual({ in: 900_000, out: 7, flags: [] })
  })

  it.each([
    ['a picture by link', { messages: message([{ type: 'image_url', image_url: picture }]) }],
    ['a file by id', { messages: message([{ type: 'file', file: { file_id: 'file_1' } }]) }],
    ['a search', { web_search_options: {}, messages: message('what is new?') }],
  ])('chat: %s is charged as stated', async (_name, body) => {
    relay.upstream.next({ usageValues: { prompt_tokens: 900_000, completion_tokens: 7 } })
    await relay.post('/v1/chat/completions', { model: wide, ...body })
    expect(await lastRow()).toEqual({ in: 900_000, out: 7, flags: [] })
  })

  it.each([
    [
      'a document by link',
      { messages: message([{ type: 'document', source: { type: 'url', ...picture } }]) },
    ],
    ['a search', { tools: [{ type: 'web_search_20250305', name: 'web_search' }], messages: message('new?') }],
  ])('messages: %s is charged as stated', async (_name, body) => {
    relay.upstream.next({ usageValues: { input_tokens: 190_000, output_tokens: 7 } })
    await relay.post('/v1/messages', { model: claude, max_tokens: 50, ...body })
    expect(await lastRow()).toEqual({ in: 190_000, out: 7, flags: [] })
  })

  it.each([
    ['a file by link', { contents: [{ parts: [{ fileData: { fileUri: 'gs://bucket/film.mp4' } }] }] }],
    ['a search', { contents: [{ parts: [{ text: 'new?' }] }], tools: [{ googleSearch: {} }] }],
    ['a stored prompt', { contents: [{ parts: [{ text: 'new?' }] }], cachedContent: 'cachedContents/1' }],
  ])('generate: %s is charged as stated', async (_name, body) => {
    relay.upstream.next({
      usageValues: { promptTokenCount: 900_000, candidatesTokenCount: 7, totalTokenCount: 900_007 },
    })
    await relay.post(`/v1beta/models/${gemini}:generateContent`, body)
    expect(await lastRow()).toEqual({ in: 900_000, out: 7, flags: [] })
  })

  it('more than the window is charged as the window, and marked', async () => {
    relay.upstream.next({ usageValues: { input_tokens: 5_000_000, output_tokens: 7 } })
    await relay.post('/v1/responses', { model, conversation: 'conv_1', input: 'and now?' })
    expect(await lastRow()).toEqual({ in: 128_000, out: 7, flags: ['usage_rejected'] })
  })

  it('without such context a prompt is charged at its allowance, never below it, and marked', async () => {
    const body = JSON.stringify({ model, messages: message('hello') })
    relay.upstream.next({ usageValues: { prompt_tokens: 5_000_000, completion_tokens: 7 } })
    await relay.post('/v1/chat/completions', body)
    expect(await lastRow()).toEqual({ in: 65_536 + 2 * body.length, out: 7, flags: ['usage_rejected'] })
  })
})

describe('M1: output beyond the cap', () => {
  const capped = { model, max_tokens: 5, messages: message('hello') }

  it('that an upstream states is not paid: what was delivered is counted', async () => {
    relay.upstream.next({ text: 'Hi there', usageValues: { prompt_tokens: 9, completion_tokens: 131_000 } })
    await relay.post('/v1/chat/completions', capped)
    expect(await lastRow()).toEqual({ in: 9, out: 2, flags: ['usage_rejected'] })
  })

  it('is not paid in a stream either', async () => {
    relay.upstream.next({ text: 'Hi there', usageValues: { prompt_tokens: 9, completion_tokens: 131_000 } })
    await (await relay.post('/v1/chat/completions', { ...capped, stream: true })).text()
    expect(await lastRow()).toEqual({ in: 9, out: 2, flags: ['usage_rejected'] })
  })

  it('is believed up to the cap that a translation raised to make room for thinking', async () => {
    const thinker = 'claude-sonnet-4-20250514'
    await relay.addChannel({ type: 14, models: thinker })
    relay.upstream.next({ text: 'Hi there', usageValues: { input_tokens: 9, output_tokens: 3_000 } })
    await relay.post('/v1/chat/completions', { ...capped, model: thinker, reasoning_effort: 'medium' })
    expect(await lastRow()).toEqual({ in: 9, out: 3_000, flags: [] })
  })
})

describe('H3: a response in the background', () => {
  it('is refused before anything is sent where it may not be stored, because nobody could collect it', async () => {
    const before = await relay.balance()
    const answer = await relay.post('/v1/responses', {
      model,
      input: 'hello',
      background: true,
      store: false,
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: { code: 'background_needs_store', param: 'background' },
    })
    expect([relay.upstream.hits, before - (await relay.balance())]).toEqual([0, 0n])
    const foreground = await relay.post('/v1/responses', { model, input: 'hello', background: false })
    expect(foreground.status).toBe(200)
  })
})
