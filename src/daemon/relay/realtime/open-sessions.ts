import type { Logger } from 'pino'
import { AppError } from '../../errors/app-error.ts'
import { checkStillAllowed } from '../admit/admit.ts'
import type { Caller } from '../admit/callers.ts'

/** An open session, and how to look up the key that opened it. */
export interface GuardedSession {
  readonly caller: Pick<Caller, 'tokenId' | 'userId'>
  readonly model: string
  readonly address: string
  /** Looks the key up again. Returns undefined or throws an AppError if the key no longer exists. */
  readonly findCaller: () => Promise<Caller | undefined>
  /** Ends the session and tells the client why. */
  readonly end: (error: AppError) => void
}

/** The realtime sessions of this daemon. They may last for hours, so they are ended when their key is revoked. */
export class OpenSessions {
  readonly #sessions = new Set<GuardedSession>()
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  /** @returns a function that removes the session */
  add(session: GuardedSession): () => void {
    this.#sessions.add(session)
    // The key may have been revoked since the session was admitted.
    void this.#look(session)
    return () => void this.#sessions.delete(session)
  }

  /** Checks the sessions of a token that has changed. @param tokenId undefined = all tokens */
  tokenChanged(tokenId: number | undefined): void {
    for (const session of this.#sessions)
      if (tokenId === undefined || session.caller.tokenId === tokenId) void this.#look(session)
  }

  /** Checks the sessions of a user who has changed. @param userId undefined = all users */
  userChanged(userId: number | undefined): void {
    for (const session of this.#sessions)
      if (userId === undefined || session.caller.userId === userId) void this.#look(session)
  }

  /** Checks one session, and ends it if its key is no longer allowed. Never rejects. */
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
