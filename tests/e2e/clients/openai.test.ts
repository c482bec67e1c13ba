import { describeClients } from './describe-client.ts'
import { openaiChatClient } from './openai-chat.ts'
import { openaiResponsesClient } from './openai-responses.ts'

describeClients(['openai chat', 'openai responses'], (url, key) => [
  openaiChatClient(url, key),
  openaiResponsesClient(url, key),
])
