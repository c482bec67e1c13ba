import type { FastifyInstance } from 'fastify'
import { readModel as readModelName } from '../protocols/openai/request-checks.ts'
import { readKey } from './admit/identify.ts'
import { parseJsonBody } from './admit/parse-body.ts'
import { type EntranceDeps, enterByKey, enteredOf } from './entrance.ts'
import { showModel } from './models.ts'

/** The version of Ollama that these routes answer like. Clients refuse to talk to servers older than they know. */
const VERSION = '0.12.0'

/**
 * Routes that Ollama's clients call besides the conversation: editors and agents look a model up before they offer it. A call costs nothing
 * and leaves no log row. As with the conversation, the content type may say anything.
 */
export function ollamaRoutes(app: FastifyInstance, deps: EntranceDeps): void {
  const onRequest = enterByKey((request) => readKey(request.headers), deps)
  app.post('/api/show', { onRequest }, async (request, reply) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const { body } = await parseJsonBody(bytes)
    request.bodyLease?.end()
    // Older clients send `name`.
    const model = readModelName({ model: body.model ?? body.name ?? null })
    return reply.send(showModel(model, enteredOf(request)))
  })
  app.get('/api/version', { onRequest }, async (request, reply) => {
    enteredOf(request).noteStatus(200)
    return reply.send({ version: VERSION })
  })
  // No model is loaded here.
  app.get('/api/ps', { onRequest }, async (request, reply) => {
    enteredOf(request).noteStatus(200)
    return reply.send({ models: [] })
  })
}
