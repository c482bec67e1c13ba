import { type CommandEntry, nouns } from '../command-index.ts'
import type { ArgumentShape, Command, OptionShape, PickKind } from '../define-command.ts'
import type { Language } from '../phrases/phrases.ts'
import { allOptions, clientOptions } from '../shared-options.ts'
import { outputFormats } from '../ui/output-format.ts'
import type { NameSource } from './names.ts'

/** One suggestion and a short description. */
export interface Candidate {
  readonly value: string
  readonly help?: string
}

/** Suggestions at the cursor. `head` is the part of the word that every candidate starts with, such as `a,b,`. */
export type Wanted =
  | { readonly kind: 'candidates'; readonly head: string; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'names'; readonly head: string; readonly source: NameSource }
  | { readonly kind: 'files' }

export interface CompletionSources {
  readonly index: readonly CommandEntry[]
  readonly language: Language
  /** Whether lists show a command. */
  isShown(command: Command): boolean
}

const nothing: Wanted = { kind: 'candidates', head: '', candidates: [] }

/** Names that a flag accepts, for flags that mean the same everywhere. */
const namesByFlag: Readonly<Record<string, NameSource>> = {
  '--channel': 'channel',
  '--model': 'model',
  '--models': 'model',
  '--test-model': 'model',
  '--group': 'group',
  '--groups': 'group',
  '--user': 'user',
  '--token': 'token',
  '--token-name': 'token',
  '--context': 'context',
}

/** Names that an argument without a picker accepts. */
const namesByArgument: Readonly<Record<string, NameSource>> = { key: 'option', model: 'model' }

/**
 * Finds what can be completed at the cursor.
 * @param typed words after `tollgate`; the last one is being typed and may be empty
 */
export async function findWanted(typed: readonly string[], sources: CompletionSources): Promise<Wanted> {
  const words = typed[0] === 'help' ? typed.slice(1) : typed
  const before = words.slice(0, -1)
  const current = words.at(-1) ?? ''
  const { path, command } = await commandOf(before, sources)
  const options = command === undefined ? Object.values(clientOptions) : Object.values(allOptions(command))
  const { positionals, pending, isOperand } = walk(before, options)
  if (pending !== undefined) return flagValue(pending, current, '')
  if (current.startsWith('-') && !isOperand) return flagsOrValue(options, before, current, sources.language)
  if (command === undefined) return wordsAfter(path, sources)
  const shapes = Object.values(command.args)
  const at = positionals.length - path.length
  const shape = shapes[at] ?? shapes.findLast(({ name }) => name.includes('...'))
  if (shape === undefined) return nothing
  return argumentOf(shape, current, positionals.slice(path.length), sources)
}

/** Finds the command that the words name, and which of its words are present. */
async function commandOf(
  before: readonly string[],
  { index }: CompletionSources,
): Promise<{ readonly path: readonly string[]; readonly command: Command | undefined }> {
  const { positionals } = walk(before, Object.values(clientOptions))
  const entry = index.find(({ path }) => path.split(' ').every((word, at) => positionals[at] === word))
  if (entry === undefined) return { path: positionals, command: undefined }
  return { path: entry.path.split(' '), command: await entry.load() }
}

interface Walk {
  readonly positionals: readonly string[]
  /** The flag whose value is expected next. */
  readonly pending: OptionShape | undefined
  /** After `--`, nothing is a flag. */
  readonly isOperand: boolean
}

function walk(words: readonly string[], options: readonly OptionShape[]): Walk {
  const positionals: string[] = []
  let pending: OptionShape | undefined
  let isOperand = false
  for (const word of words) {
    if (pending !== undefined) pending = undefined
    else if (isOperand || !word.startsWith('-') || word === '-') positionals.push(word)
    else if (word === '--') isOperand = true
    else if (!word.includes('='))
      pending = options.find(({ flag }) => flag.includes('<') && flagNames(flag).includes(word))
  }
  return { positionals, pending, isOperand }
}

const flagNames = (flag: string): readonly string[] =>
  flag.split(/[ ,]+/).filter((each) => each.startsWith('-'))
const longName = (flag: string): string => flagNames(flag).at(-1) ?? flag

function flagsOrValue(
  options: readonly OptionShape[],
  before: readonly string[],
  current: string,
  language: Language,
): Wanted {
  const equals = current.indexOf('=')
  if (equals > 0) {
    const shape = options.find(({ flag }) => flagNames(flag).includes(current.slice(0, equals)))
    return shape === undefined
      ? nothing
      : flagValue(shape, current.slice(equals + 1), current.slice(0, equals + 1))
  }
  const candidates = options
    .filter(({ isHidden, flag }) => !isHidden && !flagNames(flag).some((each) => before.includes(each)))
    .map(({ flag, help }) => ({ value: longName(flag), help: help[language] }))
  return { kind: 'candidates', head: '', candidates }
}

function flagValue(shape: OptionShape, current: string, head: string): Wanted {
  const name = longName(shape.flag)
  if (shape.choices !== undefined) return choicesOf(shape.choices, head)
  if (name === '--output') return choicesOf(outputFormats, head)
  if (/<(path|file|dir|directory)>/.test(shape.flag)) return { kind: 'files' }
  const source = (shape.flag.endsWith(' <slug>') ? 'channelType' : undefined) ?? namesByFlag[name]
  return source === undefined ? nothing : namesOf(source, current, head, /<list>/.test(shape.flag))
}

const choicesOf = (choices: readonly string[], head: string): Wanted => ({
  kind: 'candidates',
  head,
  candidates: choices.map((value) => ({ value })),
})

/** Suggests names; in a comma-separated list, the text before the last comma is kept. */
const namesOf = (source: NameSource, current: string, head: string, isList: boolean): Wanted => ({
  kind: 'names',
  head: isList ? head + current.slice(0, current.lastIndexOf(',') + 1) : head,
  source,
})

function argumentOf(
  { name, choices, pick }: ArgumentShape,
  current: string,
  given: readonly string[],
  sources: CompletionSources,
): Promise<Wanted> | Wanted {
  if (choices !== undefined) return choicesOf(choices, '')
  const word = name.replace(/[<>[\].]/g, '')
  if (word === 'command') return wordsAfter(given, sources)
  if (/^(file|directory)$/.test(word)) return { kind: 'files' }
  const source = (pick && namesByPick(pick)) ?? namesByArgument[word]
  return source === undefined ? nothing : namesOf(source, current, '', false)
}

/**
 * Nobody remembers request IDs, so none are suggested; prices are named after models. People who manage groups may mean
 * any group, not only those that their account can use.
 */
function namesByPick(pick: PickKind): NameSource | undefined {
  if (pick === 'request') return undefined
  if (pick === 'price') return 'model'
  return pick === 'group' ? 'everyGroup' : pick
}

/** Suggests commands and nouns after these words. */
async function wordsAfter(
  given: readonly string[],
  { index, isShown, language }: CompletionSources,
): Promise<Wanted> {
  const fitting = index.filter(({ path }) => given.every((word, at) => path.split(' ')[at] === word))
  const found = new Map<string, string>()
  for (const { path, load } of fitting) {
    const words = path.split(' ')
    const next = words[given.length]
    if (next === undefined || found.has(next)) continue
    const command = await load()
    if (command.isHidden || !isShown(command)) continue
    const isNoun = words.length > given.length + 1
    found.set(next, (isNoun ? nouns[next]?.[language] : undefined) ?? command.summary[language])
  }
  const candidates = [...found].map(([value, help]) => ({ value, help }))
  return { kind: 'candidates', head: '', candidates }
}
