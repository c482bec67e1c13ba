import type { IncomingHttpHeaders } from 'node:http'
import { anthropicMessages } from '../protocols/anthropic/index.ts'
import { geminiGenerate } from '../protocols/gemini/index.ts'
import { openaiErrors } from '../protocols/openai/error-body.ts'
import type { ErrorShape, OperationName } from '../protocols/types.ts'
import type { Dialect } from './inbound/inbound.ts'
import type { ListShape } from './models.ts'

/** Addresses at which clients of a vendor expect what is served under `/v1` here, or `/v1beta` for Google's. */
interface Door {
  /** What is replaced; the rest of the address stays. */
  readonly prefix: RegExp
  readonly replacement: string
  /** The protocol of its clients, which is not asked for by where they put their key. */
  readonly speaks: ListShape & keyof typeof ERRORS
  /** The vendor whose clients come through it, if that makes a difference. */
  readonly dialect?: Dialect & ListShape
  /** Clients that come through it and say who they are, but not for which vendor. */
  readonly named?: readonly [agent: RegExp, dialect: Dialect]
}

const ERRORS = {
  openai: openaiErrors,
  anthropic: anthropicMessages.errors,
  gemini: geminiGenerate.errors,
} as const

/**
 * In order: the first that fits is taken. They lead to whatever exists there and to nothing else: an unknown address behind a
 * door is as unknown as it would be there.
 */
const DOORS: readonly Door[] = [
  // Google's clients ask here for models of Vertex AI. https://docs.cloud.google.com/vertex-ai/generative-ai/docs/start/api-keys
  {
    prefix:
      /^\/v1(?:beta1)?\/(?:projects\/[^/?]+\/locations\/[^/?]+\/)?publishers\/google\/(?=models(?:[/?]|$))/,
    replacement: '/v1beta/',
    speaks: 'gemini',
  },
  // Anthropic's package for Vertex AI and Claude Code ask here for Claude. Their base URL may lack the version.
  {
    prefix:
      /^(?:\/v1(?:beta1)?)?\/(?:projects\/[^/?]+\/locations\/[^/?]+\/)?publishers\/anthropic\/(?=models(?:[/?]|$))/,
    replacement: '/v1/publishers/anthropic/',
    speaks: 'anthropic',
  },
  // Google's own surface for OpenAI's clients.
  { prefix: /^\/v1beta\/openai\//, replacement: '/v1/', speaks: 'openai' },
  // Azure names the model in the address. https://learn.microsoft.com/azure/ai-foundry/openai/reference
  { prefix: /^\/openai\/deployments\/(?=[^/?]+\/[^/?])/, replacement: '/v1/engines/', speaks: 'openai' },
  // Azure's newer surface and Groq's. LangChain comes to Groq's by itself, and to Azure's with OpenAI's package.
  {
    prefix: /^\/openai\/v1\//,
    replacement: '/v1/',
    speaks: 'openai',
    named: [/^langchain(?:js$|\/)/, 'groq'],
  },
  // Azure's older surface, where the model is in the body or the query.
  {
    prefix: /^\/openai\/(?=(?:responses|conversations|models|realtime|files|batches)(?:[/?]|$))/,
    replacement: '/v1/',
    speaks: 'openai',
  },
  // Where Moonshot, DeepSeek and others serve Anthropic's clients.
  { prefix: /^\/anthropic\/v1\//, replacement: '/v1/', speaks: 'anthropic' },
  // For clients of Mistral that do not say so, such as LangChain's in Python.
  { prefix: /^\/mistral\/v1\//, replacement: '/v1/', speaks: 'openai', dialect: 'mistral' },
  // OpenRouter's. The management API has no versions in its addresses.
  { prefix: /^\/api\/v1\//, replacement: '/v1/', speaks: 'openai', dialect: 'openrouter' },
]

const doorOf = (url: string): Door | undefined =>
  // Nearly every request comes by `/v1/` itself.
  url.startsWith('/v1/') && !url.startsWith('/v1/p')
    ? undefined
    : DOORS.find(({ prefix }) => prefix.test(url))

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

/** Operations in which only the dialect tells vendors from OpenAI. */
const SPOKEN: ReadonlySet<OperationName> = new Set(['chat', 'embedding'])

/**
 * Clients that come by OpenAI's address, but say for which vendor they are: Mistral's own (`speakeasy-sdk/… @mistralai/mistralai`),
 * Groq's own (`Groq/JS …`), Vercel's for them (`ai-sdk/mistral/…`, `ai-sdk-groq/…`).
 */
const NAMED: readonly (readonly [agent: RegExp, dialect: Dialect])[] = [
  [/mistral/i, 'mistral'],
  [/groq/i, 'groq'],
  [/perplexity/i, 'perplexity'],
  [/cerebras/i, 'cerebras'],
  [/^litellm\//, 'litellm'],
]

/**
 * Finds out whose client calls, if that makes a difference.
 *
 * @param url as it came in
 * @param operation undefined = it is about models
 */
export function dialectOf(
  url: string,
  headers: IncomingHttpHeaders,
  operation?: OperationName,
): Dialect | undefined {
  const door = doorOf(url)
  if (door?.dialect === 'openrouter') return door.dialect
  if (operation !== undefined && !SPOKEN.has(operation)) return undefined
  const agent = headers['user-agent'] ?? ''
  const named = door?.named ? [door.named, ...NAMED] : NAMED
  return door?.dialect ?? named.find(([pattern]) => pattern.test(agent))?.[1]
}
