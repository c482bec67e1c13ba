import type { ChannelTrial } from '../../channel-checks/channel-calls.ts'
import type { WireHeader } from '../../channel-checks/exchange-report.ts'
import type { Data } from '../../http/contract.ts'
import type { Language } from '../../language.ts'

/** Converts a test to the API's format. */
export function toTrialAnswer(trial: ChannelTrial, language: Language): Data<'tryChannel'> {
  const { model, upstreamModel, seconds, problem, exchange } = trial
  return {
    model,
    upstream_model: upstreamModel,
    passed: problem === undefined,
    seconds,
    reason: problem?.[language] ?? null,
    request: exchange ? withHeaders(exchange.request) : null,
    response: exchange?.response ? withHeaders(exchange.response) : null,
  }
}

const withHeaders = <Part extends { readonly headers: readonly WireHeader[] }>(part: Part) => ({
  ...part,
  headers: [...part.headers],
})
