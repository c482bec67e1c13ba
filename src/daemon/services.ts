import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Passwords } from './accounts/passwords.ts'
import type { ProviderAddresses } from './accounts/provider-addresses.ts'
import type { BatchWatch } from './batches/watch-batches.ts'
import type { ChannelCalls } from './channel-checks/channel-calls.ts'
import type { AttemptCounts } from './channels/attempt-counts.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { ChangeFeed } from './db/changes.ts'
import type { SecretBox } from './db/secrets.ts'
import type { Allowances } from './ledger/allowances.ts'
import type { Commits } from './ledger/commits.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import type { Meters } from './meters.ts'
import type { OptionStore } from './options/option-store.ts'
import type { PaymentAddresses } from './payments/addresses.ts'
import type { FileSweep } from './relay/files/sweep-files.ts'
import type { Health } from './relay/route/health.ts'
import type { Snapshot } from './relay/route/snapshot.ts'
import type { TaskWatch } from './tasks/watch-tasks.ts'
import type { Siblings } from './workers/siblings.ts'

/**
 * The parts of a running daemon, created once in `start-daemon.ts`, and by tests in `tests/support`. This is the
 * complete set; a function asks only for the members it uses (`Pick<Services, 'knex' | 'clock'>`).
 */
export interface Services {
  readonly config: Config
  readonly engine: 'sqlite' | 'postgres'
  readonly knex: Knex
  readonly secrets: SecretBox
  readonly passwords: Passwords
  readonly instanceId: string
  readonly ledger: Allowances
  readonly commits: Commits
  readonly changes: ChangeFeed
  readonly options: OptionStore
  readonly limiter: RateLimiter
  /** The other workers of this daemon. */
  readonly siblings: Siblings
  /** Returns the channels, prices and groups that the relay currently uses; immutable, replaced as a whole. */
  snapshot(): Snapshot
  readonly channelCalls: ChannelCalls
  /** Recent health of the upstreams, as observed by this daemon. */
  readonly health: Pick<Health, 'describe'>
  /** Outcomes of the attempts on each channel, by hour. */
  readonly attempts: AttemptCounts
  /** Base URLs of GitHub and Linux DO. */
  readonly providerAddresses: ProviderAddresses
  /** Base URLs of the payment providers. */
  readonly paymentAddresses: PaymentAddresses
  /** Polls the tasks that are running at vendors. */
  readonly tasks: TaskWatch
  /** Polls the batches that are running at vendors, and charges those that have ended. */
  readonly batches: BatchWatch
  /** Deletes files that deleted users left at vendors. */
  readonly fileSweep: FileSweep
  readonly clock: Clock
  readonly log: Logger
  readonly meters: Meters
  readonly version: string
  /** Unix seconds. */
  readonly startTime: number
}
