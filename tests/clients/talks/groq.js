import Groq from 'groq-sdk'
import { chatSteps } from './chat-steps.js'

export const steps = chatSteps(
  ({ url, key }) => new Groq({ baseURL: url, apiKey: key, maxRetries: 0 }).chat.completions,
)
