import { aiSdkClients } from './ai-sdk.ts'
import { describeClients } from './describe-client.ts'

describeClients(
  ['ai with OpenAI chat', 'ai with OpenAI responses', 'ai with Anthropic', 'ai with Google'],
  aiSdkClients,
)
