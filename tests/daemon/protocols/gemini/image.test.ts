import { describe, expect, it } from 'vitest'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import { geminiImage, imagenImage } from '../../../../src/daemon/protocols/gemini/index.ts'
import { asObject } from '../../../../src/daemon/protocols/json-access.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'

function encode(request: JsonObject, codec = geminiImage) {
  const losses = new LossList()
  return { body: codec.form?.encodeRequest?.(request, losses), losses: losses.fields }
}

const gemini = { model: 'gemini-2.5-flash-image', prompt: 'A cat' }
const imagen = { model: 'imagen-4.0-generate-001', prompt: 'A cat' }

/** An answer in the documented form. Recordings with images are too large to keep. */
const answer = {
  candidates: [
    {
      content: {
        parts: [
          { text: 'draft', thought: true },
          { inlineData: { mimeType: 'image/png', data: 'ZHJhZnQ=' }, thought: true },
          { text: 'A cat.' },
          { inlineData: { mimeType: 'image/png', data: 'Y2F0' } },
        ],
      },
      finishReason: 'STOP',
    },
  ],
  usageMetadata: {
    promptTokenCount: 5,
    candidatesTokenCount: 1300,
    totalTokenCount: 1305,
    candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
  },
  createTime: '2026-03-05T22:50:27.840502Z',
}

describe('pictures by Gemini', () => {
  it('are asked for as an answer with pictures', () => {
    expect(encode({ ...gemini, size: '1536x1024', n: 1 })).toEqual({
      body: {
        contents: [{ role: 'user', parts: [{ text: 'A cat' }] }],
        generationConfig: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '3:2' } },
      },
      losses: [],
    })
  })

  it.each([
    ['1024x1024', '1:1', []],
    ['1024x1792', '9:16', []],
    ['16:9', '16:9', []],
    ['800x600', '4:3', ['size']],
    ['auto', undefined, []],
    ['large', undefined, ['size']],
  ])('of size %s have the shape %s', (size, aspectRatio, losses) => {
    const said = encode({ ...gemini, size })
    expect(said.losses).toEqual(losses)
    const config = asObject(said.body?.generationConfig) ?? {}
    expect(config.imageConfig).toEqual(aspectRatio && { aspectRatio })
  })

  it('come as data, and say so to who wanted a link', () => {
    expect(encode({ ...gemini, response_format: 'url', quality: 'high' }).losses).toEqual([
      'quality',
      'response_format',
    ])
  })

  it('are read without the drafts among the thoughts', () => {
    expect(geminiImage.form?.decodeAnswer?.(answer, gemini)).toEqual({
      created: 1_772_751_027,
      data: [{ b64_json: 'Y2F0', revised_prompt: 'A cat.' }],
      usage: {
        input_tokens: 5,
        output_tokens: 1300,
        total_tokens: 1305,
        input_tokens_details: { text_tokens: 5, image_tokens: 0 },
        output_tokens_details: { text_tokens: 10, image_tokens: 1290 },
      },
    })
    expect(geminiImage.readUsage(answer)).toMatchObject({ usage: { imageOutputTokens: 1290 } })
  })

  it.each([
    ['n', { ...gemini, n: 2 }],
    ['stream', { ...gemini, stream: true }],
    ['n', { ...imagen, n: 5 }],
  ])('refuse %s', (_field, request) => {
    expect(() => encode(request)).toThrow(expect.objectContaining({ code: 'translation_unsupported' }))
  })

  it.each([
    ['a blocked prompt', { promptFeedback: { blockReason: 'SAFETY' } }],
    ['a filtered picture', { candidates: [{ finishReason: 'IMAGE_SAFETY' }] }],
    ['a picture that Imagen withheld', { predictions: [{ raiFilteredReason: 'unsafe' }] }],
  ])('fail with %s', (_name, document) => {
    expect(geminiImage.readOutput(document).hasOutput).toBe(false)
    expect(geminiImage.readDisguisedFailure(document)).toMatchObject({ code: 'content_policy_violation' })
  })
})

describe('pictures by Imagen', () => {
  it('are asked for as predictions, by the model’s name', () => {
    const request = { ...imagen, n: 2, size: '1024x1792', negative_prompt: 'dogs' }
    const expected = {
      body: {
        instances: [{ prompt: 'A cat' }],
        parameters: { sampleCount: 2, aspectRatio: '9:16', negativePrompt: 'dogs' },
      },
      losses: [],
    }
    expect(encode(request)).toEqual(expected)
    expect(encode(request, imagenImage)).toEqual(expected)
  })

  it('are read, and state no usage', () => {
    const document = {
      predictions: [{ mimeType: 'image/png', bytesBase64Encoded: 'Y2F0' }, { raiFilteredReason: 'x' }],
    }
    expect(geminiImage.form?.decodeAnswer?.(document, imagen)).toEqual({
      created: 0,
      data: [{ b64_json: 'Y2F0' }],
    })
    expect(geminiImage.readOutput(document).hasOutput).toBe(true)
    expect(geminiImage.readDisguisedFailure(document)).toBeUndefined()
    expect(geminiImage.readUsage(document).kind).toBe('none')
  })
})
