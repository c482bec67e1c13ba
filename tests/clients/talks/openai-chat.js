import OpenAI from 'openai'
import { chatSteps } from './chat-steps.js'

export const steps = chatSteps(
  ({ url, key }) => new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 }).chat.completions,
)
