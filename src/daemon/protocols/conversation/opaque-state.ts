import type { OpaqueState, ReasoningOrigin } from './types.ts'

/**
 * Reasoning state that a client of another protocol receives is tagged with the model family that made it, so that it
 * is sent back only to that family: `gw1.<origin>[~<item id>][!<signed text>].<value>`. The text is in base64url.
 */
const TAG = 'gw1.'
const TAGGED = /^gw1\.([a-z]+)(?:~([\w-]+))?(?:!([\w-]+))?\.([\s\S]*)$/
const ORIGINS: ReadonlySet<string> = new Set<ReasoningOrigin>([
  'openai',
  'anthropic',
  'google',
  'xai',
  'deepseek',
  'other',
])

export function tagState({ origin, id, signedText, value }: OpaqueState): string {
  const item = id === undefined ? '' : `~${id}`
  const text = signedText === undefined ? '' : `!${Buffer.from(signedText).toString('base64url')}`
  return `${TAG}${origin}${item}${text}.${value}`
}

/** @param own the family that untagged values belong to, because they come from a native answer */
export function untagState(text: string, own: ReasoningOrigin): OpaqueState {
  const match = TAGGED.exec(text)
  const origin = match?.[1]
  if (!match || origin === undefined || !ORIGINS.has(origin)) return { origin: own, value: text }
  return {
    origin: origin as ReasoningOrigin,
    value: match[4] ?? '',
    ...(match[2] !== undefined && { id: match[2] }),
    ...(match[3] !== undefined && { signedText: Buffer.from(match[3], 'base64url').toString('utf8') }),
  }
}

/** Encodes a tagged state as base64, because Google's signatures are base64. The prefix identifies it later. */
export function tagStateAsBase64(state: OpaqueState): string {
  return Buffer.from(tagState(state)).toString('base64')
}

export function untagBase64State(text: string, own: ReasoningOrigin): OpaqueState {
  if (!text.startsWith(TAG_BASE64)) return { origin: own, value: text }
  return untagState(Buffer.from(text, 'base64').toString('utf8'), own)
}

/** The leading base64 characters of `gw1.` that do not depend on what follows. */
const TAG_BASE64 = Buffer.from(TAG).toString('base64').slice(0, 5)

/**
 * Whether a body may contain state tagged by {@link tagState}. Such a body must not be passed through unchanged: a
 * vendor answers 400 to a signature that it did not make.
 */
export const mayCarryTaggedState = (bodyText: string): boolean =>
  bodyText.includes(`"${TAG}`) || bodyText.includes(`"${TAG_BASE64}`)
