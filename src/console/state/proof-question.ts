import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let question: { readonly asked: Promise<boolean>; readonly answer: (isProven: boolean) => void } | undefined

function set(next: typeof question): void {
  question = next
  for (const listener of listeners) listener()
}

/** Asks the user to prove their identity again. Calls that need the proof at the same time share one question. */
export const proofQuestion = {
  /** @returns whether the proof was given */
  ask(): Promise<boolean> {
    if (!question) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      set({ asked: promise, answer: resolve })
      return promise
    }
    return question.asked
  },
  answer(isProven: boolean): void {
    question?.answer(isProven)
    set(undefined)
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns whether the question is open. */
export const useIsProofAsked = (): boolean => useSyncExternalStore(subscribe, () => question !== undefined)
