import { Box, Text } from 'ink'
import stringWidth from 'string-width'
import type { Settings } from '../settings.ts'
import { useSurroundings } from '../ui/screen/show-screen.tsx'
import { errorText, knownErrorShare, timeOfDay } from './cell-texts.ts'
import { errorShade } from './error-shade.ts'
import { chart, count, dollarAmount, tokenCount, withDollarSign } from './figures.ts'
import type { Viewer } from './follow-top.ts'
import { windowSeconds } from './series.ts'
import type { TopFrame } from './top-watch.ts'

interface TopHeaderProps {
  readonly frame: TopFrame
  readonly viewer: Viewer
  readonly settings: Settings
  readonly isPaused: boolean
  readonly columns: number
  /** Whether the window is too low for the chart. */
  readonly isLow: boolean
}

/** Width of `1 284 req/min   2.1 M tok/min   $9999.99/min   err 99.9 %`, and of the state before it. */
const totalsWidth = 72

const identity = ({ contextName, url }: Settings): string => `${contextName.value}  ${url.value}`

/**
 * Whether the totals get a separate line. This depends only on the width, so that the layout does not change with the
 * figures.
 */
const isNarrow = (columns: number, settings: Settings): boolean =>
  columns < 'tollgate top'.length + stringWidth(identity(settings)) + totalsWidth

/** Returns the number of lines of the header. */
export const headerHeight = ({
  columns,
  isLow,
  settings,
}: Pick<TopHeaderProps, 'columns' | 'isLow' | 'settings'>): number =>
  (isNarrow(columns, settings) ? 2 : 1) + (isLow ? 0 : 2)

/** Shows the server, whether the figures are live, the totals, and the chart of the last minute. */
export function TopHeader({ frame, viewer, settings, isPaused, columns, isLow }: TopHeaderProps) {
  const hasTwoLines = isNarrow(columns, settings)
  return (
    <Box flexDirection="column" paddingX={1} flexShrink={0}>
      <Box
        justifyContent="space-between"
        columnGap={2}
        height={hasTwoLines ? 2 : 1}
        flexDirection={hasTwoLines ? 'column' : 'row'}
      >
        <Box
          columnGap={2}
          height={1}
          flexShrink={1}
          justifyContent={hasTwoLines ? 'space-between' : 'flex-start'}
        >
          <Box columnGap={2} flexShrink={1}>
            <Box flexShrink={0}>
              <Text bold>tollgate top</Text>
            </Box>
            <Text wrap="truncate-end">{identity(settings)}</Text>
          </Box>
          <Box flexShrink={0}>
            <StateText frame={frame} isPaused={isPaused} />
          </Box>
        </Box>
        <Totals frame={frame} viewer={viewer} />
      </Box>
      {isLow ? null : <ChartLine frame={frame} columns={columns} />}
      {isLow ? null : <Text> </Text>}
    </Box>
  )
}

/** Shows `live`, or the time of the figures. */
function StateText({ frame, isPaused }: { readonly frame: TopFrame; readonly isPaused: boolean }) {
  const { look, phrase } = useSurroundings()
  const time = frame.atMs === undefined ? '--:--:--' : timeOfDay(frame.atMs, true)
  const paused = isPaused ? phrase('top.paused', { time }) : ''
  if (frame.state === 'live')
    return isPaused ? (
      <Text {...look.accent}>{paused}</Text>
    ) : (
      <Text {...look.good}>{phrase('top.live')}</Text>
    )
  const lost = phrase(frame.state === 'connecting' ? 'top.connecting' : 'top.reconnecting', { time })
  return (
    <Text {...look.warning} bold>
      {isPaused ? `${paused}  ${lost}` : lost}
    </Text>
  )
}

function Totals({ frame, viewer }: { readonly frame: TopFrame; readonly viewer: Viewer }) {
  const { look, phrase } = useSurroundings()
  const { totals } = frame
  const isDim = frame.state !== 'live'
  const failed = knownErrorShare(totals, viewer.errorsAreLogged) ?? 0
  return (
    <Box height={1}>
      <Text wrap="truncate-end" dimColor={isDim}>
        {`${phrase('top.calls', { count: count(totals.calls) })}   ${phrase('top.tokens', { count: tokenCount(totals.tokens) })}   `}
        <Text bold={!isDim}>
          {phrase('top.cost', { cost: withDollarSign(dollarAmount(totals.cost, viewer.quotaPerUnit)) })}
        </Text>
        <Text {...errorShade(failed, look)}>
          {`   ${phrase('top.errors', { share: errorText(totals, viewer.errorsAreLogged) })}`}
        </Text>
      </Text>
    </Box>
  )
}

function ChartLine({ frame, columns }: { readonly frame: TopFrame; readonly columns: number }) {
  const { look, phrase } = useSurroundings()
  const width = columns < 104 ? windowSeconds / 2 : windowSeconds
  const state = [
    frame.openHolds === undefined ? '' : phrase('top.holds', { count: count(frame.openHolds) }),
    frame.commitP99Ms === undefined ? '' : phrase('top.commit', { ms: Math.round(frame.commitP99Ms) }),
  ].filter((each) => each !== '')
  // A part that does not fit is left out entirely. Margins and gaps take two columns each.
  const room = columns - 2 - width - 2 - stringWidth(phrase('top.window')) - 2
  const shown = state.slice(
    0,
    state.findLastIndex((_, at) => stringWidth(state.slice(0, at + 1).join('   ')) <= room) + 1,
  )
  return (
    <Box justifyContent="space-between" columnGap={2} height={1}>
      <Box columnGap={2} flexShrink={1}>
        <Text {...look.accent} dimColor={frame.state !== 'live'} wrap="truncate-start">
          {chart(frame.callsBySecond, width)}
        </Text>
        <Text dimColor wrap="truncate-end">
          {phrase('top.window')}
        </Text>
      </Box>
      <Box flexShrink={0}>
        <Text dimColor={frame.state !== 'live'}>{shown.join('   ')}</Text>
      </Box>
    </Box>
  )
}
