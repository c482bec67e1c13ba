import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Admin, adminPassword, signIn } from '../../support/gateway/admin.ts'
import { type GatewayProcess, startGateway } from '../../support/gateway/gateway-process.ts'
import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import { whenDone } from '../../support/when-done.ts'

export const upstreamKey = 'sk-upstream-of-the-world-0123456789'
export const userPassword = 'battery-staple-1'

/**
 * A daemon with at least one object of every kind, and two accounts signed in to it: the super administrator (context
 * `default` in `configDirectory`) and the ordinary user alice (context `default` in `ofUser`).
 */
export interface World {
  readonly gateway: GatewayProcess
  readonly upstream: Simulator
  readonly admin: Admin
  readonly url: string
  readonly configDirectory: string
  readonly ofUser: string
  /** An empty configuration directory. */
  readonly ofNobody: string
  /** Access tokens, which no command may print. */
  readonly secrets: readonly string[]
  /** The key of the API token `ci`. */
  readonly clientKey: string
  /** Request ID of a call that was answered and charged. */
  readonly requestId: string
  /** Environment variables that lines may use: KEY, PASSWORD, ROOT_PASSWORD, EMPTY. */
  readonly variables: Readonly<Record<string, string>>
  /** Creates a directory for the files that a line reads or writes. */
  directory(): Promise<string>
  /** Creates a configuration directory with one context `default`, signed in as given. */
  signedIn(context: StoredContext): Promise<string>
  createUser(username: string): Promise<number>
  /** Creates an account and signs it in once. @returns the account with its access token */
  member(username: string): Promise<Account>
  /** Starts a daemon that nobody has set up. @returns its URL */
  untouchedServer(): Promise<string>
  createCode(name: string, fields?: Readonly<Record<string, unknown>>): Promise<string>
}

interface StoredContext {
  readonly url: string
  readonly token: string
  readonly tokenId?: number
  readonly user?: { readonly id: number; readonly username: string; readonly role: number }
}

interface Account {
  readonly token: string
  readonly tokenId: number
  readonly user: { readonly id: number; readonly username: string; readonly role: number }
}

/** Signs in as the console does and creates an access token. */
async function accountOf(url: string, username: string, password: string): Promise<Account> {
  const post = async (path: string, headers: Readonly<Record<string, string>>, body: unknown) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const login = await post('/api/user/login', {}, { username, password })
  const { data: user } = (await login.json()) as { data: Account['user'] }
  const cookie = login.headers.getSetCookie().map((each) => each.split(';')[0])
  const made = await post(
    '/api/access_token/',
    { cookie: cookie.join('; '), 'tollgate-user': String(user.id) },
    { name: `world ${username}`, scopes: ['*'] },
  )
  const { data } = (await made.json()) as { data: { id: number; token: string } }
  return { token: data.token, tokenId: data.id, user }
}

export async function openWorld(): Promise<World> {
  const scratch = await mkdtemp(join(tmpdir(), 'tollgate-world-'))
  const upstream = await startSimulator({ models: ['gpt-4o-mini', 'gpt-4o'], keys: [upstreamKey] })
  const gateway = await startGateway({ env: { TOLLGATE_LOG_LEVEL: 'error' } })
  const untouched: GatewayProcess[] = []
  whenDone(async () => {
    await Promise.all([gateway, ...untouched].map((each) => each.stop()))
    await upstream.close()
    await rm(scratch, { recursive: true, force: true })
  })
  const { url } = gateway
  const admin = await signIn(url)
  let directories = 0
  const directory = async (): Promise<string> => {
    directories += 1
    const path = join(scratch, String(directories))
    await mkdir(path)
    return path
  }
  const signedIn = async (context: StoredContext): Promise<string> => {
    const path = await directory()
    const document = { current: 'default', contexts: { default: context } }
    await writeFile(join(path, 'contexts.json'), JSON.stringify(document), { mode: 0o600 })
    return path
  }
  const createUser = async (username: string): Promise<number> =>
    (await admin.call<{ id: number }>('POST', '/api/user/', { username, password: userPassword })).id
  const createCode: World['createCode'] = async (name, fields = {}) => {
    const [code = ''] = await admin.call<string[]>('POST', '/api/redemption/', {
      name,
      quota: 500,
      ...fields,
    })
    return code
  }

  await admin.createChannel({
    name: 'main',
    key: upstreamKey,
    base_url: upstream.url,
    models: 'gpt-4o-mini',
    tag: 'blue',
  })
  const aliceId = await createUser('alice')
  await admin.call('POST', '/api/user/credit', { id: aliceId, delta: '500000' })
  await createCode('welcome')
  const { key: clientKey } = await admin.createToken({ name: 'ci' })
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${clientKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  if (!answer.ok) throw new Error(`the first call failed: ${await answer.text()}`)
  await answer.text()

  const root = await accountOf(url, 'root', adminPassword)
  const alice = await accountOf(url, 'alice', userPassword)
  return {
    gateway,
    upstream,
    admin,
    url,
    configDirectory: await signedIn({ url, ...root }),
    ofUser: await signedIn({ url, ...alice }),
    ofNobody: await directory(),
    secrets: [root.token, alice.token, upstreamKey, adminPassword],
    clientKey,
    requestId: answer.headers.get('x-request-id') ?? '',
    variables: { KEY: upstreamKey, PASSWORD: userPassword, ROOT_PASSWORD: adminPassword, EMPTY: '' },
    directory,
    signedIn,
    createUser,
    async member(username) {
      await createUser(username)
      return accountOf(url, username, userPassword)
    },
    createCode,
    async untouchedServer() {
      const fresh = await startGateway({ env: { TOLLGATE_LOG_LEVEL: 'error' } })
      untouched.push(fresh)
      return fresh.url
    },
  }
}
