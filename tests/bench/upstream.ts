/**
 * The static upstream of the benchmark, as cheap as node:http allows. It returns chat answers of 1 kB, streams of 50
 * chunks sent immediately, and for `"model":"paced"` streams of `--paced-chunks` chunks, ten per second, each with the
 * time at which it was sent.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    'paced-chunks': { type: 'string', default: '250' },
    port: { type: 'string', default: '0' },
  },
})
const pacedChunks = Number(values['paced-chunks'])

const usage = { prompt_tokens: 200, completion_tokens: 150, total_tokens: 350 }

const plainAnswer = (): Buffer => {
  const answer = (content: string) =>
    JSON.stringify({
      id: 'chatcmpl-bench',
      object: 'chat.completion',
      created: 1_760_000_000,
      model: 'gpt-4o-mini',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content, refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage,
    })
  return Buffer.from(answer('x'.repeat(1024 - answer('').length)))
}

const chunk = (
  delta: Record<string, string>,
  finish: string | null,
  more: Record<string, unknown> = {},
): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: 'gpt-4o-mini',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...more,
  })}\n\n`

const plain = plainAnswer()
const first = chunk({ role: 'assistant', content: '' }, null)
const words = Array.from({ length: 47 }, (_, index) =>
  Buffer.from(chunk({ content: `word ${index} ` }, null)),
)
const end = Buffer.from(
  `${chunk({}, 'stop')}data: ${JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: 'gpt-4o-mini',
    choices: [],
    usage,
  })}\n\ndata: [DONE]\n\n`,
)
const streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

/** Sends a stream with one write per chunk, as providers do. */
const stream = (response: ServerResponse): void => {
  response.writeHead(200, streamHeaders)
  response.write(first)
  for (const word of words) response.write(word)
  response.end(end)
}

/** Streams grouped by the millisecond of each tenth of a second in which their next chunk is sent. */
const turns: Set<{ response: ServerResponse; left: number }>[] = Array.from({ length: 100 }, () => new Set())
let nextTurn = 0

const paced = (response: ServerResponse): void => {
  response.writeHead(200, streamHeaders)
  response.write(first)
  const one = { response, left: pacedChunks }
  const turn = turns[nextTurn++ % turns.length]
  turn?.add(one)
  response.once('close', () => turn?.delete(one))
}

const [before = '', after = ''] = chunk({ content: '@' }, null).split('@')
const serveTurn = (turn: Set<{ response: ServerResponse; left: number }>): void => {
  for (const one of turn) {
    one.left -= 1
    if (one.left > 0) one.response.write(`${before}@${process.hrtime.bigint()} ${after}`)
    else {
      // Do not wait until the connection is closed: a slow reader may still have much to read.
      turn.delete(one)
      one.response.end(end)
    }
  }
}
let served = 0
const start = performance.now()
setInterval(() => {
  // Timers of a busy process fire late, so every turn that is due is served.
  const due = Math.floor(performance.now() - start)
  for (; served < due; served += 1) {
    const turn = turns[served % turns.length]
    if (turn) serveTurn(turn)
  }
}, 1)

const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    if (!body.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': plain.length })
      response.end(plain)
    } else if (body.includes('"model":"paced"')) paced(response)
    else stream(response)
  })
})
server.listen(Number(values.port), '127.0.0.1', 4096, () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.stdin.resume().once('close', () => process.exit(0))
