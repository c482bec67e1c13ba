import { expect, test } from 'vitest'
import { openRealServer } from './support/real-server.ts'
import { openTerminal } from './support/run-cli.ts'

const { url, api } = await openRealServer()
const { token } = await api.root.call<{ token: string }>('POST', '/api/access_token/', {
  name: 'reader',
  scopes: ['*:read'],
})
await api.root.call('POST', '/api/token/', { name: 'ci', unlimited_quota: true })
const terminal = await openTerminal({ TOLLGATE_URL: url, TOLLGATE_TOKEN: token })
const run = (line: string) => terminal.run(line.split(' '))

test.each(['token get ci --show-key', 'connect env --token ci', 'chat gpt-4o --token ci -m hello'])(
  'M8: %s says that the access token may not read keys, instead of using the masked one',
  async (line) => {
    const { code, stdout, stderr } = await run(line)
    expect([code, stdout]).toEqual([4, ''])
    expect(stderr).toContain('keys:show')
  },
)

test('M8: lists work as before, and doctor skips what it cannot check', async () => {
  expect((await run('token get ci')).stdout).toContain('***')
  const { stdout } = await run('doctor --json')
  expect(JSON.parse(stdout).checks).toContainEqual(
    expect.objectContaining({ id: 'models', state: 'skipped' }),
  )
})
