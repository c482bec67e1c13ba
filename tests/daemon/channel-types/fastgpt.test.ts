import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fastgpt } from '../../../src/daemon/channel-types/fastgpt/index.ts'
import { openaiChat } from '../../../src/daemon/protocols/openai/index.ts'
import type { JsonValue } from '../../../src/daemon/protocols/types.ts'
import { aCall } from './a-channel.ts'

const read = (file: string): JsonValue =>
  JSON.parse(readFileSync(new URL(`../../fixtures/fastgpt/${file}`, import.meta.url), 'utf8'))

const codec = fastgpt.serves.chat

it('passes bytes through to clients of OpenAI’s chat', () => {
  expect(codec?.id).toBe(openaiChat.id)
  expect(fastgpt.target(aCall({ key: 'KEY-appid' }))).toEqual({
    url: 'https://api.fastgpt.in/api/v1/chat/completions',
    headers: { authorization: 'Bearer KEY-appid' },
  })
  const body = { messages: [], chatId: 'c' }
  expect(fastgpt.shapeRequest?.(body, aCall())).toBe(body)
  expect(fastgpt.shapeRequest?.({ ...body, detail: true }, aCall())).toEqual(body)
})

it('takes one token in and one out for no usage at all', () => {
  expect(codec?.readUsage(read('chat.json')).kind).toBe('none')
  expect(codec?.readUsage({ usage: { prompt_tokens: 12, completion_tokens: 1 } })).toMatchObject({
    usage: { inputTokens: 12, outputTokens: 1 },
  })
})

it('tells a refused key that came with 200 or 500', () => {
  const failure = codec?.readDisguisedFailure(read('error-514.json'))
  expect(failure).toMatchObject({ message: 'Key is error', code: '514' })
  expect(failure && fastgpt.isKeyDead?.(500, failure)).toBe(true)
  const wordless = { code: 514, statusText: 'unAuthApiKey', message: '', data: null }
  expect(codec?.readDisguisedFailure(wordless)).toMatchObject({ message: 'unAuthApiKey', code: '514' })
  expect(codec?.classify('{"message":"quota used up"}')).toBe('error')
})
