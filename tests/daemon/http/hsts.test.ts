import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../support/test-services.ts'

let silent: TestApi
let strict: TestApi
beforeAll(async () => {
  silent = await startTestApi()
  strict = await startTestApi({ env: { TOLLGATE_HSTS_SECONDS: '31536000' } })
})
afterAll(async () => {
  await silent.close()
  await strict.close()
})

const header = 'strict-transport-security'
const overHttps = { 'x-forwarded-proto': 'https' }

it.each(['/', '/api/status', '/v1/models', '/nowhere'])(
  'Low: %s promises https when it is asked for, to those who came by it',
  async (url) => {
    const ask = async (api: TestApi, headers: Readonly<Record<string, string>>) =>
      (await api.app.inject({ url, headers })).headers[header]
    expect(await ask(strict, overHttps)).toBe('max-age=31536000')
    expect([await ask(strict, {}), await ask(silent, overHttps)]).toEqual([undefined, undefined])
  },
)
