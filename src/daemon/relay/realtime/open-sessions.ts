import type { Logger } from 'pino'
import { AppError } from '../../errors/app-error.ts'
import { checkStillAllowed } from '../admit/admit.ts'
import type { Caller } from '../admit/callers.ts'

/** An open session and the key that it was opened with. */
export interface GuardedSession {
  readonly caller: Pick<Caller, 'tokenId' | 'userId'>
  readonly model: string
  readonly address: string
  /** Looks its key up again. undefined, or AppError = there is no such key any more. */
  readonly findCaller: () => Promise<Caller | undefined>
  /** Ends it, and tells the client why. */
  readonly end: (error: AppError) => void
}

/**
 * The realtime sessions of this daemon. They may last for hours, so they end when somebody loses the key that opened them.
 */
export class OpenSessions {
  readonly #sessions = new Set<GuardedSession>()
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  /** @returns what forgets it */
  add(session: GuardedSession): () => void {
    this.#sessions.add(session)
    // The key may have been taken away since the session was admitted.
    void this.#look(session)
    return () => void this.#sessions.delete(session)
  }

  /** Something about a token was changed. @param tokenId undefined = about any */
  tokenChanged(tokenId: number | undefined): void {
    for (const session of this.#sessions)
      if (tokenId === undefined || session.caller.tokenId === tokenId) void this.#look(session)
  }

  /** Something about a user was changed. @param userId undefined = about any */
  userChanged(userId: number | undefined): void {
    for (const session of this.#sessions)
      if (userId === undefined || session.caller.userId === userId) void this.#look(session)
  }

  /** Never rejects. */
  async #look(session: GuardedSession): Promise<void> {
    try {
      const caller = await session.findCaller()
      if (!caller) throw new AppError('token_invalid')
      checkStillAllowed(caller, session, session.model)
    } catch (error) {
      if (error instanceof AppError) return session.end(error)
      this.#log.warn({ err: error }, 'the key of a realtime session could not be looked up again')
    }
  }
}
