/**
 * Takes members without a value out of the events of a stream, such as the `"usage":null` that OpenAI writes into each chunk
 * when usage is asked for. Nothing is parsed: quotes inside texts are escaped, so what looks like a member is one.
 */
export function leaveOutNulls(names: readonly string[]): LeaveOutNulls {
  const member = `"(?:${names.join('|')})"\\s*:\\s*null`
  const members = new RegExp(`,\\s*${member}|${member}\\s*,`, 'g')
  const mentions = (text: string): boolean => names.some((name) => text.includes(`"${name}"`))
  return (piece) => {
    if (typeof piece === 'string') return mentions(piece) ? piece.replace(members, '') : piece
    // One character a byte, both ways: no byte is changed that is not taken out.
    const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    if (!mentions(text)) return piece
    const shorter = text.replace(members, '')
    return shorter.length === text.length ? piece : Buffer.from(shorter, 'latin1')
  }
}

/** The same piece of a stream without the members; itself when they are not in it. */
export type LeaveOutNulls = (piece: string | Uint8Array) => string | Uint8Array
