import type { ClientRoute, ConversationRoute } from './client-routes.ts'
import type { Recording } from './corpus.ts'

/** The format of a recorded answer. */
export type RecordedForm = ConversationRoute | 'cohere' | 'ollama'

/** Properties of the channel that a recording needs. */
export interface ChannelKind {
  /** Number of the channel's type. */
  readonly type: number
  readonly key: 'plain' | 'aws' | 'google'
  /** The channel's `other` column. */
  readonly other?: string
  /** Set for OpenAI's own host and a model that it serves only through Responses. */
  readonly isResponsesAlone?: boolean
}

/** How a recording is served through the gateway: the channel that reaches it, and the clients that receive it. */
export interface Serving extends ChannelKind {
  /** The route of a client that uses the very same protocol, so that bytes pass through; absent = no client does. */
  readonly own?: ClientRoute
  /** Set for conversations, which are served to clients of every conversation protocol. */
  readonly form?: RecordedForm
  /** The route of clients that use another form, for an operation that is not a conversation. */
  readonly carried?: ClientRoute
}

/** The reason why the gateway does not relay a recording. */
export interface NotRelayed {
  readonly why: string
}

type Rule = (recording: Recording) => Serving | NotRelayed

const openai = 1
/** Vertex AI, which requires a region. */
const vertex = { type: 41, key: 'google', other: 'us-east5' } as const

/** Providers with a dedicated channel type; the others are reached as OpenAI at another URL. */
const openaiShaped: Readonly<Record<string, number>> = {
  azure: 3,
  ollama: 4,
  openrouter: 20,
  xai: 48,
  'github-models': 49,
  deepseek: 43,
}

/** Ollama through its own API. */
const ollamaNative: ChannelKind = { type: 4, key: 'plain', other: 'native' }

const plain = (type: number, own: ClientRoute): Serving => ({ type, key: 'plain', own })

const ofProvider =
  (own: ClientRoute, form?: RecordedForm): Rule =>
  ({ provider }) => ({ ...plain(openaiShaped[provider] ?? openai, own), ...(form && { form }) })

const conversation =
  (type: number, form: ConversationRoute): Rule =>
  () => ({ type, key: 'plain', own: form, form })

const notRelayed =
  (why: string): Rule =>
  () => ({ why })

const claudeOnBedrock: Rule = ({ request }) =>
  /anthropic\.claude-(?!v2|instant)/.test(request?.path ?? '')
    ? { type: 33, key: 'aws', own: 'messages', form: 'messages' }
    : { why: 'another maker’s model, or one from before the Messages API: only Claude is served there' }

const images: Rule = ({ endpoint, provider, request }) => {
  if (request?.path === '/api/v1/images') return { why: 'an address of its own, in no channel type' }
  if (endpoint.endsWith('variations')) return plain(openai, 'image-variation')
  return plain(openaiShaped[provider] ?? openai, endpoint.endsWith('edits') ? 'image-edit' : 'image')
}

const transcriptions: Rule = ({ endpoint }) =>
  plain(openai, endpoint.endsWith('translations') ? 'translation' : 'transcription')

const embeddings: Rule = (recording) =>
  recording.request?.method === 'GET'
    ? { why: 'a report of usage, no call of a model' }
    : ofProvider('embedding')(recording)

const mistralModerations: Rule = ({ request }) =>
  request?.path === '/v1/moderations'
    ? plain(42, 'moderation')
    : { why: 'the moderation of chats has no counterpart among the client routes' }

const lists = notRelayed('lists of models are answered by the gateway itself')
const counts = notRelayed('counted by the gateway itself')
const native = notRelayed('the vendor is spoken to by its compatible mode')
const older = notRelayed('an older API of the vendor; its successor is spoken')

