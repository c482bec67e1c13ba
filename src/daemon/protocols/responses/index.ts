export { asksCompaction } from './ask-summary.ts'
export { usesClientTools } from './client-tool-items.ts'
export { openaiCompaction } from './compaction.ts'
export { collectCountableTexts } from './countable-texts.ts'
export { inputItems, itemType } from './input-items.ts'
export { openaiResponses } from './openai-responses.ts'
export {
  conversationIdOf,
  isOwnResponseId,
  itemIdOf,
  itemPrefixOf,
  newResponseKey,
  ownResponseOf,
  responseIdOf,
} from './own-ids.ts'
export { readStoredUse } from './read-stored-use.ts'
export { takesReasoning } from './reasoning-models.ts'
export { replayed, withReasoning } from './replayed-items.ts'
export { queuedResponse } from './response-object.ts'
export { readConversation, sealedNames } from './states.ts'
export { storedItem } from './stored-item.ts'
export { encodeWarmUp } from './warm-up.ts'
