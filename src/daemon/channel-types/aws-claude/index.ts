import { anthropicMessages } from '../../protocols/anthropic/index.ts'
import { claudeFamily } from '../../protocols/anthropic/model-families.ts'
import { baseUrlOf } from '../addresses.ts'
import { bedrockBetas, bedrockTools } from '../claude/betas.ts'
import { compositeKeyField } from '../composite-key.ts'
import { noModelList } from '../no-model-list.ts'
import { baseUrlField } from '../openai-family.ts'
import { signAwsRequest } from '../signing/sigv4.ts'
import type { Call, ChannelType, Target } from '../types.ts'
import { isAwsKeyForm, readAwsKey } from './key.ts'
import { toModelId } from './model-id.ts'
import { isAwsKeyDead, readAwsFailure } from './read-failure.ts'
import { shapeBedrockRequest } from './shape-request.ts'

/** Claude on Amazon Bedrock: Anthropic's format with the model id in the address, AWS signatures and AWS event streams. */
export const awsClaude: ChannelType = {
  type: 33,
  slug: 'aws-claude',
  label: 'AWS Claude',
  ownedBy: 'aws',
  fields: {
    key: compositeKeyField(
      ['AccessKey', 'SecretKey', 'Region'],
      {
        hint: {
          en: 'AccessKey|SecretKey|Region, with |SessionToken at its end for temporary keys; or APIKey|Region for a Bedrock API key.',
          zh: 'AccessKey|SecretKey|Region，临时密钥在末尾加 |SessionToken；Bedrock API 密钥填写 APIKey|Region。',
        },
      },
      isAwsKeyForm,
    ),
    baseUrl: baseUrlField('', {
      required: false,
      // The key contains the region, from which the address follows.
      default: '',
      hint: { en: 'Empty: the region’s own host.', zh: '留空则使用区域默认地址。' },
    }),
  },
  serves: { messages: anthropicMessages },
  models: [
    'claude-opus-4-8',
    'claude-sonnet-4-6',
    'claude-opus-4-6',
    'claude-haiku-4-5-20251001',
    'claude-opus-4-5-20251101',
    'claude-sonnet-4-5-20250929',
  ],
  traits: ({ model }) => ({
    takesMediaUrls: false,
    takesSystemTurns: false,
    takesWebSearch: false,
    takesStructuredOutput: takesStructuredOutput(model),
  }),
  steering: [...bedrockTools, ...bedrockBetas],
  framing: (call) => (call.isStream ? 'aws-event-stream' : undefined),
  streamUsageOption: false,
  target: readTarget,
  sign: (request, call) => {
    const key = readAwsKey(call)
    if (key.kind === 'bearer') return {}
    const contentType = request.headers['content-type'] ?? 'application/json'
    const signable = { url: request.url, headers: { 'content-type': contentType }, body: request.body }
    return signAwsRequest(signable, key.identity, 'bedrock', request.now)
  },
  shapeRequest: (body, call) => (call.operation === 'messages' ? shapeBedrockRequest(body, call) : body),
  readFailure: readAwsFailure,
  isKeyDead: isAwsKeyDead,
}

function readTarget(call: Call): Target {
  const key = readAwsKey(call)
  const base = baseUrlOf(call.channel, serviceAddress(key.region))
  if (call.operation === 'models') return noModelList()
  const action = call.isStream ? 'invoke-with-response-stream' : 'invoke'
  return {
    url: `${base}/model/${encodeURIComponent(toModelId(call, key.region))}/${action}`,
    headers: {
      accept: call.isStream ? 'application/vnd.amazon.eventstream' : 'application/json',
      ...(call.isStream && { 'x-amzn-bedrock-accept': 'application/json' }),
      ...(key.kind === 'bearer' && { authorization: `Bearer ${key.apiKey}` }),
    },
  }
}

const serviceAddress = (region: string): string =>
  `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

/** Reports whether Bedrock supports structured output: from the generation that introduced it, except for Opus 4.1. */
const takesStructuredOutput = (model: string): boolean =>
  claudeFamily(model).takesStructuredOutput && !/opus-4-1/.test(model)
