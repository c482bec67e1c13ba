import type { FastifyInstance } from 'fastify'

/**
 * JSON is the only kind of body. An empty one counts as none, whatever its content type says: clients put the header
 * on every DELETE. `__proto__` and `constructor.prototype` in a body are refused.
 */
export function useJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    // It answers by `done`; the promise in its type belongs to parsers of the other kind.
    void parse(request, String(body), done)
  })
}
