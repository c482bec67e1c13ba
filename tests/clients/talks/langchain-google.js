import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
import { langchainSteps } from './langchain-steps.js'

export const steps = langchainSteps(
  ({ url, key, model }) => new ChatGoogleGenerativeAI({ model, apiKey: key, maxRetries: 0, baseUrl: url }),
)
