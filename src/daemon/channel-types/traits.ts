import type { UpstreamTraits } from '../protocols/conversation/codec.ts'
import type { Call, ChannelType } from './types.ts'

/**
 * Traits that are safe for any vendor with an OpenAI-like API: the older role and cap, which a type renames if its models need
 * the newer ones, documents inside the request, because `file_data` cannot be a link, and no extensions of other vendors.
 */
const OPENAI_SHAPED: UpstreamTraits = {
  takesDeveloperRole: false,
  takesCompletionTokensCap: false,
  takesDocumentUrls: false,
  takesTopK: false,
  takesCacheMarks: false,
  takesWebSearch: false,
}

/** Returns the features that the vendor's variant of the call's format accepts. */
export function traitsOf(type: ChannelType, call: Call): UpstreamTraits {
  const own = type.traits?.(call) ?? {}
  return call.operation === 'chat' &&
    (type.codecFor?.('chat', call.channel, call.model) ?? type.serves.chat)?.id === 'openai-chat'
    ? { ...OPENAI_SHAPED, ...own }
    : own
}
