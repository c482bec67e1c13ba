import type { Channel } from './channel-form.ts'
import { type Kind, kindWord, priceTables, tableOptions } from './kinds.ts'
import type { Plain } from './manifest.ts'
import { instantOf } from './moments.ts'
import { optionText, type Snapshot } from './observe.ts'
import type { Observed } from './state.ts'
import type { Token } from './token-form.ts'

/** A value of an export: plain content, or a reference to a secret. */
export type Exported =
  | Plain
  | { readonly env: string }
  | readonly { readonly env: string }[]
  | { readonly [field: string]: Exported }
  /** JSON text to be written as a table. */
  | JsonText

/** JSON text whose numbers keep their digits in the file. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** One object of an export; null = a removed built-in one. */
export interface ExportedObject {
  readonly name: string
  readonly fields: Exported
}

/** An object that files cannot describe, with the reason. */
export interface Skipped {
  readonly kind: Kind
  readonly name: string
  readonly reason: 'ambiguous' | 'mixed' | 'expired'
  readonly ids: readonly number[]
}

export interface ExportedKind {
  readonly kind: Kind
  readonly objects: readonly ExportedObject[]
  /** Variables that apply needs for objects that do not exist yet. */
  readonly variables: readonly string[]
  readonly skipped: readonly Skipped[]
}

/** Default values of channels and tokens, which are not written. */
const defaults: Readonly<Partial<Record<Kind, Readonly<Record<string, Plain>>>>> = {
  channels: {
    groups: ['default'],
    priority: 0,
    weight: 0,
    tag: '',
    status: 'enabled',
    autoBan: true,
    baseUrl: '',
    prefix: '',
    testModel: '',
    modelMapping: '',
    statusCodeMapping: '',
    paramOverride: '',
    setting: '',
    systemPrompt: '',
    other: '',
    organization: '',
    maxInputTokens: 0,
    proxy: '',
  },
  tokens: {
    models: [],
    fallbacks: '',
    group: '',
    expires: 'never',
    allowIps: [],
    rateLimit: 'off',
    successLimit: 10,
    tokensPerMinute: 0,
    budget: 'off',
    status: 'enabled',
  },
  users: { displayName: '', group: 'default', role: 'user', status: 'enabled' },
  codes: { gift: false, maxUses: -1, validFrom: 'never', validUntil: 'never' },
}

const jsonFields = new Set(['fallbacks', 'modelMapping', 'statusCodeMapping', 'paramOverride', 'setting'])

export interface ExportSources {
  readonly snapshot: Snapshot
  readonly channels: readonly Channel[]
  readonly tokens: readonly Token[]
  /** If set, only objects with this owner label are exported. */
  readonly owner: string | undefined
  readonly nowMs: number
}

/** Exports all objects of one kind, sorted by name. */
export function exportKind(kind: Kind, sources: ExportSources): ExportedKind {
  const { snapshot, owner } = sources
  const present = [...snapshot.state.values()]
    .filter((each) => each.kind === kind && (owner === undefined || each.owner === owner))
    // The super administrator is created by setup, under any name; deactivated accounts are left out.
    .filter(({ trouble, values }) => trouble !== 'deleted' && values.role !== 'root')
  const skipped = present.flatMap((each): Skipped[] => {
    const reason = reasonToSkip(each, sources)
    return reason === undefined ? [] : [{ kind, name: each.name, reason, ids: each.ids }]
  })
  const variables: string[] = []
  const nameVariable = variableNames(
    kind,
    present.map(({ name }) => name),
  )
  const objects = present
    .filter((each) => reasonToSkip(each, sources) === undefined)
    .flatMap((each): ExportedObject[] => {
      const variable = (field: string): { readonly env: string } => {
        const env = nameVariable(each.name, field)
        variables.push(env)
        return { env }
      }
      const fields = fieldsOf(each, sources, variable)
      return fields === undefined ? [] : [{ name: each.name, fields }]
    })
  const removed = owner === undefined ? removedEntries(kind, snapshot) : []
  return {
    kind,
    objects: [...objects, ...removed].sort((a, b) => (a.name < b.name ? -1 : 1)),
    variables: variables.sort(),
    skipped,
  }
}

function reasonToSkip(
  { kind, trouble, values }: Observed,
  { nowMs }: ExportSources,
): Skipped['reason'] | undefined {
  if (trouble === 'ambiguous' || trouble === 'mixed') return trouble
  const expires = kind === 'tokens' ? instantOf(String(values.expires)) : undefined
  // A server refuses to create an expired token, and nobody could use it.
  return expires !== undefined && expires * 1000 <= nowMs ? 'expired' : undefined
}

type Variable = (field: string) => { readonly env: string }

