import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import uPlot from 'uplot'
import { dateTime, day, locale } from '../../format.ts'
import { useTheme } from '../../state/theme.ts'
import { type ChartProps, seriesColor } from './chart-series.ts'
import { axisTime, isByDay } from './chart-time.ts'

interface Hover {
  /** Pixels from the left edge of the chart. */
  readonly left: number
  readonly index: number
}

/** Height of the time axis. */
const AXIS_PX = 28
/**
 * Minimum width of the value axis, so that charts below each other start at the same place unless a value is longer.
 */
const VALUES_PX = 64
/** Space around a value. */
const VALUE_GAP_PX = 8
const FONT = '11px "Inter Variable", system-ui, sans-serif'
/** Steps between the marks of an axis of counts, which has nothing between whole numbers. */
const wholeSteps = Array.from({ length: 16 }, (_, zeros) =>
  [1, 2, 5].map((step) => step * 10 ** zeros),
).flat()
/** Distance between the pointer and the tooltip of a moment: half of the widest bar, and some space. */
const ASIDE_PX = 28

/** The drawing itself: uPlot on a canvas, in the theme's colors, as wide as its container. */
export function ChartCanvas({ kind, moments, series, format, isWhole = false, height = 220 }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  const { language } = useTranslation().i18n
  const [hover, setHover] = useState<Hover>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: `theme` decides what the colour variables hold, and the language how times are written.
  useEffect(() => {
    const element = box.current
    if (!element || moments.length === 0) return
    const drawn =
      kind === 'stacked' ? stack(series.map((each) => each.values)) : series.map((each) => each.values)
    const style = getComputedStyle(document.documentElement)
    const resolve = (color: string) => {
      const name = /^var\((--[\w-]+)\)$/.exec(color)?.[1]
      return name === undefined ? color : style.getPropertyValue(name).trim()
    }
    const axis = {
      stroke: resolve('var(--faint)'),
      font: FONT,
      ticks: { show: false },
      grid: { stroke: resolve('var(--line)'), width: 1 },
    }
    // The top series of a stack is drawn first, so that the lower ones cover it.
    const order = series.map((_, index) => index)
    if (kind === 'stacked') order.reverse()
    const bars = kind === 'line' ? undefined : uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.1 })
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: false },
        cursor: { y: false, points: { show: kind === 'line' }, drag: { x: false, y: false } },
        scales: { x: { time: true }, y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.08 : 1] } },
        axes: [
          {
            ...axis,
            size: AXIS_PX,
            grid: { show: false },
            values: (_plot, ticks, _axis, _space, step) =>
              ticks.map((tick) => axisTime(tick, step, locale())),
          },
          {
            ...axis,
            size: (plot, values) => Math.max(VALUES_PX, VALUE_GAP_PX + widestOf(values ?? [], plot.ctx)),
            ...(isWhole && { incrs: wholeSteps }),
            values: (_plot, ticks) => ticks.map((tick) => format(tick)),
          },
        ],
        series: [
          {},
          ...order.map((index) => {
            const color = resolve(series[index]?.color ?? seriesColor(index))
            return {
              stroke: color,
              width: kind === 'line' ? 1.75 : 0,
              // A value between two gaps cannot form a line, so it is drawn as a dot.
              points: {
                show: false,
                size: 5,
                fill: color,
                filter: (_plot: uPlot, at: number) =>
                  kind === 'line' ? lonely(drawn[order[at - 1] ?? 0] ?? []) : null,
              },
              ...(kind === 'line' ? {} : { fill: color }),
              ...(bars ? { paths: bars } : {}),
            }
          }),
        ],
        hooks: {
          setCursor: [
            (self) => {
              const { idx, left } = self.cursor
              const isOutside = idx == null || left == null || left < 0
              setHover(isOutside ? undefined : { index: idx, left: left + self.bbox.left / uPlot.pxRatio })
            },
          ],
        },
      },
      [moments as number[], ...order.map((index) => (drawn[index] ?? []) as (number | null)[])],
      element,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [kind, moments, series, format, isWhole, height, theme, language])

  return (
    <div className="relative">
      <div ref={box} className="min-w-0" />
      {hover && <Values kind={kind} hover={hover} moments={moments} series={series} format={format} />}
    </div>
  )
}

function Values({
  kind,
  hover,
  moments,
  series,
  format,
}: Pick<ChartProps, 'kind' | 'moments' | 'series' | 'format'> & { readonly hover: Hover }) {
  const { t } = useTranslation()
  const isRight = hover.left > 300
  const at = moments[hover.index] ?? 0
  const total = series.reduce((sum, { values }) => sum + (values[hover.index] ?? 0), 0)
  return (
    <div
      className={`pointer-events-none absolute top-1 z-10 rounded-md border bg-surface px-2.5 py-1.5 text-xs shadow-pop ${isRight ? '-translate-x-full' : ''}`}
      style={{ left: hover.left + (isRight ? -ASIDE_PX : ASIDE_PX) }}
    >
      <div className="mb-1 text-muted">{isByDay(moments) ? day(at) : dateTime(at)}</div>
      {series.map((each, index) => {
        const value = each.values[hover.index]
        return (
          <div key={each.label} className="flex items-center gap-2 tabular-nums">
            <i
              className="size-2 rounded-xs forced-color-adjust-none"
              style={{ background: each.color ?? seriesColor(index) }}
            />
            <span className="grow">{each.label}</span>
            <span className="font-medium">{value == null ? '–' : format(value)}</span>
          </div>
        )
      })}
      {kind === 'stacked' && series.length > 1 && (
        <div className="mt-1 flex gap-2 border-t pt-1 font-medium tabular-nums">
          <span className="grow">{t('chart.total')}</span>
          {format(total)}
        </div>
      )}
    </div>
  )
}

/** Returns the width of the widest text in CSS pixels. */
function widestOf(values: readonly string[], context: CanvasRenderingContext2D): number {
  context.save()
  context.font = FONT
  const widths = values.map((value) => context.measureText(value).width)
  context.restore()
  return Math.ceil(Math.max(0, ...widths))
}

/** Returns the indexes of values that have a gap, or the end, on both sides. */
function lonely(values: readonly (number | null)[]): number[] {
  return values.flatMap((value, index) =>
    value != null && values[index - 1] == null && values[index + 1] == null ? [index] : [],
  )
}

/** Adds to each series the sum of those before it. */
function stack(all: readonly (readonly (number | null)[])[]): number[][] {
  const sums: number[] = []
  return all.map((values) =>
    values.map((value, index) => {
      sums[index] = (sums[index] ?? 0) + (value ?? 0)
      return sums[index] ?? 0
    }),
  )
}
