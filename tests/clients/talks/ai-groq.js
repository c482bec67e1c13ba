import { createGroq } from '@ai-sdk/groq'
import { aiSteps } from './ai-steps.js'

export const steps = aiSteps(({ url, key, model }) =>
  createGroq({ baseURL: `${url}/openai/v1`, apiKey: key })(model),
)
