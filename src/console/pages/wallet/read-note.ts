import type { components } from '../../../../openapi/types.gen.ts'

/** The ledger's words that say something to the owner of the wallet. */
const known = ['overrun', 'late', 'clamped', 'recovered'] as const

/** What an entry's note says. */
export interface ReadNote {
  /** What an administrator wrote. */
  readonly text: string
  /** What the ledger remarked. */
  readonly remarks: readonly (typeof known)[number][]
}

/** Takes a note apart. Some of the ledger's words are only for its audit, such as `task`, which the entry's kind says already. */
export function readNote({
  kind,
  note,
}: Pick<components['schemas']['LedgerEntry'], 'kind' | 'note'>): ReadNote {
  if (kind === 'admin') return { text: note, remarks: [] }
  const words = note.split(' ')
  return { text: '', remarks: known.filter((each) => words.includes(each)) }
}
