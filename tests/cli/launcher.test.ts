import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { good, openContractServer } from './support/contract-server.ts'
import { launcher, oldNode, runBin, startBin } from './support/run-bin.ts'

const scratch = await mkdtemp(join(tmpdir(), 'tollgate-launcher-'))
afterAll(() => rm(scratch, { recursive: true, force: true }))

/** Creates an installation that contains only the launcher and stubs of the program. */
async function anInstallation(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const root = join(scratch, name)
  const all = { 'package.json': '{"type":"module"}', ...files }
  for (const [path, content] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  await mkdir(join(root, 'bin'), { recursive: true })
  await copyFile(launcher, join(root, 'bin', 'tollgate'))
  return root
}

const says = (word: string): string => `export async function run(argv) { console.log('${word}', ...argv) }\n`

describe('which program is started', () => {
  const files = {
    'src/cli/main.ts': says('sources'),
    'dist/src/cli/main.js': says('built'),
    'src/cli/ui/screen.tsx': '',
    'openapi/types.gen.ts': '',
    'openapi/paths/users.yaml': '',
  }
  const run = async (root: string) =>
    (await runBin(['a', '--b'], { script: join(root, 'bin', 'tollgate') })).stdout
  const age = (root: string, path: string, seconds: number) => utimes(join(root, path), seconds, seconds)

  test('what was built, as long as no source is newer', async () => {
    const root = await anInstallation('current', files)
    const sources = [
      'src/cli/main.ts',
      'src/cli/ui/screen.tsx',
      'openapi/types.gen.ts',
      'openapi/paths/users.yaml',
    ]
    for (const path of sources) await age(root, path, 1_700_000_000)
    expect(await run(root)).toBe('built a --b\n')
    for (const path of sources) {
      await age(root, path, 2_000_000_000)
      expect(await run(root)).toBe('sources a --b\n')
      await age(root, path, 1_700_000_000)
    }
  })

  test('the sources, when nothing was built', async () => {
    const { 'dist/src/cli/main.js': _, ...sources } = files
    expect(await run(await anInstallation('sources', sources))).toBe('sources a --b\n')
  })

  test('the sources, with screens in JSX that nobody has compiled', async () => {
    const root = await anInstallation('screens', {
      'src/cli/main.ts': `export const run = async (): Promise<void> => console.log((await import('./screen.tsx')).type)`,
      'src/cli/screen.tsx':
        'const screen: { readonly type: string } = <window />\nexport const { type } = screen',
    })
    await symlink(join(dirname(dirname(launcher)), 'node_modules'), join(root, 'node_modules'))
    expect(await run(root)).toBe('window\n')
  })

  test('what was built, in a package without sources', async () => {
    expect(await run(await anInstallation('package', { 'dist/src/cli/main.js': says('built') }))).toBe(
      'built a --b\n',
    )
  })
})

describe('the real program as a process', () => {
  test('gives back the exit code', async () => {
    expect(await runBin(['version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^tollgate \d+\.\d+\.\d+\n$/),
      stderr: '',
    })
    expect((await runBin(['nonsense'])).code).toBe(2)
  })

  test('ends quietly when the reader of a pipe has had enough', async () => {
    const server = await openContractServer()
    const types = Array.from({ length: 5000 }, (_, type) => ({
      type,
      slug: `type-${type}`,
      label: 'x'.repeat(100),
      models: [],
      fields: {},
    }))
    server.on('GET /api/channel/types', good(types))
    const child = startBin(['channel', 'types', '--json', '--url', server.url])
    child.stdout.once('data', () => child.stdout.destroy())
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString()
    })
    const [code] = await once(child, 'close')
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
  })

  test('shows no token in its arguments or its title', async () => {
    const child = startBin(['status', '--wait', '60s', '--url', 'http://127.0.0.1:9'], {
      env: { TOLLGATE_TOKEN: 'at_very_secret' },
    })
    await once(child.stderr, 'data')
    const shown = await readFile(`/proc/${child.pid}/cmdline`, 'utf8')
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(shown).toContain('status')
    expect(shown).not.toContain('at_very_secret')
  })
})

