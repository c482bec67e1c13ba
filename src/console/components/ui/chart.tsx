import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { dateTime } from '../../format.ts'
import { type ChartProps, seriesColor } from './chart-series.ts'

const Canvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }))

/**
 * Values over time. The drawing code is fetched when the first chart is shown; the numbers are also available as a
 * table.
 */
export function Chart(props: ChartProps) {
  const { t } = useTranslation()
  const { height = 220, moments, series } = props
  return (
    <figure aria-label={props.label} className="min-w-0">
      <div aria-hidden style={{ height }}>
        <Suspense fallback={<div className="h-full animate-pulse rounded-md bg-sunken" />}>
          <Canvas {...props} height={height} />
        </Suspense>
      </div>
      <ul aria-hidden className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {series.map((each, index) => (
          <li key={each.label} className="flex items-center gap-1.5">
            <i
              className="size-2 rounded-xs forced-color-adjust-none"
              style={{ background: each.color ?? seriesColor(index) }}
            />
            {each.label}
          </li>
        ))}
      </ul>
      {/* A table ignores a fixed height, so the box around it is hidden instead. */}
      <div className="sr-only">
        <table>
          <caption>{props.label}</caption>
          <thead>
            <tr>
              <th scope="col">{t('chart.time')}</th>
              {series.map((each) => (
                <th key={each.label} scope="col">
                  {each.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {moments.map((moment, index) => (
              <tr key={moment}>
                <th scope="row">{dateTime(moment)}</th>
                {series.map((each) => {
                  const value = each.values[index]
                  return <td key={each.label}>{value == null ? '' : props.format(value)}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
