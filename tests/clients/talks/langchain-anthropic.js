import { ChatAnthropic } from '@langchain/anthropic'
import { langchainSteps } from './langchain-steps.js'

export const steps = langchainSteps(
  ({ url, key, model }) => new ChatAnthropic({ model, apiKey: key, maxRetries: 0, anthropicApiUrl: url }),
)
