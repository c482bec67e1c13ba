import type { UsageLogRow } from './operations.ts'
import type {
  BudgetRow,
  ChargeRow,
  EntryRow,
  HoldRow,
  IdempotencyRow,
  LentRow,
  QuoteRow,
  StatIncrement,
  StoredRows,
  WalletRow,
} from './rows.ts'
import { storableText } from './storable-text.ts'

/** The daemon that submits a batch. */
export interface EvaluationContext {
  /** Owner of new holds. */
  readonly instanceId: string
  /** A peer declared this daemon dead. It may still book what it delivered, but must not admit anything. */
  readonly isFenced: boolean
}

/** Everything that a batch writes, as final rows. The engine turns them into statements. */
export interface Changes {
  readonly wallets: readonly WalletRow[]
  readonly budgets: readonly BudgetRow[]
  /** Executed before the inserts, because a batch may delete an id and insert it again. */
  readonly holdDeletes: readonly string[]
  readonly holdInserts: readonly HoldRow[]
  readonly holdUpdates: readonly HoldRow[]
  readonly entries: readonly EntryRow[]
  /** A consumption row replaces the one with the same request id; other types are only added. */
  readonly logs: readonly UsageLogRow[]
  /** Quotes that the database may not have yet, ascending by id, which is the order in which their rows are locked. */
  readonly quotes: readonly QuoteRow[]
  readonly stats: readonly StatIncrement[]
  /** Ascending by channel id, which is the order in which their rows are locked. */
  readonly channelUsed: readonly (readonly [channelId: number, used: bigint])[]
  readonly idempotencyPuts: readonly IdempotencyRow[]
  readonly idempotencyDeletes: readonly IdempotencyRow[]
}

/** The rows of one batch while it is being evaluated: loaded once, changed in memory, written once. */
export interface WorkingSet {
  wallet(userId: number): WalletRow | undefined
  budget(tokenId: number): BudgetRow | undefined
  hold(id: string): HoldRow | undefined
  /** Returns the allowances of a wallet at this point of the batch. */
  lent(userId: number): readonly LentRow[]
  charges(requestId: string): readonly ChargeRow[]
  idempotency(scope: string, ownerId: number, key: string): IdempotencyRow | undefined
  /** Marks a row from `wallet`, `budget` or `hold` as changed. */
  touchWallet(row: WalletRow): void
  touchBudget(row: BudgetRow): void
  touchHold(row: HoldRow): void
  addHold(row: HoldRow): void
  dropHold(id: string): void
  addEntry(row: EntryRow): void
  addLog(row: UsageLogRow): void
  addStat(increment: StatIncrement): void
  addChannelUsed(channelId: number, used: bigint): void
  putIdempotency(row: IdempotencyRow): void
  dropIdempotency(row: IdempotencyRow): void
  changes(): Changes
}

interface HoldState {
  row: HoldRow | undefined
  readonly isStored: boolean
  isTouched: boolean
  /** True if the stored row was deleted and a new row has the same id. */
  isReplaced: boolean
}

