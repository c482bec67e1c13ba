const MESSAGE_CHARS_MAX = 2_000
/** Shorter texts are no keys, and replacing them would garble the message. */
const KEY_CHARS_MIN = 4
/** Of a key made of parts, the short ones are regions and account numbers. */
const PART_CHARS_MIN = 12

/** The text without these keys and anything that looks like a key of anybody's; everything else stays as it was. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  let result = text
  for (const key of keys) {
    if (key.length >= KEY_CHARS_MIN) result = result.replaceAll(key, '***')
    for (const part of key.split(/[|.]/))
      if (part.length >= PART_CHARS_MIN) result = result.replaceAll(part, '***')
  }
  return result.replaceAll(/\b(sk|key|AKIA|AIza)[-_A-Za-z0-9*]{16,}/g, '***')
}

/**
 * What an upstream said, fit to be shown or stored: without the channel's keys, its address and anything that looks
 * like a key of anybody's, on one line, at bounded length. Upstreams quote the key they refuse.
 */
export function redact(
  text: string,
  about: { readonly keys: readonly string[]; readonly url: string },
): string {
  // Cut first where it is enormous, and again at the end: a key across the border must not leave its beginning.
  let result = withoutKeys(text.slice(0, 4 * MESSAGE_CHARS_MAX), about.keys)
  const url = URL.parse(about.url)
  if (url) for (const name of [url.host, url.hostname]) result = result.replaceAll(name, 'upstream')
  // Google names the operator's project in refusals.
  return result
    .replaceAll(/\bprojects\/[\w:.-]+/g, 'projects/***')
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, MESSAGE_CHARS_MAX)
}
