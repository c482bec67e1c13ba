import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Identities } from '../http/identities.ts'
import type { RequestLimits } from '../http/request-limits.ts'
import type { SessionProofs } from '../http/session-proofs.ts'
import type { Services } from '../services.ts'
import type { Author } from './author.ts'
import type { SetupState } from './setup-state.ts'

/** Dependencies of the routes of the management API. */
export interface ApiServices extends Services {
  readonly identities: Identities
  readonly requestLimits: RequestLimits
  readonly proofs: SessionProofs
  readonly setup: SetupState
  /** Returns the client's address by the rules for forwarding headers. */
  addressOf(request: FastifyRequest): string
  /** Returns the author of a change, for the audit row. @throws AppError `not_signed_in` on routes without an actor */
  authorOf(request: FastifyRequest): Author
}

/** Adds the routes of one resource. */
export type Routes = (app: FastifyInstance, services: ApiServices) => void
