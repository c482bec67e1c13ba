import {
  type PasskeyQuestion,
  passkeyAnswers,
  passkeyRefused,
} from '../../accounts/passkeys/passkey-answers.ts'
import type { PasskeyAnswer } from '../../accounts/passkeys/verify-passkey.ts'
import type { ApiServices } from '../api-services.ts'
import type { User } from '../users/user.ts'
import { usersRepository } from '../users/users.repository.ts'
import { type AnswerOrigin, recordingCopies } from './record-copy.ts'

/**
 * Accepts an answer with a passkey, once.
 *
 * @returns the account, banned or not
 * @throws AppError `passkey_refused`
 */
export async function acceptPasskey(
  services: Pick<ApiServices, 'knex' | 'secrets' | 'clock'>,
  answer: PasskeyAnswer,
  question: PasskeyQuestion,
  origin: AnswerOrigin,
): Promise<User> {
  const { knex } = services
  const checked = await passkeyAnswers(knex, services).check(answer, question)
  await recordingCopies(knex, origin, () =>
    knex.transaction((trx) => passkeyAnswers(trx, services).use(checked)),
  )
  const user = await usersRepository(knex).findById(checked.passkey.userId)
  if (!user) throw passkeyRefused('The account is gone.')
  return user
}
