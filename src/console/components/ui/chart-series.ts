/** One line, or one color of a stack. */
export interface ChartSeries {
  readonly label: string
  /** One value per moment; null leaves a gap. */
  readonly values: readonly (number | null)[]
  /** CSS color; the theme's series colors in order when absent. */
  readonly color?: string
}

/** Data and layout of a chart. */
export interface ChartProps {
  /** Description for people who cannot see the chart. */
  readonly label: string
  readonly kind: 'line' | 'bars' | 'stacked'
  /** Unix seconds, ascending. */
  readonly moments: readonly number[]
  readonly series: readonly ChartSeries[]
  /** Formats a value for the axis and the tooltip. */
  readonly format: (value: number) => string
  /** The values are counts: the axis has no steps between whole numbers. */
  readonly isWhole?: boolean
  /** In pixels; 220 when absent. */
  readonly height?: number
}

/** Returns the theme's color of a series by its index; there are six of them. */
export const seriesColor = (index: number): string => `var(--series-${(index % 6) + 1})`
