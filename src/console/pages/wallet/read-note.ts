import type { components } from '../../../../openapi/types.gen.ts'

/** Remarks of the ledger that are meaningful to the owner of the wallet. */
const known = ['overrun', 'late', 'clamped', 'recovered'] as const

/** The contents of an entry's note. */
export interface ReadNote {
  /** Text by an administrator. */
  readonly text: string
  /** Remarks by the ledger. */
  readonly remarks: readonly (typeof known)[number][]
}

/**
 * Parses a note. Some remarks of the ledger are only for its audit, such as `task`, which the entry's kind already
 * says.
 */
export function readNote({
  kind,
  note,
}: Pick<components['schemas']['LedgerEntry'], 'kind' | 'note'>): ReadNote {
  if (kind === 'admin') return { text: note, remarks: [] }
  const words = note.split(' ')
  return { text: '', remarks: known.filter((each) => words.includes(each)) }
}
