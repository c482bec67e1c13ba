/** The baseline of every figure: Fastify receives, undici forwards, and the response is returned untouched. */
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import { Pool } from 'undici'

const { values } = parseArgs({ options: { upstream: { type: 'string', default: '' } } })
const pool = new Pool(values.upstream, { connections: 4096, headersTimeout: 0, bodyTimeout: 0 })
const app = Fastify()

app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
)
app.post('/v1/chat/completions', async (request, reply) => {
  const { statusCode, headers, body } = await pool.request({
    path: '/v1/chat/completions',
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-upstream' },
    body: request.body as Buffer,
  })
  const type = String(headers['content-type'])
  reply.code(statusCode).header('content-type', type)
  return reply.send(type.startsWith('text/event-stream') ? body : Buffer.from(await body.arrayBuffer()))
})

const url = await app.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
process.stdout.write(`${url}\n`)
process.stdin.resume().once('close', () => process.exit(0))
