import { randomUUID } from 'node:crypto'
import { fields, listOf } from '../output-schema.ts'
import { type Forecast, forecastSchema } from './foresee.ts'
import type { Change, Kept, Planned } from './plan-changes.ts'

/** A plan as printed by `plan --json` and stored in its file. It contains fingerprints instead of secrets. */
export interface PlanDocument {
  readonly tollgate_plan: 1
  /** Source of the idempotency keys, so that applying the plan again repeats nothing. */
  readonly id: string
  readonly url: string
  readonly context: string
  readonly owner: string | null
  /** The arguments of `-f`, relative to `folder`. */
  readonly files: readonly string[]
  /** The directory in which the plan was made. */
  readonly folder: string
  /** Digest of the files. */
  readonly manifest: string
  readonly take_over: boolean
  readonly prune: boolean
  readonly changes: readonly Change[]
  readonly kept: readonly Kept[]
  readonly summary: Summary
  readonly forecast: Forecast
}

export interface Summary {
  readonly create: number
  readonly update: number
  readonly delete: number
  readonly kept: number
}

export interface PlanFrame {
  readonly url: string
  readonly context: string
  readonly owner: string | undefined
  readonly files: readonly string[]
  readonly folder: string
  readonly manifest: string
  readonly takeOver: boolean
  readonly prune: boolean
  readonly forecast: Forecast
}

export function planDocument({ changes, kept }: Planned, frame: PlanFrame): PlanDocument {
  const count = (action: Change['action']): number => changes.filter((each) => each.action === action).length
  return {
    tollgate_plan: 1,
    id: randomUUID(),
    url: frame.url,
    context: frame.context,
    owner: frame.owner ?? null,
    files: frame.files,
    folder: frame.folder,
    manifest: frame.manifest,
    take_over: frame.takeOver,
    prune: frame.prune,
    changes,
    kept,
    summary: { create: count('create'), update: count('update'), delete: count('delete'), kept: kept.length },
    forecast: frame.forecast,
  }
}

const plain = { anyOf: [{ type: ['string', 'number', 'boolean', 'null'] as const }, listOf('string')] }

export const summarySchema = fields({
  create: 'integer',
  update: 'integer',
  delete: 'integer',
  kept: 'integer',
})

export const changeSchema = fields({
  action: { enum: ['create', 'update', 'delete'] },
  kind: 'string',
  name: 'string',
  fields: listOf(
    fields({
      field: 'string',
      before: plain,
      after: plain,
      is_secret: 'boolean',
      count: ['integer', 'null'],
    }),
  ),
  is_built_in: 'boolean',
  owner: { anyOf: [{ type: 'null' }, fields({ before: ['string', 'null'], after: 'string' })] },
  observed: 'string',
  wanted: 'string',
})

export const keptSchema = fields({ kind: 'string', name: 'string', owner: 'string' })

export const planSchema = {
  tollgate_plan: 'integer',
  id: 'string',
  url: 'string',
  context: 'string',
  owner: ['string', 'null'],
  files: listOf('string'),
  folder: 'string',
  manifest: 'string',
  take_over: 'boolean',
  prune: 'boolean',
  changes: listOf(changeSchema),
  kept: listOf(keptSchema),
  summary: summarySchema,
  forecast: forecastSchema,
} as const
