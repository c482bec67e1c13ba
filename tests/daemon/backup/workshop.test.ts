import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { inWorkshop } from '../../../src/daemon/backup/workshop.ts'

/** A worker that deletes the files of a directory, last one first, and reports when it begins. */
const deleter = `
const { readdirSync, rmSync } = require('node:fs')
const { parentPort, workerData: directory } = require('node:worker_threads')
const names = readdirSync(directory).reverse()
parentPort.postMessage('begins')
for (const name of names) rmSync(directory + '/' + name, { force: true })
`

it('a workshop is gone afterwards, even if somebody else deletes files in it at the same time', async () => {
  const place = mkdtempSync(join(tmpdir(), 'tollgate-workshop-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  let ended: Promise<unknown> | undefined
  const made = await inWorkshop(join(place, 'w-'), async (directory) => {
    for (let n = 0; n < 1_000; n += 1) writeFileSync(join(directory, String(n)), '')
    const worker = new Worker(deleter, { eval: true, workerData: directory })
    ended = new Promise((resolve) => worker.once('exit', resolve))
    await new Promise((resolve) => worker.once('message', resolve))
    return directory
  })
  expect(existsSync(made)).toBe(false)
  expect(readdirSync(place)).toEqual([])
  await ended
})
