import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** Where passkeys belong: the domain they are made for and the address of its pages. */
export interface RelyingParty {
  /** Domain name, or `localhost`. */
  readonly id: string
  /** Scheme, host and port of the pages that may ask for a passkey. */
  readonly origin: string
}

/** What a browser sends for a new passkey. */
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

/** What a browser sends when a passkey has signed. */
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

/** What a good signature says. */
export interface PasskeyUsed {
  /** Uses so far, as the authenticator counts them; 0 = it does not count. */
  readonly counter: number
  readonly isBackedUp: boolean
}

/** COSE numbers of Ed25519, ES256 and RS256, which between them every authenticator knows. */
export const passkeyAlgorithms = [-8, -7, -257] as const

/** Loaded with the first passkey: most daemons never see one, and it takes a quarter of a second. */
const library = () => import('@simplewebauthn/server')

/** @returns the challenge that was signed; undefined if this is no client data, or of a page inside another site's */
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
 * Checks a new passkey: challenge, address, domain, presence and verification of the person.
 *
 * @throws Error saying what is wrong, for the log
 */
export async function verifyNewPasskey(
  credential: NewCredential,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<PublicCredential> {
  const { verifyRegistrationResponse } = await library()
  const response = { ...credential.response, attestationObject: await withoutAttestation(credential) }
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // The library types known transports; what a browser calls them does not matter here.
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
 * Checks a signature: challenge, address, domain, key, presence and, where needed, verification of the person. The
 * counter is left to the caller, who knows the last one.
 *
 * @throws Error saying what is wrong, for the log
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
    // The library refuses a counter that went back before it looks at the signature, so anybody could cause it.
    credential: { id: answer.id, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
    requireUserVerification: expected.needsVerification,
  })
  if (!verified) throw new Error('The signature does not fit the key.')
  return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
}

/**
 * We ask for no attestation. Some browsers send one all the same, and checking it would have the library fetch
 * revocation lists from addresses that the client chose.
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
