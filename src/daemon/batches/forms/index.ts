import type { ListShape } from '../../relay/models.ts'
import type { Batch } from '../batch.ts'
import type { BatchForm } from '../batch-form.ts'
import { anthropicBatches } from './anthropic/index.ts'
import { geminiBatches } from './gemini/index.ts'
import { openaiBatches } from './openai/index.ts'

export const batchForms: readonly BatchForm[] = [openaiBatches, anthropicBatches, geminiBatches]

/** The form that a client speaks at an address of `form`: under `/v1` OpenAI and Google share addresses. */
export const formFor = (form: BatchForm, shape: ListShape): BatchForm =>
  form === openaiBatches && shape === 'gemini' ? geminiBatches : form

/** The form of a batch. */
export function formOf({ endpoint }: Pick<Batch, 'endpoint'>): BatchForm {
  const form = batchForms.find(({ endpoints }) => endpoints.has(endpoint))
  if (!form) throw new Error(`No batch calls ${endpoint}.`)
  return form
}
