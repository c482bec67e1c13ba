import { CliError } from '../../cli-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { AccountDraft, ChannelDraft, Mode, SetupSession } from './setup-session.ts'

/** The reason why a step has to be repeated: the server's error and its field. */
export interface Refusal {
  readonly field: string | undefined
  readonly message: string
}

/** Everything typed so far. It is kept when going back or after a refusal. */
export interface Drafts {
  readonly account: AccountDraft
  readonly mode: Mode
  readonly channel: ChannelDraft | undefined
  readonly token: { readonly name: string; readonly budget: string }
}

/** The steps in their usual order. */
export type StepName = 'account' | 'mode' | 'type' | 'channel' | 'models' | 'test' | 'token' | 'call'

/** The props of every step. */
export interface StepProps {
  readonly session: SetupSession
  readonly drafts: Drafts
  readonly refusal: Refusal | undefined
  /** Number of rows available for the step. */
  readonly rows: number
  change(drafts: Partial<Drafts>): void
  go(step: StepName, refusal?: Refusal): void
  /** Ends setup with an error that no step can fix, such as a lost connection. */
  fail(error: unknown): void
  finish(): void
}

/** Returns the refusal if the user can fix it. Throws any other error, which ends the setup. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof CliError) || error.exitCode === exitCodes.unavailable) throw error
  return { field: error.options.field, message: error.message }
}
