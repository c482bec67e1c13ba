const planned = { created: 'would create', updated: 'would update', unchanged: 'unchanged' } as const

/** The result of an idempotent verb. */
export type EnsureResult = keyof typeof planned

/** Returns what a verb did or, under `--dry-run`, would do. */
export const toldResult = <Result extends EnsureResult>(
  result: Result,
  dryRun: boolean,
): Result | (typeof planned)[Result] => (dryRun ? planned[result] : result)

/** Results of verbs that change one object; `ensureResults` adds those of verbs that can also create it. */
export const updateResults = ['updated', 'would update', 'unchanged'] as const
export const ensureResults = ['created', 'would create', ...updateResults] as const

type Fields = Readonly<Record<string, unknown>>

/** Returns the wanted fields whose value differs from the current one. Other fields are ignored. */
export function changedFields<W extends object>(present: object, wanted: W): Partial<W> {
  const now = present as Fields
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => value !== undefined && !isSame(now[key], value)),
  ) as Partial<W>
}

const isSame = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right)

/** Returns a copy without the fields that were not given. */
export const given = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
