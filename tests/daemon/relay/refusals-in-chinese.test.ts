import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: 'gpt-4o-mini,dall-e-3,sora-2,whisper-1' })
})
afterAll(() => relay.close())

const model = 'gpt-4o-mini'
const messages = [{ role: 'user', content: 'hi' }]
const form = { 'content-type': 'multipart/form-data; boundary=x' }

/** Returns the text of the error, wherever the protocol puts it, without the request ID. */
async function told(path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<string> {
  const answer = await relay.post(path, body, headers)
  expect(answer.status).toBe(400)
  const { error } = (await answer.json()) as { error: string | { message: string } }
  const text = typeof error === 'string' ? error : error.message
  return text.replace(/ \(request id: \w+\)$/, '')
}

it('a caller who asks for Chinese reads in Chinese of an upstream that fails without a word', async () => {
  const ask = async (headers: Readonly<Record<string, string>>) => {
    relay.upstream.next({ status: 400, body: '' })
    return told('/v1/chat/completions', { model, messages }, headers)
  }
  expect(await ask({})).toBe('bad response status code 400')
  expect(await ask({ 'accept-language': 'zh' })).toBe('上游返回了错误状态码 400')
})

describe('a caller who asks for Chinese reads in Chinese what is wrong with a request', () => {
  it.each<[path: string, body: unknown, english: string, chinese: string, headers?: Record<string, string>]>([
    [
      '/v1/chat/completions',
      { model, messages: [] },
      "'messages' must hold at least one message",
      'messages 中至少要有一条消息',
    ],
    [
      '/v1/chat/completions',
      { model, messages, n: 500 },
      "'n' must be an integer from 1 to 128",
      'n 必须是 1 到 128 之间的整数',
    ],
    ['/v1/chat/completions', { messages }, "you must provide a 'model' parameter", '必须提供 model 参数'],
    [
      '/v1/chat/completions',
      { model, messages, stop: [1] },
      "'stop' must be a string or an array of strings",
      'stop 必须是字符串或字符串数组',
    ],
    [
      '/v1/chat/completions',
      { model, messages },
      'Idempotency-Key must be 1 to 255 printable ASCII characters.',
      'Idempotency-Key 必须是 1 到 255 个可打印的 ASCII 字符。',
      { 'idempotency-key': 'a b' },
    ],
    [
      '/v1/messages',
      { model, max_tokens: 5, messages: [{ role: 'user', content: 7 }] },
      "'messages[0].content' must be a string or an array of blocks",
      'messages[0].content 必须是字符串或内容块数组',
    ],
    [
      `/v1beta/models/${model}:generateContent`,
      { contents: [] },
      "'contents' must hold at least one content",
      'contents 中至少要有一项内容',
    ],
    [
      '/api/chat',
      { model, messages, stream: 1 },
      "'stream' must be true or false",
      'stream 必须为 true 或 false',
    ],
    [
      '/v1/images/generations',
      { model: 'dall-e-3', prompt: 'a', size: '1x1' },
      "'size' must be one of 1024x1024, 1024x1792, 1792x1024 for dall-e-3",
      '使用 dall-e-3 时，size 必须是以下之一：1024x1024、1024x1792、1792x1024',
    ],
    [
      '/v1/audio/transcriptions',
      '--x\r\n',
      'The multipart body cannot be read: the headers of a part have no end.',
      '无法读取 multipart 请求体：某个部分的头没有结束。',
      form,
    ],
  ])('%s %j', async (path, body, english, chinese, headers = {}) => {
    const asked = { 'x-goog-api-key': relay.key, ...headers }
    expect(await told(path, body, asked)).toBe(english)
    expect(await told(path, body, { ...asked, 'accept-language': 'zh-CN,zh;q=0.9' })).toBe(chinese)
  })
})
