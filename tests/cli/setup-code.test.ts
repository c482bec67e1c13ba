import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { whenDone } from '../support/when-done.ts'
import { good, openContractServer, refused } from './support/contract-server.ts'
import { openTerminal } from './support/run-cli.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'tollgate-setup-code-'))
whenDone(() => rm(dataDir, { recursive: true, force: true }))
const server = await openContractServer()
const terminal = await openTerminal({ TOLLGATE_URL: server.url, KEY: 'correct-horse' })
const run = (line: string) =>
  terminal.run(`setup --username root --password-env KEY ${line}`.trim().split(' '))
/** Returns the setup requests that were sent. */
const sent = () => server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

beforeEach(() => {
  server.reset()
  server.on(
    'GET /api/setup',
    good({ status: false, root_init: false, database_type: 'sqlite', code_required: true }),
  )
  server.on('POST /api/setup', refused(403, 'setup_code_wrong'))
})

test('M6: setup reads the code from the data directory of the server, or takes it from --code', async () => {
  await writeFile(join(dataDir, 'setup-code'), 'AAAAA-BBBBB-CCCCC-DDDDD\n')
  await run(`--data ${dataDir}`)
  await run(`--data ${dataDir} --code EEEEE-FFFFF-GGGGG-HHHHH`)
  expect(sent()).toMatchObject([{ code: 'AAAAA-BBBBB-CCCCC-DDDDD' }, { code: 'EEEEE-FFFFF-GGGGG-HHHHH' }])
})

test('M6: without a code nothing is sent, and the hint says where it is', async () => {
  const { code, stderr } = await run(`--data ${join(dataDir, 'elsewhere')}`)
  expect([code, sent()]).toEqual([4, []])
  expect(stderr).toContain('--code')
})

test('M6: a server that does not ask for the code is not told it', async () => {
  server.on(
    'GET /api/setup',
    good({ status: false, root_init: false, database_type: 'sqlite', code_required: false }),
  )
  await run(`--data ${dataDir}`)
  expect(sent()[0]).not.toHaveProperty('code')
})
