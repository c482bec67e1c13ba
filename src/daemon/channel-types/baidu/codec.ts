import { asObject, asText } from '../../protocols/json-access.ts'
import { readFailure } from '../../protocols/openai/failure.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { Codec, JsonValue, OutputFacts, StreamEventKind } from '../../protocols/types.ts'
import { assembleOne, clientHalf, readCounts } from '../upstream-codec.ts'
import { encodeBaiduRequest } from './encode-request.ts'
import { readBaiduFailure } from './failure.ts'
import { BaiduStreamDecoder } from './stream-decoder.ts'

const MAY_BE_ERROR = /"error_code"\s*:/

/** Codec of Wenxin's first chat API. Streams end with `is_end` and have no terminator. */
export const baiduChat: Codec = {
  ...clientHalf,
  id: 'baidu-chat',
  readUsage: (document) =>
    readCounts(asObject(asObject(document)?.usage), 'prompt_tokens', 'completion_tokens'),
  readOutput,
  readDisguisedFailure: readBaiduFailure,
  classify,
  finishesChoice: (data) => /"is_end"\s*:\s*true/.test(data),
  readFailure,
  upstream: {
    encodeRequest: encodeBaiduRequest,
    decodeAnswer: (document) => assembleOne(new BaiduStreamDecoder({ isWhole: true }), document),
    decodeStream: () => new BaiduStreamDecoder({ isWhole: false }),
  },
}

function readOutput(document: JsonValue): OutputFacts {
  const body = asObject(document)
  const text = asText(body?.result) ?? ''
  const call = asObject(body?.function_call)
  const hiddenText =
    (asText(call?.thoughts) ?? '') + (asText(call?.name) ?? '') + (asText(call?.arguments) ?? '')
  const hasOutput = text !== '' || hiddenText !== '' || body?.finish_reason === 'content_filter'
  return { text, hiddenText, hasOutput }
}

function classify(data: string): StreamEventKind {
  if (data === '') return 'comment'
  if (!MAY_BE_ERROR.test(data)) return 'content'
  const document = parseJson(data)
  return document !== undefined && readBaiduFailure(document) ? 'error' : 'content'
}
