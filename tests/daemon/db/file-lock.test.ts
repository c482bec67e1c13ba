import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/daemon/db/open-database.ts'
import { freshDirectory, openHere } from './fresh-store.ts'

/** Starts another process on the directory. @returns the process and its first line of output */
async function startOther(
  dataDir: string,
  ...args: string[]
): Promise<{ child: ChildProcess; line: string }> {
  const script = join(import.meta.dirname, 'hold-store.ts')
  const child = spawn(process.execPath, [script, dataDir, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, line: String(line) }
}

const exitCode = async (child: ChildProcess): Promise<unknown> =>
  child.exitCode ?? (await once(child, 'exit'))[0]

describe('the lock on an SQLite data directory', () => {
  it('refuses a second daemon in another process with exit code 6 and the PID of the first', async () => {
    const dataDir = freshDirectory()
    await openHere({ dataDir })
    const { child, line } = await startOther(dataDir)
    expect(line).toBe(
      `Another daemon (PID ${process.pid}) already uses ${dataDir}. Stop it first, or start this one with another --data directory.`,
    )
    expect(await exitCode(child)).toBe(6)
  })

  it('refuses a second daemon while another process is the first', async () => {
    const dataDir = freshDirectory()
    const { child, line } = await startOther(dataDir)
    expect(line).toBe('open')
    await expect(openDatabase({ dataDir })).rejects.toMatchObject({
      name: 'StartError',
      exitCode: 6,
      message: expect.stringContaining(`(PID ${child.pid})`),
    })
  })

  it('holds after a refused attempt, also one in the same process', async () => {
    const dataDir = freshDirectory()
    await openHere({ dataDir })
    await expect(openDatabase({ dataDir })).rejects.toMatchObject({ exitCode: 6 })
    expect((await startOther(dataDir)).line).toContain(`PID ${process.pid}`)
  })

  it('is free again, and nothing is lost, after kill -9 of its holder', async () => {
    const dataDir = freshDirectory()
    const { child, line } = await startOther(dataDir, 'write')
    expect(line).toBe('open')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { knex } = await openHere({ dataDir })
    expect(await knex('changes').pluck('kind')).toEqual(['kept'])
  })

  it('is free again after a close, also a repeated one, and lets exactly one of several starters in', async () => {
    const dataDir = freshDirectory()
    const first = await openDatabase({ dataDir })
    await first.close()
    await first.close()
    const starters = await Promise.all([startOther(dataDir), startOther(dataDir), startOther(dataDir)])
    const winner = starters.find(({ line }) => line === 'open')
    const refused = starters.filter(({ line }) => line !== 'open')
    expect(refused).toHaveLength(2)
    for (const { line } of refused) expect(line).toContain(`(PID ${winner?.child.pid})`)
  })
})
