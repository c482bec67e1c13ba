/** One line or one colour of a stack. */
export interface ChartSeries {
  readonly label: string
  /** One value per moment; null leaves a gap. */
  readonly values: readonly (number | null)[]
  /** CSS colour; the theme's series colours in order when absent. */
  readonly color?: string
}

/** What a chart draws. */
export interface ChartProps {
  /** What is drawn, for those who do not see it. */
  readonly label: string
  readonly kind: 'line' | 'bars' | 'stacked'
  /** Unix seconds, ascending. */
  readonly moments: readonly number[]
  readonly series: readonly ChartSeries[]
  /** How a value is written at the axis and under the pointer. */
  readonly format: (value: number) => string
  /** They are counts: the axis has no steps between whole numbers. */
  readonly isWhole?: boolean
  /** In pixels; 220 when absent. */
  readonly height?: number
}

/** The theme's colour of a series, by its place; there are six of them. */
export const seriesColor = (index: number): string => `var(--series-${(index % 6) + 1})`
