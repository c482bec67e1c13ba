import { classNames } from '../class-names.ts'

/** A thin bar that shows how much of a whole is used. The numbers are beside it as text. */
export function Meter({
  share,
  tone = 'accent',
}: {
  /** 0 to 1; larger values are drawn as full. */
  readonly share: number
  readonly tone?: 'accent' | 'warn' | 'bad'
}) {
  return (
    <span aria-hidden className="block h-1 w-full overflow-hidden rounded-full bg-sunken">
      <span
        className={classNames(
          'block h-full rounded-full',
          tone === 'accent' && 'bg-accent',
          tone === 'warn' && 'bg-warn',
          tone === 'bad' && 'bg-bad',
        )}
        style={{ width: `${Math.min(100, Math.max(share > 0 ? 1.5 : 0, share * 100))}%` }}
      />
    </span>
  )
}
