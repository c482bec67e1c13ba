import type { Batch } from '../batch.ts'
import type { BatchForm } from '../batch-form.ts'
import { anthropicBatches } from './anthropic/index.ts'
import { openaiBatches } from './openai/index.ts'

export const batchForms: readonly BatchForm[] = [openaiBatches, anthropicBatches]

/** Whose form a batch has. */
export function formOf({ endpoint }: Pick<Batch, 'endpoint'>): BatchForm {
  const form = batchForms.find(({ endpoints }) => endpoints.has(endpoint))
  if (!form) throw new Error(`No batch calls ${endpoint}.`)
  return form
}
