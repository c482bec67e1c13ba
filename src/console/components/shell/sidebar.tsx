import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsCollapsed } from '../../state/sidebar.ts'
import { classNames } from '../class-names.ts'
import { IconButton } from '../ui/button.tsx'
import { SidebarEntries } from './sidebar-entries.tsx'

/** 200 px wide, 60 px collapsed, 240 px with the chats open. Hidden on phones, where the drawer takes its place. */
export function Sidebar() {
  const { t } = useTranslation()
  const [isCollapsed, setCollapsed] = useIsCollapsed()
  const [isChatsOpen, setChatsOpen] = useState(false)
  return (
    <aside
      className={classNames(
        'sticky top-14 hidden h-[calc(100dvh-56px)] shrink-0 flex-col overflow-y-auto border-r bg-surface px-2 py-3 transition-[width] md:flex',
        isCollapsed ? 'w-[60px]' : isChatsOpen ? 'w-60' : 'w-[200px]',
      )}
    >
      <SidebarEntries
        isCollapsed={isCollapsed}
        isChatsOpen={isChatsOpen && !isCollapsed}
        setChatsOpen={(isOpen) => {
          setChatsOpen(isOpen)
          if (isCollapsed) setCollapsed(false)
        }}
      />
      <div className="grow" />
      <IconButton
        label={t(isCollapsed ? 'shell.expand' : 'shell.collapse')}
        icon={
          isCollapsed ? <PanelLeftOpen size={16} aria-hidden /> : <PanelLeftClose size={16} aria-hidden />
        }
        className="mt-2 ml-1"
        onClick={() => setCollapsed(!isCollapsed)}
      />
    </aside>
  )
}
