import { describe, expect, it } from 'vitest'
import { qwen } from '../../../src/daemon/channel-types/qwen/index.ts'
import { xai } from '../../../src/daemon/channel-types/xai/index.ts'
import { zhipu } from '../../../src/daemon/channel-types/zhipu/index.ts'
import { cohereChat } from '../../../src/daemon/protocols/cohere/index.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import { aspectRatioOf } from '../../../src/daemon/protocols/gemini/image-size.ts'
import { geminiGenerate } from '../../../src/daemon/protocols/gemini/index.ts'
import { ollamaChat } from '../../../src/daemon/protocols/ollama/index.ts'
import { fromBetaSettings } from '../../../src/daemon/protocols/openai/realtime-beta.ts'
import { openaiResponses } from '../../../src/daemon/protocols/responses/index.ts'
import type { Codec, JsonObject } from '../../../src/daemon/protocols/types.ts'
import { aCall } from '../channel-types/a-channel.ts'
import { aRequest, encoded } from '../channel-types/a-conversation.ts'

/** Names that every object inherits. */
const NAMES = ['constructor', 'toString', 'hasOwnProperty']

function decode(codec: Codec, body: JsonObject) {
  const losses = new LossList()
  const messages = [{ role: 'user', content: 'hi' }]
  const request = codec.client?.decodeRequest({ model: 'm', messages, ...body }, losses)
  return { request, lost: losses.fields }
}

describe.each(NAMES)('the name %s is one that nobody knows', (name) => {
  it('at the end of the name of a file, which is taken for a PDF', () => {
    const file = { type: 'input_file', filename: `a.${name}`, file_data: 'QUJD' }
    const { request } = decode(openaiResponses, { input: [{ role: 'user', content: [file] }] })
    expect(request?.turns[0]?.parts).toEqual([
      {
        kind: 'media',
        mimeType: 'application/pdf',
        source: { kind: 'data', base64: 'QUJD' },
        name: `a.${name}`,
      },
    ])
  })

  it('at the end of a link', () => {
    const url = `https://a.example/b.${name.toLowerCase()}`
    const media = { kind: 'media', mimeType: '', source: { kind: 'url', url } } as const
    const request = aRequest({ turns: [{ role: 'user', parts: [media] }] })
    const { body } = encoded(geminiGenerate, request, { model: 'gemini-3-pro' })
    expect(body.contents).toEqual([{ role: 'user', parts: [{ fileData: { fileUri: url } }] }])
  })

  it('among the members of a body of Cohere', () => {
    expect(decode(cohereChat, { [name]: 1 }).lost).toEqual([name])
  })

  it('among the options of a body of Ollama', () => {
    expect(decode(ollamaChat, { options: { [name]: 1 } }).lost).toEqual([name])
  })

  it('as a size', () => {
    const losses = new LossList()
    expect(aspectRatioOf({ size: name }, ['1:1'], losses)).toBeUndefined()
    expect(losses.fields).toEqual(['size'])
    expect(xai.shapeRequest?.({ size: name }, aCall({ operation: 'image' }))).toEqual({})
  })

  it('as a format of sound, which stays as it was', () => {
    expect(fromBetaSettings({ input_audio_format: name })).toEqual({ audio: { input: { format: name } } })
  })

  it('as an effort, which stays as it was or is none', () => {
    const body: JsonObject = { messages: [], reasoning_effort: name }
    const shaped = [
      qwen.shapeRequest?.(body, aCall({ model: 'qwen-plus' })),
      xai.shapeRequest?.(body, aCall({ model: 'grok-4.5' })),
      zhipu.shapeRequest?.(body, aCall({ model: 'glm-5.2' })),
    ]
    for (const each of shaped) expect(JSON.parse(JSON.stringify(each))).toEqual(each)
  })
})
