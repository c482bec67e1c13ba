import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Caller } from './test-services.ts'

/** Input of the browser from `PublicKeyCredentialCreationOptions`. */
export interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

/** Input of the browser from `PublicKeyCredentialRequestOptions`. */
export interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

/** Deviations of a response from what an honest browser and authenticator would send. */
export interface Lies {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  readonly counter?: number
  readonly userHandle?: string | undefined
  readonly isVerified?: boolean
  readonly isPresent?: boolean
  readonly key?: KeyObject
  readonly credentialId?: string
}

/** Creates passkeys and signs with them like a browser, with ES256 and without attestation. */
export interface SoftwareAuthenticator {
  readonly credentialId: string
  create(options: CreationOptions, lies?: Lies): object
  get(options: RequestOptions, lies?: Lies): object
}

const FLAG = { present: 0x01, verified: 0x04, attested: 0x40 } as const
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64Url = (data: string | Buffer): string => Buffer.from(data).toString('base64url')

/** Creates an authenticator with one passkey, for pages of `http://localhost`. */
export function createSoftwareAuthenticator(origin = 'http://localhost'): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ownId = randomBytes(16)
  let userHandle = ''
  let counter = 0

  const clientData = (type: string, challenge: string, lies: Lies): string =>
    base64Url(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    )
  const head = (rpId: string, flags: number, lies: Lies): Buffer => {
    const present = lies.isPresent === false ? 0 : FLAG.present
    const verified = lies.isVerified === false ? 0 : FLAG.verified
    const count = Buffer.alloc(4)
    counter = lies.counter ?? counter + 1
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags | present | verified]), count])
  }

  return {
    credentialId: base64Url(ownId),
    create({ challenge, rp, user }, lies = {}) {
      userHandle = user.id
      const id = lies.credentialId === undefined ? ownId : Buffer.from(lies.credentialId, 'base64url')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        head(rp.id, FLAG.attested, { counter: 0, ...lies }),
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey),
      ])
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(authData)],
      ])
      return {
        id: base64Url(id),
        rawId: base64Url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lies),
          attestationObject: base64Url(attestation),
          transports: ['internal'],
        },
      }
    },
    get({ challenge, rpId }, lies = {}) {
      const clientDataJSON = clientData('webauthn.get', challenge, lies)
      const authenticatorData = head(rpId, 0, lies)
      const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
      const id = lies.credentialId ?? base64Url(ownId)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON,
          authenticatorData: base64Url(authenticatorData),
          signature: base64Url(sign('sha256', signed, lies.key ?? privateKey)),
          ...('userHandle' in lies
            ? lies.userHandle === undefined
              ? {}
              : { userHandle: lies.userHandle }
            : { userHandle }),
        },
      }
    },
  }
}

/** Registers a passkey for a signed-in caller. */
export async function registerPasskey(
  owner: Caller,
  authenticator: SoftwareAuthenticator,
  name = '',
): Promise<{ id: number; name: string }> {
  const options = await owner.call<CreationOptions & object>('POST', '/api/passkey/options')
  const { passkey } = await owner.call<{ passkey: { id: number; name: string } }>('POST', '/api/passkey/', {
    name,
    credential: authenticator.create(options),
  })
  return passkey
}

/** Encodes the few forms of CBOR that passkeys need (RFC 8949): lengths below 65 536, integers below 256. */
const cborHead = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}
const integer = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const bytes = (value: Buffer): Buffer => Buffer.concat([cborHead(2, value.length), value])
const text = (value: string): Buffer => Buffer.concat([cborHead(3, value.length), Buffer.from(value)])
const map = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()])

/** Encodes a key by RFC 9053: key type 2 (two coordinates), algorithm -7 (ES256), curve 1 (P-256). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  ])
}
