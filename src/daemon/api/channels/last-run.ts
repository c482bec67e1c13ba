import type { FinishedRun, RunResult } from '../../channel-checks/channel-calls.ts'
import { AppError } from '../../errors/app-error.ts'
import { phraseOf } from '../../errors/render-envelope.ts'
import type { Data } from '../../http/contract.ts'
import type { Language } from '../../language.ts'

type LastRun = NonNullable<Data<'getLastChannelRun'>>

/** Converts a finished run to the API's format. Our own failures are reported as `upstream_unreachable`. */
export const toLastRun = ({ kind, finishedTime, results }: FinishedRun, language: Language): LastRun => ({
  kind,
  finished_time: finishedTime,
  results: results.map((each) => toResult(each, language)),
})

function toResult(
  { channelId, channelName, found }: RunResult,
  language: Language,
): LastRun['results'][number] {
  const empty = { model: null, seconds: null, balance: null, currency: null, reason: null }
  const named = { channel_id: channelId, channel_name: channelName, ...empty }
  switch (found.kind) {
    case 'tested':
      return { ...named, result: 'passed', model: found.model, seconds: found.seconds }
    case 'balance':
      return { ...named, result: 'passed', balance: found.balance, currency: found.currency }
    case 'skipped':
      return { ...named, result: 'skipped' }
    case 'failed': {
      const error = found.error instanceof AppError ? found.error : new AppError('upstream_unreachable')
      return { ...named, result: 'failed', reason: phraseOf(error, language) }
    }
  }
}
