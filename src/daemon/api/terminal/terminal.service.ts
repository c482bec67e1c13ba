import { terminalCodes } from '../../accounts/terminal-codes.ts'
import { AppError } from '../../errors/app-error.ts'
import { USER_ENABLED } from '../../http/actor.ts'
import type { Body, Data } from '../../http/contract.ts'
import { isVisible } from '../../visible-text.ts'
import { makeAccessToken } from '../access-tokens/access-tokens.service.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { lockOwnAccount } from '../session/lock-account.ts'
import { toSummary } from '../users/user.ts'
import { usersRepository } from '../users/users.repository.ts'

/** Signs a terminal in through a browser. */
export const terminalService = (services: Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'changes'>) => {
  const { knex, secrets, clock } = services

  return {
    /** Authorizes a terminal. @returns a code for it. @throws AppError `name_not_visible`, `not_signed_in` */
    async allow(author: Author, { challenge, name }: Body<'allowTerminal'>): Promise<Data<'allowTerminal'>> {
      if (!isVisible(name)) throw new AppError('name_not_visible', { field: 'name' })
      const terminal = { userId: author.id, name: name.trim() }
      const { code, expiresMs } = await knex.transaction(async (trx) => {
        await lockOwnAccount(trx, author)
        await recordChange(trx, author, {
          action: 'terminal.allow',
          targetKind: 'user',
          targetId: author.id,
          after: { name: terminal.name },
        })
        return terminalCodes(trx, secrets).begin(terminal, challenge, author.atMs)
      })
      return { code, expires_time: Math.floor(expiresMs / 1000) }
    },

    /**
     * Exchanges a code for an access token.
     *
     * @param origin the terminal's request
     * @returns a new access token
     * @throws AppError `terminal_code_invalid`, `user_banned`, `access_token_limit`, `access_token_exists`
     */
    async signIn(
      { code, verifier }: Body<'signInTerminal'>,
      origin: Pick<Author, 'ip' | 'requestId'>,
    ): Promise<Data<'signInTerminal'>> {
      const nowMs = clock.now()
      // One transaction with the account locked, so that a new password ends either the code or the token.
      const signedIn = await knex.transaction(async (trx) => {
        const codes = terminalCodes(trx, secrets)
        const ownerId = await codes.ownerOf(code)
        const user = ownerId === undefined ? undefined : await usersRepository(trx).lockById(ownerId)
        const terminal = await codes.use(code, verifier, nowMs)
        if (!terminal) return undefined
        if (user?.status !== USER_ENABLED || user.deletedTime !== undefined) throw new AppError('user_banned')
        const author = { id: user.id, username: user.username, role: user.role, ...origin, atMs: nowMs }
        const terms = { name: terminal.name, scopes: ['*'], expiresTime: -1 }
        return { token: await makeAccessToken(trx, services, author, terms), user: toSummary(user) }
      })
      // Thrown outside the transaction, because a rollback would restore the code that a wrong verifier has used up.
      if (!signedIn) throw new AppError('terminal_code_invalid', { field: 'code' })
      return signedIn
    },
  }
}
