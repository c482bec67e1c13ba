import { decimalNumber } from '../format.ts'
import { Badge, type Tone } from './ui/badge.tsx'

/** Returns the color for a group's ratio: over 5 red, over 3 orange, over 1 blue, else green. */
export function groupRatioTone(ratio: number): Tone {
  if (ratio > 5) return 'bad'
  if (ratio > 3) return 'orange'
  return ratio > 1 ? 'info' : 'ok'
}

/** The ratio that a group applies to every price; looks the same everywhere. */
export function GroupRatioTag({ ratio }: { readonly ratio: number }) {
  return <Badge tone={groupRatioTone(ratio)}>{`×${decimalNumber(ratio, 6)}`}</Badge>
}
