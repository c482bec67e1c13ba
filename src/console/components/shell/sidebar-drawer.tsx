import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/button.tsx'
import { SidebarEntries } from './sidebar-entries.tsx'
import { SiteLinks } from './site-links.tsx'

/** The entries of the sidebar and the top bar, shown over the page on phones. */
export function SidebarDrawer({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const { t } = useTranslation()
  const [isChatsOpen, setChatsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onClose={close} className="relative z-40 focus:outline-none">
      <DialogBackdrop className="fixed inset-0 bg-overlay transition starting:opacity-0" />
      <DialogPanel className="fixed inset-y-0 left-0 flex w-72 max-w-[85vw] flex-col overflow-y-auto bg-surface p-3 shadow-pop transition starting:-translate-x-full">
        <div className="mb-2 flex justify-end">
          <IconButton label={t('action.close')} icon={<X size={16} aria-hidden />} onClick={close} />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: closes after a link inside was followed. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link clicks. */}
        <div
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest('a')) close()
          }}
        >
          <SiteLinks isStacked />
          <SidebarEntries isCollapsed={false} isChatsOpen={isChatsOpen} setChatsOpen={setChatsOpen} />
        </div>
      </DialogPanel>
    </Dialog>
  )
}
