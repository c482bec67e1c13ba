import type { FastifyInstance } from 'fastify'

/**
 * JSON is the only kind of body. An empty body counts as none, whatever its content type: clients send the header with
 * every DELETE. `__proto__` and `constructor.prototype` in a body are refused.
 */
export function useJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    // It answers through `done`; the promise in its type is for the other kind of parser.
    void parse(request, String(body), done)
  })
}
