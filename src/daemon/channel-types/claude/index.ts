import { adaptClaudeRequest, anthropicMessages } from '../../protocols/anthropic/index.ts'
import { baseUrlOf, joinUrl } from '../addresses.ts'
import { apiKeyField, baseUrlField } from '../openai-family.ts'
import type { Call, ChannelType, Target } from '../types.ts'
import { readKeyHeaders, readVersionHeaders } from './headers.ts'
import { hasNoCredit } from './key-death.ts'
import { CLAUDE_MODELS } from './models.ts'

const BASE_URL = 'https://api.anthropic.com'

/** Path of the list of models, with the largest page size. */
const MODELS_PATH = '/v1/models?limit=1000'

/** Anthropic's own API, and vendors that offer the same API under another base URL. */
export const claude: ChannelType = {
  type: 14,
  slug: 'anthropic',
  label: 'Anthropic Claude',
  ownedBy: 'anthropic',
  fields: {
    key: apiKeyField(),
    baseUrl: baseUrlField(BASE_URL, {
      hint: {
        en: 'Leave it empty for api.anthropic.com. Vendors with the same API have a path, such as https://api.moonshot.cn/anthropic',
        zh: '留空使用 api.anthropic.com。提供相同接口的厂商通常带路径，例如 https://api.moonshot.cn/anthropic',
      },
    }),
  },
  serves: { messages: anthropicMessages },
  models: CLAUDE_MODELS,
  streamUsageOption: false,
  keepsFiles: 'anthropic',
  keepsThreads: true,
  runsBatches: 'anthropic',
  target: readTarget,
  shapeRequest: (body, call) =>
    call.operation === 'messages'
      ? adaptClaudeRequest(body, call.model, call.adapters, readVersionHeaders(call)['anthropic-version'])
      : body,
  isKeyDead: (status, failure) =>
    (status === 403 && failure.type === 'permission_error') || hasNoCredit(status, failure),
}

function readTarget(call: Call): Target {
  const base = baseUrlOf(call.channel, BASE_URL)
  return {
    url: joinUrl(base, call.operation === 'models' ? MODELS_PATH : call.path),
    headers: { ...readVersionHeaders(call), ...readKeyHeaders(call, new URL(base).hostname) },
  }
}
