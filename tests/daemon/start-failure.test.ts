import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { explainFailure } from '../../src/daemon/start-failure.ts'

it.each([
  // RFC 5737 reserves this address for documentation, so no machine has it.
  ['an address of another machine', '192.0.2.1'],
  ['a name of nobody', 'nobody.invalid'],
])('%s as --host is explained in one line', async (_name, host) => {
  const [error] = await once(createServer().listen(0, host), 'error')
  const { texts, exitCode } = explainFailure(error)
  expect(texts.zh).toMatch(/^本机没有/)
  expect(texts.en).toMatch(/^This machine does not have the address of --host or TOLLGATE_HOST\. .+$/)
  // A network that is still coming up may have the address later: systemd tries again.
  expect(exitCode).toBe(1)
})

/** Returns the message of a `tollgate serve` that cannot start. */
const serve = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  new Promise<string>((resolve) => {
    const program = join(import.meta.dirname, '../../bin/tollgate')
    const data = join(tmpdir(), `tollgate-start-${process.pid}`)
    const surroundings = { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...env }
    execFile(
      process.execPath,
      [program, 'serve', '--data', data, ...args],
      { env: surroundings },
      (_error, _out, said) => resolve(said),
    )
  })

it.each([
  ['a variable that is none', [], { LANG: 'zh_CN.UTF-8', TOLLGATE_DRAIN_SECONDS: 'x' }, '而不是“x”'],
  [
    'a database that is none',
    ['--lang', 'zh'],
    { TOLLGATE_DATABASE_URL: 'mysql://x' },
    '必须以 postgres:// 开头',
  ],
  [
    'a server that is away',
    [],
    { TOLLGATE_LANG: 'zh', TOLLGATE_DATABASE_URL: 'postgres://127.0.0.1:1/x' },
    '无法连接',
  ],
  ['an unknown flag', ['--foo'], { LANG: 'zh_CN.UTF-8' }, '未知选项 --foo'],
])('%s: the terminal says in Chinese why the daemon does not start', async (_name, args, env, said) => {
  expect(await serve(args, env)).toContain(said)
})

it('a port in use: the terminal says so in Chinese', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await serve(['--port', String(port), '--lang', 'zh'], {})).toContain('地址已被占用')
  server.close()
})
