import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { good, listed, openContractServer, refused, theStatus } from './support/contract-server.ts'
import { openTerminal } from './support/run-cli.ts'

const server = await openContractServer()
const other = await openContractServer()

const theUser = {
  id: 5,
  username: 'alice',
  display_name: 'Alice',
  role: 10,
  status: 1,
  group: 'default',
  quota: 100,
  quota_exact: '100',
}

/** Sets up the server so that alice can sign in. */
function letSignIn(): void {
  server.on('POST /api/user/login', ({ body }) =>
    (body as { password?: string }).password === 'right-password'
      ? { ...good(theUser), headers: { 'set-cookie': ['session=abc; Path=/; HttpOnly', 'other=1'] } }
      : refused(403, 'login_failed'),
  )
  server.on(
    'POST /api/access_token/',
    good({ id: 9, name: 'x', token: 'at_made', scopes: ['*'], expires_time: -1 }),
  )
  server.on('GET /api/user/logout', good(undefined))
  server.on('GET /api/user/self', ({ headers }) =>
    headers.authorization === 'Bearer at_made' ? good(theUser) : refused(401, 'not_signed_in'),
  )
  server.on('DELETE /api/access_token/9', good(undefined))
}

beforeEach(() => {
  server.reset()
  other.reset()
  for (const each of [server, other]) each.on('GET /api/status', theStatus)
})

describe('login', () => {
  test('keeps a token of its own, not the password and not the session', async () => {
    letSignIn()
    const { run, configDirectory } = await openTerminal()
    const result = await run(['login', server.url, '--username', 'alice', '--password-stdin', '--json'], {
      stdin: 'right-password\n',
    })
    expect(result.code).toBe(0)
    expect(JSON.parse(result.stdout)).toEqual({
      context: 'default',
      url: server.url,
      id: 5,
      username: 'alice',
      role: 10,
      role_name: 'admin',
    })

    const path = join(configDirectory, 'contexts.json')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      current: 'default',
      contexts: {
        default: {
          url: server.url,
          token: 'at_made',
          tokenId: 9,
          user: { id: 5, username: 'alice', role: 10 },
        },
      },
    })
    // The calls that create the token and end the session send the cookie and the user header.
    const [, made, ended] = server.calls
    for (const each of [made, ended])
      expect(each?.headers).toMatchObject({ cookie: 'session=abc', 'tollgate-user': '5' })
    expect(made?.body).toMatchObject({ scopes: ['*'] })
    expect(ended?.url).toBe('/api/user/logout')
  })

  test('a directory that cannot be written to is told with what to set', async () => {
    const { run } = await openTerminal({ TOLLGATE_CONFIG_DIR: '/proc/tollgate' })
    const { code, stderr } = await run(['context', 'add', 'other', '--url', 'https://gw.example.com'])
    expect(code).toBe(1)
    expect(stderr).toContain('cannot write /proc/tollgate/contexts.json (no such file or folder (ENOENT))')
    expect(stderr).toContain('Set TOLLGATE_CONFIG_DIR')
  })

  test('a wrong password ends with 3 and saves nothing', async () => {
    letSignIn()
    const { run } = await openTerminal()
    expect(
      (await run(['login', server.url, '--username', 'alice', '--password-stdin'], { stdin: 'wrong' })).code,
    ).toBe(3)
    expect((await run(['context', 'list', '-q'])).stdout).toBe('')
  })

  test('takes a token from standard input after the server has accepted it', async () => {
    letSignIn()
    const { run } = await openTerminal()
    expect((await run(['login', server.url, '--with-token'], { stdin: 'at_wrong\n' })).code).toBe(3)
    const result = await run(['login', server.url, '--with-token', '--context', 'prod', '-q'], {
      stdin: 'at_made\n',
    })
    expect(result).toMatchObject({ code: 0, stdout: 'prod\n' })
    expect((await run(['whoami', '--json'])).code).toBe(0)
  })

  test('without a user name or a way to the password it says what is missing', async () => {
    const { run } = await openTerminal()
    expect((await run(['login', server.url, '--password-stdin'], { stdin: 'x' })).code).toBe(2)
    expect((await run(['login', server.url, '--username', 'alice'])).stderr).toContain('--password-stdin')
    expect(server.calls).toEqual([])
  })

  test('warns when password and token would travel in the clear', async () => {
    const { run } = await openTerminal()
    const { stderr } = await run(['login', 'http://gateway.invalid', '--username', 'a', '--password-stdin'], {
      stdin: 'x',
    })
    expect(stderr).toContain('not encrypted')
  })
})

