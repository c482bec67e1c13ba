import type { OperationName } from '../../src/daemon/protocols/types.ts'

/** One answer of a vendor with what must be read from it. Files stand in `tests/fixtures/openai-family`. */
export interface AnswerFixture {
  readonly operation: OperationName
  readonly file: string
  /** input, output, cache reads, cache writes, reasoning; undefined = the vendor states none */
  readonly usage: readonly [number, number, number, number, number] | undefined
}

export interface FailureFixture {
  readonly status: number
  readonly file: string
  readonly code: string
  /** A part of the message. */
  readonly message: string
  readonly isKeyDead: boolean
}

export interface ChannelTypeFixtures {
  readonly answers: readonly AnswerFixture[]
  readonly failures: readonly FailureFixture[]
}

type Numbers = [number, number, number, number, number]

const answer = (operation: OperationName, file: string, ...usage: Numbers | []): AnswerFixture => ({
  operation,
  file,
  usage: usage.length === 0 ? undefined : usage,
})

const documentedChat = [
  answer('chat', 'documented/chat.json', 14, 2, 0, 0, 0),
  answer('chat', 'documented/chat.stream.txt', 14, 5, 0, 0, 0),
]
const completion = answer('completion', 'documented/completion.json', 9, 3, 0, 0, 0)
const embedding = answer('embedding', 'documented/embedding.json', 6, 0, 0, 0, 0)
const unauthorized: FailureFixture = {
  status: 401,
  file: 'documented/error-401.json',
  code: 'invalid_api_key',
  message: 'Invalid token',
  isKeyDead: true,
}

