export { cohereChat } from './chat.ts'
export { cohereEmbedding } from './embedding.ts'
export { cohereErrors } from './errors.ts'
export { cohereRerank } from './rerank.ts'
