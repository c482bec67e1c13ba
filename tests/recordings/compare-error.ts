import type { ClientRoute } from './client-routes.ts'
import { type Fields, fieldsOf, type Recording, textOf } from './corpus.ts'
import type { Difference } from './difference.ts'
import { earlyFailureStatus } from './early-failure.ts'
import { parse } from './reading/events.ts'
import type { Observation } from './replay.ts'

const upstreamMessage = (recording: Recording): string => {
  const { body, body_text: text } = recording.response
  const stated = textOf(recording.facts.error?.message)
  if (stated !== '') return stated
  if (typeof body === 'string') return body
  const { error } = fieldsOf(body)
  return textOf(fieldsOf(error).message) || textOf(error) || (text ?? '')
}

const anthropicTypes: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid_request_error'],
  403: ['permission_error'],
  404: ['not_found_error'],
  413: ['request_too_large'],
  422: ['invalid_request_error'],
  429: ['rate_limit_error'],
  500: ['api_error'],
  501: ['api_error'],
  502: ['api_error'],
  503: ['overloaded_error', 'api_error'],
  529: ['overloaded_error'],
}

const googleWords: Readonly<Record<number, readonly string[]>> = {
  400: ['INVALID_ARGUMENT', 'FAILED_PRECONDITION'],
  403: ['PERMISSION_DENIED'],
  404: ['NOT_FOUND'],
  429: ['RESOURCE_EXHAUSTED'],
  500: ['INTERNAL'],
  501: ['UNIMPLEMENTED'],
  502: ['INTERNAL'],
  503: ['UNAVAILABLE'],
}

/** Finds violations of the client's protocol in an error. */
const faultsOf = (route: ClientRoute, status: number, body: Fields): string[] => {
  const error = fieldsOf(body.error)
  switch (route) {
    case 'messages': {
      const faults = body.type === 'error' ? [] : ['type is not "error"']
      const known = anthropicTypes[status] ?? []
      return known.includes(textOf(error.type)) ? faults : [...faults, `error.type ${String(error.type)}`]
    }
    case 'generate':
    case 'embed-content':
    case 'batch-embed-contents': {
      const faults = error.code === status ? [] : [`error.code ${String(error.code)}`]
      const known = googleWords[status] ?? []
      return known.includes(textOf(error.status))
        ? faults
        : [...faults, `error.status ${String(error.status)}`]
    }
    default:
      return ['message', 'type', 'param', 'code']
        .filter((name) => !(name in error))
        .map((name) => `no error.${name}`)
  }
}

const reasonFor = (isOwn: boolean, isEarly: boolean): string => {
  if (isEarly) return 'a stream that failed before its first word is told as an error'
  return isOwn
    ? "the operator's account is not the client's business"
    : "errors are put in the client's shape"
}

/**
 * Statuses for problems with the operator's own account at the provider: clients learn only that the upstream failed.
 */
const ownAccount = new Set([401, 402, 407])

/** Messages about the operator's key or project, for providers that report such problems with other statuses. */
const ownTrouble = /\bapi[ _]key\b|used in project \d|denied on resource/i

/** Compares a recorded error with what the client got: status, shape, message, and that nothing was charged. */
export const compareError = (recording: Recording, route: ClientRoute, seen: Observation): Difference[] => {
  const { headers = {} } = recording.response
  const early = earlyFailureStatus(recording)
  const status = early ?? recording.response.status
  const stated = upstreamMessage(recording)
  const isOwn = ownAccount.has(status) || (status < 429 && ownTrouble.test(stated))
  const differences: Difference[] = []
  const wrong = (what: Difference['what'], detail: string) => differences.push({ what, detail })

  const due = isOwn ? 502 : status
  if (seen.status !== due) wrong('status', `${seen.status} instead of ${due} for an upstream's ${status}`)
  const body = fieldsOf(parse(seen.bytes.toString('utf8')))
  for (const fault of faultsOf(route, seen.status, body)) wrong('shape', fault)
  const shown = textOf(fieldsOf(body.error).message)
  // A stream that failed early may contain several errors with different wording.
  const message = early === undefined ? stated.trim().slice(0, 100) : ''
  if (isOwn && message !== '' && shown.includes(message))
    wrong('error', `shows the operator's trouble: ${shown}`)
  if (!isOwn && status !== 429 && !shown.includes(message))
    wrong('error', `"${shown}" instead of "${message}"`)
  const retryAfter = headers['retry-after']
  if (retryAfter !== undefined && seen.retryAfter !== String(Math.max(1, Number(retryAfter))))
    wrong('error', `Retry-After ${seen.retryAfter} instead of ${retryAfter}`)
  if (seen.charge) wrong('usage', `a failed call was charged ${seen.charge.quotaExact}`)
  if (differences.length === 0)
    differences.push({
      what: 'error',
      detail: `${status} "${message}" became ${seen.status} "${shown}"`,
      because: reasonFor(isOwn, early !== undefined),
    })
  return differences
}

export const isFailure = (recording: Recording): boolean =>
  recording.response.status >= 400 || earlyFailureStatus(recording) !== undefined
