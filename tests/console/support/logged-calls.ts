import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { realtimePeer } from '../../support/realtime-peer.ts'
import { type RealtimeUpstream, startRealtimeUpstream } from '../../support/realtime-upstream.ts'
import type { Behaviour } from '../../support/simulator/behaviour.ts'
import { startSimulator } from '../../support/simulator/simulator.ts'
import type { Visitor } from './browser.ts'
import { type Site, startSite } from './site.ts'

const password = 'long-enough'

/** An account that is signed in to the console. */
export interface LogUser {
  readonly visitor: Visitor
  /** Keys by the group of their token. The token is named after the account and the group, such as `ann-vip`. */
  readonly keys: Readonly<Record<string, string>>
}

export interface AskOptions {
  readonly key: string
  readonly path?: string
}

/** A site whose log is filled by calls through the gateway. */
export interface LoggedSite extends Site {
  /** The URL for channels to this upstream. */
  readonly upstreamUrl: string
  readonly realtime: RealtimeUpstream
  /** Creates an account of group `default` with a balance. @param setting the JSON of the account's settings */
  newUser(name: string, groups: readonly string[], setting?: string): Promise<LogUser>
  /** Sends one call, by default "hi" to gpt-4o. @param behaviour how the upstream answers @returns the request ID */
  ask(behaviour: Behaviour, body: Readonly<Record<string, unknown>>, options: AskOptions): Promise<string>
  /** Runs a `gpt-realtime` session with one response: 100 + 200 tokens in, 30 + 40 out. @returns its request ID */
  talk(key: string): Promise<string>
}

export const startLoggedSite = async (): Promise<LoggedSite> => {
  const site = await startSite()
  const upstream = await startSimulator()
  const realtime = await startRealtimeUpstream()

  const storeSetting = (name: string, setting: string) => {
    const store = new DatabaseSync(join(site.dataDir, 'tollgate.db'), { timeout: 10_000 })
    store.prepare('UPDATE users SET setting = ? WHERE username = ?').run(setting, name)
    store.close()
  }
  return {
    ...site,
    upstreamUrl: upstream.url,
    realtime,
    newUser: async (name, groups, setting = '{}') => {
      await site.admin.call('POST', '/api/user/', { username: name, password })
      const path = `/api/user/search?keyword=${name}`
      const { items } = await site.admin.call<{ items: { id: number }[] }>('GET', path)
      await site.admin.call('POST', '/api/user/credit', { id: items[0]?.id, delta: '1000000000' })
      storeSetting(name, setting)
      const visitor = await site.visitAs(name, password)
      await visitor.page.goto('/about')
      const keys = await visitor.page.evaluate(makeTokens, { name, groups })
      return { visitor, keys }
    },
    ask: async (behaviour, body, { key, path = '/v1/chat/completions' }) => {
      upstream.next(behaviour)
      const answer = await fetch(site.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }], ...body }),
      })
      await answer.text()
      return answer.headers.get('x-request-id') ?? ''
    },
    talk: async (key) => {
      const socket = new WebSocket(`${site.url.replace('http', 'ws')}/v1/realtime?model=gpt-realtime`, {
        headers: { authorization: `Bearer ${key}` },
      })
      const client = realtimePeer(socket)
      await client.event()
      const peer = await realtime.session()
      peer.respond({ textIn: 100, audioIn: 200, textOut: 30, audioOut: 40 })
      while ((await client.event()).type !== 'response.done');
      socket.close(1000)
      await client.closed
      const newest = async () => {
        const path = '/api/log/?type=2&model_name=gpt-realtime'
        const { items } = await site.admin.call<{ items: { request_id: string }[] }>('GET', path)
        return items[0]?.request_id ?? ''
      }
      await expect.poll(newest).not.toBe('')
      return newest()
    },
    close: async () => {
      await site.close()
      await upstream.close()
      await realtime.close()
    },
  }
}

/** Creates one token for each group. Runs on the page of a signed-in user. */
const makeTokens = async ({
  name,
  groups,
}: {
  readonly name: string
  readonly groups: readonly string[]
}): Promise<Record<string, string>> => {
  const { id } = JSON.parse(localStorage.getItem('user') ?? '{}') as { id: number }
  const made: Record<string, string> = {}
  for (const group of groups) {
    const answer = await fetch('/api/token/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'tollgate-user': String(id) },
      body: JSON.stringify({ name: `${name}-${group}`, group, unlimited_quota: true, expired_time: -1 }),
    })
    made[group] = `sk-${((await answer.json()) as { data: { key: string } }).data.key}`
  }
  return made
}

export type Facts = Readonly<Record<string, string>>

/** Opens the row of a call, the only one listed. @returns the facts below it by their labels */
export const factsOf = async (page: Page, requestId: string): Promise<Facts> => {
  await page.goto(`/app/logs/api-usage?request_id=${requestId}`)
  const row = page.locator('tbody tr[data-row]')
  await row.first().waitFor()
  expect(await row.count()).toBe(1)
  await row.getByRole('button', { name: /Details of/ }).click()
  const facts = page.locator('[data-detail] dl')
  await facts.getByText('Text', { exact: true }).waitFor()
  // The path arrives with the explanation of the call.
  await page.locator('[data-detail] [data-skeleton]').waitFor({ state: 'detached' })
  const pairs = await facts
    .locator('> div')
    .evaluateAll((all) =>
      all.map((each) => [each.querySelector('dt')?.textContent, each.querySelector('dd')?.textContent]),
    )
  return Object.fromEntries(pairs) as Facts
}