/** By slug; a type without an entry fails the conformance test. */
export const channelTypeFixtures: Readonly<Record<string, ChannelTypeFixtures>> = {
  openai: {
    answers: [
      answer('chat', 'openai/chat.json', 4020, 4, 0, 4012, 0),
      answer('chat', 'openai/chat.stream.txt', 1087, 147, 0, 0, 128),
      answer('chat', 'openai/chat-tools.stream.txt', 190, 379, 0, 0, 320),
      answer('completion', 'openai/completion.json', 4, 5, 0, 0, 0),
      answer('completion', 'openai/completion.stream.txt', 5, 9, 0, 0, 0),
      answer('embedding', 'openai/embedding.json', 124, 0, 0, 0, 0),
      answer('moderation', 'openai/moderation.json'),
    ],
    failures: [
      {
        status: 401,
        file: 'openai/error-401.json',
        code: 'invalid_api_key',
        message: 'Incorrect API key',
        isKeyDead: true,
      },
      {
        status: 400,
        file: 'openai/error-400.json',
        code: 'unsupported_parameter',
        message: 'max_tokens',
        isKeyDead: false,
      },
    ],
  },
  azure: {
    answers: [
      answer('chat', 'azure/chat.json', 7087, 173, 0, 0, 0),
      answer('chat', 'azure/chat.stream.txt', 64, 87, 0, 0, 64),
      completion,
      answer('embedding', 'azure/embedding.json', 8, 0, 0, 0, 0),
    ],
    failures: [
      {
        status: 404,
        file: 'azure/error-404.json',
        code: '404',
        message: 'Resource not found',
        isKeyDead: false,
      },
      {
        status: 429,
        file: 'azure/error-429.json',
        code: 'RateLimitReached',
        message: 'exceeded rate limit',
        isKeyDead: false,
      },
    ],
  },
  ollama: {
    answers: [
      answer('chat', 'ollama/chat.json', 215, 285, 0, 0, 0),
      ...documentedChat,
      completion,
      answer('embedding', 'ollama/embedding.json', 2, 0, 0, 0, 0),
    ],
    failures: [
      { status: 401, file: 'ollama/error-401.json', code: '', message: 'Unauthorized', isKeyDead: true },
    ],
  },
  custom: {
    answers: [
      ...documentedChat,
      answer('chat', 'others/perplexity-chat.stream.txt', 8, 5, 0, 0, 0),
      answer('chat', 'others/databricks-chat.stream.txt', 501, 51, 0, 0, 0),
      answer('chat', 'others/groq-chat.stream.txt', 151, 88, 0, 0, 49),
      answer('chat', 'others/ai21-chat.stream.txt', 30, 184, 0, 0, 0),
      answer('chat', 'others/cerebras-chat.stream.txt', 145, 98, 0, 0, 0),
      completion,
      embedding,
      answer('moderation', 'openai/moderation.json'),
    ],
    failures: [
      {
        status: 404,
        file: 'others/venice-error-404.json',
        code: '',
        message: 'Specified model not found',
        isKeyDead: false,
      },
      {
        status: 500,
        file: 'others/huggingface-error-500.json',
        code: '',
        message: 'unknown error',
        isKeyDead: false,
      },
      {
        status: 501,
        file: 'others/llamacpp-error-501.json',
        code: '501',
        message: 'does not support embeddings',
        isKeyDead: false,
      },
    ],
  },
  ai360: { answers: [...documentedChat, embedding], failures: [unauthorized] },
  openrouter: {
    answers: [
      answer('chat', 'openrouter/chat.json', 2572, 63, 0, 2569, 0),
      answer('chat', 'openrouter/chat.stream.txt', 211, 86, 128, 0, 20),
      completion,
      answer('embedding', 'openrouter/embedding.json', 7, 0, 0, 0, 0),
    ],
    failures: [
      {
        status: 429,
        file: 'openrouter/error-429.json',
        code: '429',
        message: 'Rate limit exceeded',
        isKeyDead: false,
      },
      {
        status: 502,
        file: 'documented/openrouter-error-502.json',
        code: '502',
        message: 'Provider returned error: model is loading',
        isKeyDead: false,
      },
    ],
  },
  moonshot: {
    answers: [...documentedChat, answer('chat', 'documented/moonshot-chat.stream.txt', 19, 13, 16, 0, 0)],
    failures: [
      {
        status: 429,
        file: 'documented/moonshot-error-429.json',
        code: '',
        message: 'suspended',
        isKeyDead: true,
      },
    ],
  },
  lingyi: { answers: documentedChat, failures: [unauthorized] },
  jina: {
    answers: [embedding],
    failures: [
      {
        status: 402,
        file: 'documented/jina-error-402.json',
        code: '',
        message: 'Insufficient account balance',
        isKeyDead: true,
      },
      {
        status: 422,
        file: 'documented/jina-error-422.json',
        code: '',
        message: 'input: Field required',
        isKeyDead: false,
      },
    ],
  },
  siliconcloud: {
    answers: [
      ...documentedChat,
      answer('chat', 'documented/siliconcloud-chat.stream.txt', 7, 3, 0, 0, 1),
      completion,
      embedding,
    ],
    failures: [
      {
        status: 403,
        file: 'documented/siliconcloud-error-403.json',
        code: '30001',
        message: 'insufficient',
        isKeyDead: true,
      },
      {
        status: 401,
        file: 'documented/siliconcloud-error-401.json',
        code: '',
        message: 'Invalid token',
        isKeyDead: true,
      },
    ],
  },
  mistral: {
    answers: [
      answer('chat', 'mistral/chat.json', 254, 93, 48, 0, 0),
      answer('chat', 'mistral/chat.stream.txt', 159, 35, 128, 0, 0),
      answer('embedding', 'mistral/embedding.json', 9, 0, 0, 0, 0),
      answer('moderation', 'mistral/moderation.json', 12, 0, 0, 0, 0),
    ],
    failures: [
      {
        status: 400,
        file: 'mistral/error-400.json',
        code: '1500',
        message: 'Invalid model',
        isKeyDead: false,
      },
    ],
  },
  deepseek: {
    answers: [
      answer('chat', 'deepseek/chat.json', 976, 61, 896, 0, 25),
      answer('chat', 'deepseek/chat.stream.txt', 362, 19, 256, 0, 12),
      completion,
    ],
    failures: [
      {
        status: 401,
        file: 'deepseek/error-401.json',
        code: 'invalid_request_error',
        message: 'Authentication Fails',
        isKeyDead: true,
      },
    ],
  },
  m3e: { answers: [embedding], failures: [unauthorized] },
  volcano: {
    answers: [
      ...documentedChat,
      answer('chat', 'documented/volcano-bot-chat.json', 400, 50, 64, 0, 25),
      embedding,
    ],
    failures: [
      {
        status: 403,
        file: 'documented/volcano-error-403.json',
        code: 'AccountOverdueError',
        message: 'overdue',
        isKeyDead: true,
      },
    ],
  },
  'baidu-v2': {
    answers: [...documentedChat, embedding],
    failures: [
      {
        status: 403,
        file: 'documented/baidu-v2-error-401.json',
        code: 'invalid_iam_token',
        message: 'IAM',
        isKeyDead: true,
      },
    ],
  },
  xinference: {
    answers: [...documentedChat, completion, embedding],
    failures: [
      {
        status: 400,
        file: 'documented/xinference-error-400.json',
        code: '',
        message: 'Model not found',
        isKeyDead: false,
      },
    ],
  },
  xai: {
    answers: [
      answer('chat', 'xai/chat.json', 165, 332, 151, 0, 232),
      answer('chat', 'xai/chat.stream.txt', 331, 282, 330, 0, 271),
    ],
    failures: [
      {
        status: 503,
        file: 'xai/error-503.json',
        code: 'The service is currently unavailable',
        message: 'at capacity',
        isKeyDead: false,
      },
      {
        status: 400,
        file: 'documented/xai-error-400.json',
        code: 'Client specified an invalid argument',
        message: 'Incorrect API key',
        isKeyDead: true,
      },
    ],
  },
  'github-models': {
    answers: [answer('chat', 'azure/chat.json', 7087, 173, 0, 0, 0), ...documentedChat, embedding],
    failures: [
      {
        status: 429,
        file: 'github-models/error-429.txt',
        code: '',
        message: 'Too many requests',
        isKeyDead: false,
      },
    ],
  },
}
