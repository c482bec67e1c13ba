import type { IncomingHttpHeaders } from 'node:http'
import { anthropicMessages } from '../protocols/anthropic/index.ts'
import { geminiGenerate } from '../protocols/gemini/index.ts'
import { openaiErrors } from '../protocols/openai/error-body.ts'
import type { ErrorShape, OperationName } from '../protocols/types.ts'
import type { Dialect } from './inbound/inbound.ts'
import type { ListShape } from './models.ts'

/**
 * A URL prefix under which a vendor's clients expect what the gateway serves under `/v1`, or `/v1beta` for Google's.
 */
interface Door {
  /** The part to replace; the rest of the URL stays. */
  readonly prefix: RegExp
  readonly replacement: string
  /** The protocol of its clients, whichever header their key is in. */
  readonly speaks: ListShape & keyof typeof ERRORS
  /** The vendor whose clients use this door, if it makes a difference. */
  readonly dialect?: Dialect & ListShape
  /** Clients that use this door and identify themselves, but not their vendor. */
  readonly named?: readonly [agent: RegExp, dialect: Dialect]
}

const ERRORS = {
  openai: openaiErrors,
  anthropic: anthropicMessages.errors,
  gemini: geminiGenerate.errors,
} as const

/**
 * The first match is used. A door only leads to existing endpoints, so a path behind it can be unknown like any other.
 */
const DOORS: readonly Door[] = [
  // Google's clients use this for models of Vertex AI.
  // https://docs.cloud.google.com/vertex-ai/generative-ai/docs/start/api-keys
  {
    prefix:
      /^\/v1(?:beta1)?\/(?:projects\/[^/?]+\/locations\/[^/?]+\/)?publishers\/google\/(?=models(?:[/?]|$))/,
    replacement: '/v1beta/',
    speaks: 'gemini',
  },
  // Anthropic's package for Vertex AI and Claude Code use this for Claude. Their base URL may lack the version.
  {
    prefix:
      /^(?:\/v1(?:beta1)?)?\/(?:projects\/[^/?]+\/locations\/[^/?]+\/)?publishers\/anthropic\/(?=models(?:[/?]|$))/,
    replacement: '/v1/publishers/anthropic/',
    speaks: 'anthropic',
  },
  // Google's own endpoints for OpenAI's clients.
  { prefix: /^\/v1beta\/openai\//, replacement: '/v1/', speaks: 'openai' },
  // Azure names the model in the path. https://learn.microsoft.com/azure/ai-foundry/openai/reference
  { prefix: /^\/openai\/deployments\/(?=[^/?]+\/[^/?])/, replacement: '/v1/engines/', speaks: 'openai' },
  // Azure's newer endpoints and Groq's. LangChain's own package calls Groq's; for Azure's it uses OpenAI's package. Pydantic AI
  // calls both by the same name, and Azure's answer may have Groq's form.
  {
    prefix: /^\/openai\/v1\//,
    replacement: '/v1/',
    speaks: 'openai',
    named: [/^(?:langchain(?:js$|\/)|pydantic-ai\/)/, 'groq'],
  },
  // Azure's older endpoints, with the model in the body or the query.
  {
    prefix: /^\/openai\/(?=(?:responses|conversations|models|realtime|files|batches)(?:[/?]|$))/,
    replacement: '/v1/',
    speaks: 'openai',
  },
  // Where Moonshot, DeepSeek and others serve Anthropic's clients.
  { prefix: /^\/anthropic\/v1\//, replacement: '/v1/', speaks: 'anthropic' },
  // For clients of Mistral that do not identify themselves, such as LangChain's in Python.
  { prefix: /^\/mistral\/v1\//, replacement: '/v1/', speaks: 'openai', dialect: 'mistral' },
  // OpenRouter's endpoints. The management API has no versions in its paths.
  { prefix: /^\/api\/v1\//, replacement: '/v1/', speaks: 'openai', dialect: 'openrouter' },
]

const doorOf = (url: string): Door | undefined =>
  // Nearly every request uses `/v1/` itself.
  url.startsWith('/v1/') && !url.startsWith('/v1/p')
    ? undefined
    : DOORS.find(({ prefix }) => prefix.test(url))

/** Returns the URL that is served for an incoming one; the same URL if it is not behind a door. */
export function throughDoor(url: string): string {
  const door = doorOf(url)
  return door ? url.replace(door.prefix, door.replacement) : url
}

/**
 * Returns the protocol for answering clients at a door; undefined if the URL is not behind one.
 * @param url as received
 */
export const spokenAtDoor = (
  url: string,
): { readonly list: ListShape; readonly errors: ErrorShape } | undefined => {
  const door = doorOf(url)
  return door && { list: door.dialect ?? door.speaks, errors: ERRORS[door.speaks] }
}

/** Operations in which only the dialect distinguishes vendors from OpenAI. */
const SPOKEN: ReadonlySet<OperationName> = new Set(['chat', 'embedding'])

/**
 * User agents that name a vendor, of clients that use OpenAI's URLs: Mistral's own (`speakeasy-sdk/…
 * @mistralai/mistralai`), Groq's own (`Groq/JS …`), Vercel's for them (`ai-sdk/mistral/…`, `ai-sdk-groq/…`).
 */
const NAMED: readonly (readonly [agent: RegExp, dialect: Dialect])[] = [
  [/mistral/i, 'mistral'],
  [/groq/i, 'groq'],
  [/perplexity/i, 'perplexity'],
  [/cerebras/i, 'cerebras'],
  [/^litellm\//, 'litellm'],
]

/**
 * Finds out which vendor's client is calling, if it makes a difference.
 *
 * @param url as received
 * @param operation undefined = the request is about models
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
