import { knownDevices } from '../../accounts/known-devices.ts'
import {
  type PasskeyQuestion,
  passkeyAnswers,
  passkeyRefused,
} from '../../accounts/passkeys/passkey-answers.ts'
import { passkeysRepository } from '../../accounts/passkeys/passkeys.repository.ts'
import type { PasskeyAnswer } from '../../accounts/passkeys/verify-passkey.ts'
import type { ApiServices } from '../api-services.ts'
import { beginSession, type OpenedSession, type SessionOrigin } from '../session/begin-session.ts'
import { lockForSignIn } from '../session/lock-account.ts'
import { usersRepository } from '../users/users.repository.ts'
import { type AnswerOrigin, recordingCopies } from './record-copy.ts'

/**
 * Returns the key under which the request's browser is counted, if the owner of the passkey has signed in with it
 * before.
 *
 * @returns undefined if there is no such passkey, or its owner's account does not know the browser
 */
export async function browserOfPasskey(
  { knex, secrets }: Pick<ApiServices, 'knex' | 'secrets'>,
  { id }: PasskeyAnswer,
  { site }: PasskeyQuestion,
  deviceId: string | undefined,
): Promise<string | undefined> {
  const passkey = await passkeysRepository(knex).findByCredential(id, site.id)
  return passkey && knownDevices(knex, secrets).find(passkey.userId, deviceId)
}

/**
 * Accepts the response of a passkey once, and opens a session for its account.
 *
 * @throws AppError `passkey_refused`, `user_banned`, `sign_in_expired`
 */
export async function acceptPasskey(
  services: Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'changes'>,
  answer: PasskeyAnswer,
  question: PasskeyQuestion,
  origin: AnswerOrigin & SessionOrigin,
): Promise<OpenedSession> {
  const { knex, changes } = services
  const checked = await passkeyAnswers(knex, services).check(answer, question)
  const user = await usersRepository(knex).findById(checked.passkey.userId)
  if (!user) throw passkeyRefused('The account is gone.')
  const cookies = await recordingCopies(knex, origin, () =>
    knex.transaction(async (trx) => {
      // Locks the account before the passkey, as an administrator's reset does; the other order could deadlock.
      await lockForSignIn(trx, user)
      await passkeyAnswers(trx, services).use(checked)
      return beginSession(trx, services, user.id, origin)
    }),
  )
  if (origin.formerSessionHash !== undefined) await changes.changed('session', user.id)
  return { user, cookies }
}
