import { readAmount } from '../input/amount.ts'
import { readDuration } from '../input/moment.ts'
import { canonicalJson, jsonOf } from './canonical-json.ts'
import { isRatio, plainDecimal, storedDecimal } from './decimals.ts'
import type { FieldShape } from './kinds.ts'
import type { Plain, SecretUse } from './manifest.ts'
import { instantOf } from './moments.ts'
import type { Problems } from './problems.ts'
import { readSecretUse } from './read-secret.ts'
import { nearest } from './suggest.ts'
import type { TextKey } from './texts.ts'
import type { ScalarTree, Tree } from './tree.ts'

/** The content of a field: a value, or the source of a secret. */
export type FieldValue = { readonly value: Plain } | { readonly secret: SecretUse }

/** The error for a field that does not match its shape: a message and its values. */
class Wrong {
  readonly key: TextKey
  readonly values: Readonly<Record<string, string | number>>
  readonly hint: string | undefined
  constructor(key: TextKey, values: Readonly<Record<string, string | number>> = {}, hint?: string) {
    this.key = key
    this.values = values
    this.hint = hint
  }
}

/** Reads a field. @returns undefined when it is invalid; the problem is recorded */
export function readField(
  shape: FieldShape,
  tree: Tree,
  path: string,
  problems: Problems,
): FieldValue | undefined {
  if (shape.form === 'secret' || shape.form === 'secrets') {
    const secret = readSecretUse(tree, path, shape.form === 'secrets', problems)
    return secret && { secret }
  }
  if (shape.isReferable && tree.kind === 'table') {
    const secret = readSecretUse(tree, path, false, problems)
    return secret && { secret }
  }
  const value = readValue(shape, tree, problems)
  if (!(value instanceof Wrong)) return { value }
  problems.add(value.key, { place: tree.place, path, values: value.values, hint: value.hint })
  return undefined
}

function readValue(shape: FieldShape, tree: Tree, problems: Problems): Plain | Wrong {
  if (shape.form === 'texts') return readTexts(shape, tree)
  if (shape.form === 'json') return readJson(shape, tree)
  if (shape.form === 'fallbacks') return readFallbacks(shape, tree)
  if (tree.kind !== 'scalar') return new Wrong('wantsScalar')
  if (tree.value === null) return shape.isNullable ? null : new Wrong('empty')
  switch (shape.form) {
    case 'text':
      return readText(shape, tree)
    case 'address':
      return readAddress(shape, tree)
    case 'decimal':
      return readRatio(tree, problems)
    case 'integer':
      return readInteger(shape, tree)
    case 'flag':
      return typeof tree.value === 'boolean' ? tree.value : new Wrong('wantsFlag')
    case 'choice':
      return readChoice(shape, tree, problems)
    case 'amount':
      return readQuota(shape, tree.source) ?? new Wrong('wantsAmount')
    case 'budget':
      if (tree.source === 'unlimited') return 'unlimited'
      return readQuota(shape, tree.source) ?? new Wrong('wantsBudget')
    case 'when':
      return readWhen(tree)
    case 'rate':
      return readRate(tree)
    case 'spending':
      return readSpending(shape, tree)
    default:
      throw new Error(`The form ${shape.form} has no reader.`)
  }
}

/** Reads an amount as written. Only quota units are checked, because the value of dollars depends on the server. */
function readQuota({ min = 0, max = Number.MAX_SAFE_INTEGER }: FieldShape, source: string) {
  const amount = readAmount(source)
  if (amount === undefined) return undefined
  const units = Number(amount.text)
  if (amount.unit === 'quota' && (units < min || units > max)) return new Wrong('quotaRange', { min, max })
  return source.trim().toLowerCase()
}

function readText(shape: FieldShape, { value, source }: ScalarTree): string | Wrong {
  if (typeof value === 'boolean') return new Wrong('wantsText')
  const written = typeof value === 'string' ? value : source
  const text = shape.isVerbatim ? written : written.trim()
  const max = shape.maxLength ?? 255
  return [...text].length > max ? new Wrong('tooLong', { max }) : text
}

function readAddress(shape: FieldShape, tree: ScalarTree): string | Wrong {
  const text = readText(shape, tree)
  if (text instanceof Wrong || text === '') return text
  const url = URL.parse(text)
  if (url === null || !/^(https?|wss?|socks5):$/.test(url.protocol) || url.hostname === '')
    return new Wrong('wantsAddress')
  if (url.username !== '' || url.password !== '')
    return new Wrong(shape.isReferable ? 'plainSecret' : 'wantsAddress')
  return text.replace(/\/+$/, '')
}

function readRatio({ value, source }: ScalarTree, { tell }: Problems): string | Wrong {
  if (typeof value !== 'number') {
    const decimal = plainDecimal(source.trim())
    return decimal !== undefined && isRatio(decimal) ? decimal : new Wrong('wantsRatio')
  }
  // YAML has more ways to write a number: `.5` and `1e3` mean "0.5" and "1000".
  const meant = plainDecimal(storedDecimal(source.trim().replace(/^\./, '0.')))
  if (meant === undefined || !isRatio(meant)) return new Wrong('wantsRatio')
  return new Wrong('wantsQuotes', {}, tell('write', { text: JSON.stringify(meant) }))
}

