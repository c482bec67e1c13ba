import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdirSync } from 'node:fs'
import type { ClientRequest } from 'node:http'
import { expect } from 'vitest'
import { readContract } from '../../../openapi/contract.ts'
import { runMain } from '../support/run-cli.ts'
import type { CommandCases, Line, Typed } from './command-case.ts'
import type { World } from './world.ts'

/** Reads the cases of every `<noun>.cases.ts` in this folder. @throws Error when two of them name the same command */
export async function readCases(): Promise<CommandCases> {
  const all: Record<string, CommandCases[string]> = {}
  for (const file of readdirSync(import.meta.dirname).filter((each) => each.endsWith('.cases.ts'))) {
    const address = new URL(file, import.meta.url).href
    const { cases }: { cases: CommandCases } = await import(/* @vite-ignore */ address)
    for (const [path, each] of Object.entries(cases)) {
      if (path in all) throw new Error(`${file}: ${path} has cases already`)
      all[path] = each
    }
  }
  return all
}

export interface Call {
  readonly method: string
  /** ID of the operation in the contract. Undefined if the contract has no such operation. */
  readonly operationId: string | undefined
}

export interface CommandRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** The requests of the command, in order. */
  readonly calls: readonly Call[]
}

interface Operation {
  readonly operationId: string
  readonly 'x-access': string
  readonly 'x-reads-only'?: boolean
}

const operations = Object.entries(readContract().paths).flatMap(([path, item]) =>
  Object.entries(item as unknown as Readonly<Record<string, Operation>>).flatMap(([method, operation]) =>
    typeof operation === 'object' && 'operationId' in operation
      ? [
          {
            method: method.toUpperCase(),
            pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
            isLiteral: !path.includes('{'),
            operation,
          },
        ]
      : [],
  ),
)

export const operationById = (id: string): Operation => {
  const found = operations.find(({ operation }) => operation.operationId === id)
  if (found === undefined) throw new Error(`the contract has no operation ${id}`)
  return found.operation
}

function callOf(method: string, path: string): Call {
  const fitting = operations.filter((each) => each.method === method && each.pattern.test(path))
  const found = fitting.find(({ isLiteral }) => isLiteral) ?? fitting[0]
  return { method, operationId: found?.operation.operationId }
}

/** Returns the requests that may change something on the server. */
export const changes = ({ calls }: CommandRun): readonly Call[] =>
  calls.filter(
    ({ method, operationId }) =>
      method !== 'GET' && !(operationId !== undefined && operationById(operationId)['x-reads-only']),
  )

let uses = 0

/** Prepares a line to be typed. */
export async function typed(line: Line, world: World): Promise<Typed> {
  uses += 1
  const made = typeof line === 'function' ? await line(world, uses) : line
  return typeof made === 'string' ? { line: made } : made
}

export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/**
 * Runs a command in this process without a terminal, and checks the rules for every command: its output contains no
 * colors or cursor movements, and no access token or upstream key.
 */
export async function runCommandLine(
  words: readonly string[],
  world: World,
  { env = {}, stdin = '' }: Omit<Typed, 'line'> = {},
): Promise<CommandRun> {
  const calls: Call[] = []
  const note = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest }
    calls.push(callOf(request.method, new URL(request.path, world.url).pathname))
  }
  subscribe('http.client.request.start', note)
  try {
    const run = await runMain(words, {
      env: { TOLLGATE_LANG: 'en', TOLLGATE_CONFIG_DIR: world.configDirectory, ...world.variables, ...env },
      stdin,
    })
    for (const text of [run.stdout, run.stderr]) {
      expect(text).not.toContain('\u001b')
      for (const secret of world.secrets) expect(text).not.toContain(secret)
    }
    // Readable output needs the exchange rate, once. doctor and status also read it as their own subject.
    expect(calls.filter(({ operationId }) => operationId === 'getStatus').length).toBeLessThanOrEqual(2)
    return { ...run, calls }
  } finally {
    unsubscribe('http.client.request.start', note)
  }
}

/** Parses CSV into rows, with the header first. @throws Error when a quote is never closed */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const cell = /"((?:[^"]|"")*)"|([^",\r\n]*)/y
    cell.lastIndex = at
    const found = cell.exec(text)
    row.push(found?.[1]?.replaceAll('""', '"') ?? found?.[2] ?? '')
    at = cell.lastIndex
    if (text.startsWith('\r\n', at)) {
      rows.push(row)
      row = []
      at += 2
    } else if (text[at] === ',') at += 1
    else throw new Error(`not CSV at ${at}: ${text.slice(at, at + 40)}`)
  }
  return rows
}
