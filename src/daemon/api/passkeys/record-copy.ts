import type { Knex } from 'knex'
import { PasskeyCopied } from '../../accounts/passkeys/passkey-answers.ts'
import { recordChange } from '../audit-events/record-change.ts'
import { usersRepository } from '../users/users.repository.ts'

/** The request that brought a passkey's response. */
export interface AnswerOrigin {
  readonly ip: string
  readonly requestId: string
  /** Unix milliseconds. */
  readonly atMs: number
}

/**
 * Runs code that uses a passkey. If the passkey turns out to have been copied, that is recorded after the rollback, so
 * that its owner and the administrators can see it.
 */
export async function recordingCopies<Result>(
  knex: Knex,
  { ip, requestId, atMs }: AnswerOrigin,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof PasskeyCopied) {
      const { passkey, counter } = error
      const user = await usersRepository(knex).findById(passkey.userId)
      if (user) {
        const author = { id: user.id, username: user.username, role: user.role, ip, requestId, atMs }
        await recordChange(knex, author, {
          action: 'passkey.refuse-copy',
          targetKind: 'passkey',
          targetId: passkey.id,
          after: { name: passkey.name, lastCounter: passkey.counter, counter },
        })
      }
    }
    throw error
  }
}
