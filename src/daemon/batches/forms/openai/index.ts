import { asObject, asText } from '../../../protocols/json-access.ts'
import { openaiChat, openaiCompletion, openaiEmbedding } from '../../../protocols/openai/index.ts'
import { openaiResponses } from '../../../protocols/responses/index.ts'
import type { JsonObject } from '../../../protocols/types.ts'
import { readKey } from '../../../relay/admit/identify.ts'
import type { BatchForm } from '../../batch-form.ts'
import { readLimit } from '../../read-limit.ts'
import { readLines } from '../../read-lines.ts'
import { readAnswers } from './read-answers.ts'
import { readOrder } from './read-order.ts'

/** Statuses of batches that the vendor has finished. https://developers.openai.com/api/docs/guides/batch */
const FINAL_STATUSES: ReadonlySet<unknown> = new Set(['completed', 'failed', 'expired', 'cancelled'])

/** OpenAI's batches: a file of requests, and files of answers. The batch goes to the account that stores the file. */
export const openaiBatches: BatchForm = {
  protocol: 'openai',
  endpoints: new Map([
    ['/v1/chat/completions', openaiChat],
    ['/v1/responses', openaiResponses],
    ['/v1/completions', openaiCompletion],
    ['/v1/embeddings', openaiEmbedding],
  ]),
  addresses: [
    {
      create: '/v1/batches',
      list: '/v1/batches',
      show: '/v1/batches/:id',
      cancel: '/v1/batches/:id/cancel',
    },
  ],
  path: '/v1/batches',
  readKey: ({ headers }) => readKey(headers),
  readOrder: (submission, deps) => readOrder(submission, openaiBatches.endpoints, deps),
  callFor: (action, vendorId) => ({
    method: action === 'cancel' ? 'POST' : 'GET',
    at: 'batches',
    path: `/${encodeURIComponent(vendorId)}${action === 'cancel' ? '/cancel' : ''}`,
  }),
  readId: ({ id }) => asText(id),
  hasEnded: ({ status }) => FINAL_STATUSES.has(status),
  readAnswers: async function* (batch, { output_file_id: fileId }, open) {
    const id = asText(fileId)
    if (id === undefined) return
    const exchange = await open({ at: 'files', path: `/${encodeURIComponent(id)}/content` })
    yield* readAnswers(readLines(exchange), batch)
  },
  countAnswers,
  readFiles: ({ output_file_id: output, error_file_id: errors }) =>
    [asText(output), asText(errors)].filter((id) => id !== undefined),
  giveUp: (described) => ({ ...described, status: 'expired' }),
  readPage: ({ limit, after }) => ({ limit: readLimit('limit', limit, 100), after, before: undefined }),
  writePage: (batches, hasMore) => ({
    object: 'list',
    data: batches.map(({ described }) => described),
    first_id: batches[0]?.vendorId ?? null,
    last_id: batches.at(-1)?.vendorId ?? null,
    has_more: hasMore,
  }),
}

/**
 * Returns 1 if requests were completed, because the file of answers then has at least one. While the file is empty, the
 * vendor is still writing it, and a batch closed now would be free. The exact number is not used, because servers of
 * this form disagree about whether failed requests count as completed.
 */
function countAnswers({ output_file_id: fileId, request_counts: counts }: JsonObject): number | undefined {
  const { completed, failed = 0 } = asObject(counts) ?? {}
  if (asText(fileId) === undefined || typeof completed !== 'number' || typeof failed !== 'number')
    return undefined
  return completed > failed ? 1 : undefined
}
