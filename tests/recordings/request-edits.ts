import { isDeepStrictEqual } from 'node:util'
import { type ClientRequest, isLinkReplaced, recordedBodyOf } from './client-request.ts'
import { type Fields as Body, listOf, modelOf, type Recording, textOf } from './corpus.ts'
import { familyEdits } from './edits/family-edits.ts'
import { mistralEdits } from './edits/mistral-edits.ts'
import type { RequestEdit } from './edits/request-edit.ts'
import { steeringEdits } from './edits/steering-edits.ts'
import { vendorEdits } from './edits/vendor-edits.ts'

/**
 * Edits restated from the vendors' documentation, independently of the daemon's code: the replay reports any channel
 * type that sends something else.
 */
const edits: readonly RequestEdit[] = [...steeringEdits, ...mistralEdits, ...vendorEdits, ...familyEdits]

export interface ExpectedRequest {
  readonly body: Body
  /** Why the body is not what the client sent; empty when it is. */
  readonly reasons: readonly string[]
}

/** Protocol versions that clouds with Anthropic's models expect in the body; the model is in the URL. */
const cloudVersions: Readonly<Record<string, string>> = {
  bedrock: 'bedrock-2023-05-31',
  vertex: 'vertex-2023-10-16',
}

/** Removes the maker's name that resellers put in front of a model's name. */
const plainName = (model: string): string =>
  /(?:^|[/.@:])((?:gpt|chatgpt|claude|gemini)[-\d].*|o\d(?:-.*)?)$/.exec(model.toLowerCase())?.[1] ?? model

/**
 * Returns the request that must reach the upstream when a client of the recording's protocol sends the recorded one.
 */
export const expectedRequest = (recording: Recording, request: ClientRequest): ExpectedRequest => {
  const { route } = request
  const version = route === 'messages' ? cloudVersions[recording.provider] : undefined
  if (version !== undefined)
    return {
      body: { ...recordedBodyOf(recording, route), anthropic_version: version },
      reasons: isLinkReplaced(recording)
        ? ['a link would have been fetched: the least was asked instead']
        : [],
    }
  const model = plainName(modelOf(recording))
  const due = edits.filter(
    (each) => each.routes.includes(route) && each.providers(recording.provider) && each.models.test(model),
  )
  const reasons: string[] = []
  let body: Body = request.json ?? {}
  for (const { edit, because } of due) {
    const edited = edit(body, model)
    if (isDeepStrictEqual(edited, body)) continue
    reasons.push(because)
    body = edited
  }
  return { body, reasons }
}

const isMistralId = (id: string): boolean => /^[a-zA-Z0-9]{9}$/.test(id)

/**
 * Numbers the IDs of the calls in a request to Mistral: IDs of another form have to become ones of nine letters, and
 * which ones does not matter as long as calls and results still match.
 */
export const withNumberedIds = (recording: Recording, body: Body): Body => {
  if (recording.protocol !== 'mistral.chat') return body
  const numbers = new Map<string, string>()
  const numbered = (id: unknown): string => {
    const known = numbers.get(textOf(id)) ?? `call ${numbers.size}`
    numbers.set(textOf(id), known)
    return known
  }
  const messages = listOf(body.messages).map((message) => ({
    ...message,
    ...(Array.isArray(message.tool_calls) && {
      tool_calls: listOf(message.tool_calls).map((call) => ({ ...call, id: numbered(call.id) })),
    }),
    ...(message.tool_call_id !== undefined && { tool_call_id: numbered(message.tool_call_id) }),
  }))
  return { ...body, messages }
}

/** Returns the IDs in a forwarded request that Mistral would refuse. */
export const badIds = (recording: Recording, body: Body): string[] =>
  recording.protocol === 'mistral.chat'
    ? listOf(body.messages)
        .flatMap(({ tool_calls }) => listOf(tool_calls).map(({ id }) => textOf(id)))
        .filter((id) => !isMistralId(id))
    : []
