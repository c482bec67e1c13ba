import { asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { Codec, JsonValue, OutputFacts, StreamEventKind } from '../../protocols/types.ts'
import { assembleOne, clientHalf, readCounts } from '../upstream-codec.ts'
import { encodeHunyuanRequest } from './encode-request.ts'
import { unwrap } from './envelope.ts'
import { readHunyuanFailure, readHunyuanRefusal } from './failure.ts'
import { HunyuanStreamDecoder } from './stream-decoder.ts'

/** Codec of Tencent Cloud's `ChatCompletions`: OpenAI's form with capitalized names, in an envelope unless it is streamed. */
export const hunyuanChat: Codec = {
  ...clientHalf,
  id: 'hunyuan-chat',
  readUsage: (document) => readCounts(asObject(unwrap(document).Usage), 'PromptTokens', 'CompletionTokens'),
  mayStateUsage: (data) => data.includes('"Usage"'),
  readOutput,
  readDisguisedFailure: readHunyuanFailure,
  classify,
  finishesChoice: (data) => /"FinishReason"\s*:\s*"[^"]/.test(data),
  readFailure: readHunyuanRefusal,
  takesOutputCap: false,
  upstream: {
    // `ToolFunction.Name` of Tencent's SDK, version 3.1.180: letters, digits, underscores and dashes.
    toolNames: { charsMax: Number.POSITIVE_INFINITY, unfit: /[^\w-]/g },
    encodeRequest: encodeHunyuanRequest,
    decodeAnswer: (document) => assembleOne(new HunyuanStreamDecoder(), document),
    decodeStream: () => new HunyuanStreamDecoder(),
  },
}

function readOutput(document: JsonValue): OutputFacts {
  let text = ''
  let hiddenText = ''
  let hasOutput = false
  for (const choice of objectsOf(unwrap(document).Choices)) {
    const message = asObject(choice.Delta) ?? asObject(choice.Message) ?? {}
    text += asText(message.Content) ?? ''
    hiddenText += asText(message.ReasoningContent) ?? ''
    for (const call of objectsOf(message.ToolCalls)) {
      const made = asObject(call.Function)
      hiddenText += (asText(made?.Name) ?? '') + (asText(made?.Arguments) ?? '')
    }
    hasOutput ||= choice.FinishReason === 'sensitive'
  }
  return { text, hiddenText, hasOutput: hasOutput || text !== '' || hiddenText !== '' }
}

function classify(data: string): StreamEventKind {
  if (data === '') return 'comment'
  if (data.startsWith('[DONE]')) return 'terminator'
  if (!/"(?:ErrorMsg|Error)"\s*:\s*\{/.test(data)) return 'content'
  const document = parseJson(data)
  return document !== undefined && readHunyuanFailure(document) ? 'error' : 'content'
}
