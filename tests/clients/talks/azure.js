import { AzureOpenAI } from 'openai'
import { chatSteps } from './chat-steps.js'

export const steps = chatSteps(
  ({ url, key, model }) =>
    new AzureOpenAI({
      endpoint: url,
      apiKey: key,
      apiVersion: '2024-10-21',
      deployment: model,
      maxRetries: 0,
    }).chat.completions,
)
