import { claudeHeaders } from '../../protocols/anthropic/index.ts'
import { headerSafeKey } from '../openai-family.ts'
import type { Call } from '../types.ts'

const OWN_HOST = 'api.anthropic.com'
const DEFAULT_VERSION = '2023-06-01'

/** Returns the version and betas of the client, with the headers that the administrator set for the model. */
export function readVersionHeaders(call: Call): Record<string, string> {
  const beta = call.headers['anthropic-beta']
  return {
    'anthropic-version': call.headers['anthropic-version'] ?? DEFAULT_VERSION,
    ...(beta !== undefined && { 'anthropic-beta': beta }),
    ...readModelHeaders(call),
  }
}

/** Returns the betas of a call, for hosts that expect them outside the header. */
export function readBetas(call: Call): readonly string[] {
  const text = readModelHeaders(call)['anthropic-beta'] ?? call.headers['anthropic-beta'] ?? ''
  return [...new Set(text.split(',').map((each) => each.trim()))].filter(Boolean)
}

/** Returns the headers with the key. Compatible vendors read either of two headers; Anthropic itself accepts only one. */
export function readKeyHeaders(call: Call, host: string): Record<string, string> {
  const key = headerSafeKey(call)
  return host === OWN_HOST
    ? { 'x-api-key': key }
    : { 'x-api-key': key, ...(key !== '' && { authorization: `Bearer ${key}` }) }
}

/** Keeps only valid headers, because an administrator types them as free text. */
export function readModelHeaders(call: Call): Record<string, string> {
  const entries = Object.entries(claudeHeaders(call.model, call.adapters))
  return Object.fromEntries(
    entries.filter(([name, value]) => /^[a-z0-9-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value)),
  )
}
