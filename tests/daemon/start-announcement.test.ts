import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'

/** Returns the lines that `tollgate serve` prints at startup, up to the setup code. */
async function linesOfStart(language: string): Promise<readonly string[]> {
  const data = await mkdtemp(join(tmpdir(), 'tollgate-announcement-'))
  const program = join(import.meta.dirname, '../../bin/tollgate')
  const daemon = spawn(process.execPath, [program, 'serve', '--data', data, '--port', '0'], {
    env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), TOLLGATE_LANG: language },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(async () => {
    if (daemon.exitCode === null && daemon.kill()) await once(daemon, 'exit')
    await rm(data, { recursive: true, force: true })
  })
  const lines: string[] = []
  for await (const line of createInterface(daemon.stdout)) {
    if (line.startsWith('{')) continue
    lines.push(line.replaceAll(data, 'DATA').replaceAll(/:\d+\b/g, ':PORT'))
    if (/[A-Z0-9]{5}-[A-Z0-9]{5}/.test(line)) return lines
  }
  throw new Error(`it ended after: ${lines.join('\n')}`)
}

it('a daemon that has started says where it listens and what to do next, in the language of the terminal', async () => {
  const setup = 'tollgate setup --url http://127.0.0.1:PORT --username root --password-stdin'
  expect(await linesOfStart('zh')).toEqual([
    'Tollgate 正在监听 http://127.0.0.1:PORT（SQLite，位于 DATA）',
    `下一步：打开 http://127.0.0.1:PORT/setup，或运行：${setup}`,
    expect.stringMatching(/^从其他机器初始化时需要此代码：[A-Z0-9-]+$/),
  ])
  expect(await linesOfStart('en')).toEqual([
    'Tollgate listens on http://127.0.0.1:PORT (SQLite in DATA)',
    `Next: open http://127.0.0.1:PORT/setup, or run: ${setup}`,
    expect.stringMatching(/^Setting up from another machine asks for this code: [A-Z0-9-]+$/),
  ])
})
