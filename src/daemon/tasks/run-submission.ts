import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Knex } from 'knex'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import { asObject } from '../protocols/json-access.ts'
import { parseJson } from '../protocols/parse-json.ts'
import type { JsonObject } from '../protocols/types.ts'
import { EXPOSED_HEADERS, enteredOf, readQuery } from '../relay/entrance.ts'
import { Client } from '../relay/inbound/client.ts'
import type { RelayRouteDeps } from '../relay/relay-routes.ts'
import type { TaskDoor } from './door.ts'
import { submitTask } from './submit-task.ts'

/** What the routes of tasks need besides the relay. */
export interface TaskRouteDeps extends RelayRouteDeps {
  readonly knex: Knex
  readonly secrets: Pick<SecretBox, 'fingerprint'>
  /** Non-public addresses at which vendors may keep what they made, as CIDR. */
  readonly mediaRanges: readonly string[]
}

/** The addresses of one platform. */
export type TaskRoutes = (
  app: FastifyInstance,
  deps: TaskRouteDeps & { readonly checkReady: onRequestHookHandler },
) => void

/** Addresses of a platform that need no key: vendors' notices, and links. */
export type OpenTaskRoutes = (app: FastifyInstance, deps: TaskRouteDeps) => void

/** A request that submits a task. */
export interface SubmissionExchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Where it goes at the vendor, and what the address says instead of the body; as the codec has it if absent. */
  readonly addressed?: { readonly path: string; readonly members: JsonObject }
}

/** Submits what a request asks for. */
export async function runSubmission(
  { request, reply, addressed }: SubmissionExchange,
  door: TaskDoor,
  deps: TaskRouteDeps,
  session?: { readonly userId: number },
): Promise<void> {
  const entered = enteredOf(request)
  reply.hijack()
  const client = new Client(reply.raw, request.id)
  client.announce('access-control-allow-origin', '*')
  client.announce('access-control-expose-headers', EXPOSED_HEADERS)
  try {
    await submitTask(
      entered,
      {
        requestId: request.id,
        startedMs: deps.clock.now(),
        path: addressed?.path ?? door.codec.path,
        codec: door.codec,
        headers: request.headers,
        query: readQuery(request),
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        // The name is known from the address; it is in no body of these protocols.
        pathMembers: addressed?.members ?? (door.codec.isAddressedByPath ? { model: door.platform } : {}),
        address: deps.addressOf(request),
        client,
        session,
      },
      door,
      deps,
    )
  } finally {
    request.bodyLease?.end()
  }
}

/** The small JSON body of a route that submits nothing. @throws AppError `invalid_json`, `body_not_object` */
export function readJsonBody(request: FastifyRequest): JsonObject {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  request.bodyLease?.end()
  const document = bytes.length === 0 ? {} : parseJson(bytes.toString('utf8'))
  if (document === undefined) throw new AppError('invalid_json')
  const body = asObject(document)
  if (body === undefined) throw new AppError('body_not_object')
  return body
}
