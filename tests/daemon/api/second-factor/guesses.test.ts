import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpAuthenticator } from '../../../support/authenticator.ts'
import { startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

describe('guesses of codes by somebody who knows the password', () => {
  it('429 end after 30 a day, from all addresses together; a recovery code still opens the door', async () => {
    const caller = await api.createUser('alice')
    const app = await setUpAuthenticator(caller, api.clock)
    const newTicket = async (): Promise<string> => {
      const answer = await api.anonymous.call<{ second_factor: { ticket: string } }>(
        'POST',
        '/api/user/login',
        {
          username: 'alice',
          password: testPassword,
        },
      )
      return answer.second_factor.ticket
    }
    const secondStep = (remoteAddress: string, payload: object) =>
      api.app.inject({
        method: 'POST',
        url: '/api/user/login/second_factor',
        headers: { 'accept-language': 'en' },
        remoteAddress,
        payload,
      })
    const code = app.codeAt(4_000)
    for (let tried = 0; tried < 30; tried += 5) {
      const ticket = await newTicket()
      for (let each = 0; each < 5; each += 1) {
        const answer = await secondStep(`192.0.2.${tried + each}`, { ticket, code })
        expect(answer.json().code).toBe('second_factor_wrong')
      }
    }
    const ticket = await newTicket()
    const refused = await secondStep('198.51.100.1', { ticket, code: app.nextCode() })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'second_factor_paused'])
    // The message says when codes are accepted again and what is accepted until then.
    expect(refused.json().message).toMatch(
      /^too many wrong codes: .* accepted again within 2[34] h, until then use a recovery code or a passkey/,
    )
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(22 * 3600)
    const opened = await secondStep('198.51.100.1', { ticket, recovery_code: app.recoveryCodes[0] })
    expect(opened.statusCode).toBe(200)
  })
})
