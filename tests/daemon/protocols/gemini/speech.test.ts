import { describe, expect, it } from 'vitest'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import { geminiSpeech } from '../../../../src/daemon/protocols/gemini/index.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'

function encode(request: JsonObject) {
  const losses = new LossList()
  return { body: geminiSpeech.form?.encodeRequest?.(request, losses), losses: losses.fields }
}

const decode = (parts: JsonObject[], request: JsonObject = {}) =>
  geminiSpeech.form?.decodeAnswer?.({ candidates: [{ content: { parts } }] }, request) ?? {}

const sound = (mimeType: string, bytes: readonly number[]) => ({
  inlineData: { mimeType, data: Buffer.from(bytes).toString('base64') },
})

describe('speech', () => {
  it('is asked for as an answer of sound', () => {
    const request = {
      model: 'gemini-2.5-flash-preview-tts',
      input: 'Hello',
      voice: 'Puck',
      response_format: 'wav',
    }
    expect(encode({ ...request, instructions: 'Say it softly.' })).toEqual({
      body: {
        contents: [{ role: 'user', parts: [{ text: 'Say it softly.\n\nHello' }] }],
        generationConfig: {
          responseModalities: ['AUDIO'],
          speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } } },
        },
      },
      losses: [],
    })
  })

  it('tells what comes near only', () => {
    expect(encode({ input: 'a', voice: 'alloy', speed: 2 }).losses).toEqual([
      'response_format',
      'speed',
      'voice',
    ])
  })

  it.each([
    ['mp3', { input: 'a', response_format: 'mp3' }],
    ['events', { input: 'a', response_format: 'wav', stream_format: 'sse' }],
  ])('is refused as %s', (_name, request) => {
    expect(() => encode(request)).toThrow(expect.objectContaining({ code: 'translation_unsupported' }))
  })

  it('comes as a WAV file with every sample, whatever pieces it came in', () => {
    const pcm = 'audio/L16;codec=pcm;rate=16000'
    const answer = decode([sound(pcm, [1, 2, 3, 4]), sound(pcm, [5, 6])])
    expect(answer.content_type).toBe('audio/wav')
    const file = Buffer.from(String(answer.audio_base64), 'base64')
    expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ')
    expect(file.readUInt32LE(4)).toBe(file.length - 8)
    expect(file.readUInt32LE(24)).toBe(16_000)
    expect(file.readUInt32LE(40)).toBe(6)
    expect([...file.subarray(44)]).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('comes raw to who asked for samples, and untouched where it is a file already', () => {
    const raw = decode([sound('audio/L16;rate=24000', [1, 2])], { response_format: 'pcm' })
    expect(raw).toEqual({ audio_base64: 'AQI=', content_type: 'audio/pcm' })
    expect(decode([sound('audio/ogg', [1, 2])])).toEqual({ audio_base64: 'AQI=', content_type: 'audio/ogg' })
  })

  it('delivers nothing without sound', () => {
    expect(geminiSpeech.readOutput({ candidates: [{ finishReason: 'STOP' }] }).hasOutput).toBe(false)
  })
})
