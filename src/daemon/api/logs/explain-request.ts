import { AppError } from '../../errors/app-error.ts'
import { type Actor, ROLE } from '../../http/actor.ts'
import type { Data } from '../../http/contract.ts'
import type { Language } from '../../language.ts'
import { amount, toExactQuota } from '../../money/amount.ts'
import { explainPrice } from '../../pricing/price-explanation.ts'
import { readRecordedExtras, readRecordedQuote } from '../../pricing/price-record.ts'
import { NO_USAGE, type Usage } from '../../protocols/usage.ts'
import type { Services } from '../../services.ts'
import { toAdminLog, toOwnLog } from './log-answer.ts'
import { CONSUMPTION, type LogRow } from './log-filter.ts'
import { attemptText } from './log-text.ts'
import { logsRepository } from './logs.repository.ts'

type Json = unknown
type Explanation = Record<string, Json>

interface EntryRow {
  readonly user_id: number
  readonly delta: number
  readonly balance_after: number
}

/**
 * Explains why a call went to its channel and what it cost, from the record of its settlement and the ledger.
 *
 * @throws AppError `log_not_found` for unknown calls and those of other users, with the same response
 */
export async function explainRequest(
  services: Pick<Services, 'knex' | 'ledger'>,
  requestId: string,
  actor: Actor,
  language: Language,
): Promise<Data<'explainRequest'>> {
  const { knex, ledger } = services
  const repository = logsRepository(knex)
  // Must come first, because a hold can move from memory to a row, but never back.
  const userId = ledger.userOf(requestId)
  const isAdmin = actor.role >= ROLE.admin
  const isMine = ({ user_id }: { user_id: number }) => isAdmin || user_id === actor.id
  const [logs, entries, hold] = await Promise.all([
    repository.ofRequest(requestId).then((rows) => rows.filter(isMine)),
    // Kinds 1 to 3: charged, recovered after a crash, charged late.
    knex('entries')
      .where({ ref: requestId })
      .whereIn('kind', [1, 2, 3])
      .orderBy('wseq')
      .select<EntryRow[]>('user_id', 'delta', 'balance_after')
      .then((rows) => rows.filter(isMine)),
    knex('holds').where({ id: requestId }).first<{ user_id: number } | undefined>('user_id'),
  ])
  const holder = hold ?? (userId === undefined ? undefined : { user_id: userId })
  const isRunning = holder !== undefined && isMine(holder)
  if (logs.length === 0 && entries.length === 0 && !isRunning) throw new AppError('log_not_found')
  const names = isAdmin
    ? await repository.channelNames(logs.map((row) => row.channel_id))
    : new Map<number, string>()
  const stored = withPrice(readExplanation(logs))
  const balanceAfter = entries.at(-1)?.balance_after
  return {
    request_id: requestId,
    outcome: isRunning ? 'running' : outcomeOf(logs, entries),
    ...(isRunning
      ? {}
      : { quota_exact: toExactQuota(-entries.reduce((sum, each) => sum + BigInt(each.delta), 0n)) }),
    ...(balanceAfter === undefined ? {} : { balance_after_exact: toExactQuota(amount(balanceAfter)) }),
    logs: logs.map((row) => (isAdmin ? toAdminLog(row, names, language) : toOwnLog(row, language))),
    explanation: withWords(isAdmin ? stored : withoutChannels(stored), language),
  }
}

function outcomeOf(logs: readonly LogRow[], entries: readonly EntryRow[]): 'charged' | 'free' | 'failed' {
  if (entries.length > 0) return 'charged'
  return logs.some((row) => row.type === CONSUMPTION) ? 'free' : 'failed'
}

/** Reads the explanation of the consumption row, or else of the last failed attempt. */
function readExplanation(logs: readonly LogRow[]): Explanation {
  const row = logs.find((each) => each.type === CONSUMPTION) ?? logs.at(-1)
  try {
    const parsed: Json = JSON.parse(row?.explanation || '{}')
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Explanation)
      : {}
  } catch {
    return {}
  }
}

/** Replaces the recorded quote with the derivation of the price, recomputed from the quote and the charged usage. */
function withPrice(explanation: Explanation): Explanation {
  const quote = readRecordedQuote(explanation.price)
  if (!quote) return explanation
  const usage = { ...NO_USAGE, ...(explanation.usage as Partial<Usage> | undefined) }
  const { units, surcharge } = readRecordedExtras(explanation)
  return {
    ...explanation,
    skipped: explanation.skipped ?? [],
    price: explainPrice(quote, usage, units, surcharge),
  }
}

/** Adds texts in the reader's language that explain why attempts and models failed to the stored codes. */
function withWords(explanation: Explanation, language: Language): Explanation {
  const lists = Object.entries(reasons).flatMap(([name, codeName]) => {
    const list = explanation[name]
    return Array.isArray(list) ? [[name, list.map((each: Json) => told(each, codeName, language))]] : []
  })
  return { ...explanation, ...Object.fromEntries(lists) }
}

/** The member that contains the error's code, by list. */
const reasons = { attempts: 'error', passed_over: 'reason' } as const

function told(entry: Json, codeName: 'error' | 'reason', language: Language): Json {
  const { [codeName]: code, reason } = entry as { readonly error?: Json; readonly reason?: Json }
  if (typeof code !== 'string') return entry
  const said = typeof reason === 'string' ? { said: reason } : {}
  return { ...(entry as object), message: attemptText({ code, ...said }, language) }
}

/** The fields of each list that the owner of a call may see. Only the operator sees an upstream's own text. */
const publicFacts = {
  candidates: [],
  attempts: ['status', 'took_ms', 'error'],
  skipped: ['reason'],
} as const satisfies Record<string, readonly string[]>

/**
 * Removes what identifies channels: users see how many there were and how each attempt went, but not which they were.
 */
function withoutChannels(explanation: Explanation): Explanation {
  const lists = Object.entries(publicFacts).map(([name, facts]) => {
    const list = explanation[name]
    return [name, Array.isArray(list) ? list.map((each: Json) => only(each, facts)) : []]
  })
  return { ...explanation, ...Object.fromEntries(lists) }
}

const only = (entry: Json, facts: readonly string[]): Explanation =>
  typeof entry === 'object' && entry !== null
    ? Object.fromEntries(Object.entries(entry).filter(([key]) => facts.includes(key)))
    : {}
