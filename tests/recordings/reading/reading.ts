/** A call of a client's tool, as a client reads it. */
export interface RecordedCall {
  readonly name: string
  /** The parsed JSON; the original text where it is not JSON, and for free-text tools. */
  readonly arguments: unknown
  /** Whether the tool is one of OpenAI's that takes text instead of JSON. */
  readonly isFreeText: boolean
}

/** The contents of an answer, as a client reads them. */
export interface Reading {
  readonly text: string
  readonly calls: readonly RecordedCall[]
  /** The finish reason in the protocol's own words; '' = none. */
  readonly finish: string
  /** Total input and output tokens, including caches and reasoning; undefined = not stated. */
  readonly usage:
    | { readonly input: number | null; readonly output: number | null; readonly cached: number }
    | undefined
  /** An error within the answer. */
  readonly error?: string
  /** Violations of the protocol's rules in the answer. */
  readonly faults: readonly string[]
}

/** Reads one protocol's answers. */
export type Reader = (text: string, isStream: boolean) => Reading

export const parseArguments = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? {}
  if (value.trim() === '') return {}
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** @param members undefined members count as 0 */
export const sum = (...members: readonly unknown[]): number =>
  members.reduce<number>((total, each) => total + (typeof each === 'number' ? each : 0), 0)

export const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)
