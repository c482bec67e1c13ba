import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { spawnKept } from '../support/kept-child.ts'
import { freePort } from '../support/services/server-process.ts'
import { whenDone } from '../support/when-done.ts'
import { launcher } from './workers.ts'

it.each(['json', 'pretty'])(
  'a daemon whose log is on a full disk goes on serving, and ends in order (%s)',
  async (format) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-full-log-'))
    const port = String(await freePort())
    const url = `http://127.0.0.1:${port}`
    const serve = [process.execPath, launcher, 'serve', '--port', port, '--data', dataDir]
    // Writing to /dev/full fails as on a full disk.
    const daemon = spawnKept('/bin/sh', ['-c', 'exec "$@" > /dev/full 2>&1', 'sh', ...serve], {
      env: { ...process.env, TOLLGATE_LOG_FORMAT: format, TOLLGATE_LOG_LEVEL: 'info' },
    })
    const ended = once(daemon, 'exit')
    whenDone(async () => {
      daemon.kill('SIGKILL')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    })
    await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), {
      timeout: 60_000,
      interval: 50,
    })
    for (let call = 0; call < 20; call += 1) {
      const refused = await fetch(`${url}/v1/models`, { headers: { authorization: 'Bearer sk-wrong' } })
      expect(refused.status).toBe(401)
    }
    daemon.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  },
)
