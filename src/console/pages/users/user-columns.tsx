import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Badge } from '../../components/ui/badge.tsx'
import type { Column } from '../../components/ui/table/columns.ts'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { toDateText, useMoney, wholeNumber } from '../../format.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import type { User } from './use-users.ts'
import { UserActions, type UserRowActions } from './user-actions.tsx'
import { RoleBadge, roleName, StatusBadge, statusName } from './user-badges.tsx'

/** Returns the columns of the list of accounts. */
export function useUserColumns(actions: UserRowActions): readonly Column<User>[] {
  const { t } = useTranslation('users')
  return [
    {
      id: 'id',
      header: t('column.id'),
      align: 'right',
      cell: (user) => <span className="text-muted">{user.id}</span>,
      csv: (user) => user.id,
    },
    {
      id: 'username',
      header: t('column.username'),
      isFixed: true,
      card: 'title',
      cell: (user) => (
        <button
          type="button"
          disabled={user.DeletedAt !== null}
          className="block max-w-64 rounded-sm text-left max-sm:max-w-full"
          onClick={() => actions.open(user)}
        >
          <span className="block truncate font-medium hover:underline">{user.username}</span>
          {user.display_name !== user.username && (
            <span className="block truncate text-xs leading-4 text-muted">{user.display_name}</span>
          )}
        </button>
      ),
      csv: (user) => user.username,
    },
    {
      id: 'displayName',
      header: t('column.displayName'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (user) => user.display_name,
      csv: (user) => user.display_name,
    },
    {
      id: 'email',
      header: t('column.email'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (user) => user.email,
      csv: (user) => user.email,
    },
    {
      id: 'group',
      header: t('column.group'),
      cell: (user) => <Badge tone={user.group === 'default' ? 'neutral' : 'accent'}>{user.group}</Badge>,
      csv: (user) => user.group,
    },
    {
      id: 'stats',
      header: t('column.stats'),
      cell: (user) => <Stats user={user} />,
    },
    {
      id: 'balance',
      header: t('column.balance'),
      isOffAtFirst: true,
      align: 'right',
      card: 'hidden',
      cell: (user) => wholeNumber(user.quota),
      csv: (user) => user.quota_exact,
    },
    {
      id: 'used',
      header: t('column.used'),
      isOffAtFirst: true,
      align: 'right',
      card: 'hidden',
      cell: (user) => wholeNumber(user.used_quota),
      csv: (user) => user.used_quota_exact,
    },
    {
      id: 'calls',
      header: t('column.calls'),
      isOffAtFirst: true,
      align: 'right',
      card: 'hidden',
      cell: (user) => wholeNumber(user.request_count),
      csv: (user) => user.request_count,
    },
    {
      id: 'invitation',
      header: t('column.invitation'),
      cell: (user) => <Invitation user={user} />,
      csv: (user) => user.aff_count,
    },
    {
      id: 'role',
      header: t('column.role'),
      cell: (user) => <RoleBadge role={user.role} />,
      csv: (user) => t(`role.${roleName(user.role)}`),
    },
    {
      id: 'status',
      header: t('column.status'),
      card: 'corner',
      cell: (user) => <StatusBadge user={user} />,
      csv: (user) => t(`status.${statusName(user)}`),
    },
    {
      id: 'created',
      header: t('column.created'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (user) => <span className="text-muted">{toDateText(user.created_time)}</span>,
      csv: (user) => toDateText(user.created_time),
    },
    {
      id: 'actions',
      header: '',
      isFixed: true,
      align: 'right',
      pin: 'end',
      card: 'foot',
      cell: (user) => <UserActions user={user} {...actions} />,
    },
  ]
}

/** Class for a dot before an element, as CSS content rather than text. */
const dotted = "before:mx-1 before:content-['·']"

/** Balance, spending and number of calls; the spent amount links to the calls. */
function Stats({ user }: { readonly user: User }) {
  const { t } = useTranslation('users')
  const money = useMoney()
  const used = t('stats.used', { amount: money.shown(user.used_quota) })
  return (
    <div className="max-sm:text-right">
      <Tooltip text={money.other(user.quota)}>
        <span className={user.quota < 0 ? 'text-bad' : undefined}>
          {t('stats.left', { amount: money.shown(user.quota) })}
        </span>
      </Tooltip>
      <span className="block text-xs leading-4 text-muted">
        <Tooltip text={money.other(user.used_quota)}>
          {hasPage('usageLog') ? (
            <Link href={links.usageLog({ username: user.username, type: 2 })} className="hover:underline">
              {used}
            </Link>
          ) : (
            <span>{used}</span>
          )}
        </Tooltip>
        <span className={dotted}>
          {t('stats.calls', { count: user.request_count, shown: wholeNumber(user.request_count) })}
        </span>
      </span>
    </div>
  )
}

/** The number of people the user invited, what that earned, and who invited the user. */
function Invitation({ user }: { readonly user: User }) {
  const { t } = useTranslation('users')
  const money = useMoney()
  return (
    <div className="max-sm:text-right">
      <span>{t('invitation.invited', { count: user.aff_count, shown: wholeNumber(user.aff_count) })}</span>
      <Tooltip text={money.other(user.aff_history_quota)}>
        <span className={dotted}>
          {t('invitation.earned', { amount: money.shown(user.aff_history_quota) })}
        </span>
      </Tooltip>
      <span className="block text-xs leading-4 text-muted">
        {user.inviter_id === 0 ? (
          t('invitation.noInviter')
        ) : (
          <Link href={links.users({ keyword: user.inviter_id })} className="hover:underline">
            {t('invitation.inviter', { id: user.inviter_id })}
          </Link>
        )}
      </span>
    </div>
  )
}
