import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Amount } from '../../components/amount.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import type { Column } from '../../components/ui/table/columns.ts'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { dateTime, decimalNumber, toDateText, useMoney } from '../../format.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { isAdmin, useSessionUser } from '../../state/session.ts'
import { readNote } from './read-note.ts'
import type { Entry } from './use-entries.ts'

/** Returns the columns of the list of entries. */
export function useEntryColumns(): readonly Column<Entry>[] {
  const { t } = useTranslation('wallet')
  const money = useMoney()
  const amountOf = (exact: string) =>
    money.isInDollars ? money.shown(Number(exact), 6) : decimalNumber(Number(exact))
  return [
    {
      id: 'seq',
      header: t('column.seq'),
      align: 'right',
      isOffAtFirst: true,
      card: 'hidden',
      cell: (entry) => <span className="text-muted">{entry.seq}</span>,
      csv: (entry) => entry.seq,
    },
    {
      id: 'time',
      header: t('column.time'),
      cell: (entry) => (
        <Tooltip text={dateTime(entry.created_at)}>
          <span className="text-muted">{toDateText(entry.created_at)}</span>
        </Tooltip>
      ),
      csv: (entry) => toDateText(entry.created_at),
    },
    {
      id: 'kind',
      header: t('column.kind'),
      isFixed: true,
      card: 'title',
      cell: (entry) => <span className="font-medium">{t(`kinds.${entry.kind}`)}</span>,
      csv: (entry) => t(`kinds.${entry.kind}`),
    },
    {
      id: 'about',
      header: t('column.about'),
      card: 'wide',
      cell: (entry) => <About entry={entry} />,
      csv: (entry) =>
        entry.request_id || entry.trade_no || (entry.redemption_id === 0 ? '' : String(entry.redemption_id)),
    },
    {
      id: 'amount',
      header: t('column.amount'),
      align: 'right',
      card: 'corner',
      amount: (entry) => amountOf(entry.amount_exact),
      cell: (entry, digits) => <Exact exact={entry.amount_exact} digits={digits} isSigned />,
      csv: (entry) => entry.amount_exact,
    },
    {
      id: 'balance',
      header: t('column.balance'),
      align: 'right',
      amount: (entry) => amountOf(entry.balance_exact),
      cell: (entry, digits) => <Exact exact={entry.balance_exact} digits={digits} />,
      csv: (entry) => entry.balance_exact,
    },
    {
      id: 'note',
      header: t('column.note'),
      card: 'wide',
      cell: (entry) => <Note entry={entry} />,
      csv: (entry) => entry.note,
    },
  ]
}

/** Types of the log rows for entries that are not calls. */
const logTypes: Partial<Record<Entry['kind'], number>> = {
  redeem: 1,
  topup: 1,
  admin: 3,
  signup: 4,
  inviter: 4,
  invitee: 4,
  rebate: 4,
  checkin: 5,
}

/** The purpose of an entry, with a link to the log row. */
function About({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation('wallet')
  const user = useSessionUser()
  const { request_id: requestId, redemption_id: code, created_at: at } = entry
  const type = logTypes[entry.kind]
  const hasLog = hasPage('usageLog') && entry.is_logged
  const text =
    requestId !== ''
      ? entry.model_name || requestId
      : code !== 0
        ? t('about.code', { id: code })
        : entry.trade_no !== ''
          ? t('about.order', { number: entry.trade_no.slice(0, 12) })
          : hasLog
            ? t('about.row')
            : ''
  const href =
    requestId !== '' && hasLog
      ? links.usageLog({ request_id: requestId })
      : code !== 0 && isAdmin(user)
        ? links.coupons({ keyword: code })
        : requestId === '' && hasLog && type !== undefined
          ? links.usageLog({ type, from: at, to: at, username: isAdmin(user) ? user?.username : undefined })
          : undefined
  return (
    <span className="block max-w-72 truncate">
      {href === undefined ? (
        <span className="text-muted">{text}</span>
      ) : (
        <Link href={href} className="hover:underline">
          {text}
        </Link>
      )}
      {entry.token_name !== '' && <span className="ml-1.5 text-xs text-muted">{entry.token_name}</span>}
    </span>
  )
}

/** An administrator's note unchanged; remarks of the ledger in the reader's language. */
function Note({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation('wallet')
  const { text, remarks } = readNote(entry)
  if (text !== '') return <span className="block max-w-64 truncate text-muted">{text}</span>
  if (entry.kind === 'opening' && entry.note !== '')
    return <span className="text-muted">{t('remark.opening')}</span>
  if (remarks.length === 0) return null
  return (
    <span className="flex flex-wrap gap-1">
      {remarks.map((each) => (
        <Badge key={each}>{t(`remark.${each}`)}</Badge>
      ))}
    </span>
  )
}

/** An amount in the unit of the site with all its decimals; the other unit is in the tooltip. */
function Exact({
  exact,
  digits,
  isSigned = false,
}: {
  readonly exact: string
  readonly digits: number
  readonly isSigned?: boolean
}) {
  const { t } = useTranslation('wallet')
  const money = useMoney()
  const value = Number(exact)
  const sign = isSigned && value > 0 ? '+' : ''
  // The unit follows the number, so missing decimals are written as zeros to line up the decimal points.
  const least = money.isInDollars ? 0 : digits
  const quota = t('quota', { amount: `${sign}${decimalNumber(value, 3, least)}` })
  return (
    <Tooltip text={money.isInDollars ? quota : money.inDollars(value)}>
      <span className={isSigned && value > 0 ? 'text-ok' : undefined} data-exact={exact}>
        {money.isInDollars ? <Amount text={`${sign}${money.shown(value, 6)}`} digits={digits} /> : quota}
      </span>
    </Tooltip>
  )
}
