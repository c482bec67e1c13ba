import { useEffect } from 'react'
import { toast } from 'sonner'
import { phrase } from '../../i18n/i18n.ts'
import { session } from '../../state/session.ts'

/**
 * What was typed into forms that left the screen without being saved or thrown away (another page was opened, the browser
 * went back). In memory alone, for there may be keys among it, and only for whoever typed it.
 */
let owner: number | undefined
const drafts = new Map<string, object>()

function own(): Map<string, object> {
  const user = session.user()?.id
  if (user !== owner) drafts.clear()
  owner = user
  return drafts
}

/** @param form names the kind of object and the one: `channel 7`, `token new`. @returns what this form kept */
export const draftOf = <Values extends object>(form: string): Values | undefined =>
  own().get(form) as Values | undefined

/** Keeps everything but passwords: somebody else may use the screen next. */
function keepDraft(form: string, values: object): void {
  const kept = Object.entries(values).filter(([name]) => !/password/i.test(name))
  if (kept.length === 0) return dropDraft(form)
  own().set(form, Object.fromEntries(kept))
}

export const dropDraft = (form: string): void => void own().delete(form)

/**
 * Keeps the draft of a form while it is on the screen, and says so when the form leaves the screen with one.
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
