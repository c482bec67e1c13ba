import { toast } from 'sonner'
import { phrase } from '../i18n/i18n.ts'
import { showProblem } from './show-problem.ts'

/** How long a toast with a way back stays. */
const UNDO_MS = 10_000

export interface Done {
  /** What was done to what: "Channel openai-main disabled". */
  readonly text: string
  /** A second line. */
  readonly detail?: string | undefined
  /** Takes it back. @returns false = something was refused, which was told */
  readonly undo?: (() => Promise<boolean>) | undefined
}

/** Says what was done, and offers to take it back where that is possible. */
export function sayDone({ text, detail, undo }: Done): void {
  toast.success(text, {
    ...(detail === undefined ? {} : { description: detail }),
    ...(undo === undefined
      ? {}
      : {
          duration: UNDO_MS,
          action: { label: phrase('action.undo'), onClick: () => void takeBack(text, undo) },
        }),
  })
}

async function takeBack(text: string, undo: () => Promise<boolean>): Promise<void> {
  try {
    if (await undo()) toast.success(phrase('undone', { text }))
  } catch (error) {
    showProblem(error)
  }
}

/**
 * The change that takes another one back.
 * @param hidden fields whose old value is unknown, or moves by itself
 * @returns undefined = it cannot be taken back
 */
export function bodyBefore<Body extends { readonly id: number }>(
  body: Body,
  loaded: object,
  hidden: readonly (keyof Body & string)[] = [],
): Body | undefined {
  const before: Readonly<Record<string, unknown>> = { ...loaded }
  const fields = Object.keys(body)
  if (fields.some((field) => !(field in before) || hidden.some((each) => each === field))) return undefined
  return Object.fromEntries(fields.map((field) => [field, before[field]])) as Body
}
