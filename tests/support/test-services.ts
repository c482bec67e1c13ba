import { rmSync } from 'node:fs'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Logger, pino } from 'pino'
import type { ProviderAddresses } from '../../src/daemon/accounts/provider-addresses.ts'
import type { Clock } from '../../src/daemon/clock.ts'
import { readConfig } from '../../src/daemon/config/config.ts'
import type { PaymentAddresses } from '../../src/daemon/payments/addresses.ts'
import type { Services } from '../../src/daemon/services.ts'
import { startDaemon } from '../../src/daemon/start-daemon.ts'
import { emptyStore, type StoreEnv, storeCopies } from './api-template.ts'
import { cheapPasswords } from './cheap-passwords.ts'
import { isDeclared } from './declared-codes.ts'
import { dropDatabase } from './services/postgres.ts'
import { createRedis } from './services/redis.ts'

/** A running clock that a test can advance. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

export interface Answer<Data = Record<string, unknown>> {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  /** The body as received. */
  readonly text: string
  /** The parsed envelope; empty if the body is not JSON. */
  readonly body: {
    readonly success: boolean
    readonly message: string
    readonly code?: string
    readonly field?: string
    readonly data: Data
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The identity of a caller. */
interface Identity {
  readonly id: number
  readonly username: string
  readonly password: string
  /** Cookie and user header of the session, or the authorization header of a token. */
  readonly headers: Readonly<Record<string, string>>
}

/** A client of the API with an identity. */
export interface Caller extends Identity {
  /**
   * Makes a call. If the session must prove its identity again, sends the password and repeats the call.
   *
   * @throws Error if the contract does not list the code of a refusal
   */
  request<Data = Record<string, unknown>>(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer<Data>>
  /** Makes a call without sending the password again. */
  requestUnproven: Caller['request']
  /** Makes a call that must succeed, like `request`. @throws Error with the refusal */
  call<Data = Record<string, unknown>>(method: Method, path: string, body?: unknown): Promise<Data>
  /** Sends the password again, which risky calls require 15 minutes after the sign-in. */
  proveAgain(): Promise<void>
}

/** A separate daemon with its own store, on the engine of the run. */
export interface TestApi {
  readonly app: FastifyInstance
  /** The URL it listens on. */
  readonly url: string
  readonly services: Services
  readonly clock: TestClock
  /** Not signed in. */
  readonly anonymous: Caller
  /** The super administrator. On an API that is not set up, the same as `anonymous`. */
  readonly root: Caller
  /** Creates an account, promotes it if requested, and signs it in. */
  createUser(username: string, role?: 1 | 10): Promise<Caller>
  signIn(username: string, password: string): Promise<Caller>
  /** Returns a caller with an access token instead of a session. */
  withToken(token: string): Caller
  close(): Promise<void>
}

interface RunningTestApi extends TestApi {
  /** Ends the daemon but keeps its store. */
  stop(): Promise<void>
}

export const testPassword = 'correct-horse'

export const testEngine = process.env.TOLLGATE_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

export interface TestApiOptions {
  /** False = in the state after the first start. */
  readonly isSetUp?: boolean
  readonly usageMode?: 'external' | 'self' | 'demo'
  readonly env?: Readonly<Record<string, string>>
  /** URLs that replace GitHub and Linux DO. */
  readonly providerAddresses?: ProviderAddresses
  /** URLs that replace Stripe. */
  readonly paymentAddresses?: PaymentAddresses
  /** Default: nothing is written. */
  readonly log?: Logger
}

/** Starts a daemon in this process. Requests are injected; it also listens on its own port. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  if (options.isSetUp === false || !mayCopy(options))
    return startOn(await emptyStore(testEngine, 'api'), options)
  const { store, session } = await copies()
  return startOn(store, options, session)
}

/** Reports whether a copied store can be used, which is not the case for special setups or a given store. */
const mayCopy = ({ usageMode, env = {} }: TestApiOptions): boolean =>
  usageMode === undefined && !('TOLLGATE_DATABASE_URL' in env) && !('TOLLGATE_SECRET_KEY' in env)

const copies = storeCopies(testEngine, async (store): Promise<Identity> => {
  const api = await startOn(store, {})
  await api.stop()
  const { id, username, password, headers } = api.root
  return { id, username, password, headers }
})

/** Starts a daemon on a store. @param session of the super administrator, if the store is set up */
async function startOn(
  store: StoreEnv,
  options: TestApiOptions,
  session?: Identity,
): Promise<RunningTestApi> {
  const env = {
    TOLLGATE_PORT: '0',
    TOLLGATE_LOG_LEVEL: 'silent',
    ...store,
    ...(testEngine === 'postgres' ? { TOLLGATE_REDIS_URL: await createRedis() } : {}),
    ...options.env,
  }
  const config = readConfig([], env, false)
  const clock = movableClock()
  const daemon = await startDaemon(config, {
    log: options.log ?? pino({ level: config.logLevel }),
    clock,
    passwords: cheapPasswords,
    runsJobs: false,
    ...(options.providerAddresses ? { providerAddresses: options.providerAddresses } : {}),
    ...(options.paymentAddresses ? { paymentAddresses: options.paymentAddresses } : {}),
  })
  const { app, services } = daemon

  const anonymous = caller(app, { id: 0, username: '', password: '', headers: {} })
  const signIn = async (username: string, password: string): Promise<Caller> => {
    const login = await anonymous.request<{ id: number }>('POST', '/api/user/login', { username, password })
    if (login.status !== 200) throw new Error(`${username} cannot sign in: ${login.text}`)
    const cookie = String([login.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
    const { id } = login.body.data
    return caller(app, { id, username, password, headers: { cookie, 'tollgate-user': String(id) } })
  }
  const setUp = async (): Promise<Caller> => {
    await anonymous.call('POST', '/api/setup', {
      username: 'root',
      password: testPassword,
      confirmPassword: testPassword,
      usageMode: options.usageMode ?? 'external',
    })
    // Tests count the rows of the log; those that test failure rows enable them.
    await services.options.set('LogErrorEnabled', 'false', { id: 1, role: 100 })
    return signIn('root', testPassword)
  }
  const signInRoot = async (): Promise<Caller> => {
    if (options.isSetUp === false) return anonymous
    return session === undefined ? setUp() : caller(app, session)
  }
  const root = await signInRoot()

  return {
    app,
    url: daemon.address,
    services,
    clock,
    anonymous,
    root,
    signIn,
    withToken: (token) =>
      caller(app, { id: 0, username: '', password: '', headers: { authorization: `Bearer ${token}` } }),
    async createUser(username, role = 1) {
      const { id } = await root.call<{ id: number }>('POST', '/api/user/', {
        username,
        password: testPassword,
      })
      if (role === 10) await root.call('POST', '/api/user/manage', { id, action: 'promote' })
      return signIn(username, testPassword)
    },
    stop: () => daemon.stop(0),
    async close() {
      await daemon.stop(0)
      rmSync(store.TOLLGATE_DATA_DIR, { recursive: true, force: true })
      if (store.TOLLGATE_DATABASE_URL) await dropDatabase(store.TOLLGATE_DATABASE_URL)
    },
  }
}

/** Returns the text of a refusal: calls about payments have it in `data`, all others in `message`. */
export const refusalText = ({ message, data }: Answer<unknown>['body']): string =>
  typeof data === 'string' ? data : message

/** Replaces the envelope for responses without JSON. */
const noEnvelope = {} as Answer<never>['body']

function caller(app: FastifyInstance, given: Identity): Caller {
  const kept: Record<string, string> = { ...given.headers }
  const who: Identity = { ...given, headers: kept }
  const requestUnproven = async <Data = Record<string, unknown>>(
    method: Method,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<Data>> => {
    const payload: Partial<InjectOptions> =
      body === undefined
        ? {}
        : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await app.inject({
      method,
      url: path,
      ...payload,
      headers: { 'accept-language': 'en', ...payload.headers, ...who.headers, ...headers },
    })
    // Store the new cookie like a browser, because some responses give the session another id.
    const renewed = [response.headers['set-cookie'] ?? []].flat().find((each) => /^session=./.test(each))
    const sent = headers.cookie ?? kept.cookie
    if (renewed !== undefined && kept.cookie?.startsWith('session=') && sent?.includes(kept.cookie))
      kept.cookie = renewed.split(';')[0] ?? ''
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const answered = isJson && response.body !== '' ? response.json<Answer<Data>['body']>() : noEnvelope
    const { code } = answered
    if (code !== undefined && !isDeclared(method, path, code))
      throw new Error(`The contract does not say that ${method} ${path} may be refused with ${code}.`)
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: answered,
    }
  }
  const proveAgain = async (): Promise<void> => {
    const answer = await requestUnproven('POST', '/api/session/proof', { password: who.password })
    if (answer.status !== 200) throw new Error(`${who.username} cannot prove it: ${answer.text}`)
  }
  const request: Caller['request'] = async <Data>(...call: Parameters<Caller['request']>) => {
    const answer = await requestUnproven<Data>(...call)
    if (answer.body.code !== 'proof_required' || who.password === '') return answer
    await proveAgain()
    return requestUnproven<Data>(...call)
  }
  return {
    ...who,
    request,
    requestUnproven,
    proveAgain,
    async call<Data>(method: Method, path: string, body?: unknown): Promise<Data> {
      const answer = await request<Data>(method, path, body)
      if (answer.status !== 200 || !answer.body.success)
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      return answer.body.data
    },
  }
}

function movableClock(): TestClock {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    advance(ms) {
      offset += ms
    },
  }
}
