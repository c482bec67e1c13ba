import { anthropicClient } from './anthropic.ts'
import { describeClients } from './describe-client.ts'
import { googleClient } from './google.ts'

describeClients(['anthropic', 'google'], (url, key) => [anthropicClient(url, key), googleClient(url, key)])
