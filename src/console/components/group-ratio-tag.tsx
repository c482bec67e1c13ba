import { decimalNumber } from '../format.ts'
import { Badge, type Tone } from './ui/badge.tsx'

/** How dear a group is: over 5 red, over 3 orange, over 1 blue, else green. */
export function groupRatioTone(ratio: number): Tone {
  if (ratio > 5) return 'bad'
  if (ratio > 3) return 'orange'
  return ratio > 1 ? 'info' : 'ok'
}

/** The factor that a group puts on every price; shown like this wherever one is shown. */
export function GroupRatioTag({ ratio }: { readonly ratio: number }) {
  return <Badge tone={groupRatioTone(ratio)}>{`×${decimalNumber(ratio, 6)}`}</Badge>
}
