/** A management call that was refused. */
export class RefusedCall extends Error {
  readonly status: number
  readonly code: string

  constructor(call: string, status: number, code: string, message: string) {
    super(`${call}: ${status} ${code} ${message}`)
    this.status = status
    this.code = code
  }
}

/** The management API with a session of the super administrator, for tests and tools that need a configured gateway. */
export interface Admin {
  /**
   * Makes one management call.
   * @returns `data` of the envelope; the caller knows its type
   * @throws RefusedCall if the envelope reports a failure
   */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  /** Creates a channel, of type 1 unless said otherwise. */
  createChannel(channel: Readonly<Record<string, unknown>>): Promise<{ id: number }>
  /** Creates a token, unlimited unless said otherwise; `key` is what clients send. */
  createToken(token?: Readonly<Record<string, unknown>>): Promise<{ id: number; key: string }>
  setOption(key: string, value: string): Promise<void>
  /** Recomputes every invariant of the books. */
  audit(): Promise<AuditResult>
}

export interface AuditResult {
  readonly isClean: boolean
  /** One line: what was checked, or which rows are wrong. */
  readonly summary: string
}

interface AuditReport {
  readonly state: 'clean' | 'violated' | 'unknown'
  readonly entries: number
  readonly took_ms: number
  readonly checks: readonly {
    id: string
    name: string
    state: string
    first: unknown
    error: string | null
  }[]
}

const summarise = ({ state, entries, took_ms, checks }: AuditReport): AuditResult => {
  const wrong = checks.filter((check) => check.state === 'violated' || check.state === 'unknown')
  const details = wrong.map(
    ({ id, name, first, error }) => `${id} (${name}): ${error ?? JSON.stringify(first)}`,
  )
  return {
    isClean: state === 'clean',
    summary:
      state === 'clean'
        ? `clean: ${checks.length} checks over ${entries} entries in ${took_ms} ms`
        : `${state}: ${details.join('; ')}`,
  }
}

interface Envelope<T> {
  readonly success: boolean
  readonly message: string
  readonly code?: string
  readonly data: T
}

export const adminPassword = 'correct-horse'

const send = async (
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: unknown,
) =>
  fetch(url + path, {
    method,
    headers: {
      'accept-language': 'en',
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** Returns the error text, which payment calls put in `data`. */
const textOf = ({ message, data }: Envelope<unknown>) => (typeof data === 'string' ? data : message)

const read = async <T>(call: string, response: Response): Promise<T> => {
  const envelope = (await response.json()) as Envelope<T>
  if (!response.ok || !envelope.success)
    throw new RefusedCall(call, response.status, envelope.code ?? '', textOf(envelope))
  return envelope.data
}

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')

/** Signs in as `root`, after setting up a fresh gateway. */
export const signIn = async (url: string): Promise<Admin> => {
  const state = await read<{ status: boolean }>(
    'GET /api/setup',
    await send(url, 'GET', '/api/setup', {}, undefined),
  )
  if (!state.status) {
    const account = {
      username: 'root',
      password: adminPassword,
      confirmPassword: adminPassword,
      usageMode: 'external',
    }
    await read('POST /api/setup', await send(url, 'POST', '/api/setup', {}, account))
  }
  const isFresh = !state.status
  const credentials = { username: 'root', password: adminPassword }
  const login = await send(url, 'POST', '/api/user/login', {}, credentials)
  const user = await read<{ id: number }>('POST /api/user/login', login)
  const headers = { cookie: cookiesOf(login), 'tollgate-user': String(user.id) }

  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await send(url, method, path, headers, body)
    // Some responses set another session cookie.
    if (/\bsession=./.test(cookiesOf(answer))) headers.cookie = cookiesOf(answer)
    return read<T>(`${method} ${path}`, answer)
  }
  // Tests count the rows of the log; those that test failure rows enable them.
  if (isFresh) await call('PUT', '/api/option/', { key: 'LogErrorEnabled', value: 'false' })
  return {
    call,
    createChannel: (channel) => call('POST', '/api/channel/', { type: 1, group: 'default', ...channel }),
    createToken: async (token = {}) => {
      const created = await call<{ id: number; key: string }>('POST', '/api/token/', {
        name: 'test',
        unlimited_quota: true,
        expired_time: -1,
        ...token,
      })
      return { id: created.id, key: `sk-${created.key.replace(/^sk-/, '')}` }
    },
    setOption: async (key, value) => void (await call('PUT', '/api/option/', { key, value })),
    audit: async () => summarise(await call<AuditReport>('GET', '/api/audit/')),
  }
}
