import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { explainFailure } from '../../src/daemon/start-failure.ts'

it.each([
  // Reserved for documents, so no machine has it: RFC 5737.
  ['an address of another machine', '192.0.2.1'],
  ['a name of nobody', 'nobody.invalid'],
])('%s as --host is explained in one line', async (_name, host) => {
  const [error] = await once(createServer().listen(0, host), 'error')
  const { message, exitCode } = explainFailure(error)
  expect(message).toMatch(/^This machine does not have the address of --host or TOLLGATE_HOST\. .+$/)
  // A network that is not up yet may have it later: systemd tries again.
  expect(exitCode).toBe(1)
})
