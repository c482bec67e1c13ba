import { Argument, Command as Commander, CommanderError, Option } from 'commander'
import { CliError, usageError } from './cli-error.ts'
import { type CommandEntry, chapters, nouns } from './command-index.ts'
import type { Command, OptionShape } from './define-command.ts'
import { helpLook, helpTexts } from './help.ts'
import { nearest } from './manifest/suggest.ts'
import { meantCommands, withoutAliases } from './meant-command.ts'
import type { Phrase } from './phrases/phrases.ts'
import { allOptions, clientOptions } from './shared-options.ts'

/** The outcome of parsing a command line: a command to run, or help to print. */
export type CommandLine =
  | { readonly kind: 'run'; readonly command: Command; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'help'; readonly text: string }

/**
 * Parses a command line without checking for missing values. Only the command that runs is loaded; help loads the
 * commands it lists.
 * @param readRole called only when help lists commands: those that this role may not use are left out; undefined = all
 * @param width columns of the terminal, for help; undefined = output goes to a pipe
 * @throws CliError `usage` for anything that is not valid
 */
export async function readCommandLine(
  argv: readonly string[],
  index: readonly CommandEntry[],
  phrase: Phrase,
  readRole: () => Promise<number | undefined> = async () => undefined,
  width?: number,
): Promise<CommandLine> {
  const ordered = withoutAliases(leadingFlagsLast(helpLast(argv)), index)
  const firstFlag = ordered.findIndex((each) => each.startsWith('-'))
  const words = firstFlag < 0 ? ordered : ordered.slice(0, firstFlag)
  const entry = index.find(({ path }) => path.split(' ').every((word, at) => words[at] === word))
  const loaded = entry
    ? [await entry.load()]
    : await Promise.all(index.filter(({ path }) => isUnder(path, words, index)).map((each) => each.load()))

  const role = entry === undefined ? await readRole() : undefined
  const isHelp = entry === undefined || ordered.includes('--help') || ordered.includes('-h')
  const measure = isHelp ? (await import('string-width')).default : (text: string) => text.length
  let result: CommandLine | undefined
  let written = ''
  const tree: Tree = {
    // If the command is known, only that one is added; help and suggestions need the whole tree.
    index: entry === undefined ? index : [entry],
    loaded,
    hidden: await hiddenFrom(role, loaded),
    phrase,
    measure,
    isHelp,
    width,
    onRun: (command, values) => {
      result = { kind: 'run', command, values }
    },
  }
  const program = buildTree(tree)
  const output = {
    writeOut: (text: string) => {
      written += text
    },
    writeErr: () => undefined,
    getOutHelpWidth: () => width ?? 80,
  }
  forEachCommand(program, (each) => each.exitOverride().configureOutput(output))
  try {
    await program.parseAsync([...ordered], { from: 'user' })
  } catch (error) {
    if (error instanceof CliError) throw error
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return { kind: 'help', text: written }
    const leaf = entry && program.commands.flatMap((each) => [each, ...each.commands]).find(isLeafOf(entry))
    const strange =
      leaf && isMissing(error) ? unknownFlag(leaf, ordered.slice(entry.path.split(' ').length)) : undefined
    if (leaf && strange !== undefined) throw unknownOption(strange, leaf, phrase)
    if (error.code === 'commander.unknownCommand') throw unknownWords(words, index, phrase)
    throw commanderProblem(error, phrase)
  }
  if (result === undefined) throw usageError(phrase('usage.missingCommand'), { hint: phrase('hint.help') })
  return result
}

/** Finds the command, or at least the noun, that a command line begins with. */
export function commandOf(
  argv: readonly string[],
  index: readonly CommandEntry[],
): { readonly words: string; readonly entry: CommandEntry | undefined } | undefined {
  const words = withoutAliases(leadingFlagsLast(helpLast(argv)), index)
  const entry = index.find(({ path }) => path.split(' ').every((word, at) => words[at] === word))
  if (entry) return { words: entry.path, entry }
  const noun = index.find(({ path }) => path.startsWith(`${words[0]} `)) && words[0]
  return noun === undefined ? undefined : { words: noun, entry: undefined }
}

/** Rewrites `tollgate help channel list` as `tollgate channel list --help`. */
const helpLast = (argv: readonly string[]): readonly string[] =>
  argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv

