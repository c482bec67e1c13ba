import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { aiSteps } from './ai-steps.js'

export const steps = aiSteps(({ url, key, model }) =>
  createOpenAICompatible({ name: 'tollgate', baseURL: `${url}/v1`, apiKey: key })(model),
)
