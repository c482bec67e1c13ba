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

/** The answer that was written unasked, or one that another caller's words are in. */
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

it('S56 under load, with one answer in twenty followed by another: nobody sees somebody else’s', async () => {
  let sequence = 0
  const foreign: Answer[] = []
  const worker = async () => {
    while (sequence < 3_000) {
      sequence += 1
      const message = `caller ${sequence}`
      if (sequence % 20 === 0) site.upstream.next({ echo: true, unaskedAfterMs: sequence % 4 })
      const answer = await calls.make({ message })
      if (isForeign(answer, message)) foreign.push(answer)
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  expect(foreign).toEqual([])
  const lost = calls.operations.filter(({ outcome }) => outcome !== 'ok')
  console.info(
    `unasked answers: ${lost.length} of ${calls.operations.length} calls failed, none got another's answer`,
  )
  expect(await site.judge(calls.operations)).toEqual([])
})