/** Moves leading flags to the end, so that `tollgate --context prod channel list` works. */
function leadingFlagsLast(argv: readonly string[]): readonly string[] {
  const shapes = Object.values(clientOptions)
  let at = 0
  while (at < argv.length) {
    const word = argv[at] ?? ''
    const shape = shapes.find(({ flag }) => flag.split(/[ ,]+/).includes(word.split('=')[0] ?? ''))
    if (shape === undefined) break
    at += shape.flag.includes('<') && !word.includes('=') ? 2 : 1
  }
  // A lone flag such as `--json` with nothing after it is left for Commander to report.
  if (at === 0 || at >= argv.length) return argv
  const rest = argv.slice(at)
  const operands = rest.indexOf('--')
  const end = operands < 0 ? rest.length : operands
  return [...rest.slice(0, end), ...argv.slice(0, at), ...rest.slice(end)]
}

/** Whether help for these words lists the command: every command at the top level, only a noun's verbs below it. */
const isUnder = (path: string, words: readonly string[], index: readonly CommandEntry[]): boolean => {
  const noun = words[0]
  const isNoun = index.some((each) => each.path.startsWith(`${noun} `))
  return noun === undefined || !isNoun || path.startsWith(`${noun} `)
}

async function hiddenFrom(
  role: number | undefined,
  commands: readonly Command[],
): Promise<ReadonlySet<Command>> {
  const forPrograms = commands.filter(({ isHidden }) => isHidden)
  if (role === undefined) return new Set(forPrograms)
  const { mayUse } = await import('./role.ts')
  return new Set([...forPrograms, ...commands.filter((each) => !mayUse(each, role))])
}

interface Tree {
  readonly index: readonly CommandEntry[]
  readonly loaded: readonly Command[]
  /** Loaded commands that are left out of lists. */
  readonly hidden: ReadonlySet<Command>
  readonly phrase: Phrase
  readonly isHelp: boolean
  readonly width: number | undefined
  measure(text: string): number
  onRun(command: Command, values: Readonly<Record<string, unknown>>): void
}

function buildTree(tree: Tree): Commander {
  const { index, phrase, hidden } = tree
  const shown = tree.loaded.filter((each) => !hidden.has(each))
  const program = dress(new Commander('tollgate').description(phrase('help.program')), shown, tree)
  const parents = new Map<string, Commander>()
  for (const { path } of index) {
    const [noun = '', verb] = path.split(' ')
    const command = tree.loaded.find((each) => each.path === path)
    const isHidden = command !== undefined && hidden.has(command)
    let parent = program
    if (verb !== undefined) {
      const verbs = shown.filter((each) => each.path.startsWith(`${noun} `))
      parent =
        parents.get(noun) ??
        dress(program.command(noun, { hidden: isHidden && verbs.length === 0 }), verbs, tree)
          .description(nouns[noun]?.[phrase.language] ?? noun)
          .helpGroup(chapterOf(noun, phrase))
      parents.set(noun, parent)
    }
    const leaf = parent.command(verb ?? noun, { hidden: isHidden })
    if (verb === undefined) leaf.helpGroup(chapterOf(noun, phrase))
    // Commands that are not loaded are still in the tree, so that a misspelled word gets a suggestion.
    if (command !== undefined) defineLeaf(leaf, command, tree)
  }
  return program
}

function chapterOf(word: string, phrase: Phrase): string {
  const chapter = chapters.find(({ words }) => words.includes(word))
  if (chapter === undefined) return phrase('help.commands')
  return phrase('help.chapter', { title: chapter.title[phrase.language] })
}

/** Configures help for one level of the tree: examples, headings, widths. */
function dress(commander: Commander, commands: readonly Command[], tree: Tree): Commander {
  const { phrase, measure } = tree
  helpTexts(commander, commands, tree)
  return commander
    .helpCommand(false)
    .configureHelp(helpLook(phrase, measure))
    .helpOption('-h, --help', phrase('help.help'))
}

function defineLeaf(leaf: Commander, command: Command, tree: Tree): void {
  const { phrase } = tree
  dress(leaf.description(command.summary[phrase.language]), [command], tree)
  for (const { name, help, choices } of Object.values(command.args)) {
    // Missing values are reported together later, so an argument is only marked as required for help.
    const argument = new Argument(
      tree.isHelp ? name : name.replace('<', '[').replace('>', ']'),
      help[phrase.language],
    )
    leaf.addArgument(choices === undefined ? argument : argument.choices([...choices]))
  }
  const options = new Map<string, OptionShape>()
  for (const [key, shape] of Object.entries(allOptions(command))) {
    const option = new Option(shape.flag, shape.help[phrase.language]).hideHelp(shape.isHidden ?? false)
    // Values are stored under our own names: `--input` and `--no-input` of one command are not two sides of one flag.
    option.attributeName = () => key
    if (shape.choices) option.choices([...shape.choices])
    leaf.addOption(option)
    options.set(key, shape)
  }
  leaf.action((...positionals: readonly unknown[]) => {
    const typed: Readonly<Record<string, unknown>> = leaf.opts()
    const values: Record<string, unknown> = {}
    for (const [key, shape] of options) values[key] = parsed(shape, typed[key], phrase)
    for (const [position, [key, shape]] of Object.entries(command.args).entries())
      values[key] = parsed(shape, givenOf(positionals[position]), phrase) ?? values[key]
    tree.onRun(command, values)
  })
}

