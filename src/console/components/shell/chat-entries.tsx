import { ChevronDown, MessageCircle } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useStatus } from '../../api/use-status.ts'
import { links } from '../../routes.ts'
import { chatLinksOf } from '../chat-link.ts'
import { classNames } from '../class-names.ts'
import { Tooltip } from '../ui/tooltip.tsx'

/** The chat clients that the site offers, collapsed by default; renders nothing if there are none. */
export function ChatEntries({
  isOpen,
  setOpen,
  isCollapsed,
}: {
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  /** Only the icon is visible; opening expands the sidebar first. */
  readonly isCollapsed: boolean
}) {
  const { t } = useTranslation()
  const listId = useId()
  const chats = chatLinksOf(useStatus().data)
  if (chats.length === 0) return null
  const label = t('nav.chats')
  const button = (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={listId}
      aria-label={isCollapsed ? label : undefined}
      onClick={() => setOpen(!isOpen)}
      className={classNames(
        'flex h-8 w-full items-center gap-2.5 rounded-md text-[13.5px] text-muted transition-colors hover:bg-hover hover:text-text',
        isCollapsed ? 'justify-center' : 'px-2.5',
      )}
    >
      <MessageCircle size={16} strokeWidth={1.6} aria-hidden className="shrink-0" />
      {!isCollapsed && (
        <>
          <span className="grow truncate text-left">{label}</span>
          <ChevronDown size={14} aria-hidden className={classNames('shrink-0', isOpen && 'rotate-180')} />
        </>
      )}
    </button>
  )
  return (
    <div>
      {isCollapsed ? <Tooltip text={label}>{button}</Tooltip> : button}
      <ul id={listId} hidden={!isOpen} className="flex flex-col gap-px [&[hidden]]:hidden">
        {chats.map(({ name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is the address.
          <li key={index}>
            <Link
              href={links.chat(index)}
              className="flex h-8 items-center rounded-md pr-2.5 pl-9 text-[13.5px] text-muted transition-colors hover:bg-hover hover:text-text"
            >
              <span className="truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
