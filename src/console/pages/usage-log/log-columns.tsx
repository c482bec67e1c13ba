import { useTranslation } from 'react-i18next'
import { Amount } from '../../components/amount.tsx'
import { Badge, type Tone } from '../../components/ui/badge.tsx'
import type { Column } from '../../components/ui/table/columns.ts'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { dateTime, toDateText, useMoney, wholeNumber } from '../../format.ts'
import { type LogOther, readOther } from './log-details.ts'
import { CONSUMPTION, ERROR, logTypes } from './log-filters.ts'
import { firstTokenTone, latencyTone, shortSeconds } from './timings.ts'
import type { Log } from './use-logs.ts'

const tones: Readonly<Record<number, Tone>> = {
  1: 'ok',
  [CONSUMPTION]: 'accent',
  3: 'info',
  4: 'neutral',
  5: 'fair',
  [ERROR]: 'bad',
}

/** Formats a time as `14:02:51` if it is today, else as `11-22 14:02:51`. */
function shortTime(unixSeconds: number): string {
  const text = toDateText(unixSeconds)
  const today = toDateText(Date.now() / 1000).slice(0, 10)
  return text.startsWith(today) ? text.slice(11) : text.slice(5)
}

/** Returns whether a row is about a call: other rows have no tokens and no durations. */
const isCall = ({ type }: Log): boolean => type === CONSUMPTION || type === ERROR || type === 0

/** Adds a plus sign to credits, as opposed to the cost of a call. */
const signed = (amount: string, log: Log): string =>
  !isCall(log) && Number(log.quota_exact) > 0 ? `+${amount}` : amount

const channelsTried = (other: LogOther): readonly string[] => other.admin_info?.use_channel ?? []
const firstTokenMs = (other: LogOther): number | undefined =>
  other.frt !== undefined && other.frt >= 0 ? other.frt : undefined

