import { createAnthropic } from '@ai-sdk/anthropic'
import { aiSteps } from './ai-steps.js'

export const steps = aiSteps(({ url, key, model }) =>
  createAnthropic({ baseURL: `${url}/v1`, apiKey: key })(model),
)
