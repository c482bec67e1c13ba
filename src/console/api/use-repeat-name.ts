import { useRef } from 'react'

/** Gives each call an idempotency key, by which the daemon recognizes a repeated call. */
export interface RepeatName {
  /** The key for a call with this body. The same body gets the same key until `forget` is called. */
  readonly of: (body: object) => { readonly 'Idempotency-Key': string }
  /** Makes the next call a new one, even with the same body. */
  readonly forget: () => void
}

/**
 * Provides the idempotency key of a form. If the response is lost and the form is submitted again, the daemon does the
 * work only once and returns the first response.
 */
export function useRepeatName(): RepeatName {
  const last = useRef({ body: '', name: '' })
  return {
    of: (body) => {
      const text = JSON.stringify(body)
      if (last.current.body !== text) last.current = { body: text, name: newRepeatName() }
      return { 'Idempotency-Key': last.current.name }
    },
    forget: () => {
      last.current = { body: '', name: '' }
    },
  }
}

/** Returns 128 random bits as hex; `crypto.randomUUID` is unavailable on plain HTTP. */
export const newRepeatName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
