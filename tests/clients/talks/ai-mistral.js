import { createMistral } from '@ai-sdk/mistral'
import { aiSteps } from './ai-steps.js'

export const steps = aiSteps(({ url, key, model }) =>
  createMistral({ baseURL: `${url}/v1`, apiKey: key })(model),
)
