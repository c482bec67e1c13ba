import { CliError } from '../../cli-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { AccountDraft, ChannelDraft, Mode, SetupSession } from './setup-session.ts'

/** Why a step has to be repeated: the server's error and its field. */
export interface Refusal {
  readonly field: string | undefined
  readonly message: string
}

/** Everything typed so far: going back, or a refusal, loses none of it. */
export interface Drafts {
  readonly account: AccountDraft
  readonly mode: Mode
  readonly channel: ChannelDraft | undefined
  readonly token: { readonly name: string; readonly budget: string }
}

/** The steps in their usual order. */
export type StepName = 'account' | 'mode' | 'type' | 'channel' | 'models' | 'test' | 'token' | 'call'

/** What every step is given. */
export interface StepProps {
  readonly session: SetupSession
  readonly drafts: Drafts
  readonly refusal: Refusal | undefined
  /** Rows available for the step. */
  readonly rows: number
  change(drafts: Partial<Drafts>): void
  go(step: StepName, refusal?: Refusal): void
  /** For errors that no step can fix, such as a lost connection. */
  fail(error: unknown): void
  finish(): void
}

/** A refusal that the user can fix; anything else ends the setup. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof CliError) || error.exitCode === exitCodes.unavailable) throw error
  return { field: error.options.field, message: error.message }
}
