import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aToken, good, listed, openContractServer } from '../support/contract-server.ts'
import { launcher, root, runBin } from '../support/run-bin.ts'
import { startTerminal } from '../support/terminal.ts'

const server = await openContractServer()
const scratch = await mkdtemp(join(tmpdir(), 'tollgate-screens-'))
afterAll(() => rm(scratch, { recursive: true, force: true }))

const env = {
  TOLLGATE_URL: server.url,
  TOLLGATE_TOKEN: 'at_token',
  TOLLGATE_CONFIG_DIR: join(scratch, 'config'),
}
const deletions = () => server.calls.filter(({ method }) => method === 'DELETE')

beforeEach(() => {
  server.reset()
  server.on('GET /api/token/search', listed([aToken({ name: '报表任务' })]))
  server.on('GET /api/token/7', good(aToken({ name: '报表任务' })))
  server.on('DELETE /api/token/7', good(null))
})

describe('something is destroyed only after a yes', () => {
  const question = 'Delete API token "报表任务" (id 7)? [y/N]'

  test('the question names the server first, and y goes through', async () => {
    const terminal = await startTerminal(['token', 'delete', '7'], { env })
    expect(await terminal.until(question)).toBe(`context default (${server.url})\n${question}`)
    expect(deletions()).toEqual([])
    await terminal.press('y')
    expect(await terminal.exitCode()).toBe(0)
    expect(deletions()).toHaveLength(1)
    expect(await terminal.screen()).toContain('Delete API token "报表任务" (id 7)? yes\nresult  deleted\n')
  })

  test.each([['n'], ['Enter'], ['Escape']])('%s changes nothing and ends with 130', async (key) => {
    const terminal = await startTerminal(['token', 'delete', '7'], { env })
    await terminal.until(question)
    await terminal.press(key)
    expect(await terminal.exitCode()).toBe(130)
    expect(await terminal.screen()).toContain('(id 7)? no\nnothing was changed')
    expect(deletions()).toEqual([])
  })

  test('a pasted y is no answer: it takes a key', async () => {
    const terminal = await startTerminal(['token', 'delete', '7'], { env })
    await terminal.until(question)
    await terminal.paste('y\n')
    await terminal.press('n')
    expect(await terminal.exitCode()).toBe(130)
    expect(deletions()).toEqual([])
  })

  test('the answer can be given while standard output goes to a file, which gets the data alone', async () => {
    const file = join(scratch, 'deleted.json')
    const line = `"${process.execPath}" "${launcher}" token delete 7 --json > "${file}"`
    const terminal = await startTerminal([], { env, program: ['/bin/sh', '-c', line] })
    await terminal.until(question)
    await terminal.press('y')
    expect(await terminal.exitCode()).toBe(0)
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ result: 'deleted', id: 7 })
  })

  test.each([{ TERM: 'dumb' }, { CI: 'true' }, { TOLLGATE_NO_INPUT: '1' }])(
    'nobody is asked with %j: it ends with 2 and says how',
    async (more) => {
      const line = `TERM=$TERM_WANTED exec "${process.execPath}" "${launcher}" token delete 7`
      const terminal = await startTerminal([], {
        env: { ...env, TERM_WANTED: 'xterm', ...more, ...('TERM' in more ? { TERM_WANTED: 'dumb' } : {}) },
        program: ['/bin/sh', '-c', line],
      })
      expect(await terminal.exitCode()).toBe(2)
      expect(await terminal.screen()).toContain('Add --yes to confirm.')
      expect(deletions()).toEqual([])
    },
  )
})

describe('a plan is shown with the question', () => {
  const start = (lines: number, rows: number) =>
    startTerminal([String(lines)], {
      columns: 80,
      rows,
      program: [process.execPath, join(root, 'tests/cli/support/confirmation-main.ts')],
    })

  test('one that fits stays on the screen above it', async () => {
    const terminal = await start(3, 24)
    const screen = await terminal.until('[y/N]')
    expect(screen).toBe('\n+ channel  渠道-1\n+ channel  渠道-2\n+ channel  渠道-3\n\nApply this plan? [y/N]')
    await terminal.press('y')
    expect(await terminal.exitCode()).toBe(0)
    expect(await terminal.screen()).toContain('+ channel  渠道-3\n\nApply this plan? yes\nanswered true')
  })

  test('a taller one is scrolled in the whole window, which is then given back', async () => {
    const terminal = await start(100, 12)
    const first = await terminal.until('lines 1–8 of 100')
    expect(first.split('\n')).toHaveLength(12)
    expect(first.split('\n').map((line) => line.trim())[2]).toBe('+ channel  渠道-1')
    expect(first.split('\n').at(-1)).toMatch(/^ Apply this plan\? \[y\/N\] +↑↓ scroll {2}y yes {2}n no$/)
    await terminal.press('Down', 'Down')
    expect(await terminal.until('lines 3–10 of 100')).toContain('\n + channel  渠道-3\n')
    await terminal.press('End')
    expect(await terminal.until('lines 93–100 of 100')).toContain(' + channel  渠道-100\n')
    await terminal.resize(60, 20)
    const taller = await terminal.until('lines 85–100 of 100')
    expect(taller.split('\n')).toHaveLength(20)
    await terminal.press('n')
    expect(await terminal.exitCode()).toBe(130)
    expect(await terminal.screen()).toBe('answered false')
  })
})

