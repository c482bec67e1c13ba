import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openOffline } from '../cli/support/offline.ts'
import { signIn } from '../support/gateway/admin.ts'
import { startGateway } from '../support/gateway/gateway-process.ts'
import { createDatabase } from '../support/services/postgres.ts'
import { fillDisk, mountSmallDisk } from './small-disk.ts'

const { run, json, place } = await openOffline('full-disk')

it('a start on a disk that is too full says so in one line, whenever it notices, and leaves no file behind for each try', async () => {
  const disk = mountSmallDisk('1m')
  const filler = join(disk, 'filler')
  for (const leftKb of [0, 8, 64, 256]) {
    rmSync(filler, { force: true })
    fillDisk(filler, leftKb * 1024)
    const failure = await startGateway({ dataDir: join(disk, 'data') }).catch((error: Error) => error.message)
    expect([leftKb, failure]).toEqual([
      leftKb,
      expect.stringMatching(/tollgate: [^|]* the disk is full[^|]*$/),
    ])
    expect(readdirSync(join(disk, 'data')).filter((name) => name.startsWith('.'))).toEqual([])
  }
})

it('a backup that does not fit says where there is no room, and leaves nothing', async () => {
  const dataDir = place()
  await json(`db migrate --data ${dataDir}`)
  const disk = mountSmallDisk('1m')
  for (const leftBytes of [0, 200_000]) {
    rmSync(join(disk, 'filler'), { force: true })
    fillDisk(join(disk, 'filler'), leftBytes)
    const { code, stderr } = await run(`backup create ${join(disk, 'b.tar.gz')} --data ${dataDir}`)
    expect([code, stderr]).toEqual([
      1,
      `Error: there is no room left on the disk with ${disk}\nMake room there and run the command again.\n`,
    ])
    expect(readdirSync(disk)).toEqual(['filler'])
  }
})

it('a move to PostgreSQL on a disk that is too full moves nothing, and succeeds once there is room', async () => {
  const disk = mountSmallDisk('24m')
  const dataDir = join(disk, 'data')
  mkdirSync(dataDir)
  const gateway = await startGateway({ dataDir })
  await signIn(gateway.url)
  // Its changes are only in the write-ahead log, which has to be copied into the file before the file is renamed.
  gateway.signal('SIGKILL')
  await gateway.ended
  const there = { TOLLGATE_DATABASE_URL: await createDatabase('move_full') }
  fillDisk(join(disk, 'filler'), 200_000)
  expect(await run(`db move --data ${dataDir}`, there)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`there is no room left on the disk with ${dataDir}`),
  })
  expect(existsSync(join(dataDir, 'tollgate.db'))).toBe(true)
  rmSync(join(disk, 'filler'))
  expect(await json(`db move --data ${dataDir}`, there)).toMatchObject({ result: 'moved', audit: 'clean' })
})
