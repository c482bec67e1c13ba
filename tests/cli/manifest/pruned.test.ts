import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApi } from '../../support/test-services.ts'
import { openRealServer } from '../support/real-server.ts'
import { openTerminal, type Terminal } from '../support/run-cli.ts'

let api: TestApi
let terminal: Terminal
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-pruned-'))
  const server = await openRealServer()
  api = server.api
  terminal = await openTerminal({ ...server.env, TOLLGATE_NO_INPUT: '1', SMTP: 'hunter2' })
})
afterAll(() => rm(directory, { recursive: true, force: true }))

async function run(line: string, content: string) {
  const path = join(directory, 'files.yaml')
  await writeFile(path, `version: 1\nowner: mine\n${content}`)
  return terminal.run([...line.split(' '), '-f', path])
}

it('a plan says what applies after a price or an option is pruned', async () => {
  const files = `options:\n  RetryTimes: 7\n  SMTPToken: { env: SMTP }\nprices:\n  gpt-4o: { ratio: "9" }\n  my-own: { ratio: "1" }\n`
  expect((await run('apply --yes', files)).code).toBe(0)
  const { stdout } = await run('plan --prune', '')
  expect(stdout).toMatch(
    /- price +gpt-4o +not in the files: the model then has no price, not even its built-in one/,
  )
  expect(stdout).toMatch(/- price +my-own +not in the files: the model then has no price, and its requests/)
  expect(stdout).toMatch(
    /- option +RetryTimes +not in the files: returns to its built-in value: value 7 -> 0/,
  )
  expect(stdout).not.toContain('hunter2')
  expect((await run('diff --prune', '')).stdout).toContain('    value: 7 -> 0')
  const removed = await run('plan', `prices:\n  gpt-4o: null\n`)
  expect(removed.stdout).toContain(
    'null in the files: the model then has no price, not even its built-in one',
  )

  expect((await run('apply --yes --prune', '')).code).toBe(0)
  const { ModelRatio, RetryTimes, SMTPToken } = api.services.options.current()
  expect([ModelRatio.has('gpt-4o'), ModelRatio.has('my-own'), RetryTimes, SMTPToken]).toEqual([
    false,
    false,
    0,
    '',
  ])
})
