import { terminalCodes } from '../../accounts/terminal-codes.ts'
import { AppError } from '../../errors/app-error.ts'
import { USER_ENABLED } from '../../http/actor.ts'
import type { Body, Data } from '../../http/contract.ts'
import { accessTokensService } from '../access-tokens/access-tokens.service.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { toSummary } from '../users/user.ts'
import { usersRepository } from '../users/users.repository.ts'

/** Signing a terminal in through a browser. */
export const terminalService = (services: Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'changes'>) => {
  const { knex, secrets, clock } = services

  return {
    /** @returns a code for the terminal */
    async allow(author: Author, { challenge, name }: Body<'allowTerminal'>): Promise<Data<'allowTerminal'>> {
      const terminal = { userId: author.id, name: name.trim() }
      const { code, expiresMs } = await knex.transaction(async (trx) => {
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
     * @param origin which request the terminal sent
     * @returns a new access token
     * @throws AppError `terminal_code_invalid`, `user_banned`, `access_token_limit`, `access_token_exists`
     */
    async signIn(
      { code, verifier }: Body<'signInTerminal'>,
      origin: Pick<Author, 'ip' | 'requestId'>,
    ): Promise<Data<'signInTerminal'>> {
      const nowMs = clock.now()
      const terminal = await terminalCodes(knex, secrets).use(code, verifier, nowMs)
      if (!terminal) throw new AppError('terminal_code_invalid', { field: 'code' })
      const user = await usersRepository(knex).findById(terminal.userId)
      if (user?.status !== USER_ENABLED || user.deletedTime !== undefined) throw new AppError('user_banned')
      const author = { id: user.id, username: user.username, role: user.role, ...origin, atMs: nowMs }
      const token = await accessTokensService(services).create(author, undefined, {
        name: terminal.name,
        scopes: ['*'],
      })
      return { token, user: toSummary(user) }
    },
  }
}
