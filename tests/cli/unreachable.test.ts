import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCertificate } from '../support/webhook-sink.ts'
import { whenDone } from '../support/when-done.ts'
import { openContractServer, refused } from './support/contract-server.ts'
import { runBin } from './support/run-bin.ts'

const scratch = await mkdtemp(join(tmpdir(), 'tollgate-unreachable-'))
whenDone(() => rm(scratch, { recursive: true, force: true }))
const env = { TOLLGATE_CONFIG_DIR: scratch, TOLLGATE_TOKEN: 'at_test', TOLLGATE_LANG: 'en' }

async function portOf(server: Server): Promise<number> {
  server.listen(0)
  await once(server, 'listening')
  whenDone(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

const list = async (url: string, more: NodeJS.ProcessEnv = {}) =>
  (await runBin(['token', 'list', '--url', url], { env: { ...env, ...more } })).stderr

test.each([
  ['TOLLGATE_TIMEOUT', 'soon', 'TOLLGATE_TIMEOUT needs a duration'],
  ['TOLLGATE_OUTPUT', 'xml', 'TOLLGATE_OUTPUT does not accept "xml"'],
])('%s with a value that cannot be used is called by its name', async (name, text, expected) => {
  expect(await list('http://127.0.0.1:1', { [name]: text })).toContain(expected)
})

test('an access token of TOLLGATE_TOKEN that is refused is looked for there, because signing in would not help', async () => {
  const server = await openContractServer()
  server.on('GET /api/token/', refused(401, 'not_signed_in'))
  expect(await list(server.url)).toContain('TOLLGATE_TOKEN goes before the saved context')
})

describe('a server that cannot be reached: the terminal says what helps', () => {
  test('trusting a certificate of your own, and a certificate for another name', async () => {
    const certificate = makeCertificate()
    const file = join(scratch, 'own.pem')
    await writeFile(file, certificate.cert)
    const port = await portOf(createTlsServer(certificate))
    expect(await list(`https://127.0.0.1:${port}`)).toContain('NODE_EXTRA_CA_CERTS')
    expect(await list(`https://127.0.0.2:${port}`, { NODE_EXTRA_CA_CERTS: file })).toContain(
      'The certificate is for another name',
    )
  })

  test('http, where the port does not speak https', async () => {
    const port = await portOf(createServer())
    expect(await list(`https://127.0.0.1:${port}`)).toContain(`http://127.0.0.1:${port}\n`)
  })

  test('the proxy of the environment, where a name is not known here', async () => {
    const proxies = { HTTP_PROXY: '', http_proxy: '', https_proxy: '', NODE_USE_ENV_PROXY: '' }
    const url = 'https://nobody.invalid'
    expect(await list(url, { ...proxies, HTTPS_PROXY: 'http://127.0.0.1:9' })).toContain(
      'NODE_USE_ENV_PROXY=1',
    )
    const without = await list(url, { ...proxies, HTTPS_PROXY: '' })
    expect(without).toContain('Check the address')
    expect(without).not.toContain('PROXY')
  })

  test('the address that a server has moved to, which a page to sign in is not', async () => {
    const redirecting = async (target: (path: string) => string) => {
      const answer: RequestListener = (request, response) =>
        void response.writeHead(301, { location: target(request.url ?? '') }).end()
      return list(`http://127.0.0.1:${await portOf(createServer(answer))}`)
    }
    expect(await redirecting((path) => `https://gate.example/sub${path}`)).toContain(
      'redirects to https://gate.example/sub\n',
    )
    expect(await redirecting((path) => `https://sso.example/login?next=${path}`)).toContain(
      'did not come from a Tollgate server',
    )
    expect(await redirecting((path) => `/login?next=${path}`)).toContain(
      'did not come from a Tollgate server',
    )
  })
})
