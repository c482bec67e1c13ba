import { inWords } from '../../../errors/fill-in.ts'
import type { Texts } from '../../../errors/reasons.ts'
import { asArray, asObject } from '../../../protocols/json-access.ts'
import { invalid } from '../../../protocols/openai/request-checks.ts'
import type { JsonValue } from '../../../protocols/types.ts'
import { parseJsonBody } from '../../../relay/admit/parse-body.ts'
import type { BatchForm, BatchOrder, ReadOrderDeps, Submission } from '../../batch-form.ts'
import { BATCH_PARTS_MAX, type InlineRequest, readInline } from '../../read-inline.ts'

/** Anthropic's limit. */
const REQUESTS_MAX = 100_000

/** https://github.com/anthropics/anthropic-sdk-python/issues/984 */
const CUSTOM_ID = /^[a-zA-Z0-9_-]{1,64}$/

/** Reads a submission with its requests in the body. @throws AppError that names the request */
export async function readOrder(
  submission: Submission,
  form: BatchForm,
  deps: ReadOrderDeps,
): Promise<BatchOrder> {
  const { body } = await parseJsonBody(submission.body, BATCH_PARTS_MAX)
  const requests = readRequests(asArray(body.requests))
  const { pieces, upstreamModel: _model, ...order } = await readInline(requests, form, submission, deps)
  return {
    ...order,
    call: {
      method: 'POST',
      at: 'messages/batches',
      path: '',
      body: `{"requests":[${pieces.join(',')}]}`,
      headers: submission.headers,
    },
  }
}

function readRequests(list: readonly JsonValue[] | undefined): readonly InlineRequest[] {
  if (!list || list.length === 0) throw invalid('requests', 'noRequests')
  if (list.length > REQUESTS_MAX)
    throw invalid('requests', 'tooMany', { count: list.length, max: REQUESTS_MAX })
  const seen = new Set<string>()
  return list.map((each, index) => {
    const refuse = (why: Texts) => invalid(`requests.${index}`, 'badRequest', { why })
    const request = asObject(each)
    const body = asObject(request?.params)
    if (!request || !body) throw refuse(inWords('noParams'))
    const { custom_id: id } = request
    if (typeof id !== 'string' || !CUSTOM_ID.test(id)) throw refuse(inWords('badCustomId'))
    if (seen.has(id)) throw refuse(inWords('customIdTwice', { id }))
    seen.add(id)
    return { body, refuse, write: (params) => JSON.stringify({ custom_id: id, params }) }
  })
}
