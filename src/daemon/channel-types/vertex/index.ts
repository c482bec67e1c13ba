import { anthropicMessages } from '../../protocols/anthropic/index.ts'
import { geminiGenerate, geminiImage, geminiSpeech, vertexVideo } from '../../protocols/gemini/index.ts'
import { openaiChat } from '../../protocols/openai/index.ts'
import { vertexBetas } from '../claude/betas.ts'
import { apiKeyField, baseUrlField } from '../openai-family.ts'
import type { ChannelType } from '../types.ts'
import { vertexCredential } from './credential.ts'
import { vertexEmbedding } from './embedding-codec.ts'
import { speaksAs, vertexFamily } from './families.ts'
import { checkRegion } from './region.ts'
import { shapeVertexRequest } from './shape-request.ts'
import { readVertexTarget } from './target.ts'

/** Google's Vertex AI: the protocols of three makers at one address, chosen by the model name. */
export const vertex: ChannelType = {
  type: 41,
  slug: 'vertex-ai',
  label: 'Vertex AI',
  ownedBy: 'google',
  fields: {
    key: apiKeyField({
      parts: ['service account JSON'],
      isMultiKey: false,
      label: { en: 'Service account', zh: '服务账号' },
      hint: {
        en: 'The whole JSON of one service account; or an API key of express mode, which reaches Gemini only.',
        zh: '一个服务账号的完整 JSON；也可填写 express 模式的 API 密钥（仅支持 Gemini）。',
      },
    }),
    baseUrl: baseUrlField('', {
      required: false,
      // The address follows from the region.
      default: '',
      hint: { en: 'Empty: the region’s own host.', zh: '留空则使用区域默认地址。' },
    }),
    other: {
      required: true,
      label: { en: 'Region', zh: '部署区域' },
      hint: {
        en: 'A region such as us-central1, or JSON: {"default": "us-central1", "claude-sonnet-4-6": "europe-west1"}. global reaches every region.',
        zh: '区域名称，例如 us-central1，或 JSON：{"default": "us-central1", "claude-sonnet-4-6": "europe-west1"}。global 表示全球端点。',
      },
      check: checkRegion,
    },
  },
  serves: {
    generate: geminiGenerate,
    messages: anthropicMessages,
    chat: openaiChat,
    embedding: vertexEmbedding,
    image: geminiImage,
    speech: geminiSpeech,
    video: vertexVideo,
  },
  models: [
    'gemini-3.5-flash',
    'gemini-3.1-pro-preview',
    'gemini-2.5-pro',
    'gemini-2.5-flash',
    'gemini-2.5-flash-lite',
    'gemini-2.5-flash-image',
    'gemini-embedding-001',
    'veo-3.1-generate-001',
    'veo-3.1-fast-generate-001',
    'claude-opus-4-8',
    'claude-opus-4-6',
    'claude-sonnet-4-6',
    'claude-haiku-4-5-20251001',
    'claude-sonnet-4-5-20250929',
    'meta/llama-4-maverick-17b-128e-instruct-maas',
    'deepseek-ai/deepseek-v3.2-maas',
    'openai/gpt-oss-120b-maas',
    'qwen/qwen3-next-80b-a3b-instruct-maas',
  ],
  speaks: speaksAs,
  traits: ({ model }) => {
    switch (vertexFamily(model)) {
      case 'claude':
        return { takesMediaUrls: false, takesStructuredOutput: false, takesSystemTurns: false }
      case 'google':
        return { takesMediaUrls: false }
      case 'open':
        return {}
    }
  },
  steering: vertexBetas,
  credential: vertexCredential,
  streamUsageOption: true,
  target: readVertexTarget,
  shapeRequest: shapeVertexRequest,
  isKeyDead: (status, { code, type, message }) =>
    status === 401 ||
    code === 'invalid_grant' ||
    /API_KEY_INVALID|API key not valid/.test(`${type} ${message}`),
}
