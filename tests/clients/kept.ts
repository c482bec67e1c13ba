import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TenTurns } from './ten-turns.ts'
import type { Measured } from './write-page.ts'

/** Earlier measurements, so that a run of some rows leaves the others as they are. */
export interface Kept {
  readonly rows: Readonly<Record<string, Dated<Measured>>>
  readonly turns?: Dated<{ readonly list: readonly TenTurns[] }>
}

/** A value with its date in the form `2026-11-23`. */
type Dated<Value> = Value & { readonly date: string }

const fileIn = (folder: string): string => join(folder, 'measured.json')

export function readKept(folder: string): Kept {
  const file = fileIn(folder)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : { rows: {} }
}

/** Saves the measurements; called after each row, so that an interrupted run keeps its results. */
export const writeKept = (folder: string, kept: Kept): void =>
  writeFileSync(fileIn(folder), `${JSON.stringify(kept, undefined, 2)}\n`)
