import { asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { readFailure } from '../../protocols/openai/failure.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { Codec, JsonValue, OutputFacts, StreamEventKind } from '../../protocols/types.ts'
import { assembleOne, clientHalf } from '../upstream-codec.ts'
import { encodeSparkRequest } from './encode-request.ts'
import { readSparkFailure } from './failure.ts'
import { readPayload, readSparkUsage } from './frames.ts'
import { SparkStreamDecoder } from './stream-decoder.ts'

const IS_FINE = /"code"\s*:\s*0\b/

/** Codec of Spark's frames. It always streams; the last frame has status 2 and the usage. */
export const sparkChat: Codec = {
  ...clientHalf,
  id: 'spark-chat',
  readUsage: readSparkUsage,
  mayStateUsage: (data) => data.includes('"usage"'),
  readOutput,
  readDisguisedFailure: readSparkFailure,
  classify,
  finishesChoice: (data) => /"status"\s*:\s*2\b/.test(data),
  readFailure,
  upstream: {
    encodeRequest: encodeSparkRequest,
    decodeAnswer: (document) => assembleOne(new SparkStreamDecoder(), document),
    decodeStream: () => new SparkStreamDecoder(),
  },
}

function readOutput(document: JsonValue): OutputFacts {
  let text = ''
  let hiddenText = ''
  for (const piece of objectsOf(asObject(readPayload(document)?.choices)?.text)) {
    text += asText(piece.content) ?? ''
    const call = asObject(piece.function_call)
    hiddenText += asText(piece.reasoning_content) ?? ''
    hiddenText += (asText(call?.name) ?? '') + (asText(call?.arguments) ?? '')
  }
  return { text, hiddenText, hasOutput: text !== '' || hiddenText !== '' }
}

function classify(data: string): StreamEventKind {
  if (data === '') return 'comment'
  if (IS_FINE.test(data)) return 'content'
  const document = parseJson(data)
  return document !== undefined && readSparkFailure(document) ? 'error' : 'content'
}
