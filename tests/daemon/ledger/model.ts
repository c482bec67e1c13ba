import type { Operation } from '../../../src/daemon/ledger/operations.ts'
import type { NewWallet } from './stores.ts'

/** Everything that a history leaves behind, as plain comparable rows. */
export interface State {
  readonly wallets: readonly unknown[]
  readonly budgets: readonly unknown[]
  readonly holds: readonly unknown[]
  readonly entries: readonly unknown[]
  readonly logs: readonly unknown[]
  readonly stats: readonly unknown[]
  readonly channels: readonly unknown[]
  readonly keys: readonly unknown[]
}

interface Hold {
  user: number
  token: number | null
  amount: bigint
  accrued: bigint
  snapshot: string
  key: string | null
}
interface Allowance {
  readonly user: number
  readonly token: number | null
  amount: bigint
  seq: number
}
interface Booked {
  user: number
  kind: number
  cost: bigint
  logged: boolean
}
const OPERATION_MAX = 10n ** 13n

/**
 * A second implementation of the ledger, without batches or rows, one operation after the other, written from the rules
 * and not from the code under test.
 */
export function createModel(accounts: readonly NewWallet[]) {
  const wallets = new Map(
    accounts.map((a) => [
      a.userId,
      { balance: a.balance, held: 0n, used: 0n, requests: 0, seq: a.balance > 0n ? 1 : 0 },
    ]),
  )
  const tokens = new Map(
    accounts.flatMap((a) =>
      (a.tokens ?? []).map((t) => [t.id, { user: a.userId, limit: t.limit, held: 0n, used: 0n }]),
    ),
  )
  const holds = new Map<string, Hold>()
  const allowances = new Map<string, Allowance>()
  const booked = new Map<string, Booked[]>()
  const entries: unknown[] = accounts
    .filter((a) => a.balance > 0n)
    .map((a) => [a.userId, 1, 15, a.balance, a.balance])
  const consumption = new Map<string, [string, number, number, bigint, number, string]>()
  const errors: unknown[] = []
  const stats = new Map<string, { requests: number; quota: bigint; tokens: number }>()
  const channels = new Map<number, bigint>()
  const keys = new Map<string, { id: string; body: string; done: boolean }>()

  const free = (user: number) => {
    const w = wallets.get(user)
    return w ? w.balance - w.held : 0n
  }
  const ok = (user: number, cost: bigint, replayed: boolean) => ({
    ok: true,
    replayed,
    cost,
    available: free(user),
  })
  const no = (reason: string, extra = {}) => ({ ok: false, reason, ...extra })
  const hold = (h: { user: number; token: number | null }, more: bigint) => {
    const w = wallets.get(h.user)
    const t = h.token === null ? undefined : tokens.get(h.token)
    if (w) w.held += more
    if (t) t.held += more
  }
  const leftOf = (token: number | null) => {
    const t = token === null ? undefined : tokens.get(token)
    return t && t.limit !== null ? t.limit - t.used - t.held : undefined
  }
  const min = (...values: (bigint | undefined)[]) =>
    values.filter((v) => v !== undefined).reduce((a, b) => (b < a ? b : a))
  /** Part of a refusal while the user's money is lent. This history has one daemon. */
  const lent = (user: number) =>
    [...allowances.values()].some((a) => a.user === user)
      ? { lent: { userId: user, isElsewhere: false } }
      : {}
  const lacks = (user: number, token: number | null, more: bigint) => {
    if (free(user) < more) return no('wallet', { available: free(user) })
    const t = token === null ? undefined : tokens.get(token)
    if (!t || t.limit === null) return undefined
    const left = t.limit - t.used - t.held
    return left < more ? no('token', { available: left }) : undefined
  }
  const charge = (
    id: string,
    kind: number,
    user: number,
    token: number | null,
    channel: number,
    cost: bigint,
    counted: number,
    at: number,
    log: { model: string } | null,
    total: bigint,
    stat: { model: string; hourTime: number; tokens: number } | null,
  ) => {
    const w = wallets.get(user)
    if (!w) throw new Error('no wallet')
    w.balance -= cost
    w.used += cost
    w.requests += counted
    const t = token === null ? undefined : tokens.get(token)
    if (t) t.used += cost
    if (cost > 0n) {
      w.seq += 1
      entries.push([user, w.seq, kind, -cost, w.balance])
      booked.set(id, [...(booked.get(id) ?? []), { user, kind, cost, logged: log !== null }])
      if (channel !== 0) channels.set(channel, (channels.get(channel) ?? 0n) + cost)
    }
    if (log) consumption.set(id, [id, 2, user, total, Math.max(at, consumption.get(id)?.[4] ?? 0), log.model])
    if (stat) {
      const key = `${user} ${stat.model} ${stat.hourTime}`
      const s = stats.get(key) ?? { requests: 0, quota: 0n, tokens: 0 }
      stats.set(key, {
        requests: s.requests + counted,
        quota: s.quota + cost,
        tokens: s.tokens + stat.tokens,
      })
    }
  }

  const apply = (op: Operation): unknown => {
    const h = holds.get(op.id)
    const before = booked.get(op.id) ?? []
    const sum = before.reduce((total, b) => total + b.cost, 0n)
    switch (op.op) {
      case 'reserve': {
        if (h) return h.user === op.userId ? { ...ok(h.user, 0n, true), held: h.amount } : no('invalid')
        if (before.length > 0) return ok(op.userId, 0n, true)
        if (op.amount < 0n || op.amount > OPERATION_MAX) return no('invalid')
        if (!wallets.has(op.userId)) return no('unknown-wallet')
        if (op.tokenId !== null && tokens.get(op.tokenId)?.user !== op.userId) return no('unknown-token')
        const name = op.idempotency
          ? `${op.idempotency.scope} ${op.idempotency.ownerId} ${op.idempotency.key}`
          : null
        const twin = name === null ? undefined : keys.get(name)
        if (twin?.id === op.id) return ok(op.userId, 0n, true)
        if (twin)
          return no('idempotency', {
            state: twin.body !== op.idempotency?.bodySha256 ? 'mismatch' : twin.done ? 'done' : 'running',
          })
        const taken = min(op.amount, free(op.userId), leftOf(op.tokenId))
        const asked = taken < op.amount ? lent(op.userId) : {}
        const least = 'lent' in asked && !op.isLastTry ? op.amount : (op.least ?? op.amount)
        const refusal = lacks(op.userId, op.tokenId, least)
        if (refusal) return { ...refusal, ...asked }
        const made = {
          user: op.userId,
          token: op.tokenId,
          amount: taken,
          accrued: 0n,
          snapshot: op.snapshot,
          key: name,
        }
        holds.set(op.id, made)
        hold(made, taken)
        if (name !== null) keys.set(name, { id: op.id, body: op.idempotency?.bodySha256 ?? '', done: false })
        return { ...ok(op.userId, 0n, false), held: taken }
      }
      case 'extend': {
        if (!h) return no('no-hold')
        if (op.amount < 0n || op.amount > OPERATION_MAX) return no('invalid')
        if (op.amount <= h.amount) return ok(h.user, 0n, true)
        const refusal = lacks(h.user, h.token, op.amount - h.amount)
        if (refusal) return { ...refusal, ...lent(h.user) }
        hold(h, op.amount - h.amount)
        h.amount = op.amount
        return ok(h.user, 0n, false)
      }
      case 'accrue': {
        if (!h) return no('no-hold')
        const earned = op.accrued > h.amount ? h.amount : op.accrued
        const more = earned > h.accrued
        if (more) h.accrued = earned
        return ok(h.user, h.accrued, !more)
      }
      case 'void': {
        const name = op.idempotency
          ? `${op.idempotency.scope} ${op.idempotency.ownerId} ${op.idempotency.key}`
          : null
        const record = name === null ? undefined : keys.get(name)
        if (name !== null && record?.id === op.id && !record.done) keys.delete(name)
        if (!h)
          return before.length > 0 ? no('no-hold') : { ok: true, replayed: true, cost: 0n, available: 0n }
        hold(h, -h.amount)
        holds.delete(op.id)
        for (const log of op.logs) errors.push([op.id, 6, h.user, 0n, log.atMs, log.model])
        return ok(h.user, 0n, false)
      }
      case 'settle': {
        if (op.cost < 0n) return no('invalid')
        const cost = op.cost > OPERATION_MAX ? OPERATION_MAX : op.cost
        if (h && h.user !== op.userId) return no('invalid')
        if (!wallets.has(op.userId)) return no('unknown-wallet')
        const finish = () => {
          if (!op.idempotency) return
          const record = keys.get(`${op.idempotency.scope} ${op.idempotency.ownerId} ${op.idempotency.key}`)
          if (record?.id === op.id) record.done = true
        }
        if (h) {
          hold(h, -h.amount)
          holds.delete(op.id)
          finish()
          charge(op.id, 1, op.userId, h.token, op.channelId, cost, 1, op.atMs, op.log, cost, op.stat)
          return ok(op.userId, cost, false)
        }
        const a = op.from && allowances.get(op.from.allowance)
        if (op.from && a && before.length === 0) {
          if (cost === 0n || a.user !== op.userId) return no('invalid')
          // If plenty of money is free, the ledger refills the allowance.
          const refilled = min(free(op.userId), leftOf(a.token)) - cost >= 4n * a.amount
          const off = refilled ? 0n : min(cost, op.from.held, a.amount)
          hold(a, -off)
          a.amount -= off
          finish()
          charge(op.id, 1, op.userId, a.token, op.channelId, cost, 1, op.atMs, op.log, cost, op.stat)
          const tight = min(free(op.userId), leftOf(a.token)) < 4n * op.from.held
          return {
            ...ok(op.userId, cost, false),
            ...(tight && { isTight: true }),
            ...(refilled && { isRefilled: true }),
          }
        }
        if (before.some((b) => b.user !== op.userId)) return no('invalid')
        const recovered = before.find((b) => b.kind === 2)
        if (before.some((b) => b.kind !== 2) || cost <= sum) return ok(op.userId, sum, true)
        finish()
        charge(
          op.id,
          3,
          op.userId,
          op.tokenId,
          op.channelId,
          cost - sum,
          recovered ? 0 : 1,
          op.atMs,
          recovered && !recovered.logged ? null : op.log,
          cost,
          op.stat,
        )
        return ok(op.userId, cost, false)
      }
      case 'allow': {
        const a = allowances.get(op.id)
        if (a && (a.user !== op.userId || a.token !== op.tokenId)) return no('invalid')
        if (a && op.seq < a.seq) return no('no-allowance', { why: 'unsure' })
        if (a && op.seq === a.seq) return { ...ok(op.userId, 0n, true), held: a.amount }
        if (!a && op.seq !== 1) return no('no-hold')
        if ((a?.amount ?? 0n) + op.more > OPERATION_MAX) return no('invalid')
        if (!wallets.has(op.userId)) return no('unknown-wallet')
        if (op.tokenId !== null && tokens.get(op.tokenId)?.user !== op.userId) return no('unknown-token')
        const refusal = lacks(op.userId, op.tokenId, op.more + op.spare)
        if (refusal) return refusal
        const made = a ?? { user: op.userId, token: op.tokenId, amount: 0n, seq: 0 }
        allowances.set(op.id, made)
        made.amount += op.more
        made.seq = op.seq
        hold(made, op.more)
        return { ...ok(op.userId, 0n, false), held: made.amount }
      }
      case 'giveBack': {
        const a = allowances.get(op.id)
        if (!a) return { ok: true, replayed: true, cost: 0n, available: 0n }
        if (op.seq <= a.seq) return { ...ok(a.user, 0n, true), held: a.amount }
        const less = op.less === 'all' ? a.amount : op.less
        if (less > a.amount) return no('invalid')
        a.amount -= less
        a.seq = op.seq
        hold(a, -less)
        if (a.amount === 0n) allowances.delete(op.id)
        return { ...ok(a.user, 0n, false), held: a.amount }
      }
      case 'detach': {
        if (h) return h.user === op.userId ? { ...ok(h.user, 0n, true), held: h.amount } : no('invalid')
        const a = allowances.get(op.from)
        if (!a) return no('no-hold')
        if (op.seq <= a.seq || before.length > 0) return ok(op.userId, 0n, true)
        if (a.user !== op.userId || a.token !== op.tokenId || op.amount > a.amount) return no('invalid')
        a.amount -= op.amount
        a.seq = op.seq
        holds.set(op.id, {
          user: op.userId,
          token: op.tokenId,
          amount: op.amount,
          accrued: 0n,
          snapshot: op.snapshot,
          key: null,
        })
        return { ...ok(op.userId, 0n, false), held: op.amount }
      }
      case 'recover': {
        const lost = allowances.get(op.id)
        if (lost) {
          hold(lost, -lost.amount)
          allowances.delete(op.id)
          return ok(lost.user, 0n, false)
        }
        if (!h) {
          const recovered = before.find((b) => b.kind === 2)
          return recovered ? { ok: true, replayed: true, cost: recovered.cost } : no('no-hold')
        }
        const snapshot = JSON.parse(h.snapshot)
        hold(h, -h.amount)
        holds.delete(op.id)
        const record = h.key === null ? undefined : keys.get(h.key)
        if (h.key !== null && record?.id === op.id && !record.done) {
          if (h.accrued === 0n) keys.delete(h.key)
          else record.done = true
        }
        const stat = snapshot.dashboard
          ? { model: snapshot.model, hourTime: Math.floor(op.atMs / 3_600_000) * 3600, tokens: 0 }
          : null
        if (h.accrued > 0n)
          charge(
            op.id,
            2,
            h.user,
            h.token,
            snapshot.channelId,
            h.accrued,
            1,
            op.atMs,
            snapshot.logged ? snapshot : null,
            h.accrued,
            stat,
          )
        else errors.push([op.id, 6, h.user, 0n, op.atMs, snapshot.model])
        return ok(h.user, h.accrued, false)
      }
    }
  }

  const state = (): State => ({
    wallets: [...wallets].map(([id, w]) => [id, w.balance, w.held, w.used, w.requests, w.seq]),
    budgets: [...tokens].map(([id, t]) => [id, (t.limit ?? 0n) - t.used, t.held, t.used]),
    holds: [
      ...[...holds].map(([id, h]) => [id, h.user, h.token, h.amount, h.accrued]),
      ...[...allowances].map(([id, a]) => [id, a.user, a.token, a.amount, 0n]),
    ],
    entries,
    logs: [...consumption.values(), ...errors],
    stats: [...stats].map(([key, s]) => [key, s.requests, s.quota, s.tokens]),
    channels: [...channels],
    keys: [...keys].map(([name, k]) => [name, k.id, k.done ? 2 : 1]),
  })
  return { apply, state }
}
