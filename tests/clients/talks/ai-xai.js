import { createXai } from '@ai-sdk/xai'
import { aiSteps } from './ai-steps.js'

export const steps = aiSteps(({ url, key, model }) => createXai({ baseURL: `${url}/v1`, apiKey: key })(model))