describe('whatever ends a screen, the shell below it is as it was', () => {
  /** Starts a shell that prints the state of the terminal, then echoes typed text. */
  const shell = async () => {
    const script = join(scratch, 'session.sh')
    await writeFile(
      script,
      `before=$(stty -g)\n"${process.execPath}" "${launcher}" token delete 7\necho "exit=$?"\n` +
        `[ "$before" = "$(stty -g)" ] && echo "modes restored"\nread answer\necho "got $answer"\n`,
    )
    return startTerminal([], { env, program: ['/bin/sh', script] })
  }

  test('Ctrl-C: 130, keys are echoed again, the cursor is there', async () => {
    const terminal = await shell()
    await terminal.until('[y/N]')
    await terminal.press('C-c')
    const screen = await terminal.until('modes restored')
    expect(screen).toContain('interrupted\nexit=130\nmodes restored')
    expect(await terminal.cursor()).toMatchObject({ isVisible: true, x: 0 })
    await terminal.type('ls')
    await terminal.until('restored\nls')
    await terminal.press('Enter')
    expect(await terminal.until('got')).toContain('got ls')
  })

  test('SIGTERM from outside', async () => {
    const terminal = await shell()
    await terminal.until('[y/N]')
    const pids = execFileSync('pgrep', ['-f', `${launcher} token delete 7`], { encoding: 'utf8' })
    const own = pids
      .trim()
      .split('\n')
      .map(Number)
      .filter((pid) => hasOurUrl(pid))
    expect(own).toHaveLength(1)
    process.kill(own[0] ?? 0, 'SIGTERM')
    expect(await terminal.until('modes restored')).toContain('exit=143')
    expect(await terminal.cursor()).toMatchObject({ isVisible: true })
  })

  test('the window is closed: the program goes with it', async () => {
    const terminal = await shell()
    await terminal.until('[y/N]')
    await terminal.close()
    await expect.poll(() => running().filter(hasOurUrl)).toEqual([])
  })

  const running = (): number[] => {
    try {
      return execFileSync('pgrep', ['-f', `${launcher} token delete 7`], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map(Number)
    } catch {
      return []
    }
  }
  /** Another test file may run the same command, but only this one uses our server. */
  const hasOurUrl = (pid: number): boolean => {
    try {
      return execFileSync('cat', [`/proc/${pid}/environ`], { encoding: 'utf8' }).includes(server.url)
    } catch {
      return false
    }
  }
})

describe('Ink and React are loaded when a screen opens and not before', () => {
  /** Returns options that record every module the program loads, written to a file when it ends. */
  const record = async (): Promise<{ readonly file: string; readonly options: string }> => {
    const file = join(scratch, `modules-${Math.random()}`)
    const hook = join(scratch, 'record-modules.mjs')
    await writeFile(
      hook,
      `import { writeFileSync } from 'node:fs'
       import { registerHooks } from 'node:module'
       const loaded = []
       registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
       process.on('exit', () => writeFileSync(process.env.MODULES_FILE, loaded.join('\\n')))`,
    )
    return { file, options: `--import=${hook}` }
  }
  const drawing = /node_modules\/(ink|react|react-reconciler|yoga-layout)\//

  test.each([['token list'], ['token get 7'], ['token delete 7 --yes'], ['setup --help']])(
    'tollgate %s does without',
    async (line) => {
      const { file, options } = await record()
      await runBin(line.split(' '), { env: { ...env, NODE_OPTIONS: options, MODULES_FILE: file } })
      const loaded = await readFile(file, 'utf8')
      expect(loaded).toContain('dist/src/cli/main.js')
      expect(loaded).not.toMatch(drawing)
    },
  )

  test('a question brings them in, which shows that this check can see them', async () => {
    const { file, options } = await record()
    const terminal = await startTerminal(['token', 'delete', '7'], {
      env: { ...env, NODE_OPTIONS: options, MODULES_FILE: file },
    })
    await terminal.until('[y/N]')
    await terminal.press('y')
    await terminal.exitCode()
    expect(await readFile(file, 'utf8')).toMatch(drawing)
  })
})
