/**
 * Joins pieces of a stream into as few buffers as can be had without copying: pieces that lie side by side in the same
 * memory, as the events of one network chunk do, become one view of it.
 */
export function joinPieces(pieces: readonly Uint8Array[]): Buffer {
  const first = pieces[0]
  if (!first) return Buffer.alloc(0)
  const { buffer, byteOffset } = first
  let end = byteOffset + first.byteLength
  for (let i = 1; i < pieces.length; i += 1) {
    const piece = pieces[i]
    if (!piece || piece.buffer !== buffer || piece.byteOffset !== end) return Buffer.concat(pieces)
    end += piece.byteLength
  }
  return Buffer.from(buffer, byteOffset, end - byteOffset)
}
