import { isUtf8 } from 'node:buffer'

/** An answer as the client received it. */
export interface KeptAnswer {
  readonly contentType: string
  readonly body: Buffer
}

/**
 * Writes an answer as the text that the ledger keeps for a repeated Idempotency-Key: a `data:` URL. Text stays
 * readable; audio, and texts with a zero byte, which PostgreSQL does not accept, are base64.
 */
export function keepAnswer({ contentType, body }: KeptAnswer): string {
  // The type ends at the first comma.
  const type = contentType.replaceAll(',', '')
  const isText = isUtf8(body) && !body.includes(0)
  return isText ? `data:${type},${body.toString('utf8')}` : `data:${type};base64,${body.toString('base64')}`
}

/** Reads an answer from the text in the ledger. Rows of older versions contain only the text of a JSON answer. */
export function readKeptAnswer(kept: string): KeptAnswer {
  const [head] = /^data:[^,]*,/.exec(kept) ?? []
  if (head === undefined) return { contentType: 'application/json', body: Buffer.from(kept) }
  const content = kept.slice(head.length)
  const type = head.slice('data:'.length, -1)
  if (!type.endsWith(';base64')) return { contentType: type, body: Buffer.from(content) }
  return { contentType: type.slice(0, -';base64'.length), body: Buffer.from(content, 'base64') }
}
