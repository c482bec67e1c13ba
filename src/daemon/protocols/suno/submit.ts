import { asObject, asText } from '../json-access.ts'
import { readFailure, readFailureDocument } from '../openai/failure.ts'
import type { Codec, JsonObject, JsonValue, RequestFacts, UpstreamFailure } from '../types.ts'
import { ownWords } from '../upstream-failure.ts'
import { sunoErrors } from './errors.ts'

/**
 * Submits music or lyrics to a server that follows the public Suno API projects: `POST /suno/submit/ACTION` returns
 * `{code: "success", message, data: "<task id>"}`, or another code.
 */
const sunoSubmit = (action: 'MUSIC' | 'LYRICS'): Codec => ({
  id: 'suno',
  operation: 'music',
  path: `/suno/submit/${action}`,
  // The model name depends on the path.
  isAddressedByPath: true,
  readRequest: (): RequestFacts => ({
    model: `suno_${action.toLowerCase()}`,
    isStream: false,
    outputTokensCap: undefined,
    wantsStreamUsage: false,
    reasoningEffort: undefined,
    attachments: 0,
  }),
  readTexts,
  readUsage: () => ({ kind: 'none' }),
  readOutput: (document) => ({ text: '', hiddenText: '', hasOutput: readTaskId(document) !== undefined }),
  readDisguisedFailure,
  classify: () => 'content',
  finishesChoice: () => false,
  readFailure,
  errors: sunoErrors,
  terminator: '',
})

const readTexts = (body: JsonObject) => ({
  system: '',
  context: [asText(body.title), asText(body.tags)].filter(Boolean).join('\n'),
  input: asText(body.prompt) ?? asText(body.gpt_description_prompt) ?? '',
})

/** Returns the ID of an accepted task. */
export function readTaskId(document: JsonValue): string | undefined {
  const body = asObject(document)
  const id = asText(body?.data)
  return body?.code === 'success' && id !== '' ? id : undefined
}

/** Treats every answer without an accepted task as a failure. */
const readDisguisedFailure = (document: JsonValue): UpstreamFailure | undefined =>
  readTaskId(document) === undefined
    ? (readFailureDocument(document) ?? {
        ...ownWords('noTask'),
        type: 'upstream_error',
        code: asText(asObject(document)?.code) ?? 'not_accepted',
        param: null,
      })
    : undefined

export const sunoMusic = sunoSubmit('MUSIC')
export const sunoLyrics = sunoSubmit('LYRICS')
