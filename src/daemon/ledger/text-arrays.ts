const TEXT_OID = 25
const HEADER_BYTES = 20

/**
 * Array of texts in the binary format of PostgreSQL: nothing is escaped on this side and nothing parsed on the other.
 *
 * @throws TypeError if a value is neither a text nor null
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

/** A parameter: a literal as it is, or the texts of an array. */
export type Column = string | readonly (string | null)[]

/**
 * A parameter that the driver has nothing to do with: a statement that it cannot encode would be missing among those that
 * are pipelined behind it.
 *
 * @throws TypeError as {@link texts}
 */
export const encoded = (column: Column): string | Buffer =>
  typeof column === 'string' ? column : texts(column)