/** Returns the columns of the log. Channels and users are only shown to administrators. */
export function useLogColumns({
  isAdmin,
  openUser,
}: {
  readonly isAdmin: boolean
  readonly openUser: (id: number) => void
}): readonly Column<Log>[] {
  const { t } = useTranslation('usageLog')
  const money = useMoney()
  const adminColumns: readonly Column<Log>[] = [
    {
      id: 'user',
      header: t('column.user'),
      cell: (log) => (
        <span className="block min-w-0 max-sm:text-right">
          {log.user_id !== 0 && (
            <button
              type="button"
              aria-label={t('aboutUser', { name: log.username })}
              className="block max-w-24 truncate rounded-sm hover:underline max-sm:ml-auto max-sm:max-w-60"
              onClick={() => openUser(log.user_id)}
            >
              {log.username || `#${log.user_id}`}
            </button>
          )}
          {log.token_name !== '' && (
            <span
              className="block max-w-24 truncate text-xs max-sm:ml-auto max-sm:max-w-60 leading-4 text-muted"
              title={log.token_name}
            >
              {log.token_name}
            </span>
          )}
        </span>
      ),
      csv: (log) => log.username,
    },
    {
      id: 'channel',
      header: t('column.channel'),
      cell: (log) =>
        log.channel ? (
          <Badge className="max-w-24 max-sm:max-w-40">
            <span title={log.channel_name}>{`${log.channel} ${log.channel_name ?? ''}`.trim()}</span>
          </Badge>
        ) : null,
      csv: (log) => (log.channel ? `${log.channel} ${log.channel_name ?? ''}`.trim() : ''),
    },
    {
      id: 'retry',
      header: t('column.retry'),
      card: 'hidden',
      cell: (log) => {
        const tried = channelsTried(readOther(log))
        // If only one channel was tried, it is in the adjacent column.
        return tried.length < 2 ? null : <span className="tabular-nums">{tried.join(' → ')}</span>
      },
      csv: (log) => channelsTried(readOther(log)).join(' > '),
    },
  ]
  return [
    {
      id: 'time',
      header: t('column.time'),
      isFixed: true,
      pin: 'start',
      card: 'corner',
      cell: (log) => (
        <span className="text-muted tabular-nums" title={dateTime(log.created_at)}>
          {shortTime(log.created_at)}
        </span>
      ),
      csv: (log) => toDateText(log.created_at),
    },
    ...(isAdmin ? adminColumns : []),
    {
      id: 'type',
      header: t('column.type'),
      card: 'title',
      cell: (log) => (
        <Badge tone={tones[log.type] ?? 'neutral'}>{t(`type.${logTypes[log.type] ?? 'model'}`)}</Badge>
      ),
      csv: (log) => t(`type.${logTypes[log.type] ?? 'model'}`),
    },
    {
      id: 'model',
      header: t('column.model'),
      card: 'wide',
      isElastic: true,
      cell: (log) => <What log={log} />,
      csv: (log) => log.model_name,
    },
    {
      id: 'token',
      header: t('column.token'),
      // For administrators, it is shown below the user.
      isOffAtFirst: isAdmin,
      cell: (log) => (
        <span className="block max-w-24 truncate max-sm:max-w-40" title={log.token_name}>
          {log.token_name}
        </span>
      ),
      csv: (log) => log.token_name,
    },
    {
      id: 'group',
      header: t('column.group'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (log) => (log.group === '' ? null : <Badge>{log.group}</Badge>),
      csv: (log) => log.group,
    },
    {
      id: 'input',
      header: t('column.input'),
      align: 'right',
      cell: (log) => (isCall(log) ? wholeNumber(log.prompt_tokens) : null),
      csv: (log) => log.prompt_tokens,
    },
    {
      id: 'output',
      header: t('column.output'),
      align: 'right',
      cell: (log) => (isCall(log) ? wholeNumber(log.completion_tokens) : null),
      csv: (log) => log.completion_tokens,
    },
    {
      id: 'timing',
      header: t('column.timing'),
      cell: (log) => (isCall(log) ? <Timing log={log} /> : null),
    },
    {
      id: 'cost',
      header: t('column.cost'),
      align: 'right',
      pin: 'end',
      amount: (log) => signed(money.shown(Number(log.quota_exact), 6), log),
      cell: (log, digits) => (
        <Tooltip text={money.other(Number(log.quota_exact))}>
          <span className={isCall(log) ? 'font-medium' : 'font-medium text-muted'}>
            <Amount text={signed(money.shown(Number(log.quota_exact), 6), log)} digits={digits} />
          </span>
        </Tooltip>
      ),
      csv: (log) => log.quota_exact,
    },
    {
      id: 'address',
      header: t('column.address'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (log) => <span className="font-mono text-xs">{log.client_ip}</span>,
      csv: (log) => log.client_ip,
    },
    {
      id: 'details',
      header: t('column.details'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (log) => <span className="block max-w-80 truncate text-muted">{log.content}</span>,
      csv: (log) => log.content,
    },
    {
      id: 'requestId',
      header: t('column.requestId'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (log) => <span className="font-mono text-xs">{log.request_id}</span>,
      csv: (log) => log.request_id,
    },
    {
      id: 'useTime',
      header: t('column.useTime'),
      isOffAtFirst: true,
      card: 'hidden',
      align: 'right',
      cell: (log) => (isCall(log) ? log.use_time : null),
      csv: (log) => log.use_time,
    },
    {
      id: 'firstToken',
      header: t('column.firstToken'),
      isOffAtFirst: true,
      card: 'hidden',
      align: 'right',
      cell: (log) => firstTokenMs(readOther(log)) ?? null,
      csv: (log) => firstTokenMs(readOther(log)) ?? '',
    },
  ]
}

/** The model and, for a failed call, the reason; for other rows, what happened. */
function What({ log }: { readonly log: Log }) {
  const { t } = useTranslation('usageLog')
  if (log.model_name === '' && !isCall(log))
    return (
      <span className="block truncate text-muted" title={log.content}>
        {log.content}
      </span>
    )
  const { status_code: status } = readOther(log)
  const failure = log.type === ERROR ? [status, log.content].filter(Boolean).join(' ') : ''
  if (log.model_name === '' && failure === '') return null
  return (
    <span className="block min-w-0" title={failure === '' ? log.model_name : failure}>
      <span className="flex items-center gap-1.5">
        <span className="truncate font-medium">{log.model_name}</span>
        {log.usage_source === 'upstream-partial' && <Badge tone="warn">{t('cut')}</Badge>}
      </span>
      {failure !== '' && (
        <span className="block truncate text-xs leading-4 text-bad max-sm:whitespace-normal" data-failure>
          {failure}
        </span>
      )}
    </span>
  )
}

/** Time to the first token, if there was one, and total duration, colored by length. */
function Timing({ log }: { readonly log: Log }) {
  const { t } = useTranslation('usageLog')
  const first = firstTokenMs(readOther(log))
  return (
    <span className="flex items-center gap-1 max-sm:flex-wrap max-sm:justify-end">
      {first !== undefined && (
        <Tooltip text={t('firstToken')}>
          <span data-timing="first" data-tone={firstTokenTone(first / 1000)}>
            <Badge tone={firstTokenTone(first / 1000)}>
              {t('seconds', { value: shortSeconds(first / 1000) })}
            </Badge>
          </span>
        </Tooltip>
      )}
      <Tooltip text={t('wholeTime')}>
        <span data-timing="whole" data-tone={latencyTone(log.use_time)}>
          <Badge tone={latencyTone(log.use_time)}>
            {t('seconds', { value: shortSeconds(log.use_time) })}
          </Badge>
        </span>
      </Tooltip>
      {/* A time to the first token already implies streaming. */}
      {log.is_stream && first === undefined && <span className="text-xs text-faint">{t('stream')}</span>}
    </span>
  )
}
