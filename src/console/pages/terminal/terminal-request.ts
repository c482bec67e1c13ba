/** A terminal's request to sign in, as encoded in the address. */
export interface TerminalRequest {
  readonly challenge: string
  /** The name that the terminal gives itself, which anybody could have written. */
  readonly name: string
  /**
   * Where the terminal listens on this machine; undefined = the terminal is elsewhere, and the code has to be pasted.
   */
  readonly door: { readonly port: string; readonly state: string } | undefined
}

/** @returns undefined for an address that was not created by a terminal */
export function readTerminalRequest(query: URLSearchParams): TerminalRequest | undefined {
  const [challenge, name, port, state] = ['challenge', 'name', 'port', 'state'].map(
    (key) => query.get(key) ?? '',
  ) as [string, string, string, string]
  if (!/^[\w-]{43}$/.test(challenge) || name.trim() === '' || name.length > 64) return undefined
  if (port === '' && state === '') return { challenge, name, door: undefined }
  const isPort = /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535
  if (!isPort || !/^[\w-]{16,64}$/.test(state)) return undefined
  return { challenge, name, door: { port, state } }
}

/**
 * Returns the address to which the browser delivers the response: always on this machine, whatever the page's address
 * contains.
 */
export const doorAddress = (
  { port, state }: NonNullable<TerminalRequest['door']>,
  answer: Readonly<Record<string, string>>,
): string => `http://127.0.0.1:${Number(port)}/?${new URLSearchParams({ ...answer, state })}`
