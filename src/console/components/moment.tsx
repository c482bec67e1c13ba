import { toDateText } from '../format.ts'

/** A date and time to the minute, which keeps tables narrow; the tooltip shows it in full. Shows nothing for 0. */
export function Moment({
  at,
  hasYear = true,
}: {
  /** Unix seconds. */
  readonly at: number
  readonly hasYear?: boolean
}) {
  if (at === 0) return null
  const text = toDateText(at)
  return (
    <span className="text-muted tabular-nums" title={text}>
      {text.slice(hasYear ? 0 : 5, 16)}
    </span>
  )
}
