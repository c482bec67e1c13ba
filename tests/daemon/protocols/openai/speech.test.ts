import { describe, expect, it } from 'vitest'
import { openaiSpeech } from '../../../../src/daemon/protocols/openai/speech.ts'
import { numbers, recorded, refusal, strangeDocuments } from './operation-fixtures.ts'

describe('requests for speech', () => {
  it('without a model they ask for tts-1; voice and the rest are not judged', () => {
    expect(openaiSpeech.readRequest({ input: 'hello', speed: 9 })).toMatchObject({
      model: 'tts-1',
      isStream: false,
    })
    expect(refusal(openaiSpeech, { model: 'm', input: null, voice: { id: 'v' } })).toBeUndefined()
  })

  it('a text that is none could not be charged', () => {
    expect(refusal(openaiSpeech, { input: ['hello'] })).toBe('input')
    expect(refusal(openaiSpeech, { model: '', input: 'hello' })).toBe('model')
  })

  it('events are asked for by name', () => {
    expect(openaiSpeech.readRequest({ input: 'x', stream_format: 'sse' }).isStream).toBe(true)
    expect(openaiSpeech.readRequest({ input: 'x', stream_format: 'audio' }).isStream).toBe(false)
  })

  it('what is said and how are what filters see', () => {
    expect(openaiSpeech.readTexts({ input: 'hello', instructions: 'slowly' })).toEqual({
      system: '',
      context: 'slowly',
      input: 'hello',
    })
  })
})

describe('answers with speech', () => {
  it('are bytes, or JSON with the sound in it', () => {
    expect(openaiSpeech.answers).toBe('bytes')
    const document = recorded('speech.mistral')
    expect(openaiSpeech.readOutput(document)).toEqual({ text: '', hiddenText: '', hasOutput: true })
    expect(openaiSpeech.readDisguisedFailure(document)).toBeUndefined()
    expect(
      openaiSpeech.readDisguisedFailure({ error: { message: 'no voice', code: 'voice_not_found' } }),
    ).toMatchObject({
      code: 'voice_not_found',
    })
  })

  it('streamed, deltas deliver and the last event states the tokens', () => {
    const delta = '{"type":"speech.audio.delta","audio":"aGVsbG8="}'
    const done =
      '{"type":"speech.audio.done","usage":{"input_tokens":4,"output_tokens":22,"total_tokens":26}}'
    expect(openaiSpeech.classify(delta)).toBe('content')
    expect(openaiSpeech.readOutput(JSON.parse(delta))).toEqual({ text: '', hiddenText: '', hasOutput: true })
    expect(openaiSpeech.classify(done)).toBe('terminator')
    expect(numbers(openaiSpeech, JSON.parse(done))).toEqual([4, 22, 0, 0, 0])
  })

  it('strange documents are no reason to fail', () => {
    for (const document of strangeDocuments) {
      expect(numbers(openaiSpeech, document)).toBe('none')
      expect(openaiSpeech.readOutput(document).hasOutput).toBe(false)
    }
  })
})
