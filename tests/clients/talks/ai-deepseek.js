import { createDeepSeek } from '@ai-sdk/deepseek'
import { aiSteps } from './ai-steps.js'

export const steps = aiSteps(({ url, key, model }) =>
  createDeepSeek({ baseURL: `${url}/v1`, apiKey: key })(model),
)