const rules: Readonly<Record<string, Rule>> = {
  'openai.chat': ofProvider('chat', 'chat'),
  'openai.responses': ofProvider('responses', 'responses'),
  'openai.completions': ofProvider('completion'),
  'openai.embeddings': embeddings,
  'openai.moderations': () => plain(openai, 'moderation'),
  'openai.images': images,
  'openai.audio.speech': () => plain(openai, 'speech'),
  'openai.audio.transcriptions': transcriptions,
  'deepseek.chat': conversation(43, 'chat'),
  'mistral.chat': conversation(42, 'chat'),
  'mistral.embeddings': () => plain(42, 'embedding'),
  'mistral.fim': () => plain(42, 'fim'),
  'mistral.moderations': mistralModerations,
  'mistral.audio.speech': () => ({ type: 42, key: 'plain', carried: 'speech' }),
  'mistral.audio.transcriptions': () => plain(42, 'transcription'),
  'dashscope.chat': conversation(17, 'chat'),
  'dashscope.embeddings': () => plain(17, 'embedding'),
  'dashscope.rerank': () => ({ type: 17, key: 'plain', carried: 'rerank' }),
  'anthropic.messages': conversation(14, 'messages'),
  'gemini.generate': conversation(24, 'generate'),
  'gemini.stream': conversation(24, 'generate'),
  'gemini.embed': ({ request }) => ({
    ...plain(24, request?.path.endsWith(':embedContent') ? 'embed-content' : 'batch-embed-contents'),
    carried: 'embedding',
  }),
  'vertex.generate': () => ({ ...vertex, own: 'generate', form: 'generate' }),
  'vertex.stream': () => ({ ...vertex, own: 'generate', form: 'generate' }),
  'vertex.anthropic': () => ({ ...vertex, own: 'messages', form: 'messages' }),
  'vertex.embed': () => ({ ...vertex, carried: 'embedding' }),
  'vertex.predict': () => ({ ...vertex, carried: 'embedding' }),
  'bedrock.invoke': claudeOnBedrock,
  'bedrock.invoke_stream': claudeOnBedrock,
  'ollama.chat': () => ({ ...ollamaNative, form: 'ollama' }),
  'ollama.embed': () => ({ ...ollamaNative, carried: 'embedding' }),
  'cohere.chat': () => ({ type: 34, key: 'plain', form: 'cohere' }),
  'cohere.embed': () => ({ type: 34, key: 'plain', carried: 'embedding' }),
  'cohere.rerank': () => ({ type: 34, key: 'plain', carried: 'rerank' }),

  'anthropic.count_tokens': counts,
  'bedrock.count_tokens': counts,
  'gemini.count': counts,
  'vertex.count': counts,
  'vertex.compute_tokens': counts,
  'cohere.tokenize': counts,
  'anthropic.models': lists,
  'gemini.models': lists,
  'mistral.models': lists,
  'openai.models': lists,
  'ollama.tags': lists,
  'bedrock.apply_guardrail': notRelayed('guardrails are no call of a model'),
  'bedrock.converse': notRelayed('Claude is called by InvokeModel, which keeps its own protocol whole'),
  'bedrock.converse_stream': notRelayed(
    'Claude is called by InvokeModel, which keeps its own protocol whole',
  ),
  'cohere.chat_v1': older,
  'cohere.generate': older,
  'dashscope.apps': native,
  'dashscope.generation': native,
  'dashscope.image': notRelayed('hands out a task to be asked for; pictures come in one call'),
  'dashscope.multimodal': native,
  'dashscope.native_embeddings': native,
  'dashscope.tasks': notRelayed('tasks that are asked for again and again are not relayed'),
  'dashscope.video': notRelayed('there is no route for videos'),
  'gemini.interactions': notRelayed('conversations that the vendor keeps have no client route'),
  'huggingface.inference': notRelayed('inference by pipelines has no client route'),
  'mistral.agents': notRelayed('agents that the vendor keeps have no client route'),
  'mistral.ocr': notRelayed('no client route asks for it'),
  'ollama.generate': notRelayed('a completion in the vendor’s own form; its chat is spoken'),
  other: notRelayed('files, batches, threads, fine-tuning, videos and vendors without a channel type'),
}

/** Protocols that a type serves natively, so that nothing would be translated for their clients. */
const alsoSpoken: Readonly<Record<number, readonly ConversationRoute[]>> = {
  1: ['responses'],
  3: ['responses'],
  4: ['responses', 'messages'],
  20: ['responses', 'messages'],
  43: ['responses', 'messages'],
  48: ['responses'],
}

/** A type that speaks only OpenAI's chat: 01.AI's. */
const chatAlone: ChannelKind = { type: 31, key: 'plain' }
const responsesAlone: ChannelKind = { type: openai, key: 'plain', isResponsesAlone: true }

/**
 * Returns the channel through which a client of another protocol gets a recorded conversation: the provider's own,
 * unless that one would be called in the client's protocol instead of the recorded one.
 */
export const translatingChannel = (serving: Serving, client: ConversationRoute): ChannelKind => {
  if (serving.form === 'responses') return responsesAlone
  return serving.form === 'chat' && alsoSpoken[serving.type]?.includes(client) ? chatAlone : serving
}

const undecided: NotRelayed = { why: 'no rule says yet how this protocol is served' }

/** Explains why a recording is not a model call although it has the name of a protocol; undefined = it is one. */
const noCallOf = ({ request }: Recording): NotRelayed | undefined => {
  if (request && request.method !== 'POST') return { why: 'what a vendor keeps is read or deleted' }
  return request?.path.endsWith('/responses/compact')
    ? { why: 'a conversation is made shorter, which tests of its own show' }
    : undefined
}

/**
 * Looks up how a recording is served. Protocols without a rule are not replayed, but listed in the report to be
 * noticed.
 */
export const servingOf = (recording: Recording): Serving | NotRelayed => {
  const rule = Object.hasOwn(rules, recording.protocol) ? rules[recording.protocol] : undefined
  const serving = rule?.(recording) ?? undecided
  return isServed(serving) ? (noCallOf(recording) ?? serving) : serving
}

export const isServed = (serving: Serving | NotRelayed): serving is Serving => 'type' in serving
