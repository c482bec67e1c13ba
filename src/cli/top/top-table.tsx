import { Box, Text } from 'ink'
import type { ReactNode } from 'react'
import stringWidth from 'string-width'
import type { PhraseKey } from '../phrases/phrases.ts'
import type { Shade } from '../ui/screen/look.ts'
import { useSurroundings } from '../ui/screen/show-screen.tsx'
import { errorText, knownErrorShare, nameText, offText } from './cell-texts.ts'
import type { ChannelStatus } from './channel-state.ts'
import { errorShade } from './error-shade.ts'
import { balance, bar, count, dollarAmount, duration, tokenCount } from './figures.ts'
import type { Viewer } from './follow-top.ts'
import type { TopView } from './top-keys.ts'
import {
  balanceWidth,
  costWidth,
  countWidth,
  durationWidth,
  gap,
  layOut,
  shareWidth,
  type TopLayout,
} from './top-layout.ts'
import type { Sorting, TopRow } from './top-rows.ts'

interface TopTableProps {
  /** The visible rows. */
  readonly rows: readonly TopRow[]
  /** All rows of the view, so that widths and bars do not change while scrolling. */
  readonly all: readonly TopRow[]
  readonly view: TopView
  readonly viewer: Viewer
  readonly columns: number
  readonly height: number
  /** Whether the figures are outdated. */
  readonly isDim: boolean
}

const statuses: readonly ChannelStatus[] = ['enabled', 'disabled', 'auto-disabled']

export function TopTable({ rows, all, view, viewer, columns, height, isDim }: TopTableProps) {
  const { phrase } = useSurroundings()
  const layout = layOut({
    by: view.by,
    columns,
    statusWidth: Math.max(...statuses.map((each) => stringWidth(phrase(`status.${each}`)))),
    nameWidth: Math.max(0, ...all.map((row) => stringWidth(nameText(row, phrase)))),
  })
  const slowest = Math.max(0, ...all.map(({ sums }) => sums.firstByteP50Ms ?? 0))
  return (
    <Box flexDirection="column" height={height + 1} flexShrink={0} overflow="hidden">
      <Headings view={view} layout={layout} />
      {rows.length === 0 ? (
        <Box paddingX={1}>
          <Text dimColor wrap="truncate-end">
            {view.filter === '' ? phrase('top.noCalls') : phrase('top.noMatch', { filter: view.filter })}
          </Text>
        </Box>
      ) : null}
      {rows.map((row) => (
        <Line
          key={row.key}
          row={row}
          layout={layout}
          viewer={viewer}
          slowest={slowest}
          isSelected={row.key === view.selected}
          isDim={isDim}
        />
      ))}
    </Box>
  )
}

/** Draws one line of cells with fixed widths and no wrapping. */
function Cells({ isSelected, children }: { readonly isSelected: boolean; readonly children: ReactNode }) {
  const { look } = useSurroundings()
  return (
    <Box height={1} flexShrink={0}>
      <Box width={1} flexShrink={0}>
        <Text {...look.accent}>{isSelected ? '›' : ' '}</Text>
      </Box>
      <Box columnGap={gap} height={1}>
        {children}
      </Box>
    </Box>
  )
}

interface CellProps {
  readonly width: number
  readonly isRight?: boolean
  readonly children: string
  readonly shade?: Shade
  readonly isDim?: boolean
  readonly isBold?: boolean
}

function Cell({ width, isRight = false, children, shade = {}, isDim = false, isBold = false }: CellProps) {
  return (
    <Box width={width} height={1} flexShrink={0} justifyContent={isRight ? 'flex-end' : 'flex-start'}>
      <Text {...shade} dimColor={isDim} bold={isBold} wrap="truncate-end">
        {children}
      </Text>
    </Box>
  )
}

function Headings({ view, layout }: { readonly view: TopView; readonly layout: TopLayout }) {
  const { phrase, look } = useSurroundings()
  /** Draws a heading. The sort column is highlighted; the line above the keys names it too. */
  const heading = (key: PhraseKey, width: number, sorting: Sorting | undefined, isRight = true) => (
    <Cell
      width={width}
      isRight={isRight}
      isBold={view.sorting === sorting}
      isDim={view.sorting !== sorting}
      shade={view.sorting === sorting ? look.accent : {}}
    >
      {phrase(key)}
    </Cell>
  )
  const { firstByte } = layout
  return (
    <Cells isSelected={false}>
      {heading(`top.heading.${view.by}`, layout.name, 'name', false)}
      {layout.status === undefined ? null : heading('top.heading.status', layout.status, undefined, false)}
      {heading('top.heading.calls', countWidth, 'calls')}
      {layout.tokens ? heading('top.heading.tokens', countWidth, 'tokens') : null}
      {firstByte
        ? heading(
            `top.heading.firstByte.${firstByte.form}`,
            firstByte.width,
            'first-byte',
            firstByte.form !== 'bar',
          )
        : null}
      {layout.errors ? heading('top.heading.errors', shareWidth, 'errors') : null}
      {heading('top.heading.cost', costWidth, 'cost')}
      {layout.balance ? heading('top.heading.balance', balanceWidth, undefined) : null}
    </Cells>
  )
}

