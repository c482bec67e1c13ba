import { ScrolledText } from '../ui/screen/scrolled-text.tsx'
import { useSurroundings } from '../ui/screen/show-screen.tsx'
import type { ShownExplanation } from './use-row-actions.ts'

/** Why the last call of a row went where it went and cost what it cost. */
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
