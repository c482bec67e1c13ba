import type { IncomingHttpHeaders } from 'node:http'
import { anthropicMessages } from '../protocols/anthropic/index.ts'
import { openaiErrors } from '../protocols/openai/error-body.ts'
import type { ErrorShape, OperationName } from '../protocols/types.ts'
import type { Dialect } from './inbound/inbound.ts'
import type { ListShape } from './models.ts'

/** Addresses at which clients of a vendor expect what stands under `/v1` here. */
interface Door {
  /** What is replaced; the rest of the address stays. */
  readonly prefix: RegExp
  readonly replacement: string
  /** The protocol of its clients, which is not asked for by where they put their key. */
  readonly speaks: ListShape & keyof typeof ERRORS
  /** The vendor whose clients come through it, if that makes a difference. */
  readonly dialect?: Dialect & ListShape
}

const ERRORS = { openai: openaiErrors, anthropic: anthropicMessages.errors } as const

/**
 * In order: the first that fits is taken. They lead to whatever exists under `/v1` and to nothing else: an unknown address
 * behind a door is as unknown as it would be there.
 */
const DOORS: readonly Door[] = [
  // Google's own surface for OpenAI's clients.
  { prefix: /^\/v1beta\/openai\//, replacement: '/v1/', speaks: 'openai' },
  // Azure names the model in the address. https://learn.microsoft.com/azure/ai-foundry/openai/reference
  { prefix: /^\/openai\/deployments\/(?=[^/?]+\/[^/?])/, replacement: '/v1/engines/', speaks: 'openai' },
  // Azure's newer surface and Groq's.
  { prefix: /^\/openai\/v1\//, replacement: '/v1/', speaks: 'openai' },
  // Azure's older surface, where the model is in the body or the query.
  {
    prefix: /^\/openai\/(?=(?:responses|conversations|models|realtime|files|batches)(?:[/?]|$))/,
    replacement: '/v1/',
    speaks: 'openai',
  },
  // Where Moonshot, DeepSeek and others serve Anthropic's clients.
  { prefix: /^\/anthropic\/v1\//, replacement: '/v1/', speaks: 'anthropic' },
  // OpenRouter's. The management API has no versions in its addresses.
  { prefix: /^\/api\/v1\//, replacement: '/v1/', speaks: 'openai', dialect: 'openrouter' },
]

const doorOf = (url: string): Door | undefined =>
  // Nearly every request comes by `/v1/` itself.
  url.startsWith('/v1/') ? undefined : DOORS.find(({ prefix }) => prefix.test(url))

/** The address that is served, for one that came in; the same where it is no other's door. */
export function throughDoor(url: string): string {
  const door = doorOf(url)
  return door ? url.replace(door.prefix, door.replacement) : url
}

/** The protocol in which clients at a door are answered; undefined if the address is no door. @param url as it came in */
export const spokenAtDoor = (
  url: string,
): { readonly list: ListShape; readonly errors: ErrorShape } | undefined => {
  const door = doorOf(url)
  return door && { list: door.dialect ?? door.speaks, errors: ERRORS[door.speaks] }
}

/** Operations that Mistral's clients call at OpenAI's addresses. */
const OF_MISTRAL: ReadonlySet<OperationName> = new Set(['chat', 'embedding'])

/**
 * Finds out whose client calls, if that makes a difference. Mistral's own (`speakeasy-sdk/… @mistralai/mistralai`) and Vercel's for
 * Mistral (`ai-sdk/mistral/…`) come by OpenAI's address, but say who they are.
 *
 * @param url as it came in
 * @param operation undefined = it is about models
 */
export const dialectOf = (
  url: string,
  headers: IncomingHttpHeaders,
  operation?: OperationName,
): Dialect | undefined => doorOf(url)?.dialect ?? (isOfMistral(headers, operation) ? 'mistral' : undefined)

const isOfMistral = (headers: IncomingHttpHeaders, operation: OperationName | undefined): boolean =>
  (operation === undefined || OF_MISTRAL.has(operation)) && /mistral/i.test(headers['user-agent'] ?? '')
