import { createCohere } from '@ai-sdk/cohere'
import { aiSteps } from './ai-steps.js'

export const steps = aiSteps(({ url, key, model }) =>
  createCohere({ baseURL: `${url}/v2`, apiKey: key })(model),
)
