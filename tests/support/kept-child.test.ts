import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { spawnKept } from './kept-child.ts'

/** A launcher that prints the pid of the program behind it. */
const launcher = ['-c', 'sleep 1000 & echo $!; wait'] as const

/** Reports whether a process is running. A zombie, which waits for its parent to collect it, is not. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

it('a program behind a launcher that was killed ends with it', async () => {
  const child = spawnKept('/bin/sh', launcher)
  const [line] = await once(child.stdout, 'data')
  const pid = Number(line)
  expect(isRunning(pid)).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
})

it('neither outlives the process that started them, however that one ends', async () => {
  const script = `
    import { spawnKept } from ${JSON.stringify(fileURLToPath(new URL('kept-child.ts', import.meta.url)))}
    spawnKept('/bin/sh', ${JSON.stringify(launcher)}).stdout.pipe(process.stdout)
    setInterval(() => undefined, 1000)`
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(owner.stdout, 'data')
    const pid = Number(line)
    expect(isRunning(pid)).toBe(true)
    owner.kill(signal)
    await expect.poll(() => isRunning(pid)).toBe(false)
  }
})
