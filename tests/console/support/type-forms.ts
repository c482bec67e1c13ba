import type { Channel } from './channels.ts'

/** The form of one channel type: its fields, its texts, and what it stores. */
export interface TypeForm {
  readonly row: string
  readonly type: number
  /** The label in the picker. */
  readonly label: string
  /** Label of the key field and the text to type. */
  readonly key: readonly [label: string, text: string]
  /** All labels on the basics tab between the key and the models. */
  readonly labels: readonly string[]
  /** Sentences in this form that the plain form does not have. */
  readonly says: readonly string[]
  /** Placeholders of empty fields, by label. */
  readonly placeholders?: Readonly<Record<string, string>>
  /** Error messages when none of these fields is filled in. */
  readonly missing?: readonly string[]
  readonly fills: Readonly<Record<string, string>>
  readonly models?: string
  readonly stored: Partial<Channel>
}

const aKey = ['API key', 'key-of-the-type'] as const

/** All channel types that do not use the plain form. */
export const typeForms: readonly TypeForm[] = [
  {
    row: 'C-TYPE-02',
    type: 2,
    label: 'Midjourney Proxy',
    key: aKey,
    labels: ['Base URL'],
    says: ['The mj-api-secret of the proxy.', 'The part of the address before /mj.'],
    missing: ['Please fill in: Base URL'],
    fills: { 'Base URL': 'https://mj.example' },
    stored: { base_url: 'https://mj.example' },
  },
  {
    row: 'C-TYPE-03',
    type: 3,
    label: 'Azure OpenAI',
    key: aKey,
    labels: ['Resource address', 'API version'],
    says: ['Such as https://my-resource.openai.azure.com', 'A dated version, or v1 for the new surface.'],
    placeholders: { 'API version': '2025-04-01-preview' },
    missing: ['Please fill in: Resource address'],
    fills: { 'Resource address': 'https://my-resource.openai.azure.com/', 'API version': '2024-10-21' },
    stored: { base_url: 'https://my-resource.openai.azure.com', other: '2024-10-21' },
  },
  {
    row: 'C-TYPE-05',
    type: 5,
    label: 'Midjourney Proxy Plus',
    key: aKey,
    labels: ['Base URL'],
    says: ['The mj-api-secret of the proxy.', 'The part of the address before /mj.'],
    missing: ['Please fill in: Base URL'],
    fills: { 'Base URL': 'https://mj-plus.example' },
    stored: { base_url: 'https://mj-plus.example' },
  },
  {
    row: 'C-TYPE-08',
    type: 8,
    label: 'custom',
    key: aKey,
    labels: ['Complete address'],
    says: ['The whole URL that requests go to; {model} is replaced.'],
    missing: ['Please fill in: Complete address'],
    fills: { 'Complete address': 'https://relay.example/any/{model}/chat/completions?v=2' },
    stored: { base_url: 'https://relay.example/any/{model}/chat/completions?v=2' },
  },
  {
    row: 'C-TYPE-18',
    type: 18,
    label: 'iFlytek Spark',
    key: ['Key', 'app|secret|key'],
    labels: ['Base URL', 'Version'],
    says: [
      'APPID|APISecret|APIKey; with an https base URL the APIPassword.',
      'Leave it empty for WebSocket;',
    ],
    placeholders: { Key: 'APPID|APISecret|APIKey', Version: 'v2.1' },
    fills: { Version: 'v3.5' },
    stored: { base_url: '', other: 'v3.5' },
  },
  {
    row: 'C-TYPE-21',
    type: 21,
    label: 'AI Proxy knowledge base',
    key: aKey,
    labels: ['Base URL', 'Knowledge base id'],
    says: [],
    missing: ['Please fill in: Knowledge base id'],
    fills: { 'Knowledge base id': 'lib-7' },
    stored: { base_url: '', other: 'lib-7' },
  },
  {
    row: 'C-TYPE-22',
    type: 22,
    label: 'FastGPT knowledge base',
    key: ['API key', 'fastgpt-key-of-the-app'],
    labels: ['Base URL'],
    says: ['The app key; older servers want APIKey-AppId.'],
    fills: {},
    stored: { base_url: '', key_count: 1 },
  },
  {
    row: 'C-TYPE-36',
    type: 36,
    label: 'Suno API',
    key: aKey,
    labels: ['Base URL'],
    says: ['The part of the address before /suno.'],
    missing: ['Please fill in: Base URL'],
    fills: { 'Base URL': 'https://suno.example' },
    stored: { base_url: 'https://suno.example' },
  },
  {
    row: 'C-TYPE-37',
    type: 37,
    label: 'Dify',
    key: ['API key', 'app-key-of-dify'],
    labels: ['Base URL', 'Kind of app'],
    says: [
      'Address of the Dify server; the key names the app.',
      'Empty for chat, chatflow and agent; workflow or completion for the others. The conversation goes to the input query, or to the one you name: workflow:question',
    ],
    fills: { 'Base URL': 'https://dify.example' },
    stored: { base_url: 'https://dify.example' },
  },
  {
    row: 'C-TYPE-39',
    type: 39,
    label: 'Cloudflare',
    key: aKey,
    labels: ['Base URL', 'Account id'],
    says: [],
    missing: ['Please fill in: Account id'],
    fills: { 'Account id': 'account-1' },
    stored: { base_url: '', other: 'account-1' },
  },
  {
    row: 'C-TYPE-40',
    type: 40,
    label: 'SiliconCloud',
    key: aKey,
    labels: ['Base URL'],
    says: ['accounts of the international site enter https://api.siliconflow.com'],
    placeholders: { 'Base URL': 'https://api.siliconflow.cn' },
    fills: { 'Base URL': 'https://api.siliconflow.com' },
    stored: { base_url: 'https://api.siliconflow.com' },
  },
  {
    row: 'C-TYPE-41',
    type: 41,
    label: 'Vertex AI',
    key: ['Service account', '{"client_email":"a@b","private_key":"x,y,z","project_id":"p"}'],
    labels: ['Base URL', 'Region'],
    says: ['The whole JSON of one service account;', 'A region such as us-central1, or JSON:'],
    missing: ['Please fill in: Region'],
    fills: { Region: '{"default":"us-central1","claude-sonnet-4-6":"europe-west1"}' },
    stored: { other: '{"default":"us-central1","claude-sonnet-4-6":"europe-west1"}', key_count: 1 },
  },
  {
    row: 'C-TYPE-45',
    type: 45,
    label: 'Volcano Ark/Doubao',
    key: aKey,
    labels: ['Base URL'],
    says: ['Models may be endpoint ids (ep-…): map the names of your models to them under model mapping.'],
    fills: { 'Model mapping': '{"doubao":"ep-20250101-abcde"}' },
    models: 'doubao',
    stored: { base_url: '', models: 'doubao', model_mapping: '{"doubao":"ep-20250101-abcde"}' },
  },
]
