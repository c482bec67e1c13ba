/** Returns 128 random bits in hexadecimal; `crypto.randomUUID` is unavailable on plain HTTP. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
