/** The invariants that the audit checks, by the numbers used in the documentation. */
export const invariants = {
  I1: 'balance = sum of the wallet’s entries',
  I2: 'each entry continues the balance of the one before',
  I3: 'sequence numbers of a wallet have no gap',
  I4: 'held = sum of the wallet’s open holds',
  I5: 'token held = sum of its open holds',
  I6: 'token used = its charges; remain + used = granted',
  I7: 'wallet used = its charges',
  I8: 'each logged charge has its log row with the same amount, and the other way round',
  I9: 'no hold outlives its deadline or its daemon',
  I10: 'redemptions paid = quota × uses',
  I11: 'paid orders = top-up entries, reversed ones = reversals',
  I12: 'transfers add up to zero',
  I13: 'nothing free is below zero without an entry that explains it',
  I14: 'every amount is an integer within its bounds',
  I15: 'channel used = charges through it',
  I16: 'all balances = all credits - all charges',
  I17: 'entries up to a checkpoint are those that were hashed then',
  I18: 'spent and held of a token’s period = its charges and open holds of that period',
  I19: 'an accepted task has its charge, a failed one has it back, and no refund is without a failed task',
  I20: 'a batch that has ended has its charge, and one that was not taken has none',
  S1: 'hourly statistics do not exceed the charges',
} as const

export type InvariantId = keyof typeof invariants

/** The first wrong row, by user, wallet and sequence number. */
export interface Violation {
  readonly user: number | null
  /** Wallet kind: 1 quota, 2 affiliate. */
  readonly wallet: number | null
  readonly seq: number | null
  /** Table and key, such as `entries 17`. */
  readonly row: string
  readonly expected: string
  readonly found: string
}

export interface AuditCheck {
  readonly id: InvariantId
  readonly name: string
  /** `unknown`: the check could not run, see `error`. `skipped`: the requested part of the ledger is not enough for this check. */
  readonly state: 'ok' | 'violated' | 'unknown' | 'skipped'
  /** Whether `state` is `ok`. */
  readonly ok: boolean
  /** Rows that were checked. */
  readonly checked: number
  readonly violations: number
  readonly first: Violation | null
  readonly error: string | null
}

/** Amounts as decimal text, in whole thousandths of a quota unit, because sums may exceed the range of a JSON number. */
export interface TrialBalance {
  readonly balances: string
  readonly held: string
  /** Sum of entries by kind number. */
  readonly byKind: Readonly<Record<string, string>>
}

export interface AuditReport {
  /** `unknown` if no check failed but at least one could not run. */
  readonly state: 'clean' | 'violated' | 'unknown'
  readonly entries: number
  /** Only entries after this id were read; 0 = all. */
  readonly since: number
  readonly tookMs: number
  readonly checks: readonly AuditCheck[]
  readonly trialBalance: TrialBalance
}

/** Collects the findings of all passes of an audit. */
export interface Findings {
  checked(id: InvariantId, rows: number): void
  violated(id: InvariantId, violation: Violation): void
  failed(id: InvariantId, error: unknown): void
  skipped(id: InvariantId): void
  checks(): AuditCheck[]
}

export function createFindings(): Findings {
  const found = new Map<
    InvariantId,
    { checked: number; count: number; first: Violation | null; error: string | null; isSkipped: boolean }
  >()
  const of = (id: InvariantId) => {
    const known = found.get(id) ?? { checked: 0, count: 0, first: null, error: null, isSkipped: false }
    found.set(id, known)
    return known
  }
  return {
    checked(id, rows) {
      of(id).checked += rows
    },
    violated(id, violation) {
      const finding = of(id)
      finding.count += 1
      if (finding.first === null || isBefore(violation, finding.first)) finding.first = violation
    },
    failed(id, error) {
      of(id).error = error instanceof Error ? error.message : String(error)
    },
    skipped(id) {
      of(id).isSkipped = true
    },
    checks: () =>
      (Object.keys(invariants) as InvariantId[]).map((id) => {
        const finding = found.get(id)
        const state =
          finding === undefined
            ? 'unknown'
            : finding.count > 0
              ? 'violated'
              : finding.error !== null
                ? 'unknown'
                : finding.isSkipped
                  ? 'skipped'
                  : 'ok'
        return {
          id,
          name: invariants[id],
          state,
          ok: state === 'ok',
          checked: finding?.checked ?? 0,
          violations: finding?.count ?? 0,
          first: finding?.first ?? null,
          error: finding === undefined ? 'not reached' : finding.error,
        }
      }),
  }
}

function isBefore(left: Violation, right: Violation): boolean {
  const keys = ['user', 'wallet', 'seq'] as const
  for (const key of keys) {
    const difference = (left[key] ?? 0) - (right[key] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
