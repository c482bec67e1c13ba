import { isObject, type Json, type JsonObject } from '../../openapi/json.ts'
import { catalogue, type ErrorCode } from '../../src/daemon/errors/catalogue.ts'

/**
 * Expands an operation. Path files contain only what is specific to it; this adds everything that follows:
 *
 * - `x-data: <schema>`: the response is the envelope with that `data`; `x-data: none` = only the envelope
 * - `x-list: <schema>`: `data` is a page of such items
 * - `x-beside: { name: schema }`: properties next to `data` that the product's spec puts there
 * - every change by a signed-in user accepts the header `Idempotency-Key`. `x-repeat` says what happens on a repetition
 *   when the outcome of the first call is unknown: `safe`, `once`, or `ledger` if the ledger itself detects repetitions
 * - `x-proof`: a session that last proved itself more than 15 minutes ago has to do so again. `recent` does not affect
 *   access tokens, `session` refuses them
 * - `x-without-second-factor: true`: allowed for sessions whose account lacks the second factor that the site requires
 * - `x-error-codes`: codes of this operation. The codes shared by all operations with the same access are added, and
 *   each status gets a response that lists its codes
 * - `x-failure`: the form of failures. `in-data`: the text is in `data`, and `message` is `error`. `openai`: the form
 *   that OpenAI's clients expect
 *
 * Operations whose response is not an envelope (health) write `responses` themselves.
 */
export function expandOperation(operation: JsonObject, method: string, path: string): JsonObject {
  const { 'x-data': data, 'x-list': list, 'x-beside': beside, responses, ...rest } = operation
  const codes = errorCodes(operation, method, path)
  if (takesIdempotencyKey(operation, method)) {
    const given = Array.isArray(rest.parameters) ? rest.parameters : []
    const refs = ['IdempotencyKey', 'IdempotencyReplay'].map((name) => `#/components/parameters/${name}`)
    rest.parameters = [...given, ...refs.map(($ref) => ({ $ref }))]
  }
  const answers: JsonObject = isObject(responses) ? { ...responses } : {}
  if (data !== undefined || list !== undefined) {
    const schema = list === undefined ? envelope(data, beside) : envelope(page(list), beside)
    answers['200'] = {
      description: typeof rest['x-answer'] === 'string' ? rest['x-answer'] : 'Done.',
      content: { 'application/json': { schema } },
    }
  }
  if (!('200' in answers)) throw new Error(`${method} ${path}: neither x-data, x-list nor a response 200`)
  const failure = failureOf(operation, method, path)
  const byStatus = Object.groupBy(codes, (code) => String(catalogue[code].status))
  for (const [status, ofStatus] of Object.entries(byStatus)) {
    if (!ofStatus || status in answers) continue
    answers[status] = {
      description: `\`code\` is one of: ${ofStatus.join(', ')}.`,
      content: { 'application/json': { schema: { $ref: failure } } },
    }
  }
  return { ...rest, 'x-error-codes': codes, responses: sortByKey(answers) }
}

const failureForms: ReadonlyMap<string, string> = new Map([
  ['envelope', 'Failure'],
  ['in-data', 'FailureInData'],
  ['openai', 'BillingFailure'],
])

function failureOf(operation: JsonObject, method: string, path: string): string {
  const form = operation['x-failure'] ?? 'envelope'
  const schema = failureForms.get(String(form))
  if (schema === undefined) throw new Error(`${method} ${path}: x-failure must be in-data or openai`)
  return `#/components/schemas/${schema}`
}

function errorCodes(operation: JsonObject, method: string, path: string): ErrorCode[] {
  const codes = new Set<ErrorCode>()
  const own = operation['x-error-codes']
  for (const code of Array.isArray(own) ? own : []) {
    if (typeof code !== 'string' || !(code in catalogue))
      throw new Error(`${method} ${path}: unknown code ${code}`)
    codes.add(code as ErrorCode)
  }
  const access = operation['x-access']
  if (!['public', 'optional', 'user', 'admin', 'root'].includes(String(access)))
    throw new Error(`${method} ${path}: x-access must be public, optional, user, admin or root`)
  const add = (...more: ErrorCode[]): void => {
    for (const code of more) codes.add(code)
  }
  if (operation['x-before-setup'] !== true) add('setup_required')
  if (access === 'user' || access === 'admin' || access === 'root')
    add('not_signed_in', 'user_header_mismatch', 'user_banned', 'insufficient_scope')
  if (access === 'admin' || access === 'root') add('insufficient_role')
  if (operation['x-without-second-factor'] !== true && access !== 'public')
    add('second_factor_setup_required')
  const proof = operation['x-proof']
  if (![undefined, 'recent', 'session'].includes(proof as string | undefined))
    throw new Error(`${method} ${path}: x-proof must be recent or session`)
  if (proof !== undefined) add('proof_required')
  if (proof === 'session') add('session_required')
  if (operation.parameters !== undefined || operation.requestBody !== undefined) add('invalid_request')
  if (operation.requestBody !== undefined) add('invalid_json', 'unsupported_media_type', 'body_too_large')
  if (![undefined, 'safe', 'once', 'ledger'].includes(operation['x-repeat'] as string | undefined))
    throw new Error(`${method} ${path}: x-repeat must be safe, once or ledger`)
  if (takesIdempotencyKey(operation, method))
    add(
      'invalid_request',
      'idempotency_running',
      'idempotency_mismatch',
      'idempotency_unknown',
      'idempotency_unused',
      'idempotency_done',
    )
  if (isChange(operation, method) && operation['x-demo-allowed'] !== true) add('demo_site')
  if (operation['x-unlimited'] !== true) add('too_many_requests')
  add('storage_unavailable', 'internal')
  return [...codes].sort()
}

const isChange = (operation: JsonObject, method: string): boolean =>
  (method !== 'get' && operation['x-reads-only'] !== true) || operation['x-changes-state'] === true

/**
 * Whether the operation accepts an idempotency key. The caller must be known, because keys are unique only per user.
 */
const takesIdempotencyKey = (operation: JsonObject, method: string): boolean =>
  isChange(operation, method) &&
  operation['x-repeat'] !== 'ledger' &&
  ['user', 'admin', 'root'].includes(String(operation['x-access']))

function envelope(data: Json | undefined, beside: Json | undefined): JsonObject {
  const extra = isObject(beside) ? beside : {}
  return {
    type: 'object',
    required: ['success', 'message', ...(data === 'none' ? [] : ['data']), ...Object.keys(extra)],
    properties: {
      success: {
        type: 'boolean',
        description: 'Always true here; failures carry false and a status of 400 or above.',
      },
      message: { type: 'string', description: 'Empty, or a remark for people.' },
      ...(data === 'none' || data === undefined ? {} : { data }),
      ...extra,
    },
  }
}

function page(item: Json): JsonObject {
  return {
    type: 'object',
    description: 'One page of the list.',
    required: ['items', 'page', 'page_size', 'total'],
    properties: {
      items: { type: 'array', items: item, description: 'The rows of this page.' },
      page: { type: 'integer', description: 'Number of this page, from 1.' },
      page_size: { type: 'integer', description: 'Rows per page, 1 to 100.' },
      total: { type: 'integer', description: 'Rows on all pages.' },
    },
  }
}

const sortByKey = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
