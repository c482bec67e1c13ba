import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Amount } from '../../components/amount.tsx'
import { Moment } from '../../components/moment.tsx'
import { Badge, Chip, type Tone } from '../../components/ui/badge.tsx'
import type { Column } from '../../components/ui/table/columns.ts'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { toDateText, useMoney, wholeNumber } from '../../format.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { CouponActions, type CouponRowActions } from './coupon-actions.tsx'
import { type Coupon, couponStatus, isExhausted } from './use-coupons.ts'

const tones: Readonly<Record<number, Tone>> = { 1: 'ok', 2: 'neutral', 3: 'info' }
const statusNames = {
  [couponStatus.unused]: 'unused',
  [couponStatus.disabled]: 'disabled',
  [couponStatus.used]: 'used',
} as const

const statusName = ({ status }: Coupon) => statusNames[status as keyof typeof statusNames] ?? 'unknown'

/** Formats a time; 0 = none, shown as an empty text. */
const timeOrNone = (unixSeconds: number): string => (unixSeconds === 0 ? '' : toDateText(unixSeconds))

/** Returns the columns of the list of codes. */
export function useCouponColumns(actions: CouponRowActions): readonly Column<Coupon>[] {
  const { t } = useTranslation('coupons')
  const money = useMoney()
  const uses = (coupon: Coupon): string =>
    coupon.max_uses === -1
      ? t('usesUnlimited', { used: wholeNumber(coupon.used_count) })
      : t('usesOf', { used: wholeNumber(coupon.used_count), max: wholeNumber(coupon.max_uses) })
  return [
    {
      id: 'id',
      header: t('column.id'),
      align: 'right',
      card: 'hidden',
      cell: (coupon) => <span className="text-muted">{coupon.id}</span>,
      csv: (coupon) => coupon.id,
    },
    {
      id: 'name',
      header: t('column.name'),
      isFixed: true,
      isElastic: true,
      pin: 'start',
      card: 'title',
      cell: (coupon) => (
        <button
          type="button"
          className="block max-w-full rounded-sm text-left"
          title={coupon.name}
          onClick={() => actions.open(coupon)}
        >
          <span className="block truncate font-medium hover:underline">{coupon.name}</span>
          <span className="block truncate font-mono text-xs leading-4 text-muted">{coupon.key}</span>
        </button>
      ),
      csv: (coupon) => coupon.name,
    },
    {
      id: 'key',
      header: t('column.key'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (coupon) => <span className="font-mono text-xs">{coupon.key}</span>,
      csv: (coupon) => coupon.key,
    },
    {
      id: 'status',
      header: t('column.status'),
      card: 'corner',
      cell: (coupon) => (
        <Badge tone={tones[coupon.status] ?? 'neutral'} hasDot>
          {t(`status.${statusName(coupon)}`)}
        </Badge>
      ),
      csv: (coupon) => t(`status.${statusName(coupon)}`),
    },
    {
      id: 'quota',
      header: t('column.quota'),
      align: 'right',
      amount: (coupon) => money.shown(coupon.quota),
      cell: (coupon, digits) => (
        <Tooltip text={money.other(coupon.quota)}>
          <span>
            <Amount text={money.shown(coupon.quota)} digits={digits} />
          </span>
        </Tooltip>
      ),
      csv: (coupon) => coupon.quota_exact,
    },
    {
      id: 'uses',
      header: t('column.uses'),
      cell: (coupon) =>
        coupon.is_gift ? (
          <span className="inline-flex items-center gap-1.5">
            <Badge tone="accent">{t('gift')}</Badge>
            <span className={isExhausted(coupon) ? 'text-warn' : undefined}>{uses(coupon)}</span>
          </span>
        ) : (
          <UsedBy coupon={coupon} />
        ),
      csv: (coupon) => (coupon.is_gift ? uses(coupon) : coupon.used_user_id || ''),
    },
    {
      id: 'validity',
      header: t('column.validity'),
      cell: (coupon) => <Validity coupon={coupon} />,
    },
    {
      id: 'validFrom',
      header: t('column.validFrom'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (coupon) => <span className="text-muted">{timeOrNone(coupon.valid_from)}</span>,
      csv: (coupon) => timeOrNone(coupon.valid_from),
    },
    {
      id: 'validUntil',
      header: t('column.validUntil'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (coupon) => <span className="text-muted">{timeOrNone(coupon.valid_until)}</span>,
      csv: (coupon) => timeOrNone(coupon.valid_until),
    },
    {
      id: 'created',
      header: t('column.created'),
      card: 'hidden',
      cell: (coupon) => <Moment at={coupon.created_time} />,
      csv: (coupon) => toDateText(coupon.created_time),
    },
    {
      id: 'redeemed',
      header: t('column.redeemed'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (coupon) => (
        <span className="text-muted">
          {coupon.redeemed_time === 0 ? t('never') : toDateText(coupon.redeemed_time)}
        </span>
      ),
      csv: (coupon) => (coupon.redeemed_time === 0 ? '' : toDateText(coupon.redeemed_time)),
    },
    {
      id: 'actions',
      header: '',
      isFixed: true,
      align: 'right',
      pin: 'end',
      card: 'foot',
      cell: (coupon) => <CouponActions coupon={coupon} {...actions} />,
    },
  ]
}

/** A link to the account that redeemed an ordinary code, not a gift. */
function UsedBy({ coupon }: { readonly coupon: Coupon }) {
  const { t } = useTranslation('coupons')
  const id = coupon.used_user_id
  if (id === 0) return <span className="text-muted">{t('nobody')}</span>
  const text = t('usedBy', { id })
  if (!hasPage('users')) return <span>{text}</span>
  return (
    <Link href={links.users({ keyword: id })} className="hover:underline">
      {text}
    </Link>
  )
}

/** The period in which a code is valid, and whether it is over. */
function Validity({ coupon }: { readonly coupon: Coupon }) {
  const { t } = useTranslation('coupons')
  const { valid_from: from, valid_until: until } = coupon
  if (from === 0 && until === 0) return <span className="text-muted">{t('always')}</span>
  const now = Date.now() / 1000
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {from !== 0 && <Chip>{t('validFrom', { when: toDateText(from).slice(0, 16) })}</Chip>}
      {until !== 0 && <Chip>{t('validUntil', { when: toDateText(until).slice(0, 16) })}</Chip>}
      {coupon.status === couponStatus.unused && until !== 0 && until < now && (
        <Badge tone="warn">{t('expired')}</Badge>
      )}
      {coupon.status === couponStatus.unused && from > now && <Badge tone="info">{t('notYet')}</Badge>}
    </span>
  )
}
