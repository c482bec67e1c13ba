const MESSAGE_CHARS_MAX = 2_000
/** Shorter texts are not keys, and replacing them would garble the message. */
const KEY_CHARS_MIN = 4
/** In a key made of parts, short parts are regions and account numbers. */
const PART_CHARS_MIN = 12

/** Removes these keys and anything that looks like a key from a text; the rest is unchanged. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  let result = text
  for (const key of keys) {
    if (key.length >= KEY_CHARS_MIN) result = result.replaceAll(key, '***')
    for (const part of key.split(/[|.]/))
      if (part.length >= PART_CHARS_MIN) result = result.replaceAll(part, '***')
  }
  return result.replaceAll(/\b(sk|key|AKIA|AIza)[-_A-Za-z0-9*]{16,}/g, '***')
}

/** Secrets of an upstream that must not appear in any text. */
export interface UpstreamSecrets {
  readonly keys: readonly string[]
  /** The upstream's URL. Its host is secret, its path is not. */
  readonly url: string
}

/**
 * Makes an upstream's text safe to show or store: without the channel's keys, its address and anything that looks like
 * a key, on one line, with bounded length. Upstreams quote the key they refuse.
 */
export function redact(text: string, about: UpstreamSecrets): string {
  // Cut a huge text first, and again at the end, so that a key that crosses the cut does not leave its first
  // characters.
  return withoutKeysAndHosts(text.slice(0, 4 * MESSAGE_CHARS_MAX), about)
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, MESSAGE_CHARS_MAX)
}

/** Removes keys and hosts from a text but keeps its lines and its length. */
export function withoutKeysAndHosts(text: string, about: UpstreamSecrets): string {
  let result = withoutKeys(text, about.keys)
  const url = URL.parse(about.url)
  if (url?.hostname)
    for (const name of [url.host, url.hostname]) result = result.replaceAll(wholeName(name), 'upstream')
  // Google names the operator's project in refusals.
  return result.replaceAll(/\bprojects\/[\w:.-]+/g, 'projects/***')
}

/**
 * Matches a host as a whole word: in a private network it may be as short as `api`, which is part of other words too.
 */
const wholeName = (host: string): RegExp =>
  new RegExp(`(?<![A-Za-z0-9])${host.replaceAll(/[.[\]]/g, '\\$&')}(?![A-Za-z0-9])`, 'g')
