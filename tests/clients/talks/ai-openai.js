import { createOpenAI } from '@ai-sdk/openai'
import { aiSteps } from './ai-steps.js'

export const steps = aiSteps(({ url, key, model }) =>
  createOpenAI({ baseURL: `${url}/v1`, apiKey: key })(model),
)
