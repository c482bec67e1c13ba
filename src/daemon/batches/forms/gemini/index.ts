import { geminiSearchDollars } from '../../../pricing/search-charges.ts'
import { geminiGenerate } from '../../../protocols/gemini/index.ts'
import { asObject, asText } from '../../../protocols/json-access.ts'
import type { JsonObject } from '../../../protocols/types.ts'
import { readKey } from '../../../relay/admit/identify.ts'
import { readQuery } from '../../../relay/entrance.ts'
import type { BatchForm } from '../../batch-form.ts'
import { readLimit } from '../../read-limit.ts'
import { countAnswers, readAnswers, readResponsesFile, withoutAnswers } from './read-answers.ts'
import { readOrder } from './read-order.ts'

/** Matches final states. Those of batches and of Vertex AI's jobs differ only in the first word. */
const FINAL_STATE = /^(BATCH|JOB)_STATE_(SUCCEEDED|FAILED|CANCELLED|EXPIRED)$/

/**
 * Google's batches: requests in the body and answers in the description of the batch, or both in files.
 * https://ai.google.dev/api/batch-api (read 2026-11-26)
 */
export const geminiBatches: BatchForm = {
  protocol: 'gemini',
  endpoints: new Map([['/v1beta/models/{model}:generateContent', geminiGenerate]]),
  addresses: ['v1beta', 'v1alpha', 'v1'].map((version) => ({
    create: `/${version}/models/:call(^[^/]+:batchGenerateContent$)`,
    cancel: `/${version}/batches/:id(^[^/]+:cancel$)`,
    remove: `/${version}/batches/:id`,
    // In v1, these routes are also OpenAI's.
    ...(version !== 'v1' && { list: `/${version}/batches`, show: `/${version}/batches/:id` }),
  })),
  path: '/v1beta/models/{model}:batchGenerateContent',
  readKey: (request) => readKey(request.headers, readQuery(request).key, true),
  readOrder: (submission, deps) => readOrder(submission, geminiBatches, deps),
  callFor: (action, vendorId) => ({
    method: action === 'delete' ? 'DELETE' : action === 'cancel' ? 'POST' : 'GET',
    at: 'batches',
    path: `/batches/${encodeURIComponent(vendorId)}${action === 'cancel' ? ':cancel' : ''}`,
  }),
  readId: ({ name }) => /^batches\/([^/]+)$/.exec(asText(name) ?? '')?.[1],
  hasEnded: ({ done, metadata }) =>
    done === true || FINAL_STATE.test(asText(asObject(metadata)?.state) ?? ''),
  withoutAnswers,
  readAnswers,
  readFiles: (news) => {
    const name = readResponsesFile(news)
    return name === undefined ? [] : [name]
  },
  countAnswers,
  // The cost of a search depends on the vendor's model name.
  toolDollars: (answer, model) => geminiSearchDollars(answer, asText(answer.modelVersion) ?? model),
  giveUp: (described) => ({
    ...described,
    done: true,
    metadata: { ...asObject(described.metadata), state: 'BATCH_STATE_EXPIRED' },
  }),
  // Google keeps no answers of an expired batch.
  hasAnswers: ({ metadata }) => asText(asObject(metadata)?.state)?.endsWith('_EXPIRED') !== true,
  readPage: ({ pageSize, pageToken }) => ({
    limit: readLimit('pageSize', pageSize, 1_000),
    after: pageToken,
    before: undefined,
  }),
  writePage: (batches, hasMore): JsonObject => ({
    operations: batches.map(({ described }) => described),
    ...(hasMore && { nextPageToken: batches.at(-1)?.vendorId ?? '' }),
  }),
  writeCancelled: () => ({}),
  writeDeleted: () => ({}),
}
