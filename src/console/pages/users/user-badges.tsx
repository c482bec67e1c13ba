import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../components/ui/badge.tsx'
import { ROLE } from '../../state/session.ts'
import type { User } from './use-users.ts'

const roles: Readonly<Record<number, readonly ['user' | 'admin' | 'root', Tone]>> = {
  [ROLE.user]: ['user', 'neutral'],
  [ROLE.admin]: ['admin', 'warn'],
  [ROLE.root]: ['root', 'orange'],
}

export const roleName = (role: number) => roles[role]?.[0] ?? 'unknown'

export function RoleBadge({ role }: { readonly role: number }) {
  const { t } = useTranslation('users')
  return <Badge tone={roles[role]?.[1] ?? 'bad'}>{t(`role.${roleName(role)}`)}</Badge>
}

/** Stored values of an account's status. */
export const userStatus = { enabled: 1, banned: 2, existing: 3 } as const

const statuses: Readonly<Record<number, readonly ['enabled' | 'banned' | 'existing', Tone]>> = {
  [userStatus.enabled]: ['enabled', 'ok'],
  [userStatus.banned]: ['banned', 'bad'],
  [userStatus.existing]: ['existing', 'neutral'],
}

export const statusName = ({ status, DeletedAt }: Pick<User, 'status' | 'DeletedAt'>) =>
  DeletedAt === null ? (statuses[status]?.[0] ?? 'unknown') : 'deactivated'

export function StatusBadge({ user }: { readonly user: User }) {
  const { t } = useTranslation('users')
  const tone = user.DeletedAt === null ? (statuses[user.status]?.[1] ?? 'neutral') : 'neutral'
  return (
    <Badge tone={tone} hasDot>
      {t(`status.${statusName(user)}`)}
    </Badge>
  )
}
