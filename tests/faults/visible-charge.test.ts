import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Account, toThousandths } from './account.ts'
import { recordCalls } from './calls.ts'
import { type Client, openClient } from './client.ts'
import { models, type Site, startSite } from './site.ts'

let site: Site
let client: Client
let account: Account

beforeAll(async () => {
  site = await startSite()
  client = openClient(site.url)
  account = await site.createAccount('anna', 100_000_000)
})
afterAll(async () => {
  client.close()
  await site.stop()
})

it('200 of 200 times log and balance show the charge the moment the last byte has arrived', async () => {
  const calls = recordCalls(client, account, await account.createToken())
  let balance = await account.readQuota()
  let right = 0
  for (let index = 0; index < 200; index += 1) {
    const stream = index % 2 === 0
    const kind = index % 3 === 0 ? 'fraction' : 'whole'
    let atEnd: Promise<[bigint, Response]> | undefined
    const look = () => {
      atEnd ??= Promise.all([
        account.readQuota(),
        fetch(`${site.url}/api/log/self?page_size=1`, { headers: account.headers }),
      ])
    }
    const answer = await calls.make({ stream, kind }, (bytes) => {
      // A plain body arrives in one piece, so its first byte is sent only when all of it is ready.
      if (!stream || bytes.includes('[DONE]')) look()
    })
    expect(answer.outcome).toBe('ok')
    if (atEnd === undefined) throw new Error('the end of the answer was not seen')
    const [seen, response] = await atEnd
    const { data } = (await response.json()) as {
      data: { items: { request_id: string; quota_exact: string }[] }
    }
    const row = data.items[0]
    balance -= models[kind].price
    if (
      seen === balance &&
      row?.request_id === answer.requestId &&
      toThousandths(row?.quota_exact ?? '0') === models[kind].price
    )
      right += 1
  }
  expect(right).toBe(200)
  expect(await site.judge(calls.operations)).toEqual([])
})
