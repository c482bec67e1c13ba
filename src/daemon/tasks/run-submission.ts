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

/** Dependencies of task routes in addition to those of the relay. */
export interface TaskRouteDeps extends RelayRouteDeps {
  readonly knex: Knex
  readonly secrets: Pick<SecretBox, 'fingerprint'>
  /** Non-public ranges (CIDR) at which vendors may store results. */
  readonly mediaRanges: readonly string[]
}

/** Registers the routes of one platform. */
export type TaskRoutes = (
  app: FastifyInstance,
  deps: TaskRouteDeps & { readonly checkReady: onRequestHookHandler },
) => void

/** Registers the routes of a platform that need no key: vendor callbacks and media links. */
export type OpenTaskRoutes = (app: FastifyInstance, deps: TaskRouteDeps) => void

/** A request that submits a task, and its response. */
export interface SubmissionExchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Path at the vendor, and members given in the URL instead of the body; absent = as the codec has them. */
  readonly addressed?: { readonly path: string; readonly members: JsonObject }
}

/** Submits the task in a request. */
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
        // The model is known from the URL; the bodies of these protocols do not contain it.
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

/**
 * Reads the small JSON body of a route that does not submit a task. @throws AppError `invalid_json`, `body_not_object`
 */
export function readJsonBody(request: FastifyRequest): JsonObject {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  request.bodyLease?.end()
  const document = bytes.length === 0 ? {} : parseJson(bytes.toString('utf8'))
  if (document === undefined) throw new AppError('invalid_json')
  const body = asObject(document)
  if (body === undefined) throw new AppError('body_not_object')
  return body
}
