import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalNumber } from '../../format.ts'
import { Part } from '../detail-part.tsx'
import { Badge } from '../ui/badge.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Meter } from '../ui/meter.tsx'
import { statusTones, type TaskStatus, useTaskLabels } from './task-labels.ts'

export function StatusBadge({ status }: { readonly status: TaskStatus }) {
  return (
    <Badge tone={statusTones[status]} hasDot>
      {useTaskLabels().status(status)}
    </Badge>
  )
}

/** A progress bar beside the percentage. */
export function Progress({ progress, status }: { readonly progress: string; readonly status: TaskStatus }) {
  const share = (Number.parseFloat(progress) || 0) / 100
  return (
    <span className="inline-flex items-center gap-2">
      <span className="w-8">
        <Meter share={share} tone={status === 'FAILURE' ? 'bad' : 'accent'} />
      </span>
      <span className="tabular-nums">{progress}</span>
    </span>
  )
}

/** Longer durations are shown in red. */
const SECONDS_MAX = 60

interface Span {
  /** Seconds. */
  readonly from: number
  /** Seconds; 0 = not yet. */
  readonly until: number
}

/** Returns the duration of a task in seconds; undefined until it ends, and if the provider's clock is behind ours. */
export const secondsOf = ({ from, until }: Span): number | undefined =>
  until === 0 || until < from ? undefined : until - from

/** The time from submission to end. */
export function Duration(span: Span) {
  const { t } = useTranslation('tasks')
  const seconds = secondsOf(span)
  if (seconds === undefined) return null
  const tone = seconds > SECONDS_MAX ? 'bad' : 'ok'
  return (
    <span data-tone={tone}>
      <Badge tone={tone}>{t('seconds', { value: decimalNumber(seconds, 1) })}</Badge>
    </span>
  )
}

/** Returns an HTTP(S) address in full; undefined for all others, which could do more than lead to a page or file. */
export function safeAddress(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address, location.origin)) return undefined
  const { protocol, href } = new URL(address, location.origin)
  return address !== '' && (protocol === 'https:' || protocol === 'http:') ? href : undefined
}

/**
 * A link to what a provider made. The file is on another site, which learns nothing about this one and cannot reach it.
 */
export function OutsideLink({
  href,
  className = 'inline-flex items-center gap-1 text-accent-text hover:underline',
  children,
}: {
  readonly href: string
  readonly className?: string
  readonly children: ReactNode
}) {
  const { t } = useTranslation('tasks')
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <ExternalLink size={12} aria-hidden className="shrink-0" />
      <span className="sr-only">({t('detail.newTab')})</span>
    </a>
  )
}

/** A text cut to one line; the open row shows it in full. */
export function Short({ text, isMono = false }: { readonly text: string; readonly isMono?: boolean }) {
  if (text === '') return null
  return (
    <span
      title={text}
      className={`block truncate ${isMono ? 'max-w-24 font-mono text-xs max-sm:max-w-56' : 'max-w-32 max-sm:max-w-40'}`}
    >
      {text}
    </span>
  )
}

/** A text in full, with its line breaks; renders nothing when it is empty. */
export function FullText({
  title,
  text,
  isBad = false,
}: {
  readonly title: string
  readonly text: string
  readonly isBad?: boolean
}) {
  const { t } = useTranslation('tasks')
  if (text === '') return null
  return (
    <Part title={title}>
      <div className="flex items-start gap-1">
        <p className={`min-w-0 text-sm wrap-anywhere whitespace-pre-wrap ${isBad ? 'text-bad' : ''}`}>
          {text}
        </p>
        <CopyButton text={text} label={t('detail.copy', { name: title })} />
      </div>
    </Part>
  )
}

/** Names and values; rows without a value are left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }) {
  const shown = facts.filter(([, value]) => value !== '')
  if (shown.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      {shown.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
