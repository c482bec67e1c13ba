import type { Token } from './use-tokens.ts'

/** Returns the key as clients send it. */
export const clientKey = (token: Pick<Token, 'key'>): string => `sk-${token.key.replace(/^sk-/, '')}`

/** Shortens a key: enough to distinguish keys, too little to use one. */
export function shortKey(token: Pick<Token, 'key'>): string {
  const key = clientKey(token)
  // The server has already shortened it.
  if (key.includes('*')) return key.replace('***', '…')
  return `${key.slice(0, 7)}…${key.slice(-4)}`
}
