import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { changesIn, rebased } from './changes-in.ts'
import { draftOf, useKeptDraft } from './drafts.ts'
import type { EditorFrame } from './editor-drawer.tsx'
import { showMistake } from './show-mistake.ts'

/**
 * Returns the error of a field: a mistake, once somebody tried to submit the form, or what the daemon said about it.
 *
 * @param name of the field in the form
 * @param field of the API: `valid_until` and so on
 */
export type ErrorOf<Values> = (name: keyof Values, field: string) => string | undefined

/** Props for the fields of a form. */
export interface FormProps<Values> {
  readonly values: Values
  readonly onChange: (change: Partial<Values>) => void
  readonly errorOf: ErrorOf<Values>
}

/**
 * Holds the state of a form in an `EditorDrawer`: its values and mistakes, whether somebody tried to submit it, and the
 * two calls that save it.
 *
 * When the page was left with unsaved changes, opening the form again restores them.
 *
 * @param first initial values, the same object until they change; the drawer asks before any other values are discarded
 * @param find returns all mistakes, by field
 * @param say puts a mistake into words
 */
export function useEditor<Values extends object, Mistake extends string, Made, New, Changed, Change>({
  first,
  frame: { formId, draft, drawer, onBusy },
  find,
  say,
  create,
  update,
}: {
  readonly first: Values
  readonly frame: EditorFrame
  readonly find: (values: Values) => { readonly [Name in keyof Values]?: Mistake }
  readonly say: (mistake: Mistake) => string
  readonly create: UseMutationResult<Made, Error, New>
  readonly update: UseMutationResult<Changed, Error, Change>
}) {
  const { t } = useTranslation()
  const [kept] = useState(() => draftOf<Partial<Values>>(draft))
  const [isDraft, setIsDraft] = useState(kept !== undefined)
  const [values, setValues] = useState(() => ({ ...first, ...kept }))
  const [hasTried, setTried] = useState(false)
  /** How often somebody tried to submit the form with mistakes in it. */
  const [refusals, setRefusals] = useState(0)
  const createOnce = useMutateOnce(create)
  const updateOnce = useMutateOnce(update)
  const isSaving = create.isPending || update.isPending
  // Only changed fields are kept, so that a restored draft does not undo what changes elsewhere in the meantime.
  const typed = useMemo(() => changesIn(values, first), [values, first])
  const isChanged = Object.keys(typed).length > 0
  const { setDirty } = drawer
  useEffect(() => setDirty(isChanged), [isChanged, setDirty])
  useKeptDraft(draft, isChanged ? typed : undefined)
  useEffect(() => onBusy(isSaving), [isSaving, onBusy])
  const mistakes = find(values)
  const error = create.error ?? update.error
  useEffect(() => {
    if (refusals > 0) showMistake(formId)
  }, [refusals, formId])
  useEffect(() => {
    if (error) showMistake(formId)
  }, [error, formId])
  const change = (changed: Partial<Values>) => setValues((before) => ({ ...before, ...changed }))
  const errorOf: ErrorOf<Values> = (name, field) => {
    const mistake = hasTried ? mistakes[name] : undefined
    if (mistake !== undefined) return say(mistake)
    return isProblem(error) && error.field === field ? error.message : undefined
  }
  return {
    values,
    change,
    error,
    /** Whether the form shows a draft from before its page was left. */
    isDraft,
    /** Discards what was typed. */
    reset: () => {
      setIsDraft(false)
      setValues(first)
      setTried(false)
    },
    fields: { values, onChange: change, errorOf } satisfies FormProps<Values>,
    /** Takes newer values into the form and keeps what somebody has typed. */
    rebase: (now: Values) => {
      update.reset()
      setValues((before) => rebased(before, first, now))
    },
    /** Saves unless there are mistakes, which are shown from the first attempt on. */
    attempt: (save: () => void) => {
      setTried(true)
      if (Object.keys(mistakes).length === 0) save()
      else setRefusals((count) => count + 1)
    },
    /** Creates the object and closes the drawer. */
    create: (body: New, onMade?: (made: Made) => void) =>
      createOnce(body, {
        onSuccess: (made) => {
          drawer.finish()
          onMade?.(made)
        },
      }),
    /** Saves and closes the drawer. @param body undefined = nothing has changed; the user is told so */
    update: (
      body: Change | undefined,
      onSaved?: (saved: Changed) => void,
      onRefused?: (error: Error) => void,
    ) => {
      if (body === undefined) return void toast.info(t('form.unchanged'))
      updateOnce(body, {
        onSuccess: (saved) => {
          drawer.finish()
          onSaved?.(saved)
        },
        onError: (error) => onRefused?.(error),
      })
    },
  }
}
