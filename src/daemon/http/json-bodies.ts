import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BodyBudget } from './body-budget.ts'
import { readBody } from './read-body.ts'

const BYTES_MAX = 1_048_576
/** Limit for requests without a user, such as sign-in; the longest such form has a few hundred bytes. */
const BYTES_MAX_OF_STRANGERS = 65_536
/**
 * Limit for all bodies of the management API together, separate from the relay's, so that neither can starve the other.
 */
const BYTES_MAX_AT_ONCE = 67_108_864

/**
 * Accepts only JSON bodies. An empty body counts as no body, whatever its content type, because clients send the header
 * with every DELETE. `__proto__` and `constructor.prototype` in a body are refused. Only signed-in users may send long
 * bodies.
 */
export function useJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const budget = new BodyBudget(BYTES_MAX_AT_ONCE)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, _payload, done) => {
    readText(request, budget).then(
      (text) => {
        if (text === '') return done(null, undefined)
        // The parser calls `done`; the promise in its type is for the other kind of parser.
        void parse(request, text, done)
      },
      (error: Error) => done(error),
    )
  })
}

async function readText(request: FastifyRequest, budget: BodyBudget): Promise<string> {
  const lease = budget.lease()
  const bytesMax = request.actor === null ? BYTES_MAX_OF_STRANGERS : BYTES_MAX
  try {
    return (await readBody(request.raw, request.headers['content-length'], { bytesMax, lease })).toString()
  } finally {
    // The request is answered soon after this, because nothing in this API waits for other parties.
    lease.end()
  }
}