/** Treats the empty list that Commander returns for `[name...]` without values as not given. */
const givenOf = (positional: unknown): unknown =>
  Array.isArray(positional) && positional.length === 0 ? undefined : positional

function parsed(shape: Pick<OptionShape, 'parse'>, value: unknown, phrase: Phrase): unknown {
  return shape.parse !== undefined && typeof value === 'string' ? shape.parse(value, phrase) : value
}

function forEachCommand(command: Commander, act: (command: Commander) => void): void {
  act(command)
  for (const each of command.commands) forEachCommand(each, act)
}

const isLeafOf =
  ({ path }: CommandEntry) =>
  (each: Commander): boolean =>
    each.commands.length === 0 && each.name() === path.split(' ').at(-1)

/**
 * Commander reports a missing option value as soon as it reads that option, before it looks for unknown flags. Other
 * missing values are only checked once the whole line has been parsed.
 */
const isMissing = ({ code }: CommanderError): boolean => code === 'commander.optionMissingArgument'

function unknownFlag(leaf: Commander, words: readonly string[]): string | undefined {
  const operands = words.indexOf('--')
  const known = new Set(leaf.options.flatMap(({ short, long }) => [short, long]))
  let isValue = false
  for (const word of operands < 0 ? words : words.slice(0, operands)) {
    const name = word.split('=')[0] ?? ''
    const option = leaf.options.find(({ short, long }) => name === short || name === long)
    if (!isValue && /^--[a-z]/i.test(word) && !known.has(name) && name !== '--help') return name
    isValue = option?.required === true && !word.includes('=')
  }
  return undefined
}

function unknownOption(what: string, leaf: Commander, phrase: Phrase): CliError {
  const suggestion = nearest(
    what,
    leaf.options.flatMap(({ long }) => long ?? []),
  )
  return usageError(phrase('usage.unknownOption', { what }), {
    hint: suggestion ? phrase('hint.didYouMean', { suggestion }) : phrase('hint.help'),
  })
}

/** Reports words that are not a command, suggesting commands with a similar meaning. */
function unknownWords(words: readonly string[], index: readonly CommandEntry[], phrase: Phrase): CliError {
  const meant = meantCommands(words, index).map((each) => `tollgate ${each}`)
  const isNoun = index.some(({ path }) => path.startsWith(`${words[0]} `))
  return usageError(phrase('usage.unknownCommand', { what: words[isNoun ? 1 : 0] ?? '' }), {
    hint:
      meant.length > 0
        ? phrase('hint.didYouMean', { suggestion: meant.join(phrase('word.or')) })
        : phrase('hint.help'),
  })
}

/** Translates Commander's English errors, identified by their code, into the language of this run. */
function commanderProblem(error: CommanderError, phrase: Phrase): CliError {
  const text = error.message.replace(/^error: /, '')
  const [first = '', ...rest] = text.split('\n')
  const what = /'([^']*)'/.exec(first)?.[1] ?? ''
  const suggestion = /\(Did you mean (.*)\?\)/.exec(rest.join(' '))?.[1]?.replace(/^one of /, '')
  const hint = suggestion ? phrase('hint.didYouMean', { suggestion }) : phrase('hint.help')
  switch (error.code) {
    case 'commander.unknownOption':
      return usageError(phrase('usage.unknownOption', { what }), { hint })
    case 'commander.unknownCommand':
      return usageError(phrase('usage.unknownCommand', { what }), { hint })
    case 'commander.optionMissingArgument':
      return usageError(phrase('usage.optionMissingArgument', { what }), { hint })
    case 'commander.excessArguments':
      return usageError(phrase('usage.excessArguments'), { hint })
    case 'commander.invalidArgument': {
      const [, flag = what, text = '', choices = ''] =
        /option '(\S+).*' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/.exec(first) ??
        argumentChoice(first)
      return usageError(phrase('usage.choice', { flag, text, choices }), { hint, field: flag })
    }
    case 'commander.help':
      return usageError(phrase('usage.missingCommand'), { hint })
    default:
      return usageError(first, { hint })
  }
}

/** Takes apart Commander's message about an invalid positional, which names the value first. */
function argumentChoice(message: string): readonly string[] {
  const [, text = '', name = '', choices = ''] =
    /value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/.exec(message) ?? []
  return [message, `<${name}>`, text, choices]
}
