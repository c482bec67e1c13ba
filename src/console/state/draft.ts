import { useState } from 'react'

/**
 * What is typed into a form of filters before it is sent. It follows the address, also after going back and after "clear";
 * the form stays the same, and with it the focus.
 *
 * @param value what the address says
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
