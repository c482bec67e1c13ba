import { useEffect } from 'react'
import { toast } from 'sonner'
import { phrase } from '../../i18n/i18n.ts'
import { session } from '../../state/session.ts'

/**
 * Drafts of forms that left the screen without being saved or discarded (another page was opened, the browser went
 * back). Kept in memory only, because they may contain keys, and only for the user who typed them.
 */
let owner: number | undefined
const drafts = new Map<string, object>()

function own(): Map<string, object> {
  const user = session.user()?.id
  if (user !== owner) drafts.clear()
  owner = user
  return drafts
}

/** @param form kind and ID of the object: `channel 7`, `token new`. @returns the draft of this form */
export const draftOf = <Values extends object>(form: string): Values | undefined =>
  own().get(form) as Values | undefined

/** Keeps everything except passwords, because somebody else may use this screen next. */
function keepDraft(form: string, values: object): void {
  const kept = Object.entries(values).filter(([name]) => !/password/i.test(name))
  if (kept.length === 0) return dropDraft(form)
  own().set(form, Object.fromEntries(kept))
}

export const dropDraft = (form: string): void => void own().delete(form)

/**
 * Keeps the draft of a form while it is on the screen, and tells the user when the form leaves the screen with one.
 * @param typed undefined = nothing was changed
 */
export function useKeptDraft(form: string, typed: object | undefined): void {
  useEffect(() => {
    if (typed) keepDraft(form, typed)
    else dropDraft(form)
  }, [form, typed])
  useEffect(
    () => () => {
      if (draftOf(form) !== undefined) toast.info(phrase('draft.kept'))
    },
    [form],
  )
}
