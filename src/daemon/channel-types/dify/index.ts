import { asObject } from '../../protocols/json-access.ts'
import { noModelList } from '../no-model-list.ts'
import { apiKeyField, baseUrlField, openAiTarget } from '../openai-family.ts'
import type { ChannelType } from '../types.ts'
import { appKindField, readAppKind } from './app-kind.ts'
import { difyChat, difyCompletion, difyWorkflow } from './codec.ts'
import { difyUpload } from './upload.ts'

const BASE_URL = 'https://api.dify.ai'
const target = openAiTarget(BASE_URL)

/** Failures of the provider that the application uses, not of the application's key. */
const DEAD_CODES: ReadonlySet<string> = new Set(['unauthorized', 'provider_quota_exceeded'])

const CODECS = { chat: difyChat, completion: difyCompletion, workflow: difyWorkflow } as const

/** Dify. Each key belongs to one application, and the model name only determines the price. */
export const dify: ChannelType = {
  type: 37,
  slug: 'dify',
  label: 'Dify',
  ownedBy: 'dify',
  fields: {
    key: apiKeyField({ parts: ['app key'] }),
    baseUrl: baseUrlField(BASE_URL, {
      hint: {
        en: 'Address of the Dify server; the key names the app.',
        zh: 'Dify 服务地址；密钥对应具体应用。',
      },
    }),
    other: appKindField,
  },
  serves: { chat: difyChat },
  codecFor: (_operation, { other }) => CODECS[readAppKind(other).kind],
  upload: difyUpload(BASE_URL),
  // The author of an application names its inputs.
  shapeRequest: (body, { channel }) => {
    const { kind, input } = readAppKind(channel.other)
    const inputs = asObject(body.inputs)
    if (kind === 'chat' || input === 'query' || inputs?.query === undefined) return body
    return { ...body, inputs: { [input]: inputs.query } }
  },
  models: ['dify'],
  // Agents refuse to answer in one piece.
  streaming: () => 'always',
  streamUsageOption: false,
  target: (call) => (call.operation === 'models' ? noModelList() : target(call)),
  isKeyDead: (_status, { code }) => DEAD_CODES.has(code),
}
