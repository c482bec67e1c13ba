import { expect, test } from 'vitest'
import { testPassword } from '../support/test-services.ts'
import { openRealServer } from './support/real-server.ts'
import { openTerminal } from './support/run-cli.ts'

const { api, url } = await openRealServer()

test('a failed payment request shows the text that the server puts into data', async () => {
  await api.createUser('buyer')
  const terminal = await openTerminal()
  await terminal.run(['login', url, '--username', 'buyer', '--password-stdin'], { stdin: testPassword })
  const wish = JSON.stringify({ amount: 10, payment_method: 'zfb' })
  for (const path of ['/api/user/pay', '/api/user/amount']) {
    const { stderr } = await terminal.run(['api', 'POST', path, '--data', wish])
    expect(stderr).toContain('the administrator has not enabled online top-up')
  }
})