export function createWorkingSet(stored: StoredRows): WorkingSet {
  const wallets = new Map<number, WalletRow | undefined>()
  const budgets = new Map<number, BudgetRow | undefined>()
  const holds = new Map<string, HoldState>()
  const charges = new Map<string, ChargeRow[]>()
  const idempotency = new Map<string, IdempotencyRow | undefined>()
  const walletsTouched = new Set<WalletRow>()
  const budgetsTouched = new Set<BudgetRow>()
  const idempotencyTouched = new Map<string, IdempotencyRow>()
  const entries: EntryRow[] = []
  const logs: UsageLogRow[] = []
  const consumption = new Map<string, UsageLogRow>()
  const quotes = new Map<number, QuoteRow>()
  const stats = new Map<string, StatIncrement>()
  const channelUsed = new Map<number, bigint>()

  const load = <K, V>(map: Map<K, V>, key: K, read: () => V): V => {
    const known = map.get(key)
    if (known !== undefined || map.has(key)) return known as V
    const row = read()
    map.set(key, row)
    return row
  }
  const holdState = (id: string): HoldState =>
    load(holds, id, () => {
      const row = stored.hold(id)
      return { row, isStored: row !== undefined, isTouched: false, isReplaced: false }
    })
  const chargesOf = (id: string): ChargeRow[] => load(charges, id, () => [...stored.charges(id)])
  const noteQuote = ({ quote, atMs }: UsageLogRow): void => {
    if (quote?.texts === undefined) return
    const known = quotes.get(quote.id)
    if (known === undefined) quotes.set(quote.id, { id: quote.id, ...quote.texts, usedMs: atMs })
    else known.usedMs = Math.max(known.usedMs, atMs)
  }
  const idempotencyKey = (scope: string, ownerId: number, key: string): string =>
    `${ownerId}\n${scope}\n${key}`

  return {
    wallet: (userId) => load(wallets, userId, () => stored.wallet(userId)),
    budget: (tokenId) => load(budgets, tokenId, () => stored.budget(tokenId)),
    hold: (id) => holdState(id).row,
    lent(userId) {
      const before = stored.lent(userId).filter(({ id }) => !holds.has(id))
      const inBatch = [...holds.values()].flatMap(({ row }) =>
        row?.isAllowance && row.userId === userId ? [row] : [],
      )
      return [...before, ...inBatch]
    },
    charges: chargesOf,
    idempotency: (scope, ownerId, key) =>
      load(idempotency, idempotencyKey(scope, ownerId, key), () => stored.idempotency(scope, ownerId, key)),
    touchWallet: (row) => walletsTouched.add(row),
    touchBudget: (row) => budgetsTouched.add(row),
    touchHold: (row) => {
      holdState(row.id).isTouched = true
    },
    addHold(row) {
      const state = holdState(row.id)
      state.isReplaced = state.isStored
      state.row = row
    },
    dropHold(id) {
      holdState(id).row = undefined
    },
    addEntry(row) {
      entries.push(row)
      const { kind, userId, delta, isLogged, periodSeq } = row
      chargesOf(row.ref).push({ kind, userId, delta, isLogged, periodSeq })
    },
    addLog(row) {
      const storable = withoutNul(row)
      noteQuote(row)
      if (row.type !== 2) {
        logs.push(storable)
        return
      }
      // Keep the later of the two times, as the statement does for a stored row. A cleanup must delete the row and both of
      // its entries or none of them, and the clocks of daemons differ.
      const atMs = Math.max(row.atMs, consumption.get(row.requestId)?.atMs ?? 0)
      consumption.set(row.requestId, { ...storable, atMs })
    },
    addStat(increment) {
      const model = storableText(increment.model)
      const key = `${increment.userId}\n${increment.hourTime}\n${model}`
      const known = stats.get(key)
      if (known === undefined) {
        stats.set(key, { ...increment, model })
        return
      }
      known.requests += increment.requests
      known.quota += increment.quota
      known.tokens += increment.tokens
    },
    addChannelUsed: (channelId, used) =>
      channelUsed.set(channelId, (channelUsed.get(channelId) ?? 0n) + used),
    putIdempotency(row) {
      const key = idempotencyKey(row.scope, row.ownerId, row.key)
      const storable = row.body === null ? row : { ...row, body: storableText(row.body) }
      idempotency.set(key, storable)
      idempotencyTouched.set(key, storable)
    },
    dropIdempotency(row) {
      const key = idempotencyKey(row.scope, row.ownerId, row.key)
      idempotency.set(key, undefined)
      idempotencyTouched.set(key, row)
    },
    changes() {
      const states = [...holds]
      return {
        wallets: [...walletsTouched],
        budgets: [...budgetsTouched],
        holdDeletes: states
          .filter(([, state]) => state.isStored && (state.row === undefined || state.isReplaced))
          .map(([id]) => id),
        holdInserts: states.flatMap(([, state]) =>
          state.row !== undefined && (!state.isStored || state.isReplaced) ? [state.row] : [],
        ),
        holdUpdates: states.flatMap(([, state]) =>
          state.row !== undefined && state.isStored && !state.isReplaced && state.isTouched
            ? [state.row]
            : [],
        ),
        entries,
        logs: [...consumption.values(), ...logs],
        quotes: [...quotes.values()].sort((left, right) => left.id - right.id),
        stats: [...stats.values()],
        channelUsed: [...channelUsed].sort(([left], [right]) => left - right),
        idempotencyPuts: [...idempotencyTouched].flatMap(([key, row]) =>
          idempotency.get(key) === undefined ? [] : [row],
        ),
        idempotencyDeletes: [...idempotencyTouched].flatMap(([key, row]) =>
          idempotency.get(key) === undefined ? [row] : [],
        ),
      }
    },
  }
}

function withoutNul(row: UsageLogRow): UsageLogRow {
  const texts = [
    row.username,
    row.tokenName,
    row.group,
    row.model,
    row.ip,
    row.usageSource,
    row.content,
    row.other,
    row.explanation,
  ]
  if (!texts.some((text) => text.includes('\0'))) return row
  return {
    ...row,
    username: storableText(row.username),
    tokenName: storableText(row.tokenName),
    group: storableText(row.group),
    model: storableText(row.model),
    ip: storableText(row.ip),
    usageSource: storableText(row.usageSource),
    content: storableText(row.content),
    other: storableText(row.other),
    explanation: storableText(row.explanation),
  }
}
