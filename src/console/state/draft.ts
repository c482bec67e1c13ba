import { useState } from 'react'

/**
 * Holds what is typed into a filter form before it is submitted. It follows the address, also after going back and
 * after "clear"; the form stays mounted and keeps the focus.
 *
 * @param value current value in the address
 */
export function useDraft<T>(value: T): readonly [draft: T, setDraft: (draft: T) => void] {
  const [draft, setDraft] = useState(value)
  const [followed, setFollowed] = useState(value)
  if (JSON.stringify(value) !== JSON.stringify(followed)) {
    setFollowed(value)
    setDraft(value)
  }
  return [draft, setDraft]
}
