import { toDateText } from '../format.ts'

/** A moment to the minute, so that a table keeps its width; the tooltip has the seconds. Nothing for 0. */
export function Moment({ at }: { readonly at: number }) {
  if (at === 0) return null
  const text = toDateText(at)
  return (
    <span className="text-muted tabular-nums" title={text}>
      {text.slice(0, 16)}
    </span>
  )
}
