import { useInput } from 'ink'

/** Listens for the keys that answer a question: `y`, and all keys that mean no. */
export function useAnswer(onAnswer: (answer: boolean) => void): void {
  useInput((input, key) => {
    if (key.ctrl || key.meta) return
    if (/^(y|是)/i.test(input)) onAnswer(true)
    else if (key.return || key.escape || /^(n|否|q)/i.test(input)) onAnswer(false)
  })
}
