import { AppError } from '../../errors/app-error.ts'

/** A range of row ids, both ends included. */
export interface IdRange {
  readonly from: number
  readonly to: number
}

interface Gap extends IdRange {
  /** When the gap was first seen, in unix milliseconds. */
  readonly sinceMs: number
}

/** Maximum number of ranges in a resume ID; further ones are merged with their neighbors. */
const RANGES_MAX = 64
/** A number of sixteen digits may be unsafe, which `Number.isSafeInteger` checks. */
const FORM = /^\d{1,16}(?:!\d{1,16}(?:-\d{1,16})?(?:,\d{1,16}(?:-\d{1,16})?)*)?$/

/**
 * A position in the log: every row up to it has been read, except for the ids in open gaps.
 *
 * PostgreSQL assigns ids before the commit, so a smaller id can appear after a greater one, and a batch that is rolled
 * back leaves ids that never appear. A gap stays open until its rows have appeared or it is given up. SQLite has one
 * writer and no such gaps.
 */
export class Cursor {
  #position: number
  /** Ascending, disjoint, all below the position. */
  #gaps: readonly Gap[]
  readonly #hasGaps: boolean
  #text: string | undefined

  /** @param hasGaps false = ids appear in order, so a missing one will never appear */
  constructor(position: number, gaps: readonly Gap[], hasGaps: boolean) {
    this.#position = position
    this.#hasGaps = hasGaps
    this.#gaps = hasGaps ? gaps : []
  }

  /**
   * Parses a resume ID.
   *
   * @param nowMs the time from which the gaps count as open
   * @throws AppError `resume_id_invalid`
   */
  static parse(text: string, nowMs: number, hasGaps: boolean): Cursor {
    if (!FORM.test(text)) throw invalid()
    const [position = '', list] = text.split('!')
    const gaps = (list?.split(',') ?? []).map((each): Gap => {
      const [from, to = from] = each.split('-').map(Number)
      return { from: from ?? 0, to: to ?? 0, sinceMs: nowMs }
    })
    const end = Number(position)
    if (!Number.isSafeInteger(end)) throw invalid()
    for (const [index, { from, to }] of gaps.entries()) {
      const next = gaps[index + 1]?.from ?? end
      if (from < 1 || to < from || to >= next) throw invalid()
    }
    return new Cursor(end, gaps, hasGaps)
  }

  get position(): number {
    return this.#position
  }

  get gaps(): readonly IdRange[] {
    return this.#gaps
  }

  copy(): Cursor {
    return new Cursor(this.#position, this.#gaps, this.#hasGaps)
  }

  /** Reports whether a row was delivered to a reader at this position. */
  has(id: number): boolean {
    return id <= this.#position && !this.#gaps.some(({ from, to }) => from <= id && id <= to)
  }

  /** Records a row as delivered; skipped ids are open from now on. */
  see(id: number, nowMs: number): void {
    if (id > this.#position) {
      if (this.#hasGaps && id > this.#position + 1)
        this.#gaps = [...this.#gaps, { from: this.#position + 1, to: id - 1, sinceMs: nowMs }]
      this.#position = id
    } else if (this.#gaps.length > 0) {
      this.#gaps = this.#gaps.flatMap((gap) => without(gap, id))
    }
    this.#text = undefined
  }

  /** Gives up the gaps that were opened before a time. */
  giveUp(beforeMs: number): void {
    const kept = this.#gaps.filter(({ sinceMs }) => sinceMs >= beforeMs)
    if (kept.length === this.#gaps.length) return
    this.#gaps = kept
    this.#text = undefined
  }

  /** Returns the cursor of a reader that has read up to an earlier row and continues to this position. */
  upTo(id: number): Cursor {
    const gaps = this.#gaps.filter(({ from }) => from < id)
    return new Cursor(
      Math.min(id, this.#position),
      gaps.map((gap) => ({ ...gap, to: Math.min(gap.to, id - 1) })),
      this.#hasGaps,
    )
  }

  /**
   * Returns the open ids that a reader who continues to `target` has to read, in addition to every id above the
   * position. Ids that are open at the target itself go to the reader that continues from there.
   */
  gapsUntil(target: Cursor): readonly IdRange[] {
    return this.#gaps
      .map(({ from, to }) => ({ from, to: Math.min(to, target.#position) }))
      .filter(({ from, to }) => from <= to)
  }

  /**
   * Returns the resume ID: `120` or `120!101-110,115`. If there are too many gaps, neighbors are merged; rows between
   * them are then sent twice, but none is lost.
   */
  toString(): string {
    this.#text ??= [String(this.#position), ...(this.#gaps.length > 0 ? [this.#gapText()] : [])].join('!')
    return this.#text
  }

  #gapText(): string {
    const ranges = merged(this.#gaps)
    return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(',')
  }
}

const invalid = (): AppError => new AppError('resume_id_invalid', { field: 'last_event_id' })

function without(gap: Gap, id: number): Gap[] {
  if (id < gap.from || id > gap.to) return [gap]
  const parts = [
    { ...gap, to: id - 1 },
    { ...gap, from: id + 1 },
  ]
  return parts.filter(({ from, to }) => from <= to)
}

/** Merges the smallest gaps first, so that the merged ranges contain as few rows as possible. */
function merged(gaps: readonly IdRange[]): readonly IdRange[] {
  if (gaps.length <= RANGES_MAX) return gaps
  const distances = gaps.slice(1).map((gap, index) => ({ index, rows: gap.from - (gaps[index]?.to ?? 0) }))
  const closed = new Set(
    distances
      .sort((a, b) => a.rows - b.rows)
      .slice(0, gaps.length - RANGES_MAX)
      .map(({ index }) => index),
  )
  const ranges: { from: number; to: number }[] = []
  for (const [index, { from, to }] of gaps.entries()) {
    const last = ranges.at(-1)
    if (last && closed.has(index - 1)) last.to = to
    else ranges.push({ from, to })
  }
  return ranges
}
