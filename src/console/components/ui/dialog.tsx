import { lazy, type ReactNode, Suspense } from 'react'
import { useWasTrue } from '../../state/was-true.ts'

const DialogWindow = lazy(async () => ({ default: (await import('./dialog-window.tsx')).DialogWindow }))

export interface DialogProps {
  readonly isOpen: boolean
  /** Called by Escape, by a click beside the dialog and by its cross. */
  readonly close: () => void
  readonly title: string
  /** Buttons at the bottom, the one that goes on last. */
  readonly footer?: ReactNode
  readonly width?: number
  readonly children: ReactNode
}

/** A question or a short form over the page. What draws it is fetched when the first one opens. */
export function Dialog(props: DialogProps) {
  if (!useWasTrue(props.isOpen)) return null
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  )
}