describe('login once more', () => {
  const argv = (more: readonly string[] = []) => ['login', ...more, '--username', 'alice', '--password-stdin']
  const revocations = () =>
    [...server.calls, ...other.calls]
      .filter(({ method }) => method === 'DELETE')
      .map(({ headers }) => headers)

  test('revokes the token that the same context had at this server', async () => {
    letSignIn()
    const { run } = await openTerminal()
    await run(argv([server.url]), { stdin: 'right-password' })
    expect(revocations()).toEqual([])
    server.on(
      'POST /api/access_token/',
      good({ id: 10, name: 'y', token: 'at_second', scopes: ['*'], expires_time: -1 }),
    )
    expect((await run(argv([server.url]), { stdin: 'right-password' })).code).toBe(0)
    expect(revocations()).toEqual([expect.objectContaining({ authorization: 'Bearer at_made' })])
    await run(['whoami'])
    expect(server.calls.at(-1)?.headers.authorization).toBe('Bearer at_second')
  })

  test('succeeds also when the former token is gone', async () => {
    letSignIn()
    const { run } = await openTerminal()
    await run(argv([server.url]), { stdin: 'right-password' })
    server.on(
      'POST /api/access_token/',
      good({ id: 10, name: 'y', token: 'at_second', scopes: ['*'], expires_time: -1 }),
    )
    server.on('DELETE /api/access_token/9', refused(401, 'not_signed_in'))
    const { code, stderr } = await run(argv([server.url]), { stdin: 'right-password' })
    expect([code, stderr]).toEqual([0, expect.stringContaining('alice')])
  })

  test('never shows the token of one server to another', async () => {
    letSignIn()
    const { run, configDirectory } = await openTerminal()
    const contexts = {
      current: 'default',
      contexts: { default: { url: other.url, token: 'at_other', tokenId: 9 } },
    }
    await writeFile(join(configDirectory, 'contexts.json'), JSON.stringify(contexts), { mode: 0o600 })
    expect((await run(argv([server.url]), { stdin: 'right-password' })).code).toBe(0)
    expect(JSON.stringify([...server.calls, ...other.calls])).not.toContain('at_other')
  })
})

describe('logout', () => {
  test('revokes the token on the server and forgets it here', async () => {
    letSignIn()
    const { run } = await openTerminal()
    await run(['login', server.url, '--username', 'alice', '--password-stdin'], { stdin: 'right-password' })
    expect(JSON.parse((await run(['logout', '--json'])).stdout)).toEqual({
      context: 'default',
      url: server.url,
      is_revoked: true,
    })
    expect(server.calls.at(-1)).toMatchObject({
      method: 'DELETE',
      url: '/api/access_token/9',
      headers: { authorization: 'Bearer at_made' },
    })
    expect((await run(['logout'])).code).toBe(3)
  })

  test('forgets it here also when the server is gone, and says so', async () => {
    letSignIn()
    const { run } = await openTerminal()
    await run(['login', server.url, '--username', 'alice', '--password-stdin'], { stdin: 'right-password' })
    server.on('DELETE /api/access_token/9', refused(503, 'shutting_down'))
    const { code, stderr } = await run(['logout'])
    expect(code).toBe(0)
    expect(stderr).toContain('could not revoke the access token')
    expect((await run(['logout'])).code).toBe(3)
  })
})

