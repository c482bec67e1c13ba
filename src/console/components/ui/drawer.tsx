import { DialogBackdrop, DialogPanel, Dialog as DialogRoot, DialogTitle } from '@headlessui/react'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerState } from '../../state/drawer.ts'
import { Button, IconButton } from './button.tsx'
import { Dialog } from './dialog.tsx'

/**
 * A form beside the page, full width on a phone. Its state is in the address (`useDrawer`): back closes it, a reload
 * keeps it, and nothing typed is discarded without asking.
 */
export function Drawer({
  drawer,
  title,
  lead,
  width = 600,
  footer,
  children,
}: {
  readonly drawer: DrawerState
  readonly title: string
  readonly lead?: ReactNode
  readonly width?: 600 | 900 | undefined
  readonly footer?: ReactNode
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <DialogRoot open={drawer.isOpen} onClose={drawer.close} className="relative z-40 focus:outline-none">
      <DialogBackdrop className="fixed inset-0 bg-overlay transition starting:opacity-0" />
      <DialogPanel
        style={{ maxWidth: width }}
        className="fixed inset-y-0 right-0 flex w-full flex-col border-l bg-surface shadow-pop transition starting:translate-x-full"
        data-drawer
      >
        <div className="flex items-start gap-3 border-b px-5 py-3.5">
          <div className="min-w-0 grow">
            <DialogTitle className="text-lg font-semibold">{title}</DialogTitle>
            {lead !== undefined && <p className="text-sm text-muted">{lead}</p>}
          </div>
          <IconButton
            label={t('action.close')}
            icon={<X size={16} aria-hidden />}
            className="-mr-2"
            onClick={drawer.close}
          />
        </div>
        <div className="min-h-0 grow overflow-y-auto px-5 py-4">{children}</div>
        {footer !== undefined && (
          <div className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3">{footer}</div>
        )}
      </DialogPanel>
      <Dialog
        isOpen={drawer.isAsking}
        close={drawer.keep}
        title={t('problem.unsaved')}
        footer={
          <>
            <Button kind="danger" onClick={drawer.discard}>
              {t('action.discard')}
            </Button>
            <Button kind="primary" onClick={drawer.keep}>
              {t('action.keepEditing')}
            </Button>
          </>
        }
      >
        <p className="text-muted">{t('problem.unsavedText')}</p>
      </Dialog>
    </DialogRoot>
  )
}
