import { asObject, asText } from '../../protocols/json-access.ts'
import { readFailure } from '../../protocols/openai/failure.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonValue, UpstreamFailure } from '../../protocols/types.ts'
import { contentFailure, vendorFailure } from '../vendor-failure.ts'

/** HTTP statuses of error codes. The first match wins. Codes are `Kind` or `Kind.Detail`. */
const STATUSES: readonly (readonly [RegExp, number])[] = [
  [/^AuthFailure|^UnauthorizedOperation/, 401],
  [/ResourcePackExhausted|ServiceNotActivated|ServiceStop|Arrears/, 402],
  [/^RequestLimitExceeded|^LimitExceeded|EngineServerLimitExceeded/, 429],
  [/^(?:InvalidParameter|MissingParameter|UnknownParameter|UnsupportedOperation)/, 400],
  [/^ResourceNotFound/, 404],
]

/** Reads the error of an answer with status 200: `Response.Error`, or `ErrorMsg` in an event of a stream. */
export function readHunyuanFailure(document: JsonValue): UpstreamFailure | undefined {
  const body = asObject(document)
  const response = asObject(body?.Response) ?? body
  const error = asObject(response?.Error) ?? asObject(response?.ErrorMsg)
  if (!error) return undefined
  const code = typeof error.Code === 'number' ? String(error.Code) : (asText(error.Code) ?? '')
  const message = asText(error.Message) ?? asText(error.Msg) ?? ''
  if (/IllegalDetected|^OperationDenied/.test(code)) return contentFailure(message, code)
  return vendorFailure(message, code, STATUSES.find(([pattern]) => pattern.test(code))?.[1] ?? 502)
}

/** Reads a failure with a status other than 200. */
export function readHunyuanRefusal(status: number, bodyText: string): UpstreamFailure {
  const document = parseJson(bodyText)
  return (document === undefined ? undefined : readHunyuanFailure(document)) ?? readFailure(status, bodyText)
}

/** Reports whether the key is dead: no permission, or an account without money. Status 401 is handled elsewhere. */
export const isHunyuanKeyDead = (_status: number, { code }: UpstreamFailure): boolean =>
  STATUSES.some(([pattern, status]) => (status === 401 || status === 402) && pattern.test(code))
