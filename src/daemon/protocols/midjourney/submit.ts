import { AppError } from '../../errors/app-error.ts'
import { asArray, asObject, asText } from '../json-access.ts'
import { readFailure as readAnyFailure } from '../openai/failure.ts'
import { parseJson } from '../parse-json.ts'
import type { Codec, JsonObject, JsonValue, RequestFacts, UpstreamFailure } from '../types.ts'
import { ownWords } from '../upstream-failure.ts'
import { type MidjourneyAction, type MidjourneyStep, modelOf, PATHS, readAsk } from './actions.ts'
import { CODES, readCode } from './codes.ts'
import { midjourneyErrors } from './errors.ts'

/** The speed of the proxy's account; clients select it with a path prefix. */
export type MidjourneyMode = 'fast' | 'relax' | 'turbo'
export const MODES: readonly MidjourneyMode[] = ['fast', 'relax', 'turbo']

/** Error code for a channel whose account cannot be used. */
export const NO_ACCOUNT = 'no_account'

/**
 * Submits drawings to a server that follows midjourney-proxy: `POST /mj/submit/imagine` and other endpoints return
 * `{code, description, result: "<task id>", properties}`. All endpoints share one format: the client's own path is sent
 * upstream, with its mode.
 */
export const midjourneySubmit = (step: MidjourneyStep, mode?: MidjourneyMode): Codec => ({
  id: 'midjourney',
  operation: 'drawing',
  path: prefixOf(mode) + PATHS[step],
  // The model name depends on path and body.
  isAddressedByPath: true,
  readRequest: (body) => readRequest(body, step, mode),
  readTexts: (body) => ({ system: '', context: '', input: asText(body.prompt) ?? '' }),
  readUsage: () => ({ kind: 'none' }),
  // A refusal is also an answer for the client.
  readOutput: (document) => ({ text: '', hiddenText: '', hasOutput: readCode(document) !== undefined }),
  readDisguisedFailure: (document) => readDisguisedFailure(document, step),
  classify: () => 'content',
  finishesChoice: () => false,
  readFailure,
  errors: midjourneyErrors,
  terminator: '',
})

export const prefixOf = (mode: MidjourneyMode | undefined): string =>
  mode === undefined ? '' : `/mj-${mode}`

function readRequest(body: JsonObject, step: MidjourneyStep, mode: MidjourneyMode | undefined): RequestFacts {
  refuseOtherCase(body)
  const model = modelOf(readAsk(step, body).action)
  return {
    model,
    ...(mode === undefined ? {} : { pricedAs: model.replace(/^mj_/, `mj_${mode}_`) }),
    isStream: false,
    outputTokensCap: undefined,
    wantsStreamUsage: false,
    reasoningEffort: undefined,
    attachments: PICTURES.reduce((sum, name) => sum + picturesIn(body[name]), 0),
  }
}

const PICTURES = ['base64', 'base64Array', 'sourceBase64', 'targetBase64', 'maskBase64'] as const
const picturesIn = (value: JsonValue | undefined): number => asArray(value)?.length ?? (asText(value) ? 1 : 0)

/** Members that determine price, route and callback URL. */
const READ = ['prompt', 'taskId', 'action', 'index', 'customId', 'content', 'notifyHook', 'accountFilter']

/**
 * Rejects members that differ only in case: some servers ignore case, and would do something else than was priced.
 * @throws AppError `member_case`
 */
function refuseOtherCase(body: JsonObject): void {
  for (const field of Object.keys(body)) {
    const name = READ.find((each) => each !== field && each.toLowerCase() === field.toLowerCase())
    if (name !== undefined) throw new AppError('member_case', { field, values: { field, name } })
  }
}

const GOES_ON: ReadonlySet<MidjourneyStep> = new Set(['change', 'simple-change', 'action', 'modal'])

const FOLLOW_UPS: ReadonlySet<string> = new Set(
  (
    [
      ...['UPSCALE', 'VARIATION', 'HIGH_VARIATION', 'LOW_VARIATION', 'PAN', 'REROLL'],
      ...['INPAINT', 'ZOOM', 'CUSTOM_ZOOM', 'MODAL'],
    ] as readonly MidjourneyAction[]
  ).map(modelOf),
)

/** Whether a model name belongs to an action that continues another task. */
export const isFollowUp = (model: string): boolean => FOLLOW_UPS.has(model)

/** Recognizes failures that another channel may not have. A refusal of the submission itself is not one of them. */
function readDisguisedFailure(document: JsonValue, step: MidjourneyStep): UpstreamFailure | undefined {
  const code = readCode(document)
  if (code === undefined) return failure(ownWords('noAnswerCode'), { status: 502, code: 'not_accepted' })
  const description = describe(document)
  // The proxy uses one code for forgotten tasks and for missing accounts.
  if (code === CODES.notFound && !GOES_ON.has(step))
    return failure(description ? { message: description } : ownWords('noAccount'), {
      status: 503,
      code: NO_ACCOUNT,
    })
  if (code === CODES.queueFull)
    return failure(description ? { message: description } : ownWords('queueFull'), {
      status: 429,
      code: 'queue_full',
    })
  return undefined
}

const failure = (
  words: Pick<UpstreamFailure, 'message' | 'texts'>,
  { status, code }: { readonly status: number; readonly code: string },
): UpstreamFailure => ({ status, ...words, type: 'upstream_error', code, param: null })

const describe = (document: JsonValue): string =>
  asText(asObject(document)?.description)?.slice(0, 2000) ?? ''

/** Reads an error response. Proxies state the reason in `description` with error statuses as well. */
function readFailure(status: number, bodyText: string): UpstreamFailure {
  const document = parseJson(bodyText.trim())
  const message = document === undefined ? '' : describe(document)
  if (document === undefined || message === '') return readAnyFailure(status, bodyText)
  const code = readCode(document)
  const { status: _same, ...said } = failure(
    { message },
    { status, code: code === undefined ? '' : String(code) },
  )
  return said
}
