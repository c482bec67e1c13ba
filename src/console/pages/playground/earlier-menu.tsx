import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../components/ui/button.tsx'
import { Menu, MenuAction } from '../../components/ui/menu.tsx'
import { relativeTime } from '../../format.ts'
import { chatStore } from './chat-store.ts'
import { topicsOf } from './kept-conversations.ts'
import { useEarlier } from './use-conversation.ts'

/** A menu of earlier conversations and those of other tabs; renders nothing if there are none. */
export function EarlierMenu() {
  const { t } = useTranslation('playground')
  const earlier = useEarlier()
  if (earlier.length === 0) return null
  return (
    <Menu
      label={t('earlier')}
      className={buttonClass('secondary')}
      button={
        <>
          <History size={15} aria-hidden />
          <span className="max-sm:sr-only">{t('earlier')}</span>
        </>
      }
    >
      {earlier.map(({ id, changedAt, conversation }) => {
        const { first, last } = topicsOf(conversation)
        return (
          <MenuAction key={id} onSelect={() => chatStore.open(id)}>
            <span className="block max-w-72 truncate">{first}</span>
            {last !== undefined && <span className="block max-w-72 truncate text-xs text-muted">{last}</span>}
            <span className="block text-xs text-faint">{relativeTime(changedAt / 1000)}</span>
          </MenuAction>
        )
      })}
    </Menu>
  )
}
