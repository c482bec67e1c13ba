import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { useMutateOnce } from '../api/use-mutate-once.ts'
import type { EditorFrame } from './editor-drawer.tsx'

/**
 * The state of a form in an `EditorDrawer`: what was typed, whether it was sent once, and the two calls that save it.
 *
 * @param first what the form begins with; the drawer asks before anything else is thrown away
 */
export function useEditor<Values, Made, New, Changed, Change>({
  first,
  frame: { drawer, onBusy },
  create,
  update,
}: {
  readonly first: Values
  readonly frame: EditorFrame
  readonly create: UseMutationResult<Made, Error, New>
  readonly update: UseMutationResult<Changed, Error, Change>
}) {
  const { t } = useTranslation()
  const [values, setValues] = useState(first)
  const [hasTried, setTried] = useState(false)
  const createOnce = useMutateOnce(create)
  const updateOnce = useMutateOnce(update)
  const isSaving = create.isPending || update.isPending
  const isChanged = JSON.stringify(values) !== JSON.stringify(first)
  const { setDirty } = drawer
  useEffect(() => setDirty(isChanged), [isChanged, setDirty])
  useEffect(() => onBusy(isSaving), [isSaving, onBusy])
  return {
    values,
    change: (changed: Partial<Values>) => setValues((before) => ({ ...before, ...changed })),
    /** Mistakes are shown from the first try on. */
    hasTried,
    setTried: () => setTried(true),
    error: create.error ?? update.error,
    /** Makes a new one and closes the drawer. */
    create: (body: New, onMade?: (made: Made) => void) =>
      createOnce(body, {
        onSuccess: (made) => {
          drawer.finish()
          onMade?.(made)
        },
      }),
    /** Saves and closes the drawer. @param body undefined = nothing differs, which is said */
    update: (body: Change | undefined, onSaved?: () => void) => {
      if (body === undefined) return void toast.info(t('form.unchanged'))
      updateOnce(body, {
        onSuccess: () => {
          drawer.finish()
          onSaved?.()
        },
      })
    },
  }
}
