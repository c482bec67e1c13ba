/** Protocols for conversations. */
export const conversationRoutes = ['chat', 'responses', 'messages', 'generate'] as const
export type ConversationRoute = (typeof conversationRoutes)[number]

export type ClientRoute =
  | ConversationRoute
  | 'completion'
  | 'embedding'
  | 'embed-content'
  | 'batch-embed-contents'
  | 'fim'
  | 'moderation'
  | 'image'
  | 'image-edit'
  | 'image-variation'
  | 'speech'
  | 'transcription'
  | 'translation'
  | 'rerank'

type Addressed = (model: string, isStream: boolean) => string

const google =
  (method: string): Addressed =>
  (model) =>
    `/v1beta/models/${encodeURIComponent(model.replace(/^models\//, ''))}:${method}`

/** The paths to which clients of each route send their requests. */
export const paths: Readonly<Record<ClientRoute, Addressed>> = {
  chat: () => '/v1/chat/completions',
  responses: () => '/v1/responses',
  messages: () => '/v1/messages',
  generate: (model, isStream) =>
    google(isStream ? 'streamGenerateContent' : 'generateContent')(model, isStream),
  completion: () => '/v1/completions',
  fim: () => '/v1/fim/completions',
  embedding: () => '/v1/embeddings',
  'embed-content': google('embedContent'),
  'batch-embed-contents': google('batchEmbedContents'),
  moderation: () => '/v1/moderations',
  image: () => '/v1/images/generations',
  'image-edit': () => '/v1/images/edits',
  'image-variation': () => '/v1/images/variations',
  speech: () => '/v1/audio/speech',
  transcription: () => '/v1/audio/transcriptions',
  translation: () => '/v1/audio/translations',
  rerank: () => '/v1/rerank',
}

/** Tells whether the URL of a route contains model and streaming, so that its body does not. */
export const isAddressed = (route: ClientRoute): boolean =>
  route === 'generate' || route === 'embed-content' || route === 'batch-embed-contents'

/** Returns the headers with which clients of a route authenticate. */
export const keyHeaders = (route: ClientRoute, key: string): Record<string, string> => {
  if (route === 'messages') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
  return isAddressed(route) ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` }
}
