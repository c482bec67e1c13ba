import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { signIn } from '../support/gateway/admin.ts'
import { startGateway } from '../support/gateway/gateway-process.ts'
import { startSimulator } from '../support/simulator/simulator.ts'

const folders = ['daemon', 'cli'].map((name) =>
  fileURLToPath(new URL(`../../dist/src/${name}/bundle`, import.meta.url)),
)

it('the built program is ASCII, because V8 keeps any other source in two bytes per character', () => {
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => readFileSync(file).some((byte) => byte > 0x7f))).toEqual([])
})

it('a daemon relays and is managed without loading the fetch of Node.js, which takes five megabytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-loaded-'))
  const [hook, file] = [join(folder, 'note.cjs'), join(folder, 'loaded.json')]
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(process.env.LOADED_FILE, JSON.stringify(process.moduleLoadList)))`,
  )
  const upstream = await startSimulator({ keys: ['sk-upstream'], models: ['gpt-4o-mini'] })
  const env = { NODE_OPTIONS: `--require=${hook}`, LOADED_FILE: file }
  const gateway = await startGateway({ env })
  try {
    const key = await furnish(gateway.url, upstream.url)
    for (const stream of [false, true]) {
      const answer = await ask(gateway.url, key, stream)
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('choices')])
    }
  } finally {
    await gateway.stop()
    await upstream.close()
  }
  const loaded = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(folder, { recursive: true, force: true })
  expect(loaded).toContain('NativeModule http')
  expect(loaded).not.toContain('NativeModule internal/deps/undici/undici')
})

it('V8 knows every flag that a daemon sets', async () => {
  const gateway = await startGateway({ env: { TOLLGATE_LOG_LEVEL: 'info' } })
  await gateway.stop()
  expect(gateway.output()).toContain('"level":30')
  expect(gateway.output()).not.toContain('unrecognized flag')
})

/** Creates a channel for the upstream, and a token. @returns the token's key */
async function furnish(url: string, upstreamUrl: string): Promise<string> {
  const admin = await signIn(url)
  await admin.createChannel({
    name: 'first',
    key: 'sk-upstream',
    base_url: upstreamUrl,
    models: 'gpt-4o-mini',
  })
  return (await admin.createToken({ name: 'first' })).key
}

const ask = (url: string, key: string, stream: boolean): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }], stream }),
  })