function readInteger(
  { min = 0, max = Number.MAX_SAFE_INTEGER }: FieldShape,
  tree: ScalarTree,
): number | Wrong {
  const { value } = tree
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return new Wrong('wantsInteger')
  return value < min || value > max ? new Wrong('outOfRange', { min, max }) : value
}

function readChoice(
  { choices = [] }: FieldShape,
  { source }: ScalarTree,
  { tell }: Problems,
): string | Wrong {
  if (choices.includes(source)) return source
  const suggestion = nearest(source, choices)
  return new Wrong(
    'wantsChoice',
    { choices: choices.join(', ') },
    suggestion && tell('didYouMean', { suggestion }),
  )
}

/** The server does not support times after the year 9999. */
const SECONDS_MAX = 200_000_000_000

function readWhen({ source }: ScalarTree): string | Wrong {
  const text = source.trim()
  const seconds = readDuration(text)
  const isAhead = seconds !== undefined && seconds >= 1 && seconds <= SECONDS_MAX
  const isKnown = text === 'never' || isAhead || (seconds === undefined && instantOf(text) !== undefined)
  return isKnown ? text : new Wrong('wantsWhen')
}

/** Reads `1000/60s`; the result is in seconds, whatever the unit was. */
function readRate({ source }: ScalarTree): string | Wrong {
  const text = source.trim()
  if (text === 'off') return 'off'
  const [, count = '', period = ''] = /^(\d{1,9})\/(.+)$/.exec(text) ?? []
  const unit = /^[smhd]$/.test(period) ? `1${period}` : /^\d+$/.test(period) ? `${period}s` : period
  const seconds = readDuration(unit)
  if (
    count === '' ||
    seconds === undefined ||
    seconds < 1 ||
    seconds > 2_592_000 ||
    !Number.isInteger(seconds)
  )
    return new Wrong('wantsRate')
  return `${Number(count)}/${seconds}s`
}

/** Reads `5usd/day`; the result is as written. */
function readSpending(shape: FieldShape, { source }: ScalarTree): string | Wrong {
  const text = source.trim().toLowerCase()
  if (text === 'off') return 'off'
  const [, amount = ''] = /^(.+)\/(day|week|month)$/.exec(text) ?? []
  const quota = readQuota(shape, amount) ?? new Wrong('wantsSpending')
  return quota instanceof Wrong ? quota : text
}

function readTexts(shape: FieldShape, tree: Tree): readonly string[] | Wrong {
  if (tree.kind !== 'list') return new Wrong('wantsList')
  const texts: string[] = []
  for (const item of tree.items) {
    const text =
      item.kind === 'scalar' && item.value !== null ? readText(shape, item) : new Wrong('wantsText')
    if (text instanceof Wrong) return text
    if (text === '' || /[,\n]/.test(text)) return new Wrong('listItem')
    if (!texts.includes(text)) texts.push(text)
  }
  return texts
}

/** Reads a table, or its JSON text. An empty table becomes the empty text, as on the server. */
function readJson(shape: FieldShape, tree: Tree): string | Wrong {
  if (tree.kind === 'list') return new Wrong('wantsTable')
  const json = canonicalJson(tree.kind === 'table' ? jsonOf(tree) : tree.source || '{}')
  if (json === undefined || !json.startsWith('{')) return new Wrong('wantsTable')
  const max = shape.maxLength ?? 65_536
  if (json.length > max) return new Wrong('tooLong', { max })
  return json === '{}' ? '' : json
}

const FALLBACKS_MAX = 7
const FALLBACK_MODELS_MAX = 100
const MODEL_NAME_MAX = 256

/** Reads a list of models for each model, in the form that the server stores and within its limits. */
function readFallbacks(shape: FieldShape, tree: Tree): string | Wrong {
  const json = readJson(shape, tree)
  if (json instanceof Wrong || json === '') return json
  const given = Object.entries(JSON.parse(json) as Record<string, unknown>)
  const entries: [string, string[]][] = []
  for (const [typed, list] of given) {
    if (!isTextList(list)) return new Wrong('wantsFallbacks', { max: FALLBACKS_MAX })
    const model = typed.trim()
    // The server trims names, and removes duplicates and a model's fallback to itself.
    const others = [...new Set(list.map((each) => each.trim()))].filter((each) => each && each !== model)
    if (others.length > FALLBACKS_MAX || others.some((each) => [...each].length > MODEL_NAME_MAX))
      return new Wrong('wantsFallbacks', { max: FALLBACKS_MAX })
    if (model !== '' && others.length > 0) entries.push([model, others])
  }
  if (entries.length > FALLBACK_MODELS_MAX) return new Wrong('tooManyFallbacks', { max: FALLBACK_MODELS_MAX })
  return entries.length === 0 ? '' : (canonicalJson(JSON.stringify(Object.fromEntries(entries))) ?? '')
}

const isTextList = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((each) => typeof each === 'string')
