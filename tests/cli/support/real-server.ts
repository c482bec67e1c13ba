import type { AddressInfo } from 'node:net'
import { startTestApi, type TestApi, type TestApiOptions } from '../../support/test-services.ts'
import { whenDone } from '../../support/when-done.ts'

/** A daemon in this process that terminals can reach, and the environment that signs them in as `root`. */
export interface RealServer {
  readonly url: string
  readonly api: TestApi
  readonly env: Readonly<Record<string, string>>
}

export async function openRealServer(options: TestApiOptions = {}): Promise<RealServer> {
  const api = await startTestApi(options)
  whenDone(() => api.close())
  const { port } = api.app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const { token } = await api.root.call<{ token: string }>('POST', '/api/access_token/', {
    name: 'terminal',
    scopes: ['*'],
  })
  return { url, api, env: { TOLLGATE_URL: url, TOLLGATE_TOKEN: token } }
}
