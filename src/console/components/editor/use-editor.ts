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
 * What is wrong with a field: a mistake, once the form was tried, or what the daemon said about it.
 *
 * @param name of the field in the form
 * @param field of the API: `valid_until` and so on
 */
export type ErrorOf<Values> = (name: keyof Values, field: string) => string | undefined

/** What the fields of a form are given. */
export interface FormProps<Values> {
  readonly values: Values
  readonly onChange: (change: Partial<Values>) => void
  readonly errorOf: ErrorOf<Values>
}

/**
 * The state of a form in an `EditorDrawer`: what was typed, what is wrong with it, whether it was sent once, and the two
 * calls that save it.
 *
 * What was typed is there again when the form is opened after its page was left.
 *
 * @param first what the form begins with, the same object until that changes; the drawer asks before anything else is
 *   thrown away
 * @param find everything that is wrong with the values, by field
 * @param say a mistake in words
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
  /** How often somebody tried to send the form with mistakes in it. */
  const [refusals, setRefusals] = useState(0)
  const createOnce = useMutateOnce(create)
  const updateOnce = useMutateOnce(update)
  const isSaving = create.isPending || update.isPending
  // Only they are kept: what changes elsewhere meanwhile is not put back with them.
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
    /** Whether the form shows what was typed before its page was left. */
    isDraft,
    /** Throws away what was typed. */
    reset: () => {
      setIsDraft(false)
      setValues(first)
      setTried(false)
    },
    fields: { values, onChange: change, errorOf } satisfies FormProps<Values>,
    /** Takes newer values into the form, and keeps what somebody has typed. */
    rebase: (now: Values) => {
      update.reset()
      setValues((before) => rebased(before, first, now))
    },
    /** Saves unless something is wrong; mistakes are shown from the first try on. */
    attempt: (save: () => void) => {
      setTried(true)
      if (Object.keys(mistakes).length === 0) save()
      else setRefusals((count) => count + 1)
    },
    /** Makes a new one and closes the drawer. */
    create: (body: New, onMade?: (made: Made) => void) =>
      createOnce(body, {
        onSuccess: (made) => {
          drawer.finish()
          onMade?.(made)
        },
      }),
    /** Saves and closes the drawer. @param body undefined = nothing differs, which is said */
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
