import type { components } from '../../../../openapi/types.gen.ts'
import { type Steps, stepAt } from './dashboard-steps.ts'

export type HourlyStat = components['schemas']['HourlyStat']

/** The usage of one model in the period. Quota units. */
export interface ModelUsage {
  readonly model: string
  readonly quota: number
  readonly requests: number
  readonly tokens: number
  /** One value per step of the period. */
  readonly quotas: readonly number[]
  readonly tokenCounts: readonly number[]
}

/** Adds up the buckets by model, most expensive first. */
export function byModel(stats: readonly HourlyStat[], { moments }: Steps): readonly ModelUsage[] {
  const steps = moments.length
  const models = new Map<string, { quotas: number[]; tokenCounts: number[]; requests: number }>()
  for (const { model_name, created_at, quota_exact, token_used, count } of stats) {
    const index = stepAt(moments, created_at)
    const model = models.get(model_name) ?? {
      quotas: new Array<number>(steps).fill(0),
      tokenCounts: new Array<number>(steps).fill(0),
      requests: 0,
    }
    models.set(model_name, model)
    model.quotas[index] = (model.quotas[index] ?? 0) + Number(quota_exact)
    model.tokenCounts[index] = (model.tokenCounts[index] ?? 0) + token_used
    model.requests += count
  }
  return [...models]
    .map(([model, { quotas, tokenCounts, requests }]) => ({
      model,
      quotas,
      tokenCounts,
      requests,
      quota: sum(quotas),
      tokens: sum(tokenCounts),
    }))
    .sort((a, b) => b.quota - a.quota || b.tokens - a.tokens)
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)

/** Returns the first `shown` models as series, and all others as one. */
export function toSeries(
  models: readonly ModelUsage[],
  values: (model: ModelUsage) => readonly number[],
  others: string,
  shown = 5,
) {
  const first = models.slice(0, shown).map((model) => ({ label: model.model, values: values(model) }))
  const rest = models.slice(shown)
  if (rest.length === 0) return first
  const length = values(rest[0] as ModelUsage).length
  const added = Array.from({ length }, (_, index) =>
    rest.reduce((total, model) => total + (values(model)[index] ?? 0), 0),
  )
  return [...first, { label: others, values: added, color: 'var(--faint)' }]
}
