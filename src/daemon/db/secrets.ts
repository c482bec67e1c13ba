import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts values that must be readable again, and fingerprints values that must only be recognised. */
export interface SecretBox {
  /**
   * Encrypts a text for storage with AES-256-GCM.
   * @param context what the text is and where it belongs, such as `channel:key`; decryption needs the same context, so
   * an encrypted text copied into another column cannot be decrypted
   * @returns `v1.<key id>.<nonce>.<tag and ciphertext>`, the last two in base64url
   */
  seal(plain: string, context: string): string
  /** Decrypts a text. @throws SealError if it was changed, or encrypted with another key or for another context */
  open(sealed: string, context: string): string
  /** Returns the SHA-256 in hex, to look up values that are random anyway (token keys, session ids). */
  hash(text: string): string
  /** Returns the HMAC-SHA-256 in hex under this installation's key, for values that could be guessed. */
  fingerprint(text: string): string
}

export class SealError extends Error {
  override readonly name = 'SealError'
}

const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

/** @param masterKey 32 bytes, which are never used directly: only the subkeys derived from them are (RFC 5869) */
export function createSecretBox(masterKey: Uint8Array): SecretBox {
  const subkey = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', masterKey, 'tollgate', purpose, bytes))
  const sealing = subkey('seal v1', 32)
  const fingerprinting = subkey('fingerprint v1', 32)
  const keyId = subkey('key id v1', 4).toString('hex')
  const associated = (context: string) => Buffer.from(`${version}.${keyId}.${context}`)

  return {
    seal(plain, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce, { authTagLength: tagBytes })
      cipher.setAAD(associated(context))
      const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      const body = Buffer.concat([cipher.getAuthTag(), ciphertext])
      return `${version}.${keyId}.${nonce.toString('base64url')}.${body.toString('base64url')}`
    },
    open(sealed, context) {
      const [sealedVersion, sealedKeyId, nonceText, bodyText, ...rest] = sealed.split('.')
      if (sealedVersion !== version || nonceText === undefined || bodyText === undefined || rest.length > 0)
        throw new SealError('This is not a sealed text.')
      if (sealedKeyId !== keyId)
        throw new SealError(`The text was sealed with the key ${sealedKeyId}, this is the key ${keyId}.`)
      const nonce = Buffer.from(nonceText, 'base64url')
      const body = Buffer.from(bodyText, 'base64url')
      if (nonce.length !== nonceBytes || body.length < tagBytes)
        throw new SealError('The sealed text is cut short.')
      const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: tagBytes })
      decipher.setAAD(associated(context))
      decipher.setAuthTag(body.subarray(0, tagBytes))
      try {
        return Buffer.concat([decipher.update(body.subarray(tagBytes)), decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new SealError(`The sealed text was changed or does not belong to "${context}".`, { cause })
      }
    },
    hash: (text) => hash('sha256', text),
    fingerprint: (text) => createHmac('sha256', fingerprinting).update(text, 'utf8').digest('hex'),
  }
}
