import type { FastifyInstance } from 'fastify'
import { readModel as readModelName } from '../protocols/openai/request-checks.ts'
import { readKey } from './admit/identify.ts'
import { parseJsonBody } from './admit/parse-body.ts'
import { type EntranceDeps, enterByKey, enteredOf } from './entrance.ts'
import { showModel } from './models.ts'

/** The version of Ollama that these routes imitate. Clients refuse servers that are too old for them. */
const VERSION = '0.12.0'

/**
 * Registers routes that Ollama's clients call in addition to the conversation: editors and agents look a model up
 * before they offer it. The calls are free and leave no log row. As with the conversation, any content type is
 * accepted.
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
  // A gateway has no models loaded.
  app.get('/api/ps', { onRequest }, async (request, reply) => {
    enteredOf(request).noteStatus(200)
    return reply.send({ models: [] })
  })
}
