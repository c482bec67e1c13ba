import { useRef } from 'react'

/** Gives each call an idempotency key, by which the daemon recognises a repeated call. */
export interface RepeatName {
  /** The key for a call with this body. The same body gets the same key until `forget` is called. */
  readonly of: (body: object) => { readonly 'Idempotency-Key': string }
  /** Makes the next call a new one, even with the same body. */
  readonly forget: () => void
}

/**
 * Gives what a form sends an idempotency key. If the answer is lost and somebody sends the form again, the daemon does the
 * work only once and returns the first answer.
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

/** 128 random bits; `crypto.randomUUID` is missing on plain http. */
export const newRepeatName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
