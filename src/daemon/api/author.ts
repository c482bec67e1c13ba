import type { Credential } from '../accounts/credentials.ts'

/** The author of an administrative change, and its request. */
export interface Author {
  /** 0 = the program itself. */
  readonly id: number
  readonly username: string
  readonly role: number
  readonly ip: string
  readonly requestId: string
  /** Name of the access token of the request; absent for a session and for the program itself. */
  readonly via?: string | undefined
  /** The session or access token of the request; absent for the program itself and during a sign-in. */
  readonly credential?: Credential | undefined
  /** Unix milliseconds of the request. */
  readonly atMs: number
}