describe('which server, which token', () => {
  async function signedIn() {
    const terminal = await openTerminal()
    const contexts = {
      current: 'one',
      contexts: { one: { url: server.url, token: 'at_one' }, two: { url: other.url, token: 'at_two' } },
    }
    await writeFile(join(terminal.configDirectory, 'contexts.json'), JSON.stringify(contexts), {
      mode: 0o600,
    })
    for (const each of [server, other])
      each.on('GET /api/user/self', ({ headers }) =>
        good({ ...theUser, username: String(headers.authorization) }),
      )
    return async (argv: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const { stdout } = await terminal.run(['whoami', '--json', ...argv], { env })
      const { url, url_from, context, context_from, token_from, username } = JSON.parse(stdout)
      return { url, url_from, context, context_from, token_from, token: username.replace('Bearer ', '') }
    }
  }

  test('flag before environment before context, and whoami tells', async () => {
    const who = await signedIn()
    expect(await who([])).toEqual({
      url: server.url,
      url_from: 'context',
      context: 'one',
      context_from: 'context',
      token_from: 'context',
      token: 'at_one',
    })
    expect(await who([], { TOLLGATE_CONTEXT: 'two' })).toMatchObject({
      url: other.url,
      context_from: 'environment',
      token: 'at_two',
    })
    expect(await who(['--context', 'one'], { TOLLGATE_CONTEXT: 'two' })).toMatchObject({
      url: server.url,
      context_from: 'flag',
      token: 'at_one',
    })
    expect(await who([], { TOLLGATE_URL: other.url, TOLLGATE_TOKEN: 'at_env' })).toMatchObject({
      url: other.url,
      url_from: 'environment',
      token: 'at_env',
    })
    expect(await who(['--url', server.url], { TOLLGATE_URL: other.url })).toMatchObject({
      url: server.url,
      url_from: 'flag',
      token: 'at_one',
    })
  })

  test('a context named by a flag is not redirected by a variable left in the shell', async () => {
    const who = await signedIn()
    expect(
      await who(['--context', 'two'], { TOLLGATE_URL: server.url, TOLLGATE_TOKEN: 'at_env' }),
    ).toMatchObject({ url: other.url, token: 'at_two' })
  })

  test('the token of a context goes to its own server only', async () => {
    const who = await signedIn()
    expect(await who(['--url', other.url])).toMatchObject({
      url: other.url,
      token_from: null,
      token: 'undefined',
    })
    expect(await who([], { TOLLGATE_URL: other.url })).toMatchObject({ token_from: null, token: 'undefined' })
    // A different spelling of the same URL is the same server.
    expect(await who(['--url', `${server.url}/`])).toMatchObject({ token: 'at_one' })
  })
})

describe('the file', () => {
  test('is narrowed again when something widened it', async () => {
    const { run, configDirectory } = await openTerminal()
    const path = join(configDirectory, 'contexts.json')
    await writeFile(path, JSON.stringify({ contexts: { a: { url: server.url, token: 't' } } }))
    await chmod(path, 0o644)
    await run(['context', 'list'])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test.each(['', '{', '[]', '{"contexts":[1]}', '{"contexts":{"a":{"url":1}}}'])(
    'that makes no sense is named, not overwritten: %s',
    async (text) => {
      const { run, configDirectory } = await openTerminal()
      const path = join(configDirectory, 'contexts.json')
      await writeFile(path, text, { mode: 0o600 })
      const { code, stderr } = await run(['token', 'list'])
      expect(code).toBe(1)
      expect(stderr).toContain(path)
      expect(await readFile(path, 'utf8')).toBe(text)
    },
  )

  test('that makes no sense stops nobody whose variables name server and token', async () => {
    const { run, configDirectory } = await openTerminal({ TOLLGATE_URL: server.url })
    await writeFile(join(configDirectory, 'contexts.json'), '{', { mode: 0o600 })
    server.on('GET /api/token/', listed([]))
    expect((await run(['token', 'list'], { env: { TOLLGATE_TOKEN: 'at_job' } })).code).toBe(0)
    const env = { TOLLGATE_TOKEN: 'at_job' }
    expect((await run(['token', 'list'])).code).toBe(1)
    expect((await run(['token', 'list', '--context', 'a'], { env })).code).toBe(1)
    expect((await run(['context', 'list'], { env })).code).toBe(1)
  })

  test('where there are no contexts, use says how to get one', async () => {
    const { run } = await openTerminal()
    const { code, stderr } = await run(['context', 'use', 'prod'])
    expect(code).toBe(5)
    expect(stderr).toContain('tollgate login')
    expect(stderr).not.toContain('Saved contexts')
  })

  test('use and rm change which contexts there are', async () => {
    const { run, configDirectory } = await openTerminal()
    const contexts = { current: 'a', contexts: { a: { url: server.url }, b: { url: other.url } } }
    await writeFile(join(configDirectory, 'contexts.json'), JSON.stringify(contexts), { mode: 0o600 })
    expect((await run(['context', 'use', 'b'])).code).toBe(0)
    expect(JSON.parse((await run(['context', 'list', '--json'])).stdout)).toMatchObject([
      { name: 'a', current: false },
      { name: 'b', current: true },
    ])
    expect((await run(['context', 'use', 'c'])).code).toBe(5)
    expect((await run(['context', 'rm', 'b'])).code).toBe(0)
    expect((await run(['context', 'rm', 'b'])).code).toBe(5)
    expect((await run(['context', 'rm', 'b', '--if-exists'])).code).toBe(0)
    expect((await run(['context', 'list', '-q'])).stdout).toBe('a\n')
  })
})
