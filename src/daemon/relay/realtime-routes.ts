import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openaiRealtime } from '../protocols/openai/realtime.ts'
import type { JsonObject } from '../protocols/types.ts'
import { checkModel } from './admit/admit.ts'
import { readKey } from './admit/identify.ts'
import { parseJsonBody } from './admit/parse-body.ts'
import { type EntranceDeps, enterByKey, enteredOf } from './entrance.ts'
import { takeJsonOnly } from './inbound/browser-guard.ts'
import type { ClientSecrets } from './realtime/client-secrets.ts'
import type { RelayDeps } from './relay-deps.ts'
import { planFor } from './route/plan-for.ts'

export interface RealtimeRouteDeps extends RelayDeps, EntranceDeps {
  readonly clientSecrets: ClientSecrets
}

/**
 * Registers the routes for short-lived keys with which a browser opens a session: {@link ClientSecrets}. Refuses what
 * would keep the session from being opened. The calls are free and leave no log row.
 */
export function realtimeRoutes(app: FastifyInstance, deps: RealtimeRouteDeps): void {
  const enter = enterByKey((request) => readKey(request.headers), deps)
  const route = (url: string, make: ClientSecrets['make']): void =>
    void app.post(url, { onRequest: [takeJsonOnly, enter] }, async (request, reply) =>
      reply.send(await grant(request, make)),
    )
  route('/v1/realtime/client_secrets', (...given) => deps.clientSecrets.make(...given))
  route('/v1/realtime/sessions', (...given) => deps.clientSecrets.makeForBeta(...given))

  async function grant(request: FastifyRequest, make: ClientSecrets['make']): Promise<JsonObject> {
    const entered = enteredOf(request)
    const { caller, group, pinnedChannelId, snapshot, noteStatus } = entered
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const { body: given } = await parseJsonBody(bytes)
    request.bodyLease?.end()
    const { model, answer } = make(readKey(request.headers), entered, given)
    checkModel(caller, model)
    const body = { model }
    const facts = openaiRealtime.readRequest(body)
    const admitted = { caller, group, pinnedChannelId, body, facts, promptTokens: 0 }
    const inbound = { codec: openaiRealtime, headers: request.headers }
    planFor({ inbound, admitted, snapshot }, deps)
    noteStatus(200)
    return answer
  }
}
