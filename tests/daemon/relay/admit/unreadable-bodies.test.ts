import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
})
afterAll(() => relay.close())

const long = 'x'.repeat(300_000)

it.each<[what: string, body: string | Buffer, message: string]>([
  ['a comma too many', '{"model": "m",\n "stream": true,}', 'is not valid JSON: see line 2, column 17'],
  ['a body that breaks off', '{"model": "m"', 'is not valid JSON: see line 1, column 14'],
  ['a long body that breaks off', `{"model": "${long}`, 'is not valid JSON'],
  ['a list', '[1]', 'must be a JSON object, like {"model": "..."}'],
  ['a long list', `["${long}"]`, 'must be a JSON object, like {"model": "..."}'],
  ['Latin-1', Buffer.from('{"model": "é"}', 'latin1'), 'must be in UTF-8'],
  [
    'a deep body',
    `{"a":${'['.repeat(65)}${']'.repeat(65)}}`,
    'may nest lists and objects 64 levels deep at most',
  ],
  [
    'a body of a million lists',
    `{"a":[${'[],'.repeat(1_000_001)}1]}`,
    'may have 1000000 lists, objects and members at most',
  ],
  ['a prototype', '{"__proto__": {}}', 'must not have a member named __proto__'],
])('the refusal of %s says what is wrong with it', async (_what, body, message) => {
  const response = await fetch(`${relay.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${relay.key}`, 'content-type': 'application/json' },
    body,
  })
  const { error } = (await response.json()) as { error: { message: string } }
  expect([response.status, error.message.replace(/ \(request id: .*\)$/, '')]).toEqual([
    400,
    `the request body ${message}`,
  ])
})
