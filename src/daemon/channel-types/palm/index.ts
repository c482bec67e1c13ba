import { geminiGenerate } from '../../protocols/gemini/index.ts'
import { invalid } from '../../protocols/openai/request-checks.ts'
import { baseUrlOf } from '../addresses.ts'
import { generateMethod, readAddressedModel } from '../google-models.ts'
import { apiKeyField, baseUrlField, headerSafeKey, readModelIds } from '../openai-family.ts'
import type { Call, ChannelType } from '../types.ts'

const BASE_URL = 'https://generativelanguage.googleapis.com'

/**
 * Google PaLM2, which was shut down in 2024. Its channels may still be imported: they serve Gemini models like type 24, and
 * refuse every other name with advice.
 */
export const palm: ChannelType = {
  type: 11,
  slug: 'google-palm',
  label: 'Google PaLM2',
  ownedBy: 'google',
  fields: { key: apiKeyField(), baseUrl: baseUrlField(BASE_URL) },
  serves: { generate: geminiGenerate },
  models: ['PaLM-2'],
  streamUsageOption: false,
  target: (call) => ({ url: readUrl(call), headers: { 'x-goog-api-key': headerSafeKey(call) } }),
  isKeyDead: (status, { message }) => status === 403 || /api key (?:not valid|expired)/i.test(message),
  readModelList: (body) => readModelIds(body).map((name) => name.replace(/^models\//, '')),
}

/** @throws AppError `invalid_request` for models that no longer exist */
function readUrl(call: Call): string {
  const { channel, model } = call
  const root = `${baseUrlOf(channel, BASE_URL).replace(/\/v1(?:beta)?$/, '')}/v1beta/models`
  if (call.operation === 'models') return `${root}?pageSize=1000`
  if (!/^(?:models\/)?gemini/.test(model)) throw invalid('model', 'shutDown', { model })
  return `${root}/${readAddressedModel(call)}:${generateMethod(call)}`
}
