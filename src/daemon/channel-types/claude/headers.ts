import { claudeHeaders } from '../../protocols/anthropic/index.ts'
import { headerSafeKey } from '../openai-family.ts'
import type { Call } from '../types.ts'

const OWN_HOST = 'api.anthropic.com'
const DEFAULT_VERSION = '2023-06-01'

/** Version and betas as the client sent them, and what the administrator set for the model. */
export function readVersionHeaders(call: Call): Record<string, string> {
  const beta = call.headers['anthropic-beta']
  return {
    'anthropic-version': call.headers['anthropic-version'] ?? DEFAULT_VERSION,
    ...(beta !== undefined && { 'anthropic-beta': beta }),
    ...readModelHeaders(call),
  }
}

/** The betas of a call, for hosts that take them elsewhere than in the header. */
export function readBetas(call: Call): readonly string[] {
  const text = readModelHeaders(call)['anthropic-beta'] ?? call.headers['anthropic-beta'] ?? ''
  return [...new Set(text.split(',').map((each) => each.trim()))].filter(Boolean)
}

/** Vendors that copied the API differ in which of the two they read; Anthropic itself wants one. */
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
