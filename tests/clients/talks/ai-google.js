import { createGoogle } from '@ai-sdk/google'
import { aiSteps } from './ai-steps.js'

export const steps = aiSteps(({ url, key, model }) =>
  createGoogle({ baseURL: `${url}/v1beta`, apiKey: key })(model),
)
