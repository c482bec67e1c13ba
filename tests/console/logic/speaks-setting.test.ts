import { describe, expect, it } from 'vitest'
import { readSpeaks, writeSpeaks } from '../../../src/console/pages/channels/editor/speaks-setting.ts'

describe('finding relay 5: the API of an upstream in the extra settings of its channel', () => {
  it.each([
    ['', 'auto'],
    ['{"speaks":"chat"}', 'chat'],
    ['{"speaks":"responses","force_format":true}', 'responses'],
    ['{"speaks":"auto"}', 'auto'],
    ['{"speaks":', undefined],
    ['[]', undefined],
  ])('is read from %s as %s', (setting, speaks) => {
    expect(readSpeaks(setting)).toBe(speaks)
  })

  it('is written beside the others, and auto is not written', () => {
    const written = writeSpeaks('{"force_format":true}', 'chat')
    expect(JSON.parse(written)).toEqual({ force_format: true, speaks: 'chat' })
    expect(JSON.parse(writeSpeaks(written, 'auto'))).toEqual({ force_format: true })
    expect(writeSpeaks('{"speaks":"chat"}', 'auto')).toBe('')
  })
})
