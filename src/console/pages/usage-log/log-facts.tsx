import { useTranslation } from 'react-i18next'
import { decimalNumber, dollars, wholeNumber } from '../../format.ts'
import type { LogOther } from './log-details.ts'
import type { Log } from './use-logs.ts'

const tokenCounts = [
  'cache_tokens',
  'cache_creation_tokens',
  'audio_input',
  'audio_output',
  'text_input',
  'text_output',
  'reasoning_tokens',
] as const
const ratios = [
  'model_ratio',
  'completion_ratio',
  'group_ratio',
  'user_group_ratio',
  'cache_ratio',
  'cache_creation_ratio',
] as const
const texts = [
  'upstream_model_name',
  'upstream_format',
  'reasoning_effort',
  'error_type',
  'error_code',
] as const

/** The members of the row's `other` field with labels. */
export function LogFacts({
  log,
  other,
  path,
}: {
  readonly log: Log
  readonly other: LogOther
  /** The path of the call; empty if unknown. */
  readonly path: string
}) {
  const { t } = useTranslation('usageLog')
  const isPerCall = (other.model_price ?? -1) >= 0
  const kinds = (['ws', 'audio', 'claude'] as const).filter((kind) => other[kind] === true)
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t('fact.content'), log.content],
    [t('fact.path'), path],
    ...(isPerCall
      ? [[t('fact.model_price'), t('dollarsPerCall', { value: dollars(other.model_price ?? 0, 6) })] as const]
      : []),
    ...ratios
      // A price per call only has group ratios.
      .filter((name) => !isPerCall || name === 'group_ratio' || name === 'user_group_ratio')
      .map((name) => [t(`fact.${name}`), shown(other[name], (value) => decimalNumber(value, 6))] as const),
    // Most upstreams also report token kinds that a call did not use.
    ...tokenCounts
      .filter((name) => other[name] !== 0)
      .map((name) => [t(`fact.${name}`), shown(other[name], wholeNumber)] as const),
    [
      t('fact.frt'),
      other.frt === undefined || other.frt < 0 ? '' : t('milliseconds', { value: wholeNumber(other.frt) }),
    ],
    [t('fact.kind'), kinds.map((kind) => t(`kind.${kind}`)).join(', ')],
    ...texts.map((name) => [t(`fact.${name}`), other[name] ?? ''] as const),
    [t('fact.status_code'), shown(other.status_code, String)],
    [t('fact.channel_id'), shown(other.channel_id, String)],
    [t('fact.useChannel'), (other.admin_info?.use_channel ?? []).join(' → ')],
    [t('fact.translation_lost'), (other.translation_lost ?? []).join(', ')],
    [t('fact.usage_flags'), (other.usage_flags ?? []).join(', ')],
    [t('fact.client_ip'), log.client_ip],
  ]
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2 xl:grid-cols-3">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} className="flex min-w-0 gap-2">
            <dt className="shrink-0 text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

const shown = (value: number | undefined, write: (value: number) => string): string =>
  typeof value === 'number' ? write(value) : ''
