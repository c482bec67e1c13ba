import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Admin, signIn } from '../../support/gateway/admin.ts'
import { startGateway } from '../../support/gateway/gateway-process.ts'
import { freePort } from '../../support/services/server-process.ts'
import type { Behaviour } from '../../support/simulator/behaviour.ts'
import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import { whenDone } from '../../support/when-done.ts'

const upstreamKey = 'sk-upstream-of-the-busy-gateway'
export const alicePassword = 'battery-staple-1'

/** A daemon with calls to show, which can be stopped and started again at the same URL with the same data. */
export interface BusyGateway {
  readonly url: string
  readonly upstream: Simulator
  /** The variables that sign a terminal in as the super administrator. */
  readonly env: Readonly<Record<string, string>>
  /** The variables that sign a terminal in as the ordinary user alice. */
  readonly aliceEnv: Readonly<Record<string, string>>
  /** The management API as the super administrator. `start` replaces it. */
  readonly admin: Admin
  /** IDs of the channels by name. */
  readonly channels: Readonly<Record<string, number>>
  /** Makes a call through the gateway and waits until it has ended. @returns its request ID */
  call(token: TokenName, model: string, behaviour?: Behaviour): Promise<string>
  stop(): Promise<void>
  start(): Promise<void>
}

const tokenNames = ['ci-pipeline', '报表任务'] as const
/** `alice`: a token of the ordinary user. */
type TokenName = (typeof tokenNames)[number] | 'alice'

/** @param channelModels the models of each channel, by the channel's name */
export async function openBusyGateway(channelModels: Readonly<Record<string, string>>): Promise<BusyGateway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tollgate-busy-'))
  const models = Object.values(channelModels).flatMap((each) => each.split(','))
  const upstream = await startSimulator({ keys: [upstreamKey], models })
  const port = await freePort()
  let gateway = await startGateway({ dataDir, port })
  whenDone(async () => {
    await gateway.stop()
    await upstream.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  let admin = await signIn(gateway.url)
  await admin.setOption('LogErrorEnabled', 'true')
  await admin.setOption('RetryTimes', '0')
  const channels: Record<string, number> = {}
  for (const [name, served] of Object.entries(channelModels)) {
    const channel = { name, key: upstreamKey, base_url: upstream.url, models: served }
    channels[name] = (await admin.createChannel(channel)).id
  }
  const keys = new Map<TokenName, string>()
  for (const name of tokenNames) keys.set(name, (await admin.createToken({ name })).key)
  const accessToken = async (call: Admin['call']): Promise<string> =>
    (await call<{ token: string }>('POST', '/api/access_token/', { name: 'terminal', scopes: ['*'] })).token
  const rootToken = await accessToken(admin.call)
  const { id } = await admin.call<{ id: number }>('POST', '/api/user/', {
    username: 'alice',
    password: alicePassword,
  })
  await admin.call('POST', '/api/user/credit', { id, delta: '500000' })
  const alice = await signInAs(gateway.url, 'alice')
  keys.set('alice', `sk-${(await alice<{ key: string }>('POST', '/api/token/', tokenOf('notebook'))).key}`)
  const aliceToken = await accessToken(alice)
  const envOf = (token: string) => ({
    TOLLGATE_URL: gateway.url,
    TOLLGATE_TOKEN: token,
    TOLLGATE_CONFIG_DIR: join(dataDir, 'terminal'),
  })
  return {
    url: gateway.url,
    upstream,
    env: envOf(rootToken),
    aliceEnv: envOf(aliceToken),
    get admin() {
      return admin
    },
    channels,
    async call(token, model, behaviour) {
      if (behaviour !== undefined) upstream.next(behaviour)
      const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.get(token)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
      })
      const text = await answer.text()
      if (!answer.ok && (behaviour?.status ?? 200) < 400)
        throw new Error(`${model}: ${answer.status} ${text}`)
      return answer.headers.get('x-request-id') ?? ''
    },
    async stop() {
      await gateway.stop()
    },
    async start() {
      gateway = await startGateway({ dataDir, port })
      admin = await signIn(gateway.url)
    },
  }
}

const tokenOf = (name: string) => ({ name, unlimited_quota: true, expired_time: -1 })

/** Signs in as a user. @returns the management API in this session */
async function signInAs(url: string, username: string): Promise<Admin['call']> {
  const send = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: unknown,
  ) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const login = await send('POST', '/api/user/login', {}, { username, password: alicePassword })
  const { data: user } = (await login.json()) as { data: { id: number } }
  const cookie = login.headers.getSetCookie().map((each) => each.split(';')[0])
  const headers = { cookie: cookie.join('; '), 'tollgate-user': String(user.id) }
  return async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    ((await (await send(method, path, headers, body)).json()) as { data: T }).data
}
