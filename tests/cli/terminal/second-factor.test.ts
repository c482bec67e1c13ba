import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { firstCode, nextCode } from '../../support/authenticator.ts'
import { adminPassword, signIn } from '../../support/gateway/admin.ts'
import { startGateway } from '../../support/gateway/gateway-process.ts'
import { startTerminal } from '../support/terminal.ts'

const scratch = await mkdtemp(join(tmpdir(), 'tollgate-second-step-'))
const gateway = await startGateway()
afterAll(async () => {
  await gateway.stop()
  await rm(scratch, { recursive: true, force: true })
})

test('login asks for the code on a terminal, and again after a wrong one', async () => {
  const root = await signIn(gateway.url)
  const { secret } = await root.call<{ secret: string }>('POST', '/api/user/totp')
  await root.call('POST', '/api/user/totp/confirm', { code: firstCode(secret) })
  const terminal = await startTerminal(
    ['login', gateway.url, '--username', 'root', '--password-env', 'PASSWORD'],
    { env: { PASSWORD: adminPassword, TOLLGATE_CONFIG_DIR: scratch, TOLLGATE_LANG: 'en' } },
  )
  await terminal.until('Second step')
  await terminal.type('000000')
  await terminal.press('Enter')
  await terminal.until('this code is wrong')
  await terminal.type(nextCode(secret))
  await terminal.press('Enter')
  expect(await terminal.exitCode()).toBe(0)
  expect(await terminal.history()).toContain('root')
})
