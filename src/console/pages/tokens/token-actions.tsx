import { Ban, CircleCheck, Copy, Ellipsis, KeyRound, MessageSquareShare, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { useStatus } from '../../api/use-status.ts'
import { chatLinksOf, fillChatLink } from '../../components/chat-link.ts'
import { buttonClass, IconButton } from '../../components/ui/button.tsx'
import { Menu, MenuAction } from '../../components/ui/menu.tsx'
import { clientKey } from './token-key.ts'
import { useShowKeys } from './use-show-keys.ts'
import type { Token } from './use-tokens.ts'

export interface TokenRowActions {
  readonly edit: (token: Token) => void
  readonly copy: (token: Token) => void
  readonly remove: (token: Token) => void
  /** @param isForKey the user wanted the key, which is hidden */
  readonly rotate: (token: Token, isForKey: boolean) => void
  readonly endFormerKey: (token: Token) => void
  readonly setStatus: (token: Token, status: 1 | 2) => void
}

/** A copy button, and a menu with the other actions. */
export function TokenActions({
  token,
  edit,
  copy,
  remove,
  rotate,
  endFormerKey,
  setStatus,
}: TokenRowActions & { readonly token: Token }) {
  const { t } = useTranslation(['tokens', 'common'])
  const status = useStatus().data
  const showKeys = useShowKeys()
  const open = async (link: string) => {
    const shown = (await showKeys([token]))?.[0]
    if (!shown) return
    if (shown.key_masked) return rotate(token, true)
    const address = fillChatLink(link, status, clientKey(shown))
    if (address === undefined) toast.error(t('chatLinkBroken'))
    else window.open(address, '_blank', 'noopener')
  }
  const isEnabled = token.status === 1
  return (
    <div className="flex justify-end gap-0.5">
      <IconButton
        size="icon-sm"
        label={t('action.copyKey')}
        icon={<Copy size={15} aria-hidden />}
        onClick={() => copy(token)}
      />
      <Menu
        label={t('action.of', { name: token.name })}
        className={buttonClass('ghost', 'icon-sm')}
        button={<Ellipsis size={15} aria-hidden />}
      >
        <MenuAction icon={<Pencil size={14} aria-hidden />} onSelect={() => edit(token)}>
          {t('common:action.edit')}
        </MenuAction>
        <MenuAction
          icon={isEnabled ? <Ban size={14} aria-hidden /> : <CircleCheck size={14} aria-hidden />}
          onSelect={() => setStatus(token, isEnabled ? 2 : 1)}
        >
          {t(isEnabled ? 'common:action.disable' : 'common:action.enable')}
        </MenuAction>
        <MenuAction icon={<KeyRound size={14} aria-hidden />} onSelect={() => rotate(token, false)}>
          {t('action.rotate')}
        </MenuAction>
        {token.former_key_until > 0 && (
          <MenuAction icon={<Ban size={14} aria-hidden />} onSelect={() => endFormerKey(token)}>
            {t('action.endFormerKey')}
          </MenuAction>
        )}
        {chatLinksOf(status).map(({ name, link }) => (
          <MenuAction
            key={name}
            icon={<MessageSquareShare size={14} aria-hidden />}
            onSelect={() => void open(link)}
          >
            {t('action.chat', { name })}
          </MenuAction>
        ))}
        <MenuAction isDanger icon={<Trash2 size={14} aria-hidden />} onSelect={() => remove(token)}>
          {t('common:action.delete')}
        </MenuAction>
      </Menu>
    </div>
  )
}
