import { DialogBackdrop, DialogPanel, Dialog as DialogRoot, DialogTitle } from '@headlessui/react'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'

export interface DialogProps {
  readonly isOpen: boolean
  /** Called by Escape, by a click outside the dialog and by its close button; undefined = only the footer closes it. */
  readonly close: (() => void) | undefined
  readonly title: string
  /** Buttons at the bottom, the primary one last. */
  readonly footer?: ReactNode
  readonly width?: number
  readonly children: ReactNode
}

/**
 * The window of a `Dialog`. Focus stays inside and is restored afterwards. It opens with an animation and closes
 * without one: while one dialog fades out, it would compete for the focus with the next.
 */
export function DialogWindow({ isOpen, close, title, footer, width = 440, children }: DialogProps) {
  const { t } = useTranslation()
  return (
    <DialogRoot
      open={isOpen}
      onClose={() => close?.()}
      // Headless UI takes the focus away before it asks to close; a dialog that stays open must keep it.
      onKeyDown={(event) => {
        if (event.key === 'Escape' && close === undefined) event.preventDefault()
      }}
      className="relative z-50 focus:outline-none"
    >
      <DialogBackdrop className="fixed inset-0 bg-overlay transition starting:opacity-0" />
      <div className="fixed inset-0 overflow-y-auto">
        <div className="flex min-h-full items-center justify-center p-4">
          <DialogPanel
            style={{ maxWidth: width }}
            className="w-full rounded-lg border bg-surface shadow-pop transition starting:scale-98 starting:opacity-0"
          >
            <div className="flex items-start gap-3 px-5 pt-4">
              <DialogTitle className="grow text-lg font-semibold">{title}</DialogTitle>
              {close && (
                <IconButton
                  label={t('action.close')}
                  icon={<X size={16} aria-hidden />}
                  className="-mr-2"
                  onClick={close}
                />
              )}
            </div>
            <div className="px-5 pt-2 pb-5">{children}</div>
            {footer !== undefined && (
              <div className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{footer}</div>
            )}
          </DialogPanel>
        </div>
      </div>
    </DialogRoot>
  )
}
