import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const script = `
  import { freePort } from ${JSON.stringify(new URL('server-process.ts', import.meta.url).href)}
  const ports = []
  while (ports.length < 300) ports.push(await freePort())
  console.log(JSON.stringify(ports))
`

/** Returns the ports that a process gets when it requests 300. */
const portsOf = async (worker: number): Promise<readonly number[]> => {
  const env = { ...process.env, VITEST_POOL_ID: String(worker) }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env,
  })
  return JSON.parse(stdout)
}

it('processes that test side by side never get the same port, and none gets a port twice', async () => {
  const ports = (await Promise.all([1, 2, 3, 4].map(portsOf))).flat()
  expect(ports).toHaveLength(1200)
  expect(new Set(ports).size).toBe(ports.length)
})

it('no process gets a port that fetch refuses', async () => {
  const ports = (await Promise.all([0, 9].map(portsOf))).flat()
  expect(Math.min(...ports)).toBeGreaterThan(10_080)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})
