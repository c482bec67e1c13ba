import { ChatOpenAI } from '@langchain/openai'
import { langchainSteps } from './langchain-steps.js'

export const steps = langchainSteps(
  ({ url, key, model }) =>
    new ChatOpenAI({ model, apiKey: key, maxRetries: 0, configuration: { baseURL: `${url}/v1` } }),
)
