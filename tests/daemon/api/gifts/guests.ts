import { type Caller, type TestApi, testPassword } from '../../../support/test-services.ts'

export const inviteCode = (host: Caller): Promise<string> => host.call<string>('GET', '/api/user/aff')

/** Somebody who signs up with an invite code. */
export async function signUpWith(api: TestApi, username: string, affCode: string): Promise<Caller> {
  await api.anonymous.call('POST', '/api/user/register', {
    username,
    password: testPassword,
    aff_code: affCode,
  })
  // So many registrations from one address are not allowed at once.
  api.clock.advance(3_600_000)
  return api.signIn(username, testPassword)
}
