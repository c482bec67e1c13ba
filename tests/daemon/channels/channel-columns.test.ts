import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  readChannelSetting,
  readModelMapping,
  readParamOverride,
  readStatusCodeMapping,
  splitKeys,
  splitList,
} from '../../../src/daemon/channels/channel-columns.ts'

describe('splitList', () => {
  it('gives trimmed names, each once, in their order', () => {
    expect(splitList(' b, a,,b\nc , ')).toEqual(['b', 'a', 'c'])
  })
})

describe('splitKeys', () => {
  it('splits by commas and line feeds', () => {
    expect(splitKeys('k1, k2\nk3,', true)).toEqual(['k1', 'k2', 'k3'])
  })

  it('leaves a service account whole', () => {
    expect(splitKeys(' {"a":1,\n"b":2} ', false)).toEqual(['{"a":1,\n"b":2}'])
  })
})

describe('readModelMapping', () => {
  it('follows chains to their end', () => {
    expect([...readModelMapping('{"a":"b","b":"c","x":"x"}')]).toEqual([
      ['a', 'c'],
      ['b', 'c'],
      ['x', 'x'],
    ])
  })

  it('reads empty text and {} as no mapping', () => {
    expect(readModelMapping('').size).toBe(0)
    expect(readModelMapping('{}').size).toBe(0)
  })

  it('ends for every mapping: either each target maps no further, or it is refused as a cycle', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    fc.assert(
      fc.property(fc.dictionary(names, names), (mapping) => {
        let read: ReadonlyMap<string, string>
        try {
          read = readModelMapping(JSON.stringify(mapping))
        } catch (error) {
          expect(error).toMatchObject({ code: 'model_mapping_cycle' })
          return
        }
        for (const target of read.values()) expect(mapping[target] ?? target).toBe(target)
      }),
    )
  })
})

describe('readStatusCodeMapping', () => {
  it('takes numbers and texts', () => {
    expect([...readStatusCodeMapping('{"400":"500","429":503}')]).toEqual([
      [400, 500],
      [429, 503],
    ])
  })

  it.each([
    '{"200":"500"}',
    '{"400":"200"}',
    '{"4xx":"500"}',
    '{"400":null}',
    '{"400":500.5}',
    '{"400":"5000"}',
  ])('refuses %s', (text) => {
    expect(() => readStatusCodeMapping(text)).toThrow(
      expect.objectContaining({ code: 'status_code_mapping_invalid' }),
    )
  })
})

describe('readChannelSetting', () => {
  it('reads every documented key', () => {
    const text = JSON.stringify({
      proxy: 'http://127.0.0.1:8080',
      force_format: true,
      thinking_to_content: true,
      stream_support: 'NON_STREAM_ONLY',
      system_role_to_user: false,
      pass_through_body_enabled: true,
      no_connection_reuse: true,
      first_byte_timeout: 1800,
      idle_timeout: 30,
      speaks: 'responses',
    })
    expect(readChannelSetting(text)).toEqual({
      proxy: 'http://127.0.0.1:8080',
      forceFormat: true,
      thinkingToContent: true,
      streamSupport: 'NON_STREAM_ONLY',
      systemRoleToUser: false,
      passThroughBodyEnabled: true,
      noConnectionReuse: true,
      firstByteTimeoutSeconds: 1800,
      idleTimeoutSeconds: 30,
      speaks: 'responses',
    })
    expect(readChannelSetting('{"speaks":"auto"}')).toEqual({})
  })

  it.each([0, 0.5, 3601, '60', null])('finding relay 12: refuses a time-out of %s', (value) => {
    for (const key of ['first_byte_timeout', 'idle_timeout'])
      expect(() => readChannelSetting(JSON.stringify({ [key]: value }))).toThrow(
        expect.objectContaining({ code: 'channel_setting_invalid' }),
      )
  })

  it.each(['toString', 'valueOf', 'hasOwnProperty'])('refuses %s like any unknown key', (key) => {
    expect(() => readChannelSetting(JSON.stringify({ [key]: true }))).toThrow(
      expect.objectContaining({ code: 'channel_setting_unknown' }),
    )
  })
})

describe('readParamOverride', () => {
  it('is undefined when it overrides nothing', () => {
    expect(readParamOverride('')).toBeUndefined()
    expect(readParamOverride(' {} ')).toBeUndefined()
    expect(readParamOverride('{"temperature":0}')).toEqual({ temperature: 0 })
  })

  it('refuses any text that is no object, however deep', () => {
    for (const text of [
      '{',
      '[]',
      '1',
      'null',
      '"x"',
      '['.repeat(30_000),
      `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`,
    ])
      expect(() => readParamOverride(text)).toThrow(expect.objectContaining({ code: 'invalid_json_text' }))
  })
})
