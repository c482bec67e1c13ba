import type { AttemptCounts } from '../channels/attempt-counts.ts'
import type { AppError } from '../errors/app-error.ts'
import type { AdmitDeps } from './admit/admit.ts'
import type { IdentifyDeps } from './admit/identify.ts'
import type { CallDeps } from './call/call.ts'
import type { DeliverDeps } from './deliver/deliver.ts'
import type { FinishDeps } from './deliver/finish.ts'
import type { PresentDeps } from './deliver/present.ts'
import type { ReserveDeps } from './hold/reserve.ts'
import type { RefuseDeps } from './inbound/refuse.ts'
import type { RouteDeps } from './route/plan-for.ts'
import type { DropDeps } from './settle/drop.ts'
import type { RefusalLog } from './settle/refusal-log.ts'
import type { SettleDeps } from './settle/settle.ts'
import type { BackgroundDeps } from './stored/background.ts'
import type { NoteMadeDeps } from './stored/note-made.ts'
import type { RecallDeps } from './stored/recall.ts'

/** Everything the relay depends on; created once per daemon. Each step declares what it uses. */
export interface RelayDeps
  extends IdentifyDeps,
    AdmitDeps,
    RouteDeps,
    ReserveDeps,
    CallDeps,
    PresentDeps,
    DeliverDeps,
    SettleDeps,
    RecallDeps,
    NoteMadeDeps,
    BackgroundDeps,
    FinishDeps,
    DropDeps,
    RefuseDeps {
  readonly attempts: AttemptCounts
  readonly refusals: RefusalLog
  /**
   * Counts a running call, before it holds quota. The number of running calls is limited, and a stop waits for them.
   *
   * @returns undefined if the call was counted; then call {@link ended} at its end. Otherwise the error to refuse it
   * with: `too_many_calls`
   */
  readonly begin: () => AppError | undefined
  readonly ended: () => void
}
