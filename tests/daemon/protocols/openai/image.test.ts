import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/daemon/errors/app-error.ts'
import {
  openaiImage,
  openaiImageEdit,
  openaiImageVariation,
} from '../../../../src/daemon/protocols/openai/image.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { numbers, recorded, refusal, strangeDocuments } from './operation-fixtures.ts'

const picture = { filename: 'a.png', content_type: 'image/png', bytes: 9 }

describe('requests for pictures', () => {
  it('a recorded one is taken as it is', () => {
    expect(openaiImage.readRequest(recorded('image.request'))).toEqual({
      model: 'dall-e-2',
      isStream: false,
      outputTokensCap: undefined,
      wantsStreamUsage: false,
      reasoningEffort: undefined,
      attachments: 0,
    })
  })

  it('without a model they ask for dall-e-2', () => {
    expect(openaiImage.readRequest({ prompt: 'a cat' }).model).toBe('dall-e-2')
    expect(refusal(openaiImage, { prompt: 'a cat', size: '1024x1792' })).toBe('size')
  })

  it.each<[string | undefined, JsonObject]>([
    ['prompt', {}],
    ['prompt', { prompt: '' }],
    ['prompt', { prompt: ['a'] }],
    ['n', { prompt: 'a', n: 0 }],
    ['n', { prompt: 'a', n: 11 }],
    ['n', { prompt: 'a', n: 1.5 }],
    ['n', { prompt: 'a', n: 'ten' }],
    ['n', { prompt: 'a', model: 'dall-e-3', n: 2 }],
    ['n', { prompt: 'a', n: '2' }],
    ['n', { prompt: 'a', model: 'dall-e-3', batch_size: 2 }],
    ['batch_size', { prompt: 'a', batch_size: 11 }],
    ['num_images', { prompt: 'a', num_images: [2, 2] }],
    [
      'sequential_image_generation_options.max_images',
      { prompt: 'a', sequential_image_generation_options: { max_images: 16 } },
    ],
    ['size', { prompt: 'a', size: 5 }],
    ['size', { prompt: 'a', model: 'dall-e', size: '1792x1024' }],
    ['size', { prompt: 'a', model: 'dall-e-3', size: '512x512' }],
    ['quality', { prompt: 'a', quality: {} }],
    ['stream', { prompt: 'a', stream: 'yes' }],
    ['partial_images', { prompt: 'a', partial_images: 4 }],
    [undefined, { prompt: 'a', n: null, size: null, quality: null, stream: null }],
    [undefined, { prompt: 'a', model: 'dall-e-3', n: 1, size: '1792x1024', quality: 'hd' }],
    [undefined, { prompt: 'a', model: 'dall-e-2', size: '' }],
    [undefined, { prompt: 'a', batch_size: '4', sequential_image_generation: 'auto' }],
    [undefined, { prompt: 'a', model: 'flux', size: '3840x2160', n: 10, image_size: '2K' }],
    [undefined, { prompt: 'a', model: 'gpt-image-1', size: 'auto', stream: true, partial_images: 2 }],
  ])('%s is refused of %j', (field, body) => {
    expect(refusal(openaiImage, body)).toBe(field)
  })

  it('a multiplication sign is named, and what to write instead', () => {
    expect(() => openaiImage.readRequest({ prompt: 'a', model: 'flux', size: '1024×1024' })).toThrow(
      expect.toSatisfy((error) => error instanceof AppError && /×.*1024x1024/.test(error.message)),
    )
  })

  it('edits need a picture and a prompt, variations only a picture', () => {
    expect(refusal(openaiImageEdit, { prompt: 'a' })).toBe('image')
    expect(refusal(openaiImageEdit, { image: picture })).toBe('prompt')
    expect(refusal(openaiImageVariation, {})).toBe('image')
    expect(refusal(openaiImageVariation, { image: picture })).toBeUndefined()
    const edit = openaiImageEdit.readRequest({
      prompt: 'a',
      image: [picture, picture],
      mask: picture,
      stream: true,
    })
    expect(edit).toMatchObject({ attachments: 3, isStream: true })
  })

  it('their prompt is what filters and logs see', () => {
    expect(openaiImage.readTexts({ prompt: 'a cat' })).toEqual({ system: '', context: '', input: 'a cat' })
    expect(openaiImageVariation.readTexts({})).toEqual({ system: '', context: '', input: '' })
  })
})

