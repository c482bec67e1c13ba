/**
 * Removes null members from the events of a stream, such as the `"usage":null` that OpenAI writes into each chunk when
 * usage is asked for. Nothing is parsed: quotes inside texts are escaped, so anything that looks like a member is one.
 */
export function leaveOutNulls(names: readonly string[]): LeaveOutNulls {
  const member = `"(?:${names.join('|')})"\\s*:\\s*null`
  const members = new RegExp(`,\\s*${member}|${member}\\s*,`, 'g')
  const mentions = (text: string): boolean => names.some((name) => text.includes(`"${name}"`))
  return (piece) => {
    if (typeof piece === 'string') return mentions(piece) ? piece.replace(members, '') : piece
    // One character per byte, both ways, so that all bytes except the removed ones stay as they are.
    const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    if (!mentions(text)) return piece
    const shorter = text.replace(members, '')
    return shorter.length === text.length ? piece : Buffer.from(shorter, 'latin1')
  }
}

/** Removes the members from one piece of a stream; returns the same piece if it has none of them. */
export type LeaveOutNulls = (piece: string | Uint8Array) => string | Uint8Array