function fieldsOf(observed: Observed, sources: ExportSources, variable: Variable): Exported | undefined {
  const { kind, name, values } = observed
  switch (kind) {
    case 'options':
      return optionField(observed, sources.snapshot, variable)
    case 'groups':
      return { ratio: values.ratio ?? null, ...groupUse(values) }
    case 'prices':
      return priceFields(name, values, sources.snapshot)
    case 'channels':
      return channelFields(observed, sources, variable)
    case 'users':
      return { password: variable('password'), ...plainFields(observed, name) }
    case 'tokens':
      return { quota: quotaOf(name, sources.tokens), ...plainFields(observed) }
    case 'codes':
      return {
        quota: values.quota ?? 0,
        count: values.count ?? 0,
        ...plainFields(observed, undefined, ['quota', 'count']),
      }
  }
}

const groupUse = ({ usable, description }: Observed['values']): { readonly [field: string]: Exported } =>
  usable === true ? { description: description ?? '' } : { usable: false }

/** Returns fields that differ from the defaults of a new object. */
function plainFields(
  { kind, values }: Observed,
  displayName = '',
  without: readonly string[] = ['unlimited'],
): { readonly [field: string]: Exported } {
  const usual = { ...defaults[kind], ...(displayName === '' ? {} : { displayName }) } as Record<string, Plain>
  return Object.fromEntries(
    Object.entries(values)
      .filter(
        ([field, value]) =>
          !without.includes(field) && JSON.stringify(usual[field]) !== JSON.stringify(value),
      )
      .map(([field, value]) => [field, jsonFields.has(field) ? new JsonText(String(value)) : value]),
  )
}

function channelFields(observed: Observed, { channels }: ExportSources, variable: Variable): Exported {
  const { type, models, ...rest } = observed.values
  const count = channels.find(({ id }) => id === observed.ids[0])?.key_count ?? 0
  const keys = Array.from({ length: count }, (_, at) => variable(count === 1 ? 'key' : `key_${at + 1}`))
  const { proxy, ...fields } = plainFields({ ...observed, values: rest })
  return {
    type: type ?? '',
    ...(keys.length === 0 ? {} : { keys }),
    models: models ?? [],
    ...fields,
    // null = the proxy has a password, which the server does not show.
    ...(proxy === undefined ? {} : { proxy: proxy === null ? variable('proxy') : proxy }),
  }
}

/** Returns the total quota granted, because the remaining quota changes with every request. */
function quotaOf(name: string, tokens: readonly Token[]): Plain {
  const token = tokens.find((each) => each.name === name)
  if (token === undefined || token.unlimited_quota) return 'unlimited'
  const { remain_quota_exact: left, used_quota_exact: used, held_quota_exact: held } = token
  return Math.max(0, Math.round(Number(left) + Number(used) + Number(held)))
}

function optionField(
  { name, values }: Observed,
  { options }: Snapshot,
  variable: Variable,
): Exported | undefined {
  const option = options.get(name)
  if (option === undefined) return undefined
  if (option.is_secret) return option.is_set ? variable('') : undefined
  const text = String(values.value ?? '')
  if (text === optionText(option.default, option.type)) return undefined
  if (option.type === 'json') return new JsonText(text)
  if (option.type === 'boolean') return text === 'true'
  return option.type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : option.value
}

function priceFields(name: string, values: Observed['values'], { options }: Snapshot): Exported {
  const builtIn = builtInNames(options)
  return Object.fromEntries(
    Object.entries(priceTables).flatMap(([field, option]) => {
      const value = values[field] ?? null
      // A built-in price that was removed on this server must be removed on the other server too.
      return value === null && builtIn.get(option)?.has(name) !== true ? [] : [[field, value]]
    }),
  )
}

/** Returns built-in groups and prices that this server lacks. */
function removedEntries(kind: Kind, { options, state }: Snapshot): ExportedObject[] {
  if (kind !== 'groups' && kind !== 'prices') return []
  const names = new Set<string>()
  for (const [option, entries] of builtInNames(options))
    if (tableOptions[option] === kind && option !== 'UserUsableGroups')
      for (const name of entries) names.add(name)
  return [...names].filter((name) => !state.has(`${kind} ${name}`)).map((name) => ({ name, fields: null }))
}

function builtInNames(options: Snapshot['options']): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.keys(tableOptions).map((key) => [
      key,
      new Set(Object.keys(JSON.parse(options.get(key)?.default || '{}') as object)),
    ]),
  )
}

const clean = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')

/**
 * Returns a function that names variables, such as `TOLLGATE_CHANNEL_OPENAI_MAIN_KEY`. Names that would be empty or not
 * unique get a suffix.
 */
function variableNames(kind: Kind, names: readonly string[]): (name: string, field: string) => string {
  const uses = Map.groupBy(names, clean)
  return (name, field) => {
    const word = clean(name)
    const mark = word === '' || (uses.get(word)?.length ?? 0) > 1 ? hash(name) : ''
    return ['TOLLGATE', kindWord[kind].toUpperCase(), word, mark, clean(field)]
      .filter((each) => each !== '')
      .join('_')
  }
}

/** Returns six hexadecimal digits that are always the same for a name (FNV-1a). */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0
  return value.toString(16).toUpperCase().padStart(8, '0').slice(0, 6)
}
