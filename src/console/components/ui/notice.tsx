import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

const tones = {
  warn: 'border-warn/30 bg-warn-weak',
  bad: 'border-bad/30 bg-bad-weak',
  info: 'border-info/30 bg-info-weak',
  ok: 'border-ok/30 bg-ok-weak',
} as const
const headTones = { warn: 'text-warn', bad: 'text-bad', info: 'text-info', ok: 'text-ok' } as const

/** A message that people should see before they continue. */
export function Notice({
  tone,
  head,
  className,
  children,
}: {
  readonly tone: keyof typeof tones
  readonly head?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'note'}
      className={classNames('rounded-lg border px-3 py-2.5 text-sm wrap-anywhere', tones[tone], className)}
    >
      {head !== undefined && (
        <strong className={classNames('mr-2 font-semibold', headTones[tone])}>{head}</strong>
      )}
      {children}
    </div>
  )
}
