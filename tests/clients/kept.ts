import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TenTurns } from './ten-turns.ts'
import type { Measured } from './write-page.ts'

/** What was measured before, so that a run of some rows leaves the others as they are. */
export interface Kept {
  readonly rows: Readonly<Record<string, Dated<Measured>>>
  readonly turns?: Dated<{ readonly list: readonly TenTurns[] }>
}

/** `2026-11-23` */
type Dated<Value> = Value & { readonly date: string }

const fileIn = (folder: string): string => join(folder, 'measured.json')

export function readKept(folder: string): Kept {
  const file = fileIn(folder)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : { rows: {} }
}

/** Written after each row: a run that is stopped has not measured in vain. */
export const writeKept = (folder: string, kept: Kept): void =>
  writeFileSync(fileIn(folder), `${JSON.stringify(kept, undefined, 2)}\n`)
