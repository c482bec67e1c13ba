import type { UpstreamTraits } from '../protocols/conversation/codec.ts'
import type { Call, ChannelType } from './types.ts'

/**
 * What is safe to send to any vendor that looks like OpenAI: the older role and cap, which a type renames where its models
 * want the newer, documents inside the request, because `file_data` holds data and no link, and none of the others'
 * extensions.
 */
const OPENAI_SHAPED: UpstreamTraits = {
  takesDeveloperRole: false,
  takesCompletionTokensCap: false,
  takesDocumentUrls: false,
  takesTopK: false,
  takesCacheMarks: false,
  takesWebSearch: false,
}

/** What the vendor's variant of the call's format takes. */
export function traitsOf(type: ChannelType, call: Call): UpstreamTraits {
  const own = type.traits?.(call) ?? {}
  return call.operation === 'chat' &&
    (type.codecFor?.('chat', call.channel, call.model) ?? type.serves.chat)?.id === 'openai-chat'
    ? { ...OPENAI_SHAPED, ...own }
    : own
}
