import { answer, failure } from './fixture.ts'

/** Folders of the recorded and documented answers in OpenAI's formats. */
export const FAMILY = 'openai-family'
export const DOCUMENTED = `${FAMILY}/documented`
export const OPERATIONS = 'openai-operations'

export const documentedChat = [
  answer('chat', `${DOCUMENTED}/chat.json`, 14, 2, 0, 0, 0),
  answer('chat', `${DOCUMENTED}/chat.stream.txt`, 14, 5, 0, 0, 0),
]
export const completion = answer('completion', `${DOCUMENTED}/completion.json`, 9, 3, 0, 0, 0)
export const embedding = answer('embedding', `${DOCUMENTED}/embedding.json`, 6, 0, 0, 0, 0)
export const responses = [
  answer('responses', 'responses/openai/incomplete.stream.txt', 439, 1984, 0, 0, 1984),
  answer('responses', 'responses/llamacpp/text.json', 18, 6, 0, 0, 0),
]
export const messages = [
  answer('messages', 'anthropic/text.stream.txt', 19, 9, 0, 0, 0),
  answer('messages', 'anthropic/prefill.json', 14, 10, 0, 0, 0),
]
export const video = answer('video', 'tasks/video-accepted.json')
export const image = answer('image', `${OPERATIONS}/image.dall-e-3.json`)
export const imageStream = answer('image', `${DOCUMENTED}/image.stream.txt`, 50, 50, 0, 0, 0)
export const imageEdit = answer('image-edit', `${OPERATIONS}/image.dall-e-2.json`)
export const imageVariation = answer('image-variation', `${OPERATIONS}/image.variation.json`)
export const speech = answer('speech', `${OPERATIONS}/speech.mp3`)
export const speechStream = answer('speech', `${DOCUMENTED}/speech.stream.txt`, 14, 101, 0, 0, 0)
export const transcription = [
  answer('transcription', `${OPERATIONS}/transcription.tokens.json`, 1, 5, 0, 0, 0),
  // 37 seconds at a thousand tokens per minute.
  answer('transcription', `${OPERATIONS}/transcription.duration.json`, 617, 0, 0, 0, 0),
]
export const transcriptionStream = answer(
  'transcription',
  `${DOCUMENTED}/transcription.stream.txt`,
  14,
  31,
  0,
  0,
  0,
)
export const translation = answer('translation', `${OPERATIONS}/translation.json`)
export const rerank = answer('rerank', `${OPERATIONS}/rerank.cohere-v1.json`)
export const realtime = answer('realtime', `${DOCUMENTED}/realtime-response-done.json`, 132, 121, 64, 0, 0)
export const nativeOllama = [
  answer('chat', 'ollama-native/chat-tool.json', 310, 145, 0, 0, 0),
  answer('chat', 'ollama-native/chat.stream.txt', 25, 9, 0, 0, 0),
  answer('chat', 'ollama-native/chat-tools.stream.txt', 262, 473, 0, 0, 0),
  answer('chat', 'ollama-native/chat-length.stream.txt', 15, 50, 0, 0, 0),
  answer('embedding', 'ollama-native/embed.json', 9, 0, 0, 0, 0),
].map((each) => ({ ...each, variant: 'its own API' }))
export const unauthorized = failure(
  401,
  `${DOCUMENTED}/error-401.json`,
  'invalid_api_key',
  'Invalid token',
  true,
)
