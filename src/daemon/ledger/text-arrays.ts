const TEXT_OID = 25
const HEADER_BYTES = 20

/**
 * Encodes an array of texts in PostgreSQL's binary format, which needs no escaping here and no parsing there.
 *
 * @throws TypeError if a value is neither a string nor null
 */
export function texts(values: readonly (string | null)[]): Buffer {
  let size = HEADER_BYTES
  for (const value of values) size += 4 + (value === null ? 0 : Buffer.byteLength(value))
  const bytes = Buffer.allocUnsafe(size)
  bytes.writeInt32BE(values.length === 0 ? 0 : 1, 0)
  bytes.writeInt32BE(values.includes(null) ? 1 : 0, 4)
  bytes.writeInt32BE(TEXT_OID, 8)
  bytes.writeInt32BE(values.length, 12)
  bytes.writeInt32BE(1, 16)
  let end = HEADER_BYTES
  for (const value of values) {
    const length = value === null ? -1 : bytes.write(value, end + 4)
    bytes.writeInt32BE(length, end)
    end += 4 + Math.max(length, 0)
  }
  return values.length === 0 ? bytes.subarray(0, 12) : bytes
}

/** A parameter: either a literal or the texts of an array. */
export type Column = string | readonly (string | null)[]

/**
 * Encodes a parameter before it reaches the driver. If the driver failed to encode one, its statement would be missing from
 * the pipeline while the following ones were sent.
 *
 * @throws TypeError like {@link texts}
 */
export const encoded = (column: Column): string | Buffer =>
  typeof column === 'string' ? column : texts(column)
