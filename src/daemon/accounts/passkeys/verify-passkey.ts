import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** The domain that passkeys are created for, and the origin of its pages. */
export interface RelyingParty {
  /** Domain name, or `localhost`. */
  readonly id: string
  /** Scheme, host and port of the pages that may ask for a passkey. */
  readonly origin: string
}

/** The browser's response for a new passkey. */
export interface NewCredential {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: readonly string[] | undefined
  }
}

/** The browser's response with a passkey's signature. */
export interface PasskeyAnswer {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle?: string | undefined
  }
}

/** The public half of a new passkey. */
export interface PublicCredential {
  readonly credentialId: string
  /** COSE key in base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly isBackedUp: boolean
}

/** The data in a valid signature. */
export interface PasskeyUsed {
  /** Number of uses so far, as counted by the authenticator; 0 = it does not count. */
  readonly counter: number
  readonly isBackedUp: boolean
}

/** COSE numbers of Ed25519, ES256 and RS256. Every authenticator supports at least one of them. */
export const passkeyAlgorithms = [-8, -7, -257] as const

/** Loaded for the first passkey, because most daemons never see one, and loading takes a quarter of a second. */
const library = () => import('@simplewebauthn/server')

/**
 * @returns the challenge that was signed; undefined if this is not client data, or comes from a page inside another
 *   site's
 */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    if (typeof data !== 'object' || data === null) return undefined
    const { challenge, crossOrigin } = data as { challenge?: unknown; crossOrigin?: unknown }
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : undefined
  } catch {
    return undefined
  }
}

/**
 * Checks a new passkey: challenge, origin, domain, and presence and verification of the person.
 *
 * @throws Error with the reason, for the log
 */
export async function verifyNewPasskey(
  credential: NewCredential,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<PublicCredential> {
  const { verifyRegistrationResponse } = await library()
  const response = { ...credential.response, attestationObject: await withoutAttestation(credential) }
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // The library's types list known transports, but the browser's names for them do not matter.
    response: { ...credential, response, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: [...passkeyAlgorithms],
  })
  if (!verified) throw new Error('The passkey was not verified.')
  const { credential: made, credentialBackedUp } = registrationInfo
  if (made.id !== credential.id) throw new Error('The passkey has another ID inside.')
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey).toString('base64url'),
    counter: made.counter,
    isBackedUp: credentialBackedUp,
  }
}

/**
 * Checks a signature: challenge, origin, domain, key, presence and, if needed, verification of the person. The caller
 * checks the counter, because it knows the last value.
 *
 * @throws Error with the reason, for the log
 */
export async function verifyPasskeyAnswer(
  answer: PasskeyAnswer,
  publicKey: string,
  expected: { readonly challenge: string; readonly site: RelyingParty; readonly needsVerification: boolean },
): Promise<PasskeyUsed> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: expected.challenge,
    expectedOrigin: expected.site.origin,
    expectedRPID: expected.site.id,
    // With a real counter the library would refuse a decreased one before it verifies the signature, so anybody could
    // trigger that error.
    credential: { id: answer.id, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
    requireUserVerification: expected.needsVerification,
  })
  if (!verified) throw new Error('The signature does not fit the key.')
  return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
}

/**
 * Removes the attestation. We do not request one, but some browsers send it anyway, and the library would check it by
 * fetching revocation lists from URLs that the client chose.
 */
async function withoutAttestation({ response }: NewCredential): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const bytes = Uint8Array.from(Buffer.from(response.attestationObject, 'base64url'))
  const authData = decodeAttestationObject(bytes).get('authData')
  const plain = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ])
  return Buffer.from(isoCBOR.encode(plain)).toString('base64url')
}
