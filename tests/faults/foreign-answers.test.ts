import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Calls, recordCalls } from './calls.ts'
import { type Answer, type Client, openClient } from './client.ts'
import { type Site, startSite } from './site.ts'

let site: Site
let client: Client
let calls: Calls

beforeEach(async () => {
  site = await startSite()
  client = openClient(site.url)
  const account = await site.createAccount('anna', 100_000_000)
  calls = recordCalls(client, account, await account.createToken())
})
afterEach(async () => {
  client.close()
  await site.stop()
})

/** Tells whether an answer is the unsolicited one, or was meant for another caller. */
const isForeign = (answer: Answer, nonce: string): boolean =>
  answer.outcome === 'ok' && !answer.text.includes(`"${nonce}"`)

it('S56, F59 an answer nobody asked for reaches nobody, and its origin gets one connection per request', async () => {
  site.upstream.next({ echo: true, unaskedAfterMs: 1 })
  await calls.make()
  await expect.poll(() => site.gateway.output()).toContain('nobody asked for')
  const asked = Array.from({ length: 200 }, (_, index) => `caller ${index}`)
  const answers = await Promise.all(asked.map((message) => calls.make({ message })))
  expect(answers.filter((answer, index) => isForeign(answer, asked[index] ?? ''))).toEqual([])
  const sockets = site.upstream.requests.slice(1).map(({ headers }) => headers.connection)
  expect(new Set(sockets)).toEqual(new Set(['close']))
  expect(await site.judge(calls.operations)).toEqual([])
})

it('S56 under load from the first call on: the first sign ends it', async () => {
  const count = 3_000
  let sequence = 0
  const foreign: { readonly at: number; readonly requestId: string | undefined }[] = []
  const worker = async () => {
    while (sequence < count) {
      sequence += 1
      const at = sequence
      const message = `caller ${at}`
      if (at % 20 === 0) site.upstream.next({ echo: true, unaskedAfterMs: at % 4 })
      const answer = await calls.make({ message })
      if (isForeign(answer, message)) foreign.push({ at, requestId: answer.requestId })
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  console.info(`unasked answers under load: ${foreign.length} of ${count} callers got a wrong one`)
  // HTTP/1.1 cannot tell an unsolicited answer from the next one when it arrives at the very moment the next request is
  // written. This can happen until one arrives at any other moment, and never after that.
  expect(foreign.length).toBeLessThanOrEqual(3)
  expect(foreign.filter(({ at }) => at > count / 2)).toEqual([])
  const wronged = new Set(foreign.map(({ requestId }) => requestId))
  const operations = calls.operations.map((operation) =>
    wronged.has(operation.requestId) ? { ...operation, outcome: 'cut' as const } : operation,
  )
  expect(await site.judge(operations)).toEqual([])
})
