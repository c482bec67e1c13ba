import { apiKeyField, baseUrlField } from './openai-family.ts'
import type { ChannelFields, FieldSpec } from './types.ts'

/** A type of the catalogue that this version knows by name and form, but does not call. */
export interface UnservedType {
  readonly type: number
  readonly slug: string
  readonly label: string
  readonly ownedBy: string
  readonly fields: ChannelFields
  readonly models: readonly string[]
}

const field = (en: string, zh: string, extra: FieldSpec = {}): FieldSpec => ({ label: { en, zh }, ...extra })

/** A key made of parts, written with `|` between them. */
const compositeKey = (...parts: readonly string[]): ChannelFields['key'] =>
  apiKeyField({
    parts,
    separator: '|',
    hint: { en: parts.join('|'), zh: parts.join('|') },
    check: (text) =>
      text.split(/[,\n]/).every((key) => key.trim().split('|').length === parts.length)
        ? undefined
        : { en: `The key has the form ${parts.join('|')}.`, zh: `密钥格式为 ${parts.join('|')}。` },
  })

export const unservedTypes: readonly UnservedType[] = [
  {
    type: 2,
    slug: 'midjourney-proxy',
    label: 'Midjourney Proxy',
    ownedBy: 'midjourney',
    fields: { key: apiKeyField({ parts: ['mj-api-secret'] }), baseUrl: baseUrlField('') },
    models: ['mj_imagine', 'mj_variation', 'mj_reroll', 'mj_blend', 'mj_upscale', 'mj_describe'],
  },
  {
    type: 5,
    slug: 'midjourney-proxy-plus',
    label: 'Midjourney Proxy Plus',
    ownedBy: 'midjourney',
    fields: { key: apiKeyField({ parts: ['mj-api-secret'] }), baseUrl: baseUrlField('') },
    models: [
      'mj_imagine',
      'mj_variation',
      'mj_reroll',
      'mj_blend',
      'mj_modal',
      'mj_zoom',
      'mj_shorten',
      'mj_upscale',
      'mj_describe',
      'mj_inpaint',
      'mj_pan',
      'swap_face',
      'mj_upload',
    ],
  },
  {
    type: 36,
    slug: 'suno',
    label: 'Suno API',
    ownedBy: 'suno',
    fields: {
      key: apiKeyField(),
      baseUrl: baseUrlField('', {
        hint: { en: 'The part of the address before /suno.', zh: '地址中 /suno 之前的部分。' },
      }),
    },
    models: ['suno_music', 'suno_lyrics'],
  },
  {
    type: 14,
    slug: 'anthropic',
    label: 'Anthropic Claude',
    ownedBy: 'anthropic',
    fields: { key: apiKeyField(), baseUrl: baseUrlField('https://api.anthropic.com') },
    models: [
      'claude-opus-5',
      'claude-sonnet-5',
      'claude-opus-4-8',
      'claude-opus-4-7',
      'claude-opus-4-6',
      'claude-sonnet-4-6',
      'claude-haiku-4-5-20251001',
      'claude-opus-4-5-20251101',
      'claude-sonnet-4-5-20250929',
    ],
  },
  {
    type: 33,
    slug: 'aws-claude',
    label: 'AWS Claude',
    ownedBy: 'aws',
    fields: {
      key: compositeKey('AccessKey', 'SecretKey', 'Region'),
      baseUrl: baseUrlField('', {
        required: false,
        hint: { en: 'Empty: the region’s own host.', zh: '留空则使用区域默认地址。' },
      }),
    },
    models: [
      'claude-sonnet-4-6',
      'claude-haiku-4-5-20251001',
      'claude-opus-4-5-20251101',
      'claude-sonnet-4-5-20250929',
    ],
  },
  {
    type: 41,
    slug: 'vertex-ai',
    label: 'Vertex AI',
    ownedBy: 'google',
    fields: {
      key: apiKeyField({
        parts: ['service account JSON'],
        isMultiKey: false,
        hint: { en: 'The whole JSON of one service account.', zh: '一个服务账号的完整 JSON。' },
      }),
      baseUrl: baseUrlField('', { required: false }),
      other: field('Region', '部署区域', {
        required: true,
        hint: {
          en: 'A region such as us-central1, or JSON: {"default": "us-central1", "claude-sonnet-4-6": "europe-west1"}',
          zh: '区域名称，例如 us-central1，或 JSON：{"default": "us-central1", "claude-sonnet-4-6": "europe-west1"}',
        },
      }),
    },
    models: [
      'gemini-2.5-pro',
      'gemini-2.5-flash',
      'gemini-3.5-flash',
      'claude-sonnet-4-6',
      'claude-opus-4-6',
    ],
  },
  {
    type: 34,
    slug: 'cohere',
    label: 'Cohere',
    ownedBy: 'cohere',
    fields: { key: apiKeyField(), baseUrl: baseUrlField('https://api.cohere.com') },
    models: ['command-a-03-2025', 'command-r7b-12-2024', 'command-r-08-2024', 'embed-v4.0', 'rerank-v3.5'],
  },
  {
    type: 39,
    slug: 'cloudflare',
    label: 'Cloudflare',
    ownedBy: 'cloudflare',
    fields: {
      key: apiKeyField(),
      baseUrl: baseUrlField('https://api.cloudflare.com'),
      other: field('Account id', '账户 ID', { required: true }),
    },
    models: [
      '@cf/openai/gpt-oss-120b',
      '@cf/openai/gpt-oss-20b',
      '@cf/meta/llama-3.3-70b-instruct-fp8-fast',
      '@cf/baai/bge-m3',
    ],
  },
  {
    type: 15,
    slug: 'baidu-wenxin',
    label: 'Baidu Wenxin',
    ownedBy: 'baidu',
    fields: { key: compositeKey('APIKey', 'SecretKey'), baseUrl: baseUrlField('https://aip.baidubce.com') },
    models: [
      'ERNIE-4.0-8K',
      'ERNIE-3.5-8K',
      'ERNIE-Speed-8K',
      'ERNIE-Speed-128K',
      'ERNIE-Tiny-8K',
      'Embedding-V1',
    ],
  },
  {
    type: 17,
    slug: 'alibaba-qwen',
    label: 'Alibaba Qwen',
    ownedBy: 'alibaba',
    fields: {
      key: apiKeyField(),
      baseUrl: baseUrlField('https://dashscope.aliyuncs.com'),
      other: field('Plugin id', '插件 ID'),
    },
    models: [
      'qwen3.7-max',
      'qwen3.7-plus',
      'qwen3-max',
      'qwen-plus',
      'qwen-flash',
      'qwen-turbo',
      'text-embedding-v4',
    ],
  },
  {
    type: 18,
    slug: 'iflytek-spark',
    label: 'iFlytek Spark',
    ownedBy: 'iflytek',
    fields: {
      key: compositeKey('APPID', 'APISecret', 'APIKey'),
      // A WebSocket address, so the check for http(s) does not apply.
      baseUrl: field('Base URL', '接口地址', { default: 'wss://spark-api.xf-yun.com' }),
      other: field('Version', '版本', { default: 'v2.1', hint: { en: 'Such as v2.1', zh: '例如 v2.1' } }),
    },
    models: [
      'Spark-Lite',
      'Spark-Pro',
      'Spark-Pro-128K',
      'Spark-Max',
      'Spark-Max-32K',
      'Spark-4.0-Ultra',
      'Spark-X1',
    ],
  },
  {
    type: 16,
    slug: 'zhipu',
    label: 'Zhipu',
    ownedBy: 'zhipu',
    fields: { key: apiKeyField({ parts: ['id.secret'] }), baseUrl: baseUrlField('https://open.bigmodel.cn') },
    models: ['glm-5.3', 'glm-5.2', 'glm-5', 'glm-4.7', 'glm-4.6', 'glm-4.5', 'glm-4.5-flash', 'embedding-3'],
  },
  {
    type: 24,
    slug: 'google-gemini',
    label: 'Google Gemini',
    ownedBy: 'google',
    fields: {
      key: apiKeyField(),
      baseUrl: baseUrlField('https://generativelanguage.googleapis.com'),
      other: field('API version', 'API 版本', { hint: { en: 'Empty: v1beta', zh: '留空为 v1beta' } }),
    },
    models: [
      'gemini-3.7-flash',
      'gemini-3.5-flash',
      'gemini-3.1-pro-preview',
      'gemini-2.5-pro',
      'gemini-2.5-flash',
      'gemini-embedding-001',
    ],
  },
  {
    type: 11,
    slug: 'google-palm',
    label: 'Google PaLM2',
    ownedBy: 'google',
    fields: { key: apiKeyField(), baseUrl: baseUrlField('https://generativelanguage.googleapis.com') },
    models: ['PaLM-2'],
  },
  {
    type: 23,
    slug: 'tencent-hunyuan',
    label: 'Tencent Hunyuan',
    ownedBy: 'tencent',
    fields: {
      key: compositeKey('AppId', 'SecretId', 'SecretKey'),
      baseUrl: baseUrlField('https://hunyuan.tencentcloudapi.com'),
    },
    models: [
      'hunyuan-turbos-latest',
      'hunyuan-t1-latest',
      'hunyuan-lite',
      'hunyuan-standard',
      'hunyuan-large',
      'hunyuan-embedding',
    ],
  },
  {
    type: 35,
    slug: 'minimax',
    label: 'MiniMax',
    ownedBy: 'minimax',
    fields: { key: apiKeyField(), baseUrl: baseUrlField('https://api.minimax.chat') },
    models: ['MiniMax-M3', 'MiniMax-M2.7', 'MiniMax-M2.5', 'MiniMax-M2.1', 'MiniMax-M2'],
  },
  {
    type: 37,
    slug: 'dify',
    label: 'Dify',
    ownedBy: 'dify',
    fields: {
      key: apiKeyField({ parts: ['app key'] }),
      baseUrl: baseUrlField('https://api.dify.ai', {
        hint: {
          en: 'Address of the Dify server; the key names the app.',
          zh: 'Dify 服务地址；密钥对应具体应用。',
        },
      }),
    },
    models: ['dify'],
  },
  {
    type: 22,
    slug: 'fastgpt',
    label: 'FastGPT knowledge base',
    ownedBy: 'fastgpt',
    fields: {
      key: apiKeyField({
        parts: ['app key'],
        hint: {
          en: 'The app key; older servers want APIKey-AppId. Several are separated by commas.',
          zh: '应用密钥；旧版本使用 APIKey-AppId。多个密钥用逗号分隔。',
        },
      }),
      baseUrl: baseUrlField('https://fastgpt.run/api/openapi'),
    },
    models: [],
  },
  {
    type: 21,
    slug: 'ai-proxy-library',
    label: 'AI Proxy knowledge base',
    ownedBy: 'aiproxy',
    fields: {
      key: apiKeyField(),
      baseUrl: baseUrlField('https://api.aiproxy.io'),
      other: field('Knowledge base id', '知识库 ID', { required: true }),
    },
    models: [],
  },
]
