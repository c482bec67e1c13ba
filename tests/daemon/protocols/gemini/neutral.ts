import type {
  AnswerContext,
  ClientConversation,
  EncodeTarget,
  ModelAdapters,
  UpstreamConversation,
} from '../../../../src/daemon/protocols/conversation/codec.ts'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import type { ConversationRequest } from '../../../../src/daemon/protocols/conversation/types.ts'
import { geminiGenerate } from '../../../../src/daemon/protocols/gemini/index.ts'

function halves(): { client: ClientConversation; upstream: UpstreamConversation } {
  const { client, upstream } = geminiGenerate
  if (!client || !upstream) throw new Error('the codec lacks a half')
  return { client, upstream }
}

export const { client, upstream } = halves()

export const adapters = (own: Partial<ModelAdapters> = {}): ModelAdapters => ({
  claudeOutputTokens: new Map(),
  claudeCacheMarks: false,
  claudeThinkingSuffix: false,
  claudeThinkingShare: 0.8,
  geminiThinkingSuffix: false,
  geminiThinkingShare: 0.6,
  geminiThinkingModels: [],
  geminiSafety: new Map(),
  geminiVersions: new Map(),
  geminiImageModels: [],
  claudeHeaders: new Map(),
  ...own,
})

export const target = (own: Partial<EncodeTarget> = {}): EncodeTarget & { losses: LossList } => ({
  model: 'gemini-3.5-flash',
  isStream: false,
  traits: {},
  adapters: adapters(),
  ...own,
  losses: new LossList(),
})

export const asks = (own: Partial<ConversationRequest> = {}): ConversationRequest => ({
  model: 'gemini-3.5-flash',
  isStream: false,
  turns: [{ role: 'user', parts: [{ kind: 'text', text: 'Hello' }] }],
  tools: [],
  ...own,
})

export const context = (own: Partial<AnswerContext> = {}): AnswerContext => ({
  model: 'asked-model',
  requestId: 'request-1',
  created: 1_760_000_000,
  wantsStreamUsage: true,
  wantsReasoningText: true,
  request: asks(),
  body: {},
  promptTokensEstimate: 10,
  ...own,
})
