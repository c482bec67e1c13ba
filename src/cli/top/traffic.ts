import { thousandthsOf } from '../ui/money.ts'
import { type CallRow, type LogRow, readCall } from './call-row.ts'
import { createSeries, type Sample, type Series, type Sums, windowSeconds } from './series.ts'

/** The dimensions into which traffic can be broken down. */
export const dimensions = ['channel', 'model', 'user', 'token'] as const
export type Dimension = (typeof dimensions)[number]

/** One channel, model, user or token with calls in the window. */
export interface TrafficEntry {
  /** ID of the channel, user or token, or the name of a model; `overflowKey` for all entries beyond the limit. */
  readonly key: string
  /** Name in the latest row; empty if the row has none. */
  readonly name: string
  /** Owner of a token. */
  readonly owner: string
  readonly series: Series
  /** Latest request that can be explained. */
  readonly lastRequestId: string | undefined
}

/** Maximum number of entries per dimension: more than a screen shows, but few enough to bound memory. */
export const entriesMax = 2000
export const overflowKey = '*'
/** Number of failed requests remembered, so that a request with several failed attempts counts once. */
const failedRequestsMax = 4096

/**
 * The calls of the last minute, broken down in all dimensions at once, so that switching between them loses nothing.
 */
export interface Traffic {
  /** Counts a log row. @param nowMs server time, if known: rows older than the window are not counted */
  add(row: LogRow, nowMs: number | undefined): void
  /** Drops everything that has left the window. */
  forget(nowMs: number): void
  entries(dimension: Dimension): Iterable<TrafficEntry>
  totals(nowMs: number): Sums
  /** Returns the calls in each of the last 60 whole seconds, oldest first. */
  callsBySecond(nowMs: number): readonly number[]
}

type Entries = Map<string, { -readonly [K in keyof TrafficEntry]: TrafficEntry[K] }>

const secondOf = (ms: number): number => Math.floor(ms / 1000)

export function createTraffic(): Traffic {
  const total = createSeries()
  const tables = new Map<Dimension, Entries>(dimensions.map((each) => [each, new Map()]))
  const failedRequests = new Set<string>()

  /** Returns whether this is the first failed attempt of its request. */
  const isNewFailure = ({ request_id: id }: LogRow): boolean => {
    if (id === '') return true
    if (failedRequests.has(id)) return false
    failedRequests.add(id)
    if (failedRequests.size > failedRequestsMax)
      for (const oldest of failedRequests) {
        failedRequests.delete(oldest)
        break
      }
    return true
  }

  const addTo = (dimension: Dimension, key: string, row: NamedRow, second: number, sample: Sample): void => {
    const entries = tables.get(dimension) ?? new Map()
    const hasPlace = entries.has(key) || entries.size < entriesMax
    const own = hasPlace ? key : overflowKey
    let entry = entries.get(own)
    if (entry === undefined) {
      entry = { key: own, name: '', owner: '', series: createSeries(), lastRequestId: undefined }
      entries.set(own, entry)
    }
    entry.series.add(second, sample)
    if (row.name !== '' && hasPlace) entry.name = row.name
    if (row.owner !== undefined && hasPlace) entry.owner = row.owner
    if (row.requestId) entry.lastRequestId = row.requestId
  }

  return {
    add(row, nowMs) {
      const call = readCall(row)
      if (call === undefined) return
      const second = secondOf(Math.min(row.created_at_ms, nowMs ?? row.created_at_ms))
      if (nowMs !== undefined && second < secondOf(nowMs) - windowSeconds) return
      const { request_id: requestId, username } = row
      const sample = sampleOf(row, call)
      if (row.channel !== undefined) {
        const channel = { name: row.channel_name ?? '', requestId }
        addTo('channel', String(row.channel), channel, second, sample)
        for (const id of call.failedChannels)
          addTo('channel', String(id), { name: '', requestId }, second, failedAttempt)
      }
      if (call.isFailed && !isNewFailure(row)) return
      total.add(second, sample)
      addTo('model', row.model_name, { name: row.model_name, requestId }, second, sample)
      addTo('user', String(row.user_id), { name: username, requestId }, second, sample)
      addTo(
        'token',
        String(row.token_id),
        { name: row.token_name, owner: username, requestId },
        second,
        sample,
      )
    },
    forget(nowMs) {
      const second = secondOf(nowMs)
      total.forget(second)
      for (const entries of tables.values())
        for (const [key, { series }] of entries) {
          series.forget(second)
          if (series.isEmpty) entries.delete(key)
        }
    },
    entries: (dimension) => tables.get(dimension)?.values() ?? [],
    totals: (nowMs) => total.sums(secondOf(nowMs)),
    callsBySecond: (nowMs) => total.callsBySecond(secondOf(nowMs)),
  }
}

interface NamedRow {
  readonly name: string
  readonly owner?: string
  readonly requestId: string
}

/** A failed attempt for which another channel made up: no tokens and no cost, but a failure of this channel. */
const failedAttempt: Sample = { calls: 1, errors: 1, tokens: 0, cost: 0n, firstByteMs: undefined }

function sampleOf(row: LogRow, { isFailed, firstByteMs }: CallRow): Sample {
  if (isFailed) return failedAttempt
  const charged = thousandthsOf(row.quota_exact)
  return {
    calls: 1,
    errors: 0,
    tokens: Math.max(0, row.prompt_tokens) + Math.max(0, row.completion_tokens),
    cost: charged < 0n ? 0n : charged,
    firstByteMs,
  }
}
