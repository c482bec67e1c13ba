import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/ui/table/columns.ts'
import { toDateText } from '../../format.ts'
import { type FieldChange, readChanges } from './trail-changes.ts'
import type { TrailEvent } from './use-trail.ts'

/** A change of more fields than this is collapsed; a click expands it. */
const FIELDS_SHOWN = 3

/** A longer text is collapsed as well: a batch has hundreds of objects, and a setting can be a price table. */
const CHARS_SHOWN = 80

/** Returns the columns of the list of changes. */
export function useTrailColumns(): readonly Column<TrailEvent>[] {
  const { t } = useTranslation('trail')
  const timeOf = ({ at_ms: at }: TrailEvent): string => toDateText(Math.floor(at / 1000))
  const authorOf = ({ actor_name: name }: TrailEvent): string => name || t('program')
  return [
    {
      id: 'time',
      header: t('column.time'),
      card: 'corner',
      cell: (event) => <span className="whitespace-nowrap text-muted">{timeOf(event)}</span>,
      csv: timeOf,
    },
    {
      id: 'by',
      header: t('column.by'),
      isFixed: true,
      cell: (event) => (
        <>
          {event.actor_name === '' ? (
            <span className="text-muted">{t('program')}</span>
          ) : (
            <code>{event.actor_name}</code>
          )}
          {event.via !== '' && (
            <span className="block text-xs text-muted">
              {t('via')} <code className="break-all">{event.via}</code>
            </span>
          )}
        </>
      ),
      csv: authorOf,
    },
    {
      id: 'action',
      header: t('column.action'),
      card: 'title',
      cell: (event) => <code className="text-xs max-sm:font-semibold">{event.action}</code>,
      csv: (event) => event.action,
    },
    {
      id: 'object',
      header: t('column.object'),
      cell: (event) => <TrailObject text={`${event.target_kind} ${event.target_id}`} />,
      csv: (event) => `${event.target_kind} ${event.target_id}`,
    },
    {
      id: 'change',
      header: t('column.change'),
      isFixed: true,
      card: 'wide',
      cell: (event) => <Changes event={event} />,
      csv: (event) => `${event.before} → ${event.after}`,
    },
    {
      id: 'via',
      header: t('column.via'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (event) => <code className="text-xs break-all">{event.via}</code>,
      csv: (event) => event.via,
    },
    {
      id: 'ip',
      header: t('column.ip'),
      cell: (event) => <code className="text-xs text-muted">{event.ip}</code>,
      csv: (event) => event.ip,
    },
    {
      id: 'request',
      header: t('column.request'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (event) => <code className="text-xs text-muted">{event.request_id}</code>,
      csv: (event) => event.request_id,
    },
  ]
}

const shortened = (text: string): string =>
  text.length <= CHARS_SHOWN ? text : `${text.slice(0, CHARS_SHOWN)}…`

function TrailObject({ text }: { readonly text: string }) {
  const short = shortened(text)
  return (
    <div className="w-fit max-w-xs text-xs wrap-anywhere whitespace-normal">
      <Folded short={<code>{short}</code>} whole={text === short ? undefined : <code>{text}</code>} />
    </div>
  )
}

/** @param whole shown when expanded; undefined = there is nothing more to show */
function Folded({ short, whole }: { readonly short: ReactNode; readonly whole: ReactNode | undefined }) {
  if (whole === undefined) return <>{short}</>
  return (
    <details>
      <summary className="cursor-pointer rounded-sm">{short}</summary>
      {whole}
    </details>
  )
}

function Change({ name, before, after }: FieldChange) {
  return (
    <>
      <code className="text-muted">{name}:</code>{' '}
      {before !== undefined && <code className="line-through decoration-muted">{before || '""'}</code>}
      {before !== undefined && after !== undefined && <code aria-hidden> → </code>}
      {after !== undefined && <code>{after || '""'}</code>}
    </>
  )
}

function Changes({ event }: { readonly event: TrailEvent }) {
  const { t } = useTranslation('trail')
  const changes = readChanges(event)
  const lines = changes.map((change) => {
    const short = {
      name: change.name,
      before: change.before && shortened(change.before),
      after: change.after && shortened(change.after),
    }
    const isWhole = short.before === change.before && short.after === change.after
    return (
      <div key={change.name} className="w-fit max-w-xl min-w-48 text-xs wrap-anywhere whitespace-normal">
        <Folded short={<Change {...short} />} whole={isWhole ? undefined : <Change {...change} />} />
      </div>
    )
  })
  if (lines.length <= FIELDS_SHOWN) return <>{lines}</>
  return (
    <details>
      <summary className="cursor-pointer rounded-sm">
        {t('fields', { count: changes.length })}
        <span className="ml-1 text-xs text-muted">
          <code>
            {changes
              .map(({ name }) => name)
              .slice(0, FIELDS_SHOWN)
              .join(', ')}
          </code>
        </span>
      </summary>
      {lines}
    </details>
  )
}
