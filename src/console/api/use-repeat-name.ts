import { useRef } from 'react'
import { randomKey } from '../state/random-key.ts'

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
      if (last.current.body !== text) last.current = { body: text, name: randomKey() }
      return { 'Idempotency-Key': last.current.name }
    },
    forget: () => {
      last.current = { body: '', name: '' }
    },
  }
}
