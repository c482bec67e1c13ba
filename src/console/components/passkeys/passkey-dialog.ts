import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import type { components } from '../../../../openapi/types.gen.ts'
import { phrase } from '../../i18n/i18n.ts'

type CreationOptions = components['schemas']['PasskeyCreationOptions']
type RequestOptions = components['schemas']['PasskeyRequestOptions']
type NewCredential = components['schemas']['CreatePasskeyRequest']['credential']
type PasskeyAnswer = components['schemas']['PasskeyAnswer']

/** Why passkeys are unavailable: the browser does not support them, or the page was opened by IP address. */
export type PasskeyObstacle = 'browser' | 'address'

/** Returns what keeps this page from using passkeys; undefined = nothing. */
export function passkeyObstacle(): PasskeyObstacle | undefined {
  // WebAuthn only accepts domain names: https://www.w3.org/TR/webauthn-3/#relying-party-identifier
  if (/^[\d.]+$|^\[/.test(location.hostname)) return 'address'
  return window.isSecureContext && 'PublicKeyCredential' in window ? undefined : 'browser'
}

/** Loads the library on first use of a passkey. */
const library = () => import('@simplewebauthn/browser')

/** Asks the browser to create a passkey. @returns undefined when the person closed its dialog */
export const makePasskey = (options: CreationOptions): Promise<NewCredential | undefined> =>
  unlessClosed(async () => {
    const { startRegistration } = await library()
    return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  })

/** Asks the browser to sign with a passkey. @returns undefined when the person closed its dialog */
export const askForPasskey = (options: RequestOptions): Promise<PasskeyAnswer | undefined> =>
  unlessClosed(async () => {
    const { startAuthentication } = await library()
    return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
  })

/**
 * Lets the browser offer passkeys as autofill suggestions, without a dialog.
 * @param signal stops waiting for a choice
 * @returns undefined when it was stopped, or when the browser has nothing to offer
 */
export const waitForChosenPasskey = (
  options: RequestOptions,
  signal: AbortSignal,
): Promise<PasskeyAnswer | undefined> =>
  unlessClosed(async () => {
    const { startAuthentication, WebAuthnAbortService } = await library()
    signal.throwIfAborted()
    const chosen = startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: true,
    })
    const cancel = () => WebAuthnAbortService.cancelCeremony()
    signal.addEventListener('abort', cancel)
    return chosen.finally(() => signal.removeEventListener('abort', cancel))
  })

/** @throws Error with a message in the user's language when the browser refuses */
async function unlessClosed<Answer extends RegistrationResponseJSON | AuthenticationResponseJSON>(
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    // Browsers report the same error when the dialog is closed, when time is up and when there is no passkey.
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined
    if (name === 'InvalidStateError') throw new Error(phrase('passkey:problem.exists'), { cause: error })
    throw new Error(phrase('passkey:problem.browser', { name }), { cause: error })
  }
}
