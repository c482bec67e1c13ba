export { ollamaChat } from './chat.ts'
export { ollamaEmbedding, ollamaOldEmbedding } from './embedding.ts'
export { ollamaErrors } from './errors.ts'
export { ollamaGenerate } from './generate.ts'