interface LineProps {
  readonly row: TopRow
  readonly layout: TopLayout
  readonly viewer: Viewer
  /** Longest median in the view, in milliseconds, which is the length of a full bar. */
  readonly slowest: number
  readonly isSelected: boolean
  readonly isDim: boolean
}

function Line({ row, layout, viewer, slowest, isSelected, isDim }: LineProps) {
  const { phrase, look } = useSurroundings()
  const { sums, channel } = row
  const isQuiet = isDim || sums.calls === 0
  const failed = knownErrorShare(sums, viewer.errorsAreLogged) ?? 0
  const off = sums.calls === 0 ? offText(row, phrase) : undefined
  const shades = { enabled: look.good, disabled: {}, 'auto-disabled': look.bad }
  return (
    <Cells isSelected={isSelected}>
      <Cell width={layout.name} isBold={isSelected} shade={isSelected ? look.accent : {}} isDim={isDim}>
        {nameText(row, phrase)}
      </Cell>
      {layout.status === undefined ? null : (
        <Cell
          width={layout.status}
          shade={channel === undefined ? {} : shades[channel.status]}
          isDim={isDim || channel?.status === 'disabled'}
        >
          {channel === undefined ? '-' : phrase(`status.${channel.status}`)}
        </Cell>
      )}
      <Cell width={countWidth} isRight isDim={isQuiet}>
        {count(sums.calls)}
      </Cell>
      {layout.tokens ? (
        <Cell width={countWidth} isRight isDim={isQuiet}>
          {tokenCount(sums.tokens)}
        </Cell>
      ) : null}
      {off !== undefined && layout.firstByte ? (
        <Cell width={layout.firstByte.width + (layout.errors ? gap + shareWidth : 0)} isDim>
          {off}
        </Cell>
      ) : (
        <>
          {layout.firstByte ? (
            <FirstByte row={row} layout={layout.firstByte} slowest={slowest} isDim={isQuiet} />
          ) : null}
          {layout.errors ? (
            <Cell width={shareWidth} isRight shade={errorShade(failed, look)} isDim={isQuiet}>
              {errorText(sums, viewer.errorsAreLogged)}
            </Cell>
          ) : null}
        </>
      )}
      <Cell width={costWidth} isRight isDim={isQuiet} isBold={!isQuiet && sums.cost > 0n}>
        {dollarAmount(sums.cost, viewer.quotaPerUnit)}
      </Cell>
      {layout.balance ? (
        <Cell
          width={balanceWidth}
          isRight
          isDim={isQuiet}
          shade={(channel?.balance?.amount ?? 1) <= 0 ? look.bad : {}}
        >
          {balance(channel?.balance)}
        </Cell>
      ) : null}
    </Cells>
  )
}

interface FirstByteProps {
  readonly row: TopRow
  readonly layout: NonNullable<TopLayout['firstByte']>
  readonly slowest: number
  readonly isDim: boolean
}

/** Shows median, bar and p95, as far as there is room. */
function FirstByte({ row, layout, slowest, isDim }: FirstByteProps) {
  const { look } = useSurroundings()
  const { firstByteP50Ms: median, firstByteP95Ms: p95 } = row.sums
  const text = duration(median).padStart(layout.form === 'median' ? layout.width : durationWidth)
  return (
    <Box width={layout.width} height={1} flexShrink={0}>
      <Text dimColor={isDim}>
        {text}
        {layout.form === 'bar' ? (
          <Text {...look.accent}>{` ${bar(median ?? 0, slowest, layout.bar).padEnd(layout.bar)} `}</Text>
        ) : null}
        {layout.form === 'both' ? '  ' : ''}
        {layout.form === 'median' ? '' : (p95 === undefined ? '' : duration(p95)).padStart(durationWidth)}
      </Text>
    </Box>
  )
}
