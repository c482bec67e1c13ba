import type { paths } from '../../../openapi/types.gen.ts'

export type Method = 'get' | 'post' | 'put' | 'delete'

/** Paths of the contract that have this method. */
export type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never
}[keyof paths]

type OperationOf<P extends keyof paths, M extends Method> = paths[P] extends { [K in M]: infer O } ? O : never

/** The whole body of a successful response, including the envelope. */
export type AnswerOf<P extends keyof paths, M extends Method> =
  OperationOf<P, M> extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : unknown

/** The type of the envelope's `data`. */
export type DataOf<P extends keyof paths, M extends Method> =
  AnswerOf<P, M> extends { data: infer D } ? D : undefined

/** The type of one element of a paged list. */
export type ItemOf<P extends keyof paths> =
  DataOf<P, 'get'> extends { items: readonly (infer I)[] } ? I : never

export type ListPaths = {
  [P in PathsOf<'get'>]: ItemOf<P> extends never ? never : P
}[PathsOf<'get'>]

export type QueryOf<P extends keyof paths, M extends Method> =
  OperationOf<P, M> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never

export type BodyOf<P extends keyof paths, M extends Method> =
  OperationOf<P, M> extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never

type Loose<T> = { [K in keyof T]: T[K] | undefined }

type QueryPart<P extends keyof paths, M extends Method> =
  OperationOf<P, M> extends { parameters: { query: infer Q } }
    ? { query: Q }
    : OperationOf<P, M> extends { parameters: { query?: infer Q } }
      ? [NonNullable<Q>] extends [never]
        ? object
        : { query?: Loose<NonNullable<Q>> }
      : object

type PathPart<P extends keyof paths, M extends Method> =
  OperationOf<P, M> extends { parameters: { path: infer Q } } ? { path: Q } : object

type BodyPart<P extends keyof paths, M extends Method> =
  OperationOf<P, M> extends { requestBody: { content: { 'application/json': infer B } } }
    ? { body: B }
    : OperationOf<P, M> extends { requestBody?: { content: { 'application/json': infer B } } }
      ? { body?: B }
      : object

/** Options of a call that are independent of the operation. */
export interface CallManner {
  /**
   * Marks a lookup on the way to the requested call, such as finding an ID by name. It is sent even under `--curl`,
   * where the call itself is only printed.
   */
  readonly isLookup?: boolean
  /** Requests the response to an earlier call with the same idempotency key, without carrying anything out. */
  readonly isReplayOnly?: boolean
  /** Idempotency key to use instead of this run's, for a step that a later run must repeat under the same key. */
  readonly idempotencyKey?: string
}

export type InitOf<P extends keyof paths, M extends Method> = CallManner &
  QueryPart<P, M> &
  PathPart<P, M> &
  BodyPart<P, M>

/** The `init` argument, optional if nothing in it is required. */
export type InitArgument<T> = object extends T ? [init?: T] : [init: T]
