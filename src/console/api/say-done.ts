import { toast } from 'sonner'
import { phrase } from '../i18n/i18n.ts'
import { showProblem } from './show-problem.ts'

/** How long a toast with an undo button stays. */
const UNDO_MS = 10_000

export interface Done {
  /** What was done, with the object: "Channel openai-main disabled". */
  readonly text: string
  /** Second line of the toast. */
  readonly detail?: string | undefined
  /** Undoes the change. @returns false = something was refused, and the user has been told */
  readonly undo?: (() => Promise<boolean>) | undefined
}

/** Reports what was done, and offers to undo it if possible. */
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
 * Builds the change that undoes another one.
 * @param hidden fields whose old value is unknown, or which change without anybody editing them
 * @returns undefined = it cannot be undone
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
