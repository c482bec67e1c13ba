/**
 * `npm run demo`: starts a daemon on a temporary data directory with the simulator as its upstream, makes one streamed
 * and one plain request with the official client, and shows how they are booked.
 */
import OpenAI from 'openai'
import { type Admin, signIn } from '../support/gateway/admin.ts'
import { startGateway } from '../support/gateway/gateway-process.ts'
import { startSimulator } from '../support/simulator/simulator.ts'

const model = 'gpt-4o-mini'
const question = 'What does a tollgate do?'
const streamedText = 'It lets you pass once you have paid, and it remembers exactly how much. '
const plainText = 'It counts every token that goes through, and charges each of them once.'

const print = (text: string) => void process.stdout.write(text)

interface Explanation {
  readonly quota_exact: string
  readonly balance_after_exact: string
  readonly explanation: {
    readonly price: { readonly line: string; readonly dollars: string }
    readonly usage: { readonly source: string }
    readonly attempts: readonly { readonly channel_name: string; readonly status: number }[]
  }
}

const balance = async (admin: Admin): Promise<string> =>
  (await admin.call<{ quota_exact: string }>('GET', '/api/user/self')).quota_exact

const printPrice = async (admin: Admin, requestId: string): Promise<void> => {
  const { explanation } = await admin.call<Explanation>('GET', `/api/log/explain/${requestId}`)
  const [attempt] = explanation.attempts
  print(`  request   ${requestId}\n`)
  print(`  routing   ${attempt?.channel_name}, answered ${attempt?.status}\n`)
  print(`  price     ${explanation.price.line} = $${explanation.price.dollars}\n`)
  print(`  usage     stated by: ${explanation.usage.source}\n\n`)
}

const ask = async (client: OpenAI, admin: Admin): Promise<void> => {
  const messages = [{ role: 'user' as const, content: question }]

  print(`streamed   ${question}\n  answer    `)
  const streamed = await client.chat.completions.create({ model, messages, stream: true }).withResponse()
  for await (const chunk of streamed.data) print(chunk.choices[0]?.delta.content ?? '')
  print('\n')
  await printPrice(admin, streamed.response.headers.get('x-request-id') ?? '')

  print(`plain      ${question}\n`)
  const plain = await client.chat.completions.create({ model, messages }).withResponse()
  print(`  answer    ${plain.data.choices[0]?.message.content}\n`)
  await printPrice(admin, plain.response.headers.get('x-request-id') ?? '')
}

const upstream = await startSimulator({ keys: ['sk-upstream'], models: [model] })
const gateway = await startGateway()
let passed = false
try {
  print(`Tollgate listens on ${gateway.url}, the simulated provider on ${upstream.url}\n\n`)
  const admin = await signIn(gateway.url)
  await admin.createChannel({ name: 'simulator', key: 'sk-upstream', base_url: upstream.url, models: model })
  const { key } = await admin.createToken({ name: 'demo' })
  print(`set up: account root, channel "simulator", token "demo" (${key.slice(0, 7)}...)\n\n`)

  const before = await balance(admin)
  upstream.next(
    {
      text: streamedText,
      chunkDelayMs: 40,
      usageValues: { prompt_tokens: 14, completion_tokens: 18, total_tokens: 32 },
    },
    { text: plainText, usageValues: { prompt_tokens: 14, completion_tokens: 17, total_tokens: 31 } },
  )
  await ask(new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: key, maxRetries: 0 }), admin)
  print(`balance    ${before} quota before, ${await balance(admin)} after (500000 quota are one dollar)\n`)

  const { isClean, summary } = await admin.audit()
  print(`audit      ${summary}\n`)
  passed = isClean
} finally {
  await gateway.stop()
  await upstream.close()
}
process.exit(passed ? 0 : 1)
