import { lazy, Suspense } from 'react'
import { useWasTrue } from '../../state/was-true.ts'
import type { DialogProps } from './dialog-window.tsx'
import { Opening } from './opening.tsx'

const DialogWindow = lazy(async () => ({ default: (await import('./dialog-window.tsx')).DialogWindow }))

/** A question or a short form over the page. Its code is fetched when the first dialog opens. */
export function Dialog(props: DialogProps) {
  if (!useWasTrue(props.isOpen)) return null
  return (
    <Suspense fallback={<Opening />}>
      <DialogWindow {...props} />
    </Suspense>
  )
}
