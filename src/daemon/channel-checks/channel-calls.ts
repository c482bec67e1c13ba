import type { Language } from '../language.ts'
import type { ExchangeReport } from './exchange-report.ts'

/** The result for one channel in a run over all channels. */
export interface RunResult {
  readonly channelId: number
  readonly channelName: string
  readonly found:
    | { readonly kind: 'tested'; readonly model: string; readonly seconds: number }
    | { readonly kind: 'balance'; readonly balance: string; readonly currency: string }
    | { readonly kind: 'failed'; readonly error: unknown }
    | { readonly kind: 'skipped' }
}

export interface FinishedRun {
  readonly kind: 'test' | 'balance'
  /** Unix seconds. */
  readonly finishedTime: number
  readonly results: readonly RunResult[]
}

/** One test and its exchange with the upstream. */
export interface ChannelTrial {
  readonly model: string
  readonly upstreamModel: string
  readonly seconds: number
  /** Why the test failed; undefined = it passed. */
  readonly problem: Readonly<Record<Language, string>> | undefined
  /** undefined = nothing was sent. */
  readonly exchange: ExchangeReport | undefined
}

/** Calls to upstreams on behalf of administrators; never charged to a user. */
export interface ChannelCalls {
  /**
   * Sends one tiny request through the channel's full path (mapping, headers, proxy) and stores response and test time.
   * @throws AppError `channel_not_found`, `channel_test_unsupported`, `channel_test_failed` (detail has the reason and
   * seconds)
   */
  test(channelId: number, model?: string): Promise<{ readonly seconds: number; readonly model: string }>
  /**
   * Tests a channel like `test` but returns the exchange. A failed test is returned, not thrown.
   * @throws AppError `channel_not_found`, `channel_test_unsupported`
   */
  trial(channelId: number, model: string | undefined, showsAll: boolean): Promise<ChannelTrial>
  /**
   * Tests every channel in the background, and disables and enables channels by the rules. @returns false if a run is
   * in progress
   */
  testAll(): boolean
  /** Returns the results of the last finished background run; undefined = none since the start. */
  lastRun(): FinishedRun | undefined
  /** Returns the progress of the current background run, if any. */
  progress(): { readonly kind: 'test' | 'balance'; readonly done: number; readonly total: number } | undefined
  /** Fetches the model ids of a stored channel from its upstream. @throws AppError `fetch_models_failed` */
  fetchModels(channelId: number): Promise<readonly string[]>
  /** Fetches the model ids for a form that is not saved yet. */
  fetchModelsFor(form: ModelListForm): Promise<readonly string[]>
  /**
   * Fetches and stores the balance. @throws AppError `channel_balance_unsupported`, `channel_changed`,
   * `channel_unreachable`, `upstream_error`
   */
  updateBalance(channelId: number): Promise<{ readonly balance: string; readonly currency: string }>
  updateAllBalances(): boolean
}

/** The columns of an unsaved channel that a model list needs. */
export interface ModelListForm {
  readonly type: number
  readonly baseUrl: string
  readonly key: string
  readonly other?: string
}
