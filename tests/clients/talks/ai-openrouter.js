import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import { aiSteps } from './ai-steps.js'

export const steps = aiSteps(({ url, key, model }) =>
  createOpenRouter({ baseURL: `${url}/api/v1`, apiKey: key })(model),
)
