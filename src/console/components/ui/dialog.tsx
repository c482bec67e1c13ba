import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** What draws a dialog, once it was fetched. */
let fetched: ComponentType<DialogProps> | undefined

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
  const [Window, setWindow] = useState(() => fetched)
  const isMissing = props.isOpen && Window === undefined
  useEffect(() => {
    if (!isMissing) return
    import('./dialog-window.tsx').then(
      (module) => {
        fetched = module.DialogWindow
        setWindow(() => module.DialogWindow)
      },
      (error: unknown) =>
        setWindow(() => {
          throw error
        }),
    )
  }, [isMissing])
  return Window && <Window {...props} />
}
