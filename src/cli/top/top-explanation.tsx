import { ScrolledText } from '../ui/screen/scrolled-text.tsx'
import { useSurroundings } from '../ui/screen/show-screen.tsx'
import type { ShownExplanation } from './use-row-actions.ts'

/** Explains the routing and the cost of the last request of a row. */
export function TopExplanation({
  explanation,
  lines,
}: {
  readonly explanation: ShownExplanation | undefined
  readonly lines: number
}) {
  const { phrase } = useSurroundings()
  return (
    <ScrolledText
      title={explanation?.title ?? ''}
      text={explanation?.text ?? phrase('top.changing')}
      lines={lines}
    />
  )
}
