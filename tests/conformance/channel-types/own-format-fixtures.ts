import { answer, type ChannelTypeFixtures, failure } from './fixture.ts'
import { SERVICE_ACCOUNT } from './service-account.ts'

/** Models of Vertex AI by operation: the protocols of three makers behind one URL. */
const VERTEX_MODELS = {
  generate: 'gemini-2.5-flash',
  messages: 'claude-sonnet-4-6',
  chat: 'meta/llama-4-maverick-17b-128e-instruct-maas',
  embedding: 'gemini-embedding-001',
  image: 'gemini-2.5-flash-image',
  speech: 'gemini-2.5-flash-preview-tts',
  video: 'veo-3.1-generate-001',
} as const

/** Vendors with their own formats, including Anthropic and Google. */
export const ownFormatFixtures: Readonly<Record<string, ChannelTypeFixtures>> = {
  anthropic: {
    requests: ['messages'],
    example: { models: { messages: 'claude-sonnet-4-6' } },
    variants: { 'a vendor with the same API': { baseUrl: 'https://api.moonshot.cn/anthropic' } },
    answers: [
      answer('messages', 'anthropic/text.stream.txt', 19, 9, 0, 0, 0),
      answer('messages', 'anthropic/parallel-tools.stream.txt', 469, 104, 0, 0, 0),
      answer('messages', 'anthropic/stop-sequence.stream.txt', 16, 28, 0, 0, 0),
      answer('messages', 'anthropic/structured.stream.txt', 939, 25, 0, 0, 0),
      answer('messages', 'anthropic/thinking-tool.json', 541, 184, 0, 0, 0),
      answer('messages', 'anthropic/redacted-thinking.json', 1680, 13, 0, 1670, 7),
      answer('messages', 'anthropic/parallel-tools-unary.json', 514, 152, 0, 0, 0),
    ],
    failures: [
      failure(401, 'anthropic/error-401.json', '', 'invalid x-api-key', true, {
        type: 'authentication_error',
      }),
      failure(404, 'anthropic/error-404.json', '', 'there-is-no-such-model', false, {
        type: 'not_found_error',
      }),
      failure(429, 'anthropic/error-429.json', '', 'rate limit', false, { type: 'rate_limit_error' }),
    ],
  },
  'aws-claude': {
    requests: ['messages'],
    example: {
      key: 'AKIACONFORMANCE01|AWS/SECRET+KEY0002|us-east-1',
      sent: 'Credential=AKIACONFORMANCE01/',
      withheld: ['AWS/SECRET+KEY0002'],
      models: { messages: 'claude-sonnet-4-5-20250929' },
      badKeys: [
        'AKIACONFORMANCE01',
        'AKIACONFORMANCE01|secret',
        'a|b|c|d|e',
        'a|b|not a region',
        '|s|us-east-1',
      ],
      hasModelList: false,
    },
    variants: {
      'a temporary key': { key: 'AKIACONFORMANCE01|AWS/SECRET+KEY0002|eu-west-1|SESSION0003' },
      'a Bedrock API key': {
        key: 'ABSKconformance01|us-east-1',
        sent: 'Bearer ABSKconformance01',
        withheld: [],
      },
    },
    rewrites: ['messages'],
    answers: [
      answer('messages', 'aws/claude-text.eventstream', 646, 54, 0, 0, 0),
      answer('messages', 'aws/claude-tools.eventstream', 273, 88, 0, 0, 0),
      answer('messages', 'aws/claude-cached.json', 11470, 44, 9511, 1956, 0),
    ],
    failures: [
      failure(400, 'aws/error-400.json', 'ValidationException', 'URL sources are not supported'),
      failure(403, 'aws/error-403.json', 'AccessDeniedException', 'have access to the model'),
      failure(403, 'aws/error-403-token.json', 'AccessDeniedException', 'security token', true),
      failure(503, 'aws/error-503.json', 'ServiceUnavailableException', 'throttled'),
    ],
  },
  'vertex-ai': {
    requests: ['generate', 'messages', 'chat'],
    example: {
      key: SERVICE_ACCOUNT,
      sent: 'Bearer ya29.conformance-token',
      withheld: ['conformance@project-1.iam.gserviceaccount.com', 'private_key'],
      credential: 'ya29.conformance-token',
      other: 'us-central1',
      badOthers: ['../x', 'us central1', '{"default":"evil.example/"}'],
      models: VERTEX_MODELS,
      badKeys: ['{"project_id":"p"}', '{', SERVICE_ACCOUNT.replace('project-1', '../x')],
      hasModelList: false,
    },
    variants: {
      'a region by model': {
        other: '{"default":"us-central1","claude-sonnet-4-6":"europe-west1"}',
      },
    },
    token: { granted: 'vertex/token.json', refused: 'vertex/token-refused-400.json' },
    rewrites: ['generate', 'messages'],
    answers: [
      answer('generate', 'gemini/vertex.generate-c3ba3fc26e.json', 19, 160, 0, 0, 132),
      answer('generate', 'gemini/vertex.generate-0f02ea998f.json', 61, 79, 0, 0, 69),
      answer('generate', 'gemini/vertex.stream-3b77473223.json', 57, 52, 0, 0, 42),
      answer('generate', 'gemini/vertex.stream-43f46b2da2.json', 6, 20, 0, 0, 0),
      answer('messages', 'vertex/claude.json', 16, 16, 0, 0, 0),
      answer('messages', 'anthropic/vertex-tool.stream.txt', 453, 67, 0, 0, 0),
      answer('chat', 'openai-family/documented/chat.json', 14, 2, 0, 0, 0),
      answer('chat', 'openai-family/documented/chat.stream.txt', 14, 5, 0, 0, 0),
      answer('embedding', 'vertex/predict.json', 2, 0, 0, 0, 0),
      {
        ...answer('embedding', 'vertex/embed-content.json', 11, 0, 0, 0, 0),
        model: 'gemini-embedding-2-preview',
      },
      answer('image', 'gemini-media/image.json', 8, 1295, 0, 0, 0),
      { ...answer('image', 'gemini-media/imagen.json'), model: 'imagen-4.0-generate-001' },
      answer('speech', 'gemini-media/speech.json', 6, 34, 0, 0, 0),
      answer('video', 'tasks/veo-vertex-accepted.json'),
    ],
    failures: [
      failure(
        403,
        'gemini/vertex.generate-59be0bb8c4.json',
        'IAM_PERMISSION_DENIED',
        'aiplatform.endpoints.predict',
      ),
      failure(403, 'vertex/error-403-claude.json', '', 'Permission denied', true, {
        operation: 'messages',
      }),
    ],
  },
  'google-gemini': {
    requests: ['generate'],
    example: {
      models: {
        generate: 'gemini-2.5-flash',
        embedding: 'gemini-embedding-001',
        image: 'gemini-2.5-flash-image',
        speech: 'gemini-2.5-flash-preview-tts',
        video: 'veo-3.1-generate-preview',
      },
      badOthers: ['../v1', 'v1/x'],
    },
    rewrites: ['generate'],
    answers: [
      answer('generate', 'gemini/gemini.generate-f7c4b18457.json', 85, 181, 0, 0, 155),
      answer('generate', 'gemini/gemini.generate-e67d2c4804.json', 341, 509, 92, 0, 499),
      answer('generate', 'gemini/gemini.generate-5429150637.json', 14, 0, 0, 0, 0),
      answer('generate', 'gemini/gemini.stream-12ce303c4c.json', 121, 74, 0, 0, 38),
      answer('generate', 'gemini/gemini.stream-960b0bce19.json', 125, 48, 0, 0, 38),
      answer('embedding', 'gemini/gemini.embed-588c4dd565.json'),
      answer('image', 'gemini-media/image.json', 8, 1295, 0, 0, 0),
      { ...answer('image', 'gemini-media/imagen.json'), model: 'imagen-4.0-generate-001' },
      answer('speech', 'gemini-media/speech.json', 6, 34, 0, 0, 0),
      answer('video', 'tasks/veo-accepted.json'),
    ],
    failures: [
      failure(404, 'gemini/gemini.generate-aa3f8bca57.json', 'NOT_FOUND', 'is not found for API version'),
      failure(400, 'gemini/gemini.generate-243998f026.json', 'INVALID_ARGUMENT', 'JSON mode'),
      failure(429, 'gemini/gemini.generate-5b8b5328be.json', 'RESOURCE_EXHAUSTED', 'current quota'),
      failure(503, 'gemini/gemini.stream-97e06d4eef.json', 'UNAVAILABLE', 'high demand'),
    ],
  },
  'google-palm': {
    requests: ['generate'],
    example: { models: { generate: 'gemini-2.5-flash' } },
    answers: [
      answer('generate', 'gemini/gemini.generate-d8f71fb825.json', 125, 42, 0, 0, 32),
      answer('generate', 'gemini/gemini.stream-8049ef4843.json', 64, 7, 0, 0, 0),
    ],
    failures: [
      failure(404, 'gemini/gemini.generate-aa3f8bca57.json', 'NOT_FOUND', 'is not found for API version'),
    ],
  },
  cohere: {
    requests: ['chat'],
    answers: [
      answer('chat', 'cohere/chat-thinking.json', 431, 661, 0, 0, 0),
      answer('chat', 'cohere/chat-tool.json', 91, 31, 0, 0, 0),
      answer('chat', 'cohere/chat-thinking.stream.txt', 65, 63, 0, 0, 28),
      answer('chat', 'cohere/chat-tools.stream.txt', 62, 28, 0, 0, 0),
      answer('embedding', 'cohere/embed.json', 7, 0, 0, 0, 0),
      answer('rerank', 'cohere/rerank.json'),
    ],
    failures: [failure(404, 'cohere/error-404.json', '', 'model')],
  },
  dify: {
    requests: ['chat'],
    example: { hasModelList: false },
    answers: [
      answer('chat', 'dify/chat.json', 1033, 128, 0, 0, 0),
      answer('chat', 'dify/chatflow.stream.txt', 1033, 128, 0, 0, 0),
      answer('chat', 'dify/agent.stream.txt', 1033, 128, 0, 0, 0),
      answer('chat', 'dify/replaced.stream.txt', 1033, 128, 0, 0, 0),
    ],
    failures: [
      failure(400, 'dify/error-400.json', 'invalid_param', 'blocking mode'),
      failure(200, 'dify/error.stream.txt', 'rate_limit_error', 'The model is busy'),
    ],
  },
  'ai-proxy-library': {
    requests: ['chat'],
    example: { other: 'library-1', badOthers: ['', ' '], hasModelList: false },
    rewrites: ['chat'],
    answers: [answer('chat', 'ai-proxy/answer.json'), answer('chat', 'ai-proxy/answer.stream.txt')],
    failures: [failure(200, 'ai-proxy/error.json', '1001', 'library not found')],
  },
  'baidu-wenxin': {
    requests: ['chat'],
    example: {
      key: 'BAIDUAPIKEY01|BAIDUSECRETKEY02',
      sent: undefined,
      withheld: ['BAIDUAPIKEY01', 'BAIDUSECRETKEY02'],
      credential: '24.conformance+token/0123',
      models: { chat: 'ERNIE-4.0-8K', embedding: 'bge-large-zh' },
      badKeys: ['BAIDUAPIKEY01', 'a|b|c', 'BAIDUAPIKEY01|'],
      hasModelList: false,
    },
    token: { granted: 'baidu/token.json', refused: 'baidu/token-refused-401.json' },
    answers: [
      answer('chat', 'baidu/chat.json', 7, 11, 0, 0, 0),
      answer('chat', 'baidu/function.json', 88, 57, 0, 0, 0),
      answer('chat', 'baidu/chat.stream.txt', 5, 19, 0, 0, 0),
      answer('chat', 'baidu/function.stream.txt', 88, 41, 0, 0, 0),
      answer('embedding', 'baidu/embedding.json', 12, 0, 0, 0, 0),
    ],
    failures: [
      failure(200, 'baidu/error-14.json', '14', 'IAM Certification failed', true),
      failure(200, 'baidu/error-18.json', '18', 'request limit'),
      failure(200, 'baidu/error-336103.json', '336103', 'too long'),
      failure(200, 'baidu/failed.stream.txt', '336100', 'try again'),
      failure(200, 'baidu/error-18.json', '18', 'request limit', false, { operation: 'embedding' }),
    ],
  },
  'tencent-hunyuan': {
    requests: ['chat'],
    example: {
      key: '1300000000|AKIDconformance01|HUNYUANSECRET02',
      sent: 'Credential=AKIDconformance01/',
      withheld: ['HUNYUANSECRET02'],
      badKeys: ['a|b', 'a|b|c|d', 'a||c'],
      hasModelList: false,
    },
    variants: {
      'a plain key': {
        key: 'conformance-key-01',
        sent: 'Bearer conformance-key-01',
        withheld: [],
        hasModelList: true,
      },
    },
    answers: [
      answer('chat', 'hunyuan/chat.json', 3, 8, 0, 0, 0),
      answer('chat', 'hunyuan/tools.json', 33, 21, 0, 0, 0),
      answer('chat', 'hunyuan/chat.stream.txt', 11, 8, 0, 0, 0),
      answer('chat', 'hunyuan/tools.stream.txt', 11, 12, 0, 0, 0),
      { ...answer('chat', 'hunyuan/openai.stream.txt', 3, 2, 0, 0, 0), variant: 'a plain key' },
      answer('embedding', 'hunyuan/embedding.json', 6, 0, 0, 0, 0),
      {
        ...answer('embedding', 'openai-family/documented/embedding.json', 6, 0, 0, 0, 0),
        variant: 'a plain key',
      },
    ],
    failures: [
      failure(200, 'hunyuan/error-auth.json', 'AuthFailure.SignatureFailure', 'could not be validated', true),
      failure(
        200,
        'hunyuan/error-resource-pack.json',
        'FailedOperation.ResourcePackExhausted',
        '资源包',
        true,
      ),
      failure(200, 'hunyuan/error-limit.json', 'LimitExceeded', '频率限制'),
      failure(200, 'hunyuan/failed.stream.txt', '4001', '服务内部错误'),
      failure(
        200,
        'hunyuan/error-auth.json',
        'AuthFailure.SignatureFailure',
        'could not be validated',
        true,
        {
          operation: 'embedding',
        },
      ),
      failure(401, 'openai-family/documented/error-401.json', 'invalid_api_key', 'Invalid token', true, {
        variant: 'a plain key',
      }),
    ],
  },
  'iflytek-spark': {
    requests: ['chat'],
    example: {
      key: 'appconform1|SPARKSECRET02|SPARKAPIKEY03',
      // The signature is in the URL, and the application in the body.
      sent: undefined,
      withheld: ['SPARKSECRET02'],
      models: { chat: 'Spark-Max' },
      badKeys: ['appconform1', 'a|b', 'a|b|c|d', 'a||c'],
      hasModelList: false,
    },
    variants: {
      'the HTTP service': {
        key: 'SPARKPASSWORD04',
        sent: 'Bearer SPARKPASSWORD04',
        withheld: [],
        badKeys: ['a|b'],
        baseUrl: 'https://spark-api-open.xf-yun.com',
      },
    },
    rewrites: ['chat'],
    answers: [
      answer('chat', 'spark/chat.stream.txt', 13, 9, 0, 0, 0),
      answer('chat', 'spark/thinking.stream.txt', 7, 12, 0, 0, 0),
      answer('chat', 'spark/function.stream.txt', 102, 3, 0, 0, 0),
      { ...answer('chat', 'spark/http.json', 6, 42, 0, 0, 0), variant: 'the HTTP service' },
      { ...answer('chat', 'spark/http.stream.txt', 6, 2, 0, 0, 0), variant: 'the HTTP service' },
    ],
    failures: [
      failure(200, 'spark/error-11200.json', '11200', 'AppIdNoAuthError', true),
      failure(200, 'spark/error-10013.json', '10013', 'audit error', false, {
        type: 'content_policy_violation',
      }),
      failure(200, 'spark/error-10907.json', '10907', 'token count'),
      failure(401, 'spark/error-401.json', '', 'HMAC signature', true),
      failure(200, 'spark/failed.stream.txt', '10008', 'capacity'),
      failure(401, 'spark/http-error-401.json', '11200', 'Invalid token', true, {
        variant: 'the HTTP service',
      }),
    ],
  },
}
