import { Box, Text } from 'ink'
import stringWidth from 'string-width'
import type { Phrase, PhraseKey } from '../phrases/phrases.ts'
import { useSurroundings } from '../ui/screen/show-screen.tsx'
import type { Viewer } from './follow-top.ts'
import type { TopView } from './top-keys.ts'

interface KeyHint {
  readonly key: PhraseKey
  /** Hints with a higher rank are kept longer in a small window. */
  readonly rank: number
  readonly isOn?: boolean
}

const gap = 2
const paddings = 2

/** Returns the number of lines the keys take: one if they fit, two in a narrow window that is high enough. */
export function footerHeight(
  viewer: Viewer,
  phrase: Phrase,
  { columns, lines }: { readonly columns: number; readonly lines: number },
): number {
  const [first, second] = tableHints({ by: 'channel', isPaused: true }, viewer)
  return widthOf([...first, ...second], phrase) <= columns - paddings || lines < 16 ? 1 : 2
}

/** Shows the keys that can be used now; if there is no room for all, the most important ones. */
export function TopFooter({
  view,
  viewer,
  columns,
  height,
}: {
  readonly view: TopView
  readonly viewer: Viewer
  readonly columns: number
  readonly height: number
}) {
  const { phrase } = useSurroundings()
  const [first, second] = hintsOf(view, viewer)
  const rows = height === 1 ? [[...first, ...second]] : [first, second]
  return (
    <Box flexDirection="column" paddingX={1} height={height} flexShrink={0} overflow="hidden">
      {rows.map((hints) => (
        <HintLine key={hints[0]?.key} hints={fitting(hints, columns - paddings, phrase)} />
      ))}
    </Box>
  )
}

function HintLine({ hints }: { readonly hints: readonly KeyHint[] }) {
  const { look, phrase } = useSurroundings()
  return (
    <Box height={1} columnGap={gap} flexShrink={0}>
      {hints.map(({ key, isOn = false }) => (
        <Box key={key} flexShrink={0}>
          <Text {...(isOn ? look.accent : {})} bold={isOn} dimColor={!isOn}>
            {phrase(key)}
          </Text>
        </Box>
      ))}
    </Box>
  )
}

type HintLines = readonly [first: readonly KeyHint[], second: readonly KeyHint[]]

function hintsOf(view: TopView, viewer: Viewer): HintLines {
  if (view.focus === 'question')
    return [
      [
        { key: 'top.key.yes', rank: 2, isOn: true },
        { key: 'top.key.no', rank: 1, isOn: true },
      ],
      [],
    ]
  if (view.focus === 'filter')
    return [
      [
        { key: 'top.key.done', rank: 1 },
        { key: 'top.key.clear', rank: 2 },
      ],
      [],
    ]
  return tableHints(view, viewer)
}

const tableHints = ({ by, isPaused }: Pick<TopView, 'by' | 'isPaused'>, viewer: Viewer): HintLines => [
  [
    ...viewer.dimensions.map((each) => ({ key: `top.key.${each}` as const, rank: 7, isOn: by === each })),
    ...(by === 'channel' ? [{ key: 'top.key.toggle' as const, rank: 3 }] : []),
    { key: 'top.key.explain', rank: 4 },
  ],
  [
    { key: 'top.key.filter', rank: 5 },
    { key: 'top.key.sort', rank: 2 },
    { key: isPaused ? 'top.key.resume' : 'top.key.pause', rank: 6, isOn: isPaused },
    { key: 'top.key.help', rank: 8 },
    { key: 'top.key.quit', rank: 9 },
  ],
]

const widthOf = (hints: readonly KeyHint[], phrase: Phrase): number =>
  hints.reduce((sum, { key }) => sum + stringWidth(phrase(key)) + gap, -gap)

/** Drops the least important keys until the rest fit on the line. */
function fitting(hints: readonly KeyHint[], width: number, phrase: Phrase): readonly KeyHint[] {
  let left = hints
  while (left.length > 1 && widthOf(left, phrase) > width) {
    const least = Math.min(...left.map(({ rank }) => rank))
    const at = left.findLastIndex(({ rank }) => rank === least)
    left = left.filter((_, index) => index !== at)
  }
  return left
}
