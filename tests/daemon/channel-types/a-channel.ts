import type { Call, Channel } from '../../../src/daemon/channel-types/types.ts'
import type { ModelAdapters } from '../../../src/daemon/protocols/conversation/codec.ts'

/** Builds a working channel. @param given members that a test changes */
export function aChannel(given: Partial<Channel> = {}): Channel {
  return {
    id: 7,
    type: 1,
    name: 'test',
    keys: ['sk-test'],
    openaiOrganization: '',
    maxInputTokens: 0,
    baseUrl: '',
    other: '',
    modelMapping: new Map(),
    statusCodeMapping: new Map(),
    models: [],
    groups: ['default'],
    autoBan: true,
    testModel: '',
    priority: 0,
    weight: 0,
    tag: '',
    modelPrefix: '',
    setting: {},
    paramOverride: undefined,
    systemPrompt: '',
    status: 1,
    createdTime: 1_790_000_000,
    ...given,
  }
}

/** Builds a chat call through {@link aChannel}. @param given members that a test changes */
export function aCall(given: Partial<Call> = {}, channel: Partial<Channel> = {}): Call {
  return {
    channel: aChannel(channel),
    key: 'sk-test',
    operation: 'chat',
    path: '/v1/chat/completions',
    model: 'gpt-4o',
    isStream: false,
    query: {},
    headers: {},
    credential: undefined,
    adapters: someAdapters(),
    ...given,
  }
}

/** Returns the administrator's options at their defaults. @param given members that a test changes */
export function someAdapters(given: Partial<ModelAdapters> = {}): ModelAdapters {
  return {
    claudeOutputTokens: new Map([['default', 8192]]),
    claudeCacheMarks: true,
    claudeThinkingSuffix: true,
    claudeThinkingShare: 0.8,
    geminiThinkingSuffix: false,
    geminiThinkingShare: 0.6,
    geminiThinkingModels: [],
    geminiSafety: new Map([['default', 'OFF']]),
    geminiVersions: new Map([['default', 'v1beta']]),
    geminiImageModels: [],
    claudeHeaders: new Map(),
    ...given,
  }
}
