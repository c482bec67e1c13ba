import { useRef } from 'react'

/** Gives calls names by which the daemon recognises a repeated one. */
export interface RepeatName {
  /** The name of the call with this body: the same body has the same name until `forget`. */
  readonly of: (body: object) => { readonly 'Idempotency-Key': string }
  /** The next call is another one, even with the same body. */
  readonly forget: () => void
}

/**
 * Names what a form sends. If the answer is lost and the person sends the form again, the daemon carries it out once and
 * gives the first answer.
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
