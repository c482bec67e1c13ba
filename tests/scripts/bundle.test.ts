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
  const upstream = await startSimulator({ keys: ['sk-upstream'], models: ['gpt-4o-mini'] })
  try {
    const [hook, file] = [join(folder, 'note.cjs'), join(folder, 'loaded.json')]
    writeFileSync(
      hook,
      `process.on('exit', () => require('node:fs').writeFileSync(process.env.LOADED_FILE, JSON.stringify(process.moduleLoadList)))`,
    )
    const env = { NODE_OPTIONS: `--require=${hook}`, LOADED_FILE: file }
    const gateway = await startGateway({ env })
    const admin = await signIn(gateway.url)
    await admin.createChannel({
      name: 'first',
      key: 'sk-upstream',
      base_url: upstream.url,
      models: 'gpt-4o-mini',
    })
    const { key } = await admin.createToken({ name: 'first' })
    for (const stream of [false, true]) {
      const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'gpt-4o-mini',
          messages: [{ role: 'user', content: 'Hello' }],
          stream,
        }),
      })
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('choices')])
    }
    await gateway.stop()
    const loaded = JSON.parse(readFileSync(file, 'utf8'))
    expect(loaded).toContain('NativeModule http')
    expect(loaded).not.toContain('NativeModule internal/deps/undici/undici')
  } finally {
    await upstream.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
