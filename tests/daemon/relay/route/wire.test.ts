import { describe, expect, it } from 'vitest'
import { channelTypes } from '../../../../src/daemon/channel-types/index.ts'
import type { Channel } from '../../../../src/daemon/channel-types/types.ts'
import { anthropicMessages } from '../../../../src/daemon/protocols/anthropic/index.ts'
import { geminiGenerate } from '../../../../src/daemon/protocols/gemini/index.ts'
import { openaiChat } from '../../../../src/daemon/protocols/openai/index.ts'
import type { Codec } from '../../../../src/daemon/protocols/types.ts'
import { chooseWire } from '../../../../src/daemon/relay/route/wire.ts'
import { channelOf } from '../../../support/channel-of.ts'

const tools = [{ type: 'function', function: { name: 'look_up' } }]

/** Returns the operation by which a channel is called. */
function wireFor(
  model: string,
  body: object,
  given: { type?: number; codec?: Codec; channel?: Partial<Channel> } = {},
): string | undefined {
  const { type: number = 1, codec = openaiChat, channel = {} } = given
  const type = channelTypes.get(number)
  if (!type) throw new Error(`no type ${number}`)
  const wanted = { codec, model, body: { model, ...body } as Record<string, string> }
  return chooseWire(type, channelOf({ id: 1, type: number, baseUrl: '', ...channel }), wanted)?.operation
}

describe('finding relay 2: models that take tools with reasoning on Responses only are asked there', () => {
  it.each([
    ['gpt-5.4', { tools, reasoning_effort: 'low' }, 'responses'],
    ['gpt-5.4', { tools }, 'chat'],
    ['gpt-5.4', { reasoning_effort: 'low' }, 'chat'],
    ['gpt-5.4-high', { tools }, 'responses'],
    ['gpt-5.5', { tools }, 'responses'],
    ['gpt-5.6-terra', { tools }, 'responses'],
    ['gpt-5.6-terra', { functions: tools }, 'responses'],
    ['gpt-5.6-terra', { tools, reasoning_effort: 'none' }, 'chat'],
    ['gpt-5.6-terra', { tools: [] }, 'chat'],
    ['gpt-5.2', { tools, reasoning_effort: 'high' }, 'chat'],
    ['gpt-5.3-codex', {}, 'responses'],
    ['o3-pro', {}, 'responses'],
    ['gpt-4.1', { tools, reasoning_effort: 'high' }, 'chat'],
  ])('%s with %o: %s', (model, body, operation) => {
    expect(wireFor(model, body)).toBe(operation)
    expect(wireFor(model, body, { type: 3, channel: { baseUrl: 'https://r.openai.azure.com' } })).toBe(
      operation,
    )
  })

  it('clients of other protocols are translated there as soon as they bring tools', () => {
    const claude = { codec: anthropicMessages }
    expect(wireFor('gpt-5.4', { tools }, claude)).toBe('responses')
    expect(wireFor('gpt-5.4', {}, claude)).toBe('chat')
    expect(wireFor('gpt-4.1', { tools }, claude)).toBe('chat')
  })

  it.each([
    ['Claude Code', anthropicMessages, { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
    ['Gemini CLI', geminiGenerate, { tools: [{ googleSearch: {} }] }],
  ])('a web search of %s is asked there too, except of search models', (_client, codec, body) => {
    expect(wireFor('gpt-5', body, { codec })).toBe('responses')
    expect(wireFor('gpt-4.1', body, { codec })).toBe('responses')
    expect(wireFor('gpt-4o-search-preview', body, { codec })).toBe('chat')
    expect(wireFor('gpt-5', { tools }, { codec })).toBe('chat')
  })

  it('Poe and gateways to OpenAI keep to its rules; of relays nobody knows', () => {
    const at = (baseUrl: string, model = 'gpt-5.5') => wireFor(model, { tools }, { channel: { baseUrl } })
    expect(at('https://api.poe.com', 'GPT-5.5')).toBe('responses')
    expect(at('https://eu.api.openai.com')).toBe('responses')
    expect(at('https://gateway.ai.cloudflare.com/v1/account/gateway/openai')).toBe('responses')
    expect(at('https://relay.example')).toBe('chat')
    expect(at('https://api.openai.com.example')).toBe('chat')
  })

  it('a channel that turns reasoning off, or passes bodies as they come, is asked by chat', () => {
    const off = { paramOverride: { reasoning_effort: 'none' } }
    expect(wireFor('gpt-5.6', { tools }, { channel: off })).toBe('chat')
    expect(wireFor('gpt-5.6', { tools }, { channel: { setting: { passThroughBodyEnabled: true } } })).toBe(
      'chat',
    )
  })
})
