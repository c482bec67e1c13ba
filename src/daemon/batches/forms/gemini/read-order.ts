import { readModelAdapters } from '../../../channels/model-adapters.ts'
import { inWords } from '../../../errors/fill-in.ts'
import type { Texts } from '../../../errors/reasons.ts'
import { geminiModelName } from '../../../protocols/gemini/index.ts'
import { member, objectMember, textMember } from '../../../protocols/gemini/members.ts'
import { asArray, asObject } from '../../../protocols/json-access.ts'
import { invalid } from '../../../protocols/openai/request-checks.ts'
import type { JsonObject, JsonValue } from '../../../protocols/types.ts'
import { parseJsonBody } from '../../../relay/admit/parse-body.ts'
import type { BatchCall } from '../../ask-batches.ts'
import type { BatchForm, BatchOrder, ReadOrderDeps, Submission } from '../../batch-form.ts'
import { BATCH_PARTS_MAX, type InlineRequest, readInline } from '../../read-inline.ts'
import { FILE_FIELD, REQUESTS_MAX, readFile } from './read-file.ts'

const FIELD = 'batch.inputConfig.requests.requests'

/** Members of a batch that clients may set, in both spellings. Google chooses where the answers go. */
const MEMBERS: ReadonlySet<string> = new Set([
  'displayName',
  'display_name',
  'inputConfig',
  'input_config',
  'model',
  'priority',
])

/** Reads a submission. @throws AppError that names the request */
export async function readOrder(
  submission: Submission,
  form: BatchForm,
  deps: ReadOrderDeps,
): Promise<BatchOrder> {
  const { body } = await parseJsonBody(submission.body, BATCH_PARTS_MAX)
  const model = (submission.params.call ?? '').replace(/:batchGenerateContent$/, '')
  const batch = objectMember(body, 'batch') ?? {}
  checkMembers(batch, model)
  const input = objectMember(batch, 'inputConfig') ?? {}
  const fileName = member(input, 'fileName')
  const adapters = readModelAdapters(submission.entered.snapshot.options)
  const callFor = (upstreamModel: string, inputConfig: string): BatchCall => ({
    method: 'POST',
    at: 'batches',
    path: `/models/${encodeURIComponent(geminiModelName(upstreamModel, adapters))}:batchGenerateContent`,
    body: writeBody(batch, inputConfig),
  })
  if (fileName !== undefined) {
    const named = { name: readName(fileName, input), model }
    const { upstreamModel, ...order } = await readFile(named, form, submission, deps)
    return { ...order, call: callFor(upstreamModel, JSON.stringify({ fileName })) }
  }
  const requests = readRequests(listOf(input), model)
  const { pieces, upstreamModel, ...order } = await readInline(requests, form, submission, deps)
  return { ...order, call: callFor(upstreamModel, `{"requests":{"requests":[${pieces.join(',')}]}}`) }
}

/** Checks the members of a batch. @throws AppError `invalid_request` */
function checkMembers(batch: JsonObject, model: string): void {
  const unknown = Object.keys(batch).find((name) => !MEMBERS.has(name))
  if (unknown !== undefined) throw invalid(`batch.${unknown}`, 'notSupported')
  if (batch.model !== undefined && !isModel(batch.model, model))
    throw invalid('batch.model', 'modelOfAddress')
}

const isModel = (named: JsonValue, model: string): boolean => String(named).replace(/^models\//, '') === model

/** Reads the name of the input file. @throws AppError `invalid_request` */
function readName(fileName: JsonValue, input: JsonObject): string {
  if (typeof fileName !== 'string') throw invalid(FILE_FIELD, 'noFileName')
  if (member(input, 'requests') !== undefined) throw invalid(FILE_FIELD, 'requestsTwice')
  return fileName
}

/** Reads the list of inline requests. @throws AppError `invalid_request` */
function listOf(input: JsonObject): readonly JsonValue[] {
  const requests = objectMember(input, 'requests') ?? {}
  const list = asArray(member(requests, 'requests'))
  if (!list || list.length === 0) throw invalid(FIELD, 'noRequests')
  if (list.length > REQUESTS_MAX) throw invalid(FIELD, 'tooMany', { count: list.length, max: REQUESTS_MAX })
  return list
}

const readRequests = (list: readonly JsonValue[], model: string): readonly InlineRequest[] =>
  list.map((each, index) => {
    const refuse = (why: Texts) => invalid(`${FIELD}[${index}]`, 'badRequest', { why })
    const item = asObject(each)
    const request = item && objectMember(item, 'request')
    if (!item || !request) throw refuse(inWords('noRequest'))
    const { model: named, ...asked } = request
    // Only the model in the URL is checked and priced.
    if (named !== undefined && !isModel(named, model)) throw refuse(inWords('otherModels'))
    const metadata = member(item, 'metadata')
    return {
      body: { ...asked, model },
      refuse,
      write: ({ model: _model, ...sent }) =>
        JSON.stringify({ request: sent, ...(metadata !== undefined && { metadata }) }),
    }
  })

/** Writes the body for the vendor. Besides the requests, it contains only members that do not affect the charge. */
function writeBody(batch: JsonObject, inputConfig: string): string {
  const displayName = textMember(batch, 'displayName')
  const priority = member(batch, 'priority')
  const said = JSON.stringify({
    ...(displayName !== undefined && { displayName }),
    ...(priority !== undefined && { priority }),
  }).slice(1, -1)
  return `{"batch":{${said}${said === '' ? '' : ','}"inputConfig":${inputConfig}}}`
}
