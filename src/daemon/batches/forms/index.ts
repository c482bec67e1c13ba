import type { ListShape } from '../../relay/models.ts'
import type { Batch } from '../batch.ts'
import type { BatchForm } from '../batch-form.ts'
import { anthropicBatches } from './anthropic/index.ts'
import { geminiBatches } from './gemini/index.ts'
import { openaiBatches } from './openai/index.ts'

export const batchForms: readonly BatchForm[] = [openaiBatches, anthropicBatches, geminiBatches]

/** Returns the form that a client uses at a route of `form`: under `/v1`, OpenAI and Google share routes. */
export const formFor = (form: BatchForm, shape: ListShape): BatchForm =>
  form === openaiBatches && shape === 'gemini' ? geminiBatches : form

/** Finds the form of a batch. */
export function formOf({ endpoint }: Pick<Batch, 'endpoint'>): BatchForm {
  const form = batchForms.find(({ endpoints }) => endpoints.has(endpoint))
  if (!form) throw new Error(`No batch calls ${endpoint}.`)
  return form
}
