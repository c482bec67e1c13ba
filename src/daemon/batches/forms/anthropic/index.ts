import { claudeSearchDollars } from '../../../pricing/search-charges.ts'
import { anthropicMessages } from '../../../protocols/anthropic/index.ts'
import { asObject, asText } from '../../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../../protocols/types.ts'
import { readKey } from '../../../relay/admit/identify.ts'
import type { BatchForm } from '../../batch-form.ts'
import { readLimit } from '../../read-limit.ts'
import { readLines } from '../../read-lines.ts'
import { readAnswers } from './read-answers.ts'
import { readOrder } from './read-order.ts'

const PATH = '/v1/messages/batches'
const AT = 'messages/batches'

/**
 * Anthropic's Message Batches: requests in the body, answers as lines of JSON.
 * https://platform.claude.com/docs/en/build-with-claude/batch-processing (read 2026-11-26)
 */
export const anthropicBatches: BatchForm = {
  protocol: 'anthropic',
  endpoints: new Map([['/v1/messages', anthropicMessages]]),
  addresses: [
    {
      create: PATH,
      list: PATH,
      show: `${PATH}/:id`,
      cancel: `${PATH}/:id/cancel`,
      remove: `${PATH}/:id`,
      results: `${PATH}/:id/results`,
    },
  ],
  path: PATH,
  readKey: ({ headers }) => readKey(headers, undefined, true),
  readOrder: (submission, deps) => readOrder(submission, anthropicBatches, deps),
  callFor: (action, vendorId) => ({
    method: action === 'delete' ? 'DELETE' : action === 'cancel' ? 'POST' : 'GET',
    at: AT,
    path: `/${encodeURIComponent(vendorId)}${action === 'cancel' ? '/cancel' : ''}`,
  }),
  resultsOf: (vendorId) => ({ at: AT, path: `/${encodeURIComponent(vendorId)}/results` }),
  readId: ({ id }) => asText(id),
  hasEnded: ({ processing_status: status }) => status === 'ended',
  readAnswers: async function* (batch, { results_url: url }, open) {
    if (asText(url) === undefined) return
    const exchange = await open({ at: AT, path: `/${encodeURIComponent(batch.vendorId)}/results` })
    yield* readAnswers(readLines(exchange), batch)
  },
  countAnswers: ({ request_counts: counts }) => readCount(asObject(counts)?.succeeded),
  toolDollars: claudeSearchDollars,
  giveUp: (described) => ({
    ...described,
    processing_status: 'ended',
    request_counts: { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: countAll(described) },
    results_url: null,
  }),
  hasAnswers: ({ results_url: url }) => asText(url) !== undefined,
  // Clients never call the vendor's own URL.
  show: (described, origin) => ({
    ...described,
    results_url:
      asText(described.results_url) === undefined
        ? null
        : `${origin}${PATH}/${encodeURIComponent(asText(described.id) ?? '')}/results`,
  }),
  readPage: ({ limit, after_id: after, before_id: before }) => ({
    limit: readLimit('limit', limit, 1_000),
    after,
    before,
  }),
  writePage: (batches, hasMore, origin) => ({
    data: batches.map(({ described }) => anthropicBatches.show?.(described, origin) ?? described),
    has_more: hasMore,
    first_id: batches[0]?.vendorId ?? null,
    last_id: batches.at(-1)?.vendorId ?? null,
  }),
  writeDeleted: (id) => ({ id, type: 'message_batch_deleted' }),
}

const readCount = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

const countAll = ({ request_counts: counts }: JsonObject): number =>
  Object.values(asObject(counts) ?? {}).reduce<number>((sum, each) => sum + (readCount(each) ?? 0), 0)