describe.skipIf(oldNode === undefined)(
  `started under an older Node (${oldNode ?? 'none on this machine'})`,
  () => {
    const old = oldNode ?? ''

    test('hands over to the pinned one: arguments, standard input and output, exit code', async () => {
      const { code, stdout } = await runBin(['version', '--json'], { node: old })
      expect(code).toBe(0)
      expect(Number.parseInt(JSON.parse(stdout).node, 10)).toBeGreaterThanOrEqual(24)
      expect((await runBin(['nonsense'], { node: old })).code).toBe(2)
      const piped = await runBin(['api', 'POST', '/api/x', '--data', '-', '--curl'], {
        node: old,
        stdin: '{"a":1}',
      })
      expect(piped.stdout).toContain('\'{"a":1}\'')
    })

    test('terminal 14: doctor says that this starts a second process each time', async () => {
      const { stdout } = await runBin(['doctor', '--json', '--url', 'http://127.0.0.1:9'], { node: old })
      const found = JSON.parse(stdout).checks.find((each: { id: string }) => each.id === 'node')
      const version = execFileSync(old, ['--version'], { encoding: 'utf8' }).slice(1)
      expect(found).toMatchObject({
        state: 'warning',
        message: expect.stringContaining(`the system's Node ${version.trim()} is too old`),
        fix: 'install Node 24 or newer',
      })
    })

    test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
      'passes %s on and dies of it as the program did',
      async (signal) => {
        const child = startBin(['status', '--wait', '60s', '--url', 'http://127.0.0.1:9'], { node: old })
        // The output comes from the program, so not only the launcher is running.
        await once(child.stderr, 'data')
        child.kill(signal)
        expect(await once(child, 'close')).toEqual([null, signal])
      },
    )

    test('without a pinned one it says in one line what is needed', async () => {
      const root = await anInstallation('no-node', { 'src/cli/main.ts': says('sources') })
      const { code, stdout, stderr } = await runBin([], { node: old, script: join(root, 'bin', 'tollgate') })
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^tollgate needs Node 24 or newer, this is \d+\.\d+\.\d+\..*\n$/)
      expect(stderr.trimEnd()).not.toContain('\n')
    })
  },
)

describe('the heap of the daemon', () => {
  const root = anInstallation('heap', {
    'src/cli/main.ts': 'export const run = () => console.log(process.pid, ...process.execArgv)\n',
  })
  const run = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const started = startBin(words, { script: join(await root, 'bin', 'tollgate'), env })
    const [pid, ...flags] = (await text(started.stdout)).trim().split(' ')
    expect(Number(pid)).toBe(started.pid)
    return flags
  }

  test('has a larger space for short-lived objects on a machine that has the memory and collects the others often while it starts, in the same process', async () => {
    expect(await run(['serve', '--port', '0'])).toEqual([
      expect.stringMatching(/^--max-semi-space-size=(16|32)$/),
      '--no-allocation-site-pretenuring',
      '--initial-old-space-size=16',
      '--heap-growing-percent=15',
    ])
  })

  test('keeps a size that somebody chose', async () => {
    expect(await run(['serve'], { NODE_OPTIONS: '--max-semi-space-size=8' })).toEqual([])
  })

  test('is no concern of a client command, which is over before it would matter', async () => {
    expect(await run(['channel', 'list', 'serve'])).toEqual([])
  })
})

test('output that cannot be written, such as to a full disk, ends with 1 and says why in the language asked for', () => {
  const run = (args: string) =>
    spawnSync('/bin/sh', ['-c', `"${process.execPath}" "${launcher}" ${args} > /dev/full`], {
      encoding: 'utf8',
    })
  expect(run('version --lang en')).toMatchObject({
    status: 1,
    stderr: 'Error: cannot write the output (the disk is full (ENOSPC))\n',
  })
  expect(run('version --lang zh')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('无法写入输出'),
  })
  const { status, stderr } = run('version --lang en --json')
  expect(status).toBe(1)
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'output_failed' } })
})
