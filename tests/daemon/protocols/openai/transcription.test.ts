import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { audioLength } from '../../../../src/daemon/counting/audio-duration.ts'
import { fileOf, formToJson, parseMultipart } from '../../../../src/daemon/protocols/openai/multipart.ts'
import {
  openaiTranscription,
  openaiTranslation,
} from '../../../../src/daemon/protocols/openai/transcription.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { numbers, recorded, refusal, strangeDocuments } from './operation-fixtures.ts'

const file = { filename: 'a.wav', content_type: 'audio/wav', bytes: 9 }

describe('requests for transcriptions', () => {
  it('a recorded upload is read out of its form, and its length out of the upload', () => {
    const wav = readFileSync(new URL('../../../fixtures/openai-operations/upload.wav', import.meta.url))
    const body = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="model"\r\n\r\ngpt-4o-transcribe\r\n'),
      Buffer.from('--x\r\nContent-Disposition: form-data; name="stream"\r\n\r\ntrue\r\n--x\r\n'),
      Buffer.from('Content-Disposition: form-data; name="file"; filename="audio.wav"\r\n'),
      Buffer.from('Content-Type: audio/wav\r\n\r\n'),
      wav,
      Buffer.from('\r\n--x--\r\n'),
    ])
    const form = parseMultipart(body, 'multipart/form-data; boundary=x')
    expect(openaiTranscription.readRequest(formToJson(form))).toMatchObject({
      model: 'gpt-4o-transcribe',
      isStream: true,
      attachments: 1,
    })
    expect(audioLength(fileOf(form, 'file')?.bytes ?? Buffer.alloc(0))).toEqual({
      seconds: 0.1,
      isEstimated: false,
    })
  })

  it.each<[string | undefined, JsonObject]>([
    ['file', {}],
    ['file', { file: 'text' }],
    ['file', { file: [file, file] }],
    ['model', { file, model: '' }],
    ['stream', { file, stream: 'maybe' }],
    [undefined, { file, temperature: 0.5, response_format: 'srt', include: ['logprobs'] }],
  ])('%s is refused of %j', (field, body) => {
    expect(refusal(openaiTranscription, body)).toBe(field)
    expect(refusal(openaiTranslation, body)).toBe(field)
  })

  it('whisper-1 is the default and never streams', () => {
    expect(openaiTranscription.readRequest({ file, stream: true })).toMatchObject({
      model: 'whisper-1',
      isStream: false,
    })
  })

  it('the prompt is what filters see', () => {
    expect(openaiTranscription.readTexts({ file, prompt: 'names' }).input).toBe('names')
  })
})

describe('usage of transcriptions', () => {
  it.each<[string, readonly number[] | string]>([
    ['transcription.tokens', [1, 5, 0, 0, 1]],
    // 37 seconds.
    ['transcription.duration', [617, 0, 0, 0, 0]],
    // 36 seconds; the stated 13 and 151 tokens are not what Mistral charges.
    ['transcription.mistral', [600, 0, 0, 0, 0]],
    ['translation', 'none'],
  ])('of the recorded %s', (name, expected) => {
    expect(numbers(openaiTranscription, recorded(name))).toEqual(expected)
  })

  it('the length of a verbose answer counts where no usage stands beside it, as number and as text', () => {
    expect(numbers(openaiTranslation, { text: 'x', duration: 61.2 })).toEqual([1033, 0, 0, 0, 0])
    expect(numbers(openaiTranslation, { text: 'x', duration: '61.2' })).toEqual([1033, 0, 0, 0, 0])
    expect(numbers(openaiTranslation, { text: 'x', duration: 0 })).toBe('none')
    expect(numbers(openaiTranslation, { text: 'x', duration: -5 })).toBe('invalid')
  })

  it('strange documents are no usage', () => {
    expect(numbers(openaiTranscription, strangeDocuments[6] ?? null)).toBe('invalid')
    for (const document of strangeDocuments.toSpliced(6, 1))
      expect(numbers(openaiTranscription, document)).toBe('none')
  })
})

describe('answers with transcriptions', () => {
  it.each(['transcription.tokens', 'transcription.duration', 'transcription.mistral', 'translation'])(
    '%s delivers its text',
    (name) => {
      const document = recorded(name)
      expect(openaiTranscription.readOutput(document)).toEqual({
        text: document.text,
        hiddenText: '',
        hasOutput: true,
      })
      expect(openaiTranscription.readDisguisedFailure(document)).toBeUndefined()
    },
  )

  it('silence is an answer too', () => {
    expect(openaiTranscription.readOutput({ text: '' }).hasOutput).toBe(true)
    expect(openaiTranscription.readDisguisedFailure({ text: '' })).toBeUndefined()
  })

  it('streamed, deltas deliver their text once and the last event states the tokens', () => {
    const delta = '{"type":"transcript.text.delta","delta":"Hello","logprobs":[]}'
    const segment = '{"type":"transcript.text.segment","text":"Hello","speaker":"A"}'
    const done =
      '{"text":"Hello","usage":{"type":"tokens","input_tokens":14,"input_token_details":{"text_tokens":0,"audio_tokens":14},"output_tokens":5,"total_tokens":19},"type":"transcript.text.done"}'
    expect([delta, segment, done].map(openaiTranscription.classify)).toEqual([
      'content',
      'content',
      'terminator',
    ])
    expect([delta, segment].map((each) => openaiTranscription.readOutput(JSON.parse(each)))).toEqual([
      { text: 'Hello', hiddenText: '', hasOutput: true },
      { text: '', hiddenText: '', hasOutput: true },
    ])
    expect(numbers(openaiTranscription, JSON.parse(done))).toEqual([14, 5, 0, 0, 14])
  })
})
