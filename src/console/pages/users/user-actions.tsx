import {
  Ban,
  ChevronsDown,
  ChevronsUp,
  CircleCheck,
  Ellipsis,
  ListTree,
  Pencil,
  ShieldOff,
  UserX,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../components/ui/button.tsx'
import { Menu, MenuAction, MenuHeading, MenuLink } from '../../components/ui/menu.tsx'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { ROLE, useSessionUser } from '../../state/session.ts'
import type { ManageAction } from './use-manage-user.ts'
import type { User } from './use-users.ts'
import { userStatus } from './user-badges.tsx'
import { mayChange, refusalOf } from './user-rules.ts'

export interface UserRowActions {
  readonly open: (user: User) => void
  readonly manage: (user: User, action: ManageAction) => void
  readonly removeFactors: (user: User) => void
}

const icons = {
  promote: ChevronsUp,
  demote: ChevronsDown,
  disable: Ban,
  enable: CircleCheck,
  delete: UserX,
} as const

/** The actions on an account; those not allowed are disabled, with the reason shown above them. */
export function UserActions({ user, open, manage, removeFactors }: UserRowActions & { readonly user: User }) {
  const { t } = useTranslation(['users', 'common'])
  const actor = useSessionUser()
  if (user.DeletedAt !== null || actor === undefined) return null
  const actions: readonly ManageAction[] = [
    user.role >= ROLE.admin ? 'demote' : 'promote',
    user.status === userStatus.enabled ? 'disable' : 'enable',
    'delete',
  ]
  const refusals = actions.map((action) => refusalOf(actor, user, action))
  const reasons = [...new Set(refusals.filter((each) => each !== undefined))]
  return (
    <div className="flex justify-end">
      <Menu
        label={t('action.of', { name: user.username })}
        className={buttonClass('ghost', 'icon-sm')}
        button={<Ellipsis size={15} aria-hidden />}
      >
        {actor.id === user.id && !mayChange(actor, user) ? (
          <MenuLink href={links.selfEdit()} icon={<Pencil size={14} aria-hidden />}>
            {t('action.editSelf')}
          </MenuLink>
        ) : (
          <MenuAction
            icon={<Pencil size={14} aria-hidden />}
            isDisabled={!mayChange(actor, user)}
            onSelect={() => open(user)}
          >
            {t('common:action.edit')}
          </MenuAction>
        )}
        {hasPage('usageLog') && (
          <MenuLink
            href={links.usageLog({ username: user.username })}
            icon={<ListTree size={14} aria-hidden />}
          >
            {t('action.log')}
          </MenuLink>
        )}
        {reasons.map((reason) => (
          <MenuHeading key={reason}>
            <span className="block max-w-64">{t(`refusal.${reason}`)}</span>
          </MenuHeading>
        ))}
        <MenuAction
          icon={<ShieldOff size={14} aria-hidden />}
          isDisabled={!mayChange(actor, user) || actor.id === user.id}
          onSelect={() => removeFactors(user)}
        >
          {t('action.removeFactors')}
        </MenuAction>
        {actions.map((action, index) => {
          const Icon = icons[action]
          return (
            <MenuAction
              key={action}
              icon={<Icon size={14} aria-hidden />}
              isDanger={action === 'delete'}
              isDisabled={
                refusals[index] !== undefined || (action === 'enable' && user.status === userStatus.existing)
              }
              onSelect={() => manage(user, action)}
            >
              {t(`action.${action}`)}
            </MenuAction>
          )
        })}
      </Menu>
    </div>
  )
}
