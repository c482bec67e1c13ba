import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadChannels } from '../../../src/daemon/channels/load-channels.ts'
import { readConfig } from '../../../src/daemon/config/config.ts'
import { openDatabase } from '../../../src/daemon/db/open-database.ts'
import { startDaemon } from '../../../src/daemon/start-daemon.ts'
import { engines, freshPlace } from '../db/fresh-store.ts'

const secretKey = 'ab'.repeat(32)

describe.each(engines)('Low: proxies that were stored before they were sealed (%s)', (engine) => {
  it('are sealed at the start, and calls go through the same ones', async () => {
    const place = await freshPlace(engine)
    const before = await openDatabase({ ...place, secretKey })
    const stored = [
      '{"proxy":"socks5://anna:hunter2@proxy.example:1080","force_format":true}',
      // Some JSON writers escape slashes.
      '{"proxy":"http:\\/\\/anna:hunter2@proxy.example:3128"}',
      '{"proxy":"http://proxy.example:3128"}',
      'not JSON, but about a proxy',
    ]
    for (const [at, setting] of stored.entries())
      await before.knex('channels').insert({
        type: 1,
        name: `channel ${at}`,
        models: 'm',
        key_ciphertext: before.secrets.seal('sk-1', 'channel:key'),
        base_url: '',
        created_time: 1,
        setting,
      })
    await before.close()

    const env = {
      TOLLGATE_SECRET_KEY: secretKey,
      ...(place.databaseUrl ? { TOLLGATE_DATABASE_URL: place.databaseUrl } : {}),
    }
    const config = readConfig(['--port', '0', '--data', place.dataDir], env, false)
    for (const _ of ['first start', 'second start']) {
      const daemon = await startDaemon(config, { log: pino({ level: 'silent' }) })
      const stop = () => daemon.stop(0)
      onTestFinished(stop)
      const { knex, secrets } = daemon.services
      const rows: Record<string, unknown>[] = await knex('channels').orderBy('id')
      expect(JSON.stringify(rows)).not.toContain('hunter2')
      expect(rows.map(({ setting }) => setting)).toEqual([
        '{"proxy":"socks5://***@proxy.example:1080","force_format":true}',
        '{"proxy":"http://***@proxy.example:3128"}',
        ...stored.slice(2),
      ])
      const channels = await loadChannels(knex, secrets, () => undefined)
      expect(channels.map(({ setting }) => setting)).toEqual([
        { proxy: 'socks5://anna:hunter2@proxy.example:1080', forceFormat: true },
        { proxy: 'http://anna:hunter2@proxy.example:3128' },
        { proxy: 'http://proxy.example:3128' },
      ])
      await stop()
    }
  })
})
