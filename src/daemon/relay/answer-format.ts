import { asObject } from '../protocols/json-access.ts'
import { inlineThinkingInStream, withInlineThinking } from '../protocols/openai/inline-thinking.ts'
import { toStrictChat } from '../protocols/openai/strict-form.ts'
import type { JsonObject } from '../protocols/types.ts'
import type { PlainAnswer } from './attempt.ts'
import type { Inbound } from './inbound.ts'
import { parseJson } from './parse-json.ts'
import type { PreparedCall } from './prepare.ts'

type Edit = (document: JsonObject) => JsonObject

/**
 * What a channel's settings `force_format` and `thinking_to_content` make of chat answers on their way to the client.
 * Charges and logs go by what the upstream sent. undefined = answers pass as they are.
 *
 * @param isStream events of one stream: the edit remembers what came before
 */
export function answerEdit(prepared: PreparedCall, inbound: Inbound, isStream: boolean): Edit | undefined {
  const { channel, operation } = prepared.call
  const { forceFormat, thinkingToContent } = channel.setting
  if (operation !== 'chat' || !(forceFormat || thinkingToContent)) return undefined
  const inline = isStream ? inlineThinkingInStream() : withInlineThinking
  const defaults = {
    id: `chatcmpl-${inbound.requestId}`,
    created: Math.floor(inbound.startedMs / 1000),
    model: prepared.upstreamModel,
  }
  return (document) => {
    const shown = thinkingToContent ? inline(document) : document
    return forceFormat ? toStrictChat(shown, isStream, defaults) : shown
  }
}

/** One event after the edit; what is no object stays as it came. */
export function editEvent(edit: Edit, raw: Uint8Array, data: string): Uint8Array {
  const document = asObject(parseJson(data))
  return document ? Buffer.from(`data: ${JSON.stringify(edit(document))}\n\n`) : raw
}

/** A complete answer with its body as the client gets it. The document stays the upstream's, for the charge. */
export function editAnswer(answer: PlainAnswer, inbound: Inbound): PlainAnswer {
  const edit = answerEdit(answer.prepared, inbound, false)
  const document = asObject(answer.document)
  if (!edit || !document) return answer
  return { ...answer, contentType: 'application/json', body: Buffer.from(JSON.stringify(edit(document))) }
}
