import type { Figure, FigureValue } from './siblings.ts'

/** Figures of workers that have ended, kept by the supervisor, which outlives them. */
export interface LeftFigures {
  /** Records the figures that a worker would leave behind if it ended now. */
  note(worker: number, figures: readonly Figure[]): void
  /** Adds the last recorded figures of a worker that has ended. */
  end(worker: number): void
  read(): readonly Figure[]
}

export function createLeftFigures(): LeftFigures {
  const newest = new Map<number, readonly Figure[]>()
  const left = new Map<string, Figure>()
  return {
    note: (worker, figures) => void newest.set(worker, figures),
    end(worker) {
      for (const figure of newest.get(worker) ?? []) {
        const { values = [] } = left.get(figure.name) ?? {}
        left.set(figure.name, { ...figure, values: addUp([...values, ...figure.values]) })
      }
      newest.delete(worker)
    },
    read: () => [...left.values()],
  }
}

/** Adds up values, resulting in one for each part of a metric and each set of labels. */
function addUp(values: readonly FigureValue[]): readonly FigureValue[] {
  const sums = new Map<string, FigureValue>()
  for (const each of values) {
    const key = JSON.stringify([each.metricName, Object.entries(each.labels).sort()])
    sums.set(key, { ...each, value: (sums.get(key)?.value ?? 0) + each.value })
  }
  return [...sums.values()]
}
