import type { Page } from 'playwright-core'

/** An authenticator inside Chromium that stores passkeys and signs without asking. */
export interface VirtualAuthenticator {
  /** Returns the number of stored passkeys. */
  count(): Promise<number>
  /** Sets whether the user touches the authenticator when it asks. If not, it waits forever. */
  touches(isTouched: boolean): Promise<void>
}

/** Gives a page's browser a built-in authenticator that has verified its user. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    touches: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
  }
}