describe('answers with pictures', () => {
  it.each(['image.dall-e-2', 'image.dall-e-3', 'image.variation', 'image.openrouter', 'image.xai'])(
    '%s delivers something and is no failure',
    (name) => {
      const document = recorded(name)
      expect(openaiImage.readOutput(document)).toEqual({ text: '', hiddenText: '', hasOutput: true })
      expect(openaiImage.readDisguisedFailure(document)).toBeUndefined()
    },
  )

  it('those of older models state no tokens, and a price is no usage', () => {
    for (const name of ['image.dall-e-2', 'image.dall-e-3', 'image.variation', 'image.xai'])
      expect(numbers(openaiImage, recorded(name))).toBe('none')
  })

  it('tokens are read with their share of pictures', () => {
    expect(numbers(openaiImage, recorded('image.openrouter'))).toEqual([1125, 1120, 0, 1120, 0])
    const usage = {
      total_tokens: 4660,
      input_tokens: 500,
      output_tokens: 4160,
      input_tokens_details: { text_tokens: 100, image_tokens: 400 },
    }
    expect(numbers(openaiImage, { created: 1, data: [{ b64_json: 'x' }], usage })).toEqual([
      500, 4160, 400, 4160, 0,
    ])
    const both = { ...usage, output_tokens_details: { text_tokens: 160, image_tokens: 4000 } }
    expect(numbers(openaiImage, { usage: both })).toEqual([500, 4160, 400, 4000, 0])
  })

  it('a refusal is one, with status 400 or in disguise', () => {
    const refused = recorded('image.error-400')
    expect(openaiImage.readFailure(400, JSON.stringify(refused))).toMatchObject({
      code: 'invalid_value',
      type: 'invalid_request_error',
      param: 'output_format',
    })
    expect(openaiImage.readDisguisedFailure(refused)).toMatchObject({ code: 'invalid_value' })
  })

  it('strange documents are no output, no usage and no reason to fail', () => {
    for (const document of strangeDocuments) {
      expect(numbers(openaiImage, document)).toBe('none')
      expect(openaiImage.readOutput(document).text).toBe('')
    }
  })
})

describe('streams of pictures', () => {
  const partial = '{"type":"image_generation.partial_image","b64_json":"aGVsbG8=","partial_image_index":0}'
  const completed =
    '{"b64_json": "aGVsbG8=", "type": "image_edit.completed", "usage": {"input_tokens": 10, "output_tokens": 4160, "total_tokens": 4170, "input_tokens_details": {"image_tokens": 4, "text_tokens": 6}}}'

  it('partial pictures are content, the complete one is the end and states the usage', () => {
    expect(openaiImage.classify(partial)).toBe('content')
    expect(openaiImage.readOutput(JSON.parse(partial)).hasOutput).toBe(true)
    expect(openaiImage.classify(completed)).toBe('terminator')
    expect(openaiImage.readOutput(JSON.parse(completed)).hasOutput).toBe(true)
    expect(numbers(openaiImage, JSON.parse(completed))).toEqual([10, 4160, 4, 4160, 0])
  })

  it('errors are told from unknown events', () => {
    expect(
      openaiImage.classify('{"type":"error","error":{"message":"blocked","code":"moderation_blocked"}}'),
    ).toBe('error')
    expect(openaiImage.classify('{"message":"overloaded","code":500}')).toBe('error')
    expect(openaiImage.classify('{"type":"image_generation.in_progress"}')).toBe('content')
    expect(openaiImage.classify('not json')).toBe('content')
    expect(openaiImage.classify('')).toBe('comment')
    expect(openaiImage.classify('[DONE]')).toBe('terminator')
  })

  it("a name within somebody's text is no event's", () => {
    const data = JSON.stringify({ kind: 'x', text: '"type":"image_generation.completed"' })
    expect(openaiImage.classify(data)).toBe('content')
  })
})
