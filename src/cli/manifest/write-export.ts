import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { writeReason } from '../file-reason.ts'
import { makeDirectory } from '../make-directory.ts'
import type { Phrase } from '../phrases/phrases.ts'
import { type Exported, type ExportedKind, JsonText } from './export-objects.ts'
import { schemaTitle } from './schema.ts'
import { idsText } from './state.ts'
import type { Tell } from './texts.ts'

/** First line of every exported file. Files that start with it may be overwritten. */
export const exportMark = '# Written by tollgate export.'
/** Editors that support this line use the schema next to the files to complete and check names. */
export const schemaFile = 'manifest.schema.json'
const schemaLine = `# yaml-language-server: $schema=${schemaFile}`

/** Returns the text of one file; equal objects result in identical text. */
export function exportText(
  { kind, objects, variables, skipped }: ExportedKind,
  owner: string | undefined,
): string {
  const needed =
    variables.length === 0
      ? []
      : [
          '# Secrets are not exported. apply needs these variables for objects that do not exist yet; for existing ones, an',
          '# unset variable leaves the secret unchanged:',
          ...variables.map((each) => `#   ${each}`),
        ]
  const left = skipped.map(
    ({ name, reason, ids }) => `# Left out: ${JSON.stringify(name)} (${reason}: ${idsText(ids)})`,
  )
  const head = [
    exportMark,
    schemaLine,
    ...needed,
    ...left,
    'version: 1',
    ...(owner === undefined ? [] : [`owner: ${scalar(owner)}`]),
  ]
  const body =
    objects.length === 0
      ? [`${kind}: {}`]
      : [`${kind}:`, ...objects.flatMap(({ name, fields }) => entry(name, fields, 1))]
  return `${[...head, ...body].join('\n')}\n`
}

function entry(name: string, value: Exported, depth: number): string[] {
  const blank = '  '.repeat(depth)
  const key = `${blank}${scalarKey(name)}:`
  if (isTable(value)) {
    const entries = Object.entries(value)
    if (entries.length === 0) return [`${key} {}`]
    if (isShort(value)) return [`${key} ${flow(value)}`]
    return [key, ...entries.flatMap(([field, child]) => entry(field, child, depth + 1))]
  }
  if (typeof value === 'string' && value.includes('\n')) return [`${key} ${JSON.stringify(value)}`]
  if (Array.isArray(value) && value.length > 6)
    return [key, ...value.map((each: Exported) => `${blank}  - ${flow(each)}`)]
  return [`${key} ${flow(value)}`]
}

const isTable = (value: Exported): value is { readonly [field: string]: Exported } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText)

/** Whether a value fits on one line. Prices, groups and codes that do are written on one line. */
const isShort = (value: Exported): boolean => flow(value).length <= 90

function flow(value: Exported): string {
  if (value === null) return 'null'
  // JSON is valid YAML and keeps every digit.
  if (value instanceof JsonText) return value.text.trim() === '' ? '{}' : oneLineJson(value.text)
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[ ${value.map((each: Exported) => flow(each)).join(', ')} ]`
  if (isTable(value)) {
    const entries = Object.entries(value).map(([key, child]) => `${scalarKey(key)}: ${flow(child)}`)
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
  }
  return typeof value === 'string' ? scalar(value) : String(value)
}

/** Removes whitespace between the tokens of a JSON text, but not within strings. */
const oneLineJson = (text: string): string =>
  text
    .replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string: string | undefined) => string ?? '')
    .replace(
      /("(?:[^"\\]|\\.)*")|([:,])/g,
      (_, string: string | undefined, mark: string | undefined) => string ?? `${mark} `,
    )

/** Writes text unquoted if it is unambiguous, otherwise in quotes. */
const scalar = (text: string): string =>
  /^[A-Za-z][A-Za-z0-9 ._/@+-]*[A-Za-z0-9._/@+-]$|^[A-Za-z]$/.test(text) &&
  !/^(true|false|null|yes|no|on|off|y|n|nan|inf)$/i.test(text)
    ? text
    : JSON.stringify(text)

const scalarKey = (text: string): string =>
  /^[A-Za-z0-9_][A-Za-z0-9_./-]*$/.test(text) && !/^[\d._-]+$/.test(text)
    ? scalar(text)
    : JSON.stringify(text)

export interface WriteOptions {
  readonly directory: string
  /** Whether to overwrite files that were not written by an export. */
  readonly isForced: boolean
  readonly phrase: Phrase
  readonly tell: Tell
}

/**
 * Writes files, each atomically; unchanged files are not touched.
 * @returns names of the files that changed
 * @throws CliError 6 for a file that was not written by an export, before any file is written
 */
export async function writeExport(
  files: readonly { readonly name: string; readonly text: string }[],
  { directory, isForced, phrase, tell }: WriteOptions,
): Promise<string[]> {
  try {
    makeDirectory(directory)
    const present = await Promise.all(files.map(({ name }) => readIfThere(join(directory, name))))
    for (const [at, { name }] of files.entries()) {
      const text = present[at]
      if (text !== undefined && !isOurs(name, text) && !isForced)
        throw new CliError(
          'file_exists',
          exitCodes.conflict,
          tell('fileNotOurs', { path: join(directory, name) }),
          {
            hint: tell('forceHint'),
          },
        )
    }
    const changed = files.filter(({ text }, at) => present[at] !== text)
    for (const { name, text } of changed) await writeWhole(join(directory, name), text)
    return changed.map(({ name }) => name)
  } catch (error) {
    if (error instanceof CliError) throw error
    const reason = writeReason(error, phrase)
    throw usageError(phrase('error.writeFile', { path: directory, reason }), { cause: error })
  }
}

const isOurs = (name: string, text: string): boolean =>
  name === schemaFile ? text.includes(`"title": ${JSON.stringify(schemaTitle)}`) : text.startsWith(exportMark)

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`
  try {
    const file = await open(draft, 'w', 0o644)
    await file.writeFile(text)
    await file.close()
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}
