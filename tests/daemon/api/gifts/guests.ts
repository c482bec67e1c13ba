import { type Caller, type TestApi, testPassword } from '../../../support/test-services.ts'

export const inviteCode = (host: Caller): Promise<string> => host.call<string>('GET', '/api/user/aff')

/** Signs up a user with an invite code. */
export async function signUpWith(api: TestApi, username: string, affCode: string): Promise<Caller> {
  await api.anonymous.call('POST', '/api/user/register', {
    username,
    password: testPassword,
    aff_code: affCode,
  })
  // Registrations from one address are rate-limited.
  api.clock.advance(3_600_000)
  return api.signIn(username, testPassword)
}
