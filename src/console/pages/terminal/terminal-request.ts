/** A terminal that asks to sign in, as its address says. */
export interface TerminalRequest {
  readonly challenge: string
  /** What the terminal calls itself; anybody can have written it. */
  readonly name: string
  /** Where the terminal listens on this machine; undefined = it is elsewhere, and the code is pasted. */
  readonly door: { readonly port: string; readonly state: string } | undefined
}

/** @returns undefined for an address that no terminal has made */
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

/** Where the browser brings the answer: always this machine, whatever the address of the page says. */
export const doorAddress = (
  { port, state }: NonNullable<TerminalRequest['door']>,
  answer: Readonly<Record<string, string>>,
): string => `http://127.0.0.1:${Number(port)}/?${new URLSearchParams({ ...answer, state })}`
