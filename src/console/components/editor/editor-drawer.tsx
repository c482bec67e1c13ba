import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerState } from '../../state/drawer.ts'
import { QueryView } from '../query-view.tsx'
import { Button } from '../ui/button.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { dropDraft } from './drafts.ts'

/** What an editor needs from the drawer around it. */
export interface EditorFrame {
  /** The form's id, so that the drawer's button submits it. */
  readonly formId: string
  /** The name under which the form keeps its draft. */
  readonly draft: string
  readonly drawer: DrawerState
  readonly onBusy: (isBusy: boolean) => void
}

/** Returns what a drawer edits according to its state in the address: a new object, or the one with an ID. */
export function editedIn(
  drawer: DrawerState,
  newMark: string,
): { readonly isNew: boolean; readonly id: number | undefined } {
  const isNew = drawer.value === newMark
  return { isNew, id: isNew ? undefined : numberOf(drawer) }
}

const numberOf = ({ value = '' }: DrawerState): number | undefined =>
  /^[1-9]\d{0,15}$/.test(value) ? Number(value) : undefined

/** The form for a new or loaded object beside its list, with the buttons to save and leave. */
export function EditorDrawer<Loaded extends { readonly id: number }>({
  drawer: given,
  kind,
  title,
  width,
  isNew,
  query,
  failed,
  isEditable = true,
  submit,
  children,
}: {
  readonly drawer: DrawerState
  /** The kind of object; part of the name of its drafts. */
  readonly kind: 'token' | 'user' | 'coupon' | 'message'
  readonly title: string
  readonly width?: 600 | 900 | undefined
  readonly isNew: boolean
  /** The object that is edited, unless it is new. */
  readonly query: UseQueryResult<Loaded>
  /** What could not be loaded, if the reason alone does not make it clear. */
  readonly failed?: string | undefined
  /** False = read-only. */
  readonly isEditable?: boolean
  /** Label of the button that saves. */
  readonly submit: string
  /** @param loaded undefined = a new one */
  readonly children: (loaded: Loaded | undefined, frame: EditorFrame) => ReactNode
}) {
  const { t } = useTranslation()
  const formId = useId()
  const [isSaving, setSaving] = useState(false)
  // An address without a valid ID leads back to the list.
  const isNowhere = given.isOpen && !isNew && numberOf(given) === undefined
  useEffect(() => {
    if (isNowhere) given.finish()
  })
  const draft = `${kind} ${given.value}`
  const drawer: DrawerState = {
    ...given,
    isOpen: given.isOpen && !isNowhere,
    finish: () => {
      dropDraft(draft)
      given.finish()
    },
    discard: () => {
      dropDraft(draft)
      given.discard()
    },
  }
  const frame: EditorFrame = { formId, draft, drawer, onBusy: setSaving }
  return (
    <Drawer
      drawer={drawer}
      width={width}
      title={title}
      footer={
        isEditable ? (
          <>
            <Button onClick={drawer.close}>{t('action.cancel')}</Button>
            <Button type="submit" form={formId} kind="primary" isBusy={isSaving}>
              {submit}
            </Button>
          </>
        ) : (
          <Button onClick={drawer.close}>{t('action.close')}</Button>
        )
      }
    >
      {isNew ? (
        children(undefined, frame)
      ) : (
        <QueryView query={query} failed={failed}>
          {(loaded) => children(loaded, frame)}
        </QueryView>
      )}
    </Drawer>
  )
}
