import type { PressedKey } from '../ui/screen/use-keys.ts'
import type { LogSieve } from './log-buffer.ts'

/** Returns the filter after a key press. @returns undefined when the key ends the input */
export function typeIntoFilter(sieve: LogSieve, key: PressedKey): LogSieve | undefined {
  if (key.isReturn) return undefined
  if (key.isBackspace) return { ...sieve, filter: [...sieve.filter].slice(0, -1).join('') }
  return key.isChord ? sieve : addText(sieve, key.input)
}

/** Appends typed or pasted text to the filter. */
export function addText(sieve: LogSieve, text: string): LogSieve {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a pasted text may bring control characters along
  return { ...sieve, filter: sieve.filter + text.replace(/[\x00-\x1f\x7f]/g, '') }
}
