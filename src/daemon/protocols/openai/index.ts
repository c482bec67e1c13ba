export { openaiChat } from './chat.ts'
export { openaiCompletion } from './completion.ts'
export { openaiEmbedding } from './embedding.ts'
export { openaiModeration } from './moderation.ts'
