import type { CommandEntry } from './command-index.ts'
import { nearest } from './manifest/suggest.ts'

/** Verbs from other programs that run our command of the same meaning, unless a command has that verb itself. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  ls: ['list'],
  show: ['get'],
  get: ['show'],
  add: ['create', 'set'],
  rm: ['delete'],
}

/** Verbs that are only suggested, because they mean something slightly different elsewhere. */
const relatedVerbs: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['update', 'modify', 'change', 'patch'].map((verb) => [verb, ['edit', 'set', 'ensure', 'update']]),
  ),
  ...Object.fromEntries(['remove', 'del', 'destroy'].map((verb) => [verb, ['delete', 'rm', 'end', 'unset']])),
  ...Object.fromEntries(['new', 'make'].map((verb) => [verb, ['create', 'add', 'set']])),
  ...Object.fromEntries(['describe', 'view', 'info', 'inspect'].map((verb) => [verb, ['get', 'show']])),
  ...Object.fromEntries(['upsert', 'apply'].map((verb) => [verb, ['ensure', 'set']])),
  all: ['list'],
  start: ['enable'],
  stop: ['disable', 'end'],
  refresh: ['rotate'],
}

/** Nouns from other programs, with the commands that people who type them look for. */
const relatedNouns: Readonly<Record<string, readonly string[]>> = {
  model: ['price list', 'channel models'],
  key: ['token list'],
  account: ['user list', 'whoami'],
  setting: ['option list'],
  config: ['option list', 'context list'],
  provider: ['channel list'],
  upstream: ['channel list'],
  voucher: ['code list'],
  coupon: ['code list'],
  redemption: ['code list'],
  usage: ['logs', 'wallet'],
  error: ['logs --errors'],
  balance: ['wallet'],
  quota: ['wallet'],
  ratio: ['group list', 'price list'],
  stats: ['top'],
  run: ['serve'],
  start: ['serve'],
  server: ['serve', 'status'],
  health: ['status', 'doctor'],
  register: ['user create'],
  init: ['setup'],
  ask: ['chat'],
}

const singular = (word: string): string => word.replace(/s$/, '')

/** Replaces an alias by the command it stands for: `channel ls` becomes `channel list`. */
export function withoutAliases(argv: readonly string[], index: readonly CommandEntry[]): readonly string[] {
  const [noun = '', verb = '', ...rest] = argv
  const has = (wanted: string): boolean => index.some(({ path }) => path === `${noun} ${wanted}`)
  if (has(verb)) return argv
  const meant = (Object.hasOwn(aliases, verb) ? (aliases[verb] ?? []) : []).find(has)
  return meant === undefined ? argv : [noun, meant, ...rest]
}

/**
 * Returns the most likely commands for words that are not a command, best first, matched by meaning, then by spelling.
 */
export function meantCommands(words: readonly string[], index: readonly CommandEntry[]): readonly string[] {
  const [noun = '', verb] = words
  const nouns = new Set(index.map(({ path }) => path.split(' ')[0] ?? ''))
  if (!nouns.has(noun)) {
    const known = Object.hasOwn(relatedNouns, singular(noun)) ? relatedNouns[singular(noun)] : undefined
    const near = nouns.has(singular(noun)) ? singular(noun) : nearest(noun, nouns)
    return known ?? (near === undefined ? [] : [near])
  }
  if (verb === undefined) return []
  const verbs = index.flatMap(({ path }) =>
    path.startsWith(`${noun} `) ? [path.slice(noun.length + 1)] : [],
  )
  const related = Object.hasOwn(relatedVerbs, verb) ? (relatedVerbs[verb] ?? []) : (aliases[verb] ?? [])
  const byMeaning = related.find((each) => verbs.includes(each))
  const found = byMeaning ?? nearest(verb, verbs)
  return found === undefined ? [] : [`${noun} ${found}`]
}
