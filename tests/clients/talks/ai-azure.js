import { createAzure } from '@ai-sdk/azure'
import { aiSteps } from './ai-steps.js'

export const steps = aiSteps(({ url, key, model }) =>
  createAzure({ baseURL: `${url}/openai`, apiKey: key })(model),
)
