import { answer, type ChannelTypeFixtures, failure } from './fixture.ts'
import {
  completion,
  DOCUMENTED,
  documentedChat,
  embedding,
  FAMILY,
  messages,
  nativeOllama,
  OPERATIONS,
  realtime,
  responses,
} from './shared-answers.ts'

/** Vendors that use variants of OpenAI's formats, or other formats in addition. */
export const mixedFormatFixtures: Readonly<Record<string, ChannelTypeFixtures>> = {
  cloudflare: {
    requests: ['chat'],
    example: { other: 'account01', badOthers: ['', '../x', 'a/b'] },
    answers: [
      answer('chat', 'cloudflare/chat-structured.json'),
      answer('chat', 'cloudflare/chat.stream.txt', 62, 7, 0, 0, 0),
      ...responses,
      embedding,
    ],
    failures: [failure(403, 'cloudflare/error-401.json', '10000', 'Authentication error', true)],
  },
  fastgpt: {
    example: { hasModelList: false },
    answers: [answer('chat', 'fastgpt/chat.json'), answer('chat', `${DOCUMENTED}/fastgpt-chat.stream.txt`)],
    failures: [failure(500, 'fastgpt/error-514.json', '514', 'Key is error', true)],
  },
  'alibaba-qwen': {
    requests: ['chat'],
    example: { models: { image: 'qwen-image' }, badOthers: ['ключ', 'a\r\nb'] },
    answers: [
      answer('chat', 'qwen/chat-cached.json', 392, 37, 256, 0, 0),
      answer('chat', 'qwen/chat.stream.txt', 24, 13, 0, 0, 0),
      answer('chat', 'openai-chat/dashscope-tools.json', 202, 29, 0, 0, 0),
      completion,
      embedding,
      answer('rerank', 'qwen/rerank.json', 42, 0, 0, 0, 0),
      answer('image', 'qwen/image.json'),
    ],
    failures: [
      failure(401, 'qwen/error-401.json', 'InvalidApiKey', 'Invalid API-key', true),
      failure(400, 'qwen/error-400-arrearage.json', 'Arrearage', 'good standing', true),
      failure(400, 'qwen/error-400-inspection.json', 'data_inspection_failed', 'inappropriate', false, {
        type: 'content_policy_violation',
      }),
      failure(400, 'qwen/rerank-error-400.json', 'InvalidParameter', 'Model not exist', false, {
        operation: 'rerank',
      }),
    ],
  },
  minimax: {
    requests: ['chat', 'messages'],
    answers: [
      ...responses,
      answer('chat', 'minimax/chat.json', 42, 12, 0, 0, 8),
      ...documentedChat,
      ...messages,
      answer('embedding', 'minimax/embedding.json', 7, 0, 0, 0, 0),
      answer('image', 'minimax/image.json'),
      answer('image', 'minimax/image-base64.json'),
      answer('speech', 'minimax/speech.json'),
    ],
    failures: [
      failure(200, 'minimax/base-resp-1002.json', '1002', 'rate limit', false, { operation: 'chat' }),
      failure(200, 'minimax/base-resp-1004.json', '1004', 'login fail', true, { operation: 'chat' }),
      failure(200, 'minimax/base-resp-1004.json', '1004', 'login fail', true, { operation: 'embedding' }),
      failure(200, 'minimax/base-resp-1004.json', '1004', 'login fail', true, { operation: 'image' }),
      failure(200, 'minimax/base-resp-1004.json', '1004', 'login fail', true, { operation: 'speech' }),
      failure(200, 'minimax/failed.stream.txt', '1027', 'new_sensitive', false, {
        operation: 'chat',
        type: 'content_policy_violation',
      }),
    ],
  },
  zhipu: {
    requests: ['chat'],
    example: {
      key: 'idconformance01.SECRETCONFORMANCE02',
      // A token signed with the key.
      sent: 'Bearer eyJ',
      withheld: ['SECRETCONFORMANCE02'],
    },
    variants: { 'a plain key': { key: 'plain-conformance-01', sent: 'plain-conformance-01' } },
    answers: [
      answer('chat', 'zhipu/chat-tools.json', 190, 122, 43, 0, 0),
      answer('chat', 'zhipu/chat.stream.txt', 266, 71, 177, 0, 49),
      answer('chat', 'zhipu/chat-tools.stream.txt', 226, 108, 4, 0, 0),
      answer('embedding', 'zhipu/embedding.json', 4, 0, 0, 0, 0),
      answer('image', 'zhipu/image.json'),
      answer('speech', `${OPERATIONS}/speech.mp3`),
      answer('transcription', 'zhipu/transcription.json'),
      answer('rerank', 'zhipu/rerank.json', 72, 0, 0, 0, 0),
    ],
    failures: [
      failure(401, 'zhipu/error-401.json', '1002', 'Authorization Token', true),
      failure(429, 'zhipu/error-429-arrears.json', '1113', '欠费', true),
      failure(429, 'zhipu/error-429.json', '1302', '并发数过高'),
      failure(400, 'zhipu/error-400-policy.json', '1301', '不安全或敏感内容'),
    ],
  },
  ollama: {
    variants: { 'its own API': { other: 'native', operations: ['chat', 'embedding'] } },
    answers: [
      answer('chat', `${FAMILY}/ollama/chat.json`, 215, 285, 0, 0, 0),
      ...documentedChat,
      completion,
      ...responses,
      ...messages,
      answer('embedding', `${FAMILY}/ollama/embedding.json`, 2, 0, 0, 0, 0),
      ...nativeOllama,
    ],
    failures: [failure(401, `${FAMILY}/ollama/error-401.json`, '', 'Unauthorized', true)],
  },
  xai: {
    requests: ['chat'],
    rewrites: ['chat'],
    answers: [
      answer('chat', `${FAMILY}/xai/chat.json`, 165, 332, 151, 0, 232),
      answer('chat', `${FAMILY}/xai/chat.stream.txt`, 331, 282, 330, 0, 271),
      ...responses,
      answer('image', `${OPERATIONS}/image.xai.json`),
      realtime,
    ],
    failures: [
      failure(503, `${FAMILY}/xai/error-503.json`, 'The service is currently unavailable', 'at capacity'),
      failure(
        400,
        `${DOCUMENTED}/xai-error-400.json`,
        'Client specified an invalid argument',
        'Incorrect API key',
        true,
      ),
      failure(400, 'responses/xai/error-400.json', 'invalid-argument', 'Incorrect API key', true, {
        operation: 'responses',
      }),
    ],
  },
}
