import type { Api } from '../client/api.ts'
import type { DataOf, ItemOf } from '../client/contract-types.ts'
import { canonicalJson } from './canonical-json.ts'
import { type Channel, type ChannelType, channelValues, hasPassword } from './channel-form.ts'
import { batchValues, type Code, openCodes, unlikeFields } from './code-form.ts'
import { storedDecimal } from './decimals.ts'
import { type Kind, kindWord, priceTables, tableOptions } from './kinds.ts'
import type { Plain } from './manifest.ts'
import { type Observed, type State, stateKey } from './state.ts'
import { type Token, tokenValues } from './token-form.ts'

export type Option = DataOf<'/api/option/', 'get'>[number]
export type User = DataOf<'/api/user/{id}', 'get'>
type OwnerRow = ItemOf<'/api/owner/'>
type Entry = DataOf<'/api/option/entries', 'get'>[number]

/** The parts of the server's state to read. */
export interface Scope {
  readonly kinds: ReadonlySet<Kind>
  /** The only names to read, because there may be very many users and codes; undefined = all. */
  readonly names: ReadonlyMap<Kind, ReadonlySet<string>> | undefined
}

/** The current state of the server, as far as it was read. */
export interface Snapshot {
  readonly state: State
  readonly types: readonly ChannelType[]
  readonly options: ReadonlyMap<string, Option>
  /** Names of the price groups. */
  readonly groups: ReadonlySet<string>
  /** Proxy addresses without a password, by state key. Files may give them as secrets, which have fingerprints. */
  readonly proxies: ReadonlyMap<string, string>
  /** The keys of codes, by state key. */
  readonly codeKeys: ReadonlyMap<string, ReadonlySet<string>>
  /** Entries of table settings with their digits as written, by `option name`. */
  readonly entries: ReadonlyMap<string, string>
  readonly quotaPerUnit: number
}

const look = { limit: undefined, isLookup: true } as const

/** Reads everything in scope; changes nothing. */
export async function observe(api: Api, { kinds, names }: Scope, quotaPerUnit: number): Promise<Snapshot> {
  const has = (kind: Kind): boolean => kinds.has(kind)
  const [optionRows, types, ownerRows, entries, channels, tokens] = await Promise.all([
    api.get('/api/option/', { isLookup: true }),
    api.get('/api/channel/types', { isLookup: true }),
    api.list('/api/owner/', {}, look),
    api.get('/api/option/entries', { query: { keys: Object.keys(tableOptions).join(',') }, isLookup: true }),
    has('channels') ? api.list('/api/channel/', { id_sort: true }, look) : [],
    has('tokens') ? api.list('/api/token/', {}, look) : [],
  ])
  const users = has('users') ? await listUsers(api, names?.get('users')) : []
  const codes = has('codes') ? await listCodes(api, names?.get('codes')) : []
  const options = new Map(optionRows.map((each) => [each.key, each]))
  const proxies = new Map<string, string>()
  const objects: Omit<Observed, 'owner'>[] = [
    ...(has('groups') ? groupsOf(entries) : []),
    ...(has('options') ? optionRows.filter(({ key }) => !(key in tableOptions)).map(optionOf) : []),
    ...(has('prices') ? pricesOf(entries) : []),
    ...byName(
      'channels',
      channels,
      ({ name }) => name,
      (each) => channelOf(each, types),
    ),
    ...byName('users', users, ({ username }) => username, userOf),
    ...byName('tokens', tokens, ({ name }) => name, tokenOf),
    ...codesOf(codes),
  ]
  for (const channel of channels) {
    const { proxy } = channelValues(channel, types)
    if (typeof proxy === 'string' && proxy !== '' && !hasPassword(proxy))
      proxies.set(stateKey('channels', channel.name), proxy)
  }
  return {
    state: withOwners(objects, ownerRows),
    types,
    options,
    groups: new Set(entries.filter(({ key }) => key === 'GroupRatio').map(({ name }) => name)),
    proxies,
    codeKeys: new Map(
      [...Map.groupBy(codes, ({ name }) => name)].map(([name, same]) => [
        stateKey('codes', name),
        new Set(same.map(({ key }) => key)),
      ]),
    ),
    entries: new Map(entries.map(({ key, name, value }) => [`${key} ${name}`, value])),
    quotaPerUnit,
  }
}

function withOwners(objects: readonly Omit<Observed, 'owner'>[], rows: readonly OwnerRow[]): State {
  const owners = new Map(rows.map(({ kind, ref, owner }) => [`${kind} ${ref}`, owner]))
  return new Map(
    objects.map((each) => [
      stateKey(each.kind, each.name),
      { ...each, owner: owners.get(`${kindWord[each.kind]} ${each.ref}`) },
    ]),
  )
}

async function listUsers(api: Api, names: ReadonlySet<string> | undefined): Promise<User[]> {
  const isWhole = names === undefined || (await isListShorter(api, '/api/user/', names.size))
  if (isWhole) return withNames(await api.list('/api/user/', {}, look), names, ({ username }) => username)
  const found = await inBatches([...names], (keyword) => api.list('/api/user/search', { keyword }, look))
  return withNames(found, names, ({ username }) => username)
}

async function listCodes(api: Api, names: ReadonlySet<string> | undefined): Promise<Code[]> {
  const isWhole = names === undefined || (await isListShorter(api, '/api/redemption/', names.size))
  if (isWhole) return withNames(await api.list('/api/redemption/', {}, look), names, ({ name }) => name)
  const found = await inBatches([...names], (keyword) =>
    api.list('/api/redemption/search', { keyword }, look),
  )
  // The search matches prefixes, so a code may be found for several names.
  const unique = [...new Map(found.map((each) => [each.id, each])).values()]
  return withNames(unique, names, ({ name }) => name)
}

const withNames = <Row>(
  rows: readonly Row[],
  names: ReadonlySet<string> | undefined,
  nameOf: (row: Row) => string,
): Row[] => rows.filter((each) => names === undefined || names.has(nameOf(each)))

/** Whether reading the whole list takes fewer calls than a search for each name. */
async function isListShorter(
  api: Api,
  path: '/api/user/' | '/api/redemption/',
  names: number,
): Promise<boolean> {
  if (names < 5) return false
  const { total } = await api.get(path, { query: { p: 1, page_size: 1 }, isLookup: true })
  return Math.ceil(total / 100) <= names
}

/** Runs searches in parallel, in batches that limit their number if the API has no pace. */
async function inBatches<T>(
  names: readonly string[],
  find: (name: string) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = []
  for (let at = 0; at < names.length; at += 16)
    found.push(...(await Promise.all(names.slice(at, at + 16).map(find))).flat())
  return found
}

/** Groups objects by name; if several share a name, it is ambiguous which one is meant. */
function byName<T extends { readonly id: number }>(
  kind: Kind,
  rows: readonly T[],
  nameOf: (row: T) => string,
  read: (row: T) => Pick<Observed, 'values' | 'secrets' | 'trouble'>,
): Omit<Observed, 'owner'>[] {
  // If a list grows while it is read, a row may appear on two pages.
  const unique = new Map(rows.map((each) => [each.id, each])).values()
  return [...Map.groupBy(unique, nameOf)].flatMap(([name, same]) => {
    const [first] = same
    if (first === undefined) return []
    const ids = same.map(({ id }) => id)
    const object = { kind, name, ref: String(first.id), ids, ...read(first) }
    return [same.length > 1 ? { ...object, trouble: 'ambiguous' as const } : object]
  })
}

export function channelOf(
  channel: Channel,
  types: readonly ChannelType[],
): Pick<Observed, 'values' | 'secrets'> {
  const { proxy, ...values } = channelValues(channel, types)
  const { key_count: keyCount, key_fingerprint: keys, proxy_fingerprint: proxyPrint } = channel
  const isHidden = typeof proxy === 'string' && hasPassword(proxy)
  return {
    values: { ...values, proxy: isHidden ? null : (proxy ?? '') },
    secrets: {
      ...(keyCount > 0 || keys === '' ? { keys } : {}),
      ...(isHidden ? { proxy: proxyPrint } : {}),
    },
  }
}

export const tokenOf = (token: Token): Pick<Observed, 'values' | 'secrets'> => ({
  values: tokenValues(token),
  secrets: {},
})

export const userOf = (user: User): Pick<Observed, 'values' | 'secrets' | 'trouble'> => ({
  values: {
    displayName: user.display_name,
    group: user.group,
    role: user.role === 1 ? 'user' : user.role === 10 ? 'admin' : 'root',
    status: user.status === 2 ? 'disabled' : 'enabled',
  },
  secrets: {},
  ...(user.DeletedAt === null ? {} : { trouble: 'deleted' as const }),
})

export function codesOf(codes: readonly Code[]): Omit<Observed, 'owner'>[] {
  return [...Map.groupBy(codes, ({ name }) => name)].map(([name, same]) => {
    const open = openCodes(same)
    return {
      kind: 'codes' as const,
      name,
      ref: name,
      ids: same.map(({ id }) => id),
      values: batchValues(same),
      secrets: {},
      openCodes: open,
      ...(unlikeFields(open).length > 0 ? { trouble: 'mixed' as const } : {}),
    }
  })
}

export function groupsOf(entries: readonly Entry[]): Omit<Observed, 'owner'>[] {
  const descriptions = new Map(
    entries.filter(({ key }) => key === 'UserUsableGroups').map(({ name, value }) => [name, value]),
  )
  return entries
    .filter(({ key }) => key === 'GroupRatio')
    .map(({ name, value }) =>
      entryObject('groups', name, {
        ratio: storedDecimal(value),
        description: descriptions.get(name) ?? null,
        usable: descriptions.has(name),
      }),
    )
}

export function pricesOf(entries: readonly Entry[]): Omit<Observed, 'owner'>[] {
  const prices = new Map<string, Record<string, Plain>>()
  const builtIn = new Map<string, Record<string, Plain>>()
  for (const [field, option] of Object.entries(priceTables))
    for (const { key, name, value, default: usual } of entries)
      if (key === option) {
        if (usual !== null) builtIn.set(name, { ...builtIn.get(name), [field]: storedDecimal(usual) })
        const price = prices.get(name) ?? { ratio: null, completion: null, cacheRead: null, price: null }
        prices.set(name, { ...price, [field]: storedDecimal(value) })
      }
  return [...prices].map(([name, values]) => ({
    ...entryObject('prices', name, values),
    builtIn: builtIn.get(name),
  }))
}

const entryObject = (kind: Kind, name: string, values: Observed['values']): Omit<Observed, 'owner'> => ({
  kind,
  name,
  ref: name,
  ids: [],
  values,
  secrets: {},
})

export function optionOf({
  key,
  value,
  type,
  default: usual,
  is_secret: isSecret,
  fingerprint,
}: Option): Omit<Observed, 'owner'> {
  const builtIn = { value: optionText(usual, type) }
  if (fingerprint !== undefined)
    return { ...entryObject('options', key, {}), secrets: { value: fingerprint }, builtIn }
  // An unset secret is empty, which files write as "".
  return { ...entryObject('options', key, { value: isSecret ? '' : optionText(value, type) }), builtIn }
}

/** Returns the text of an option in the canonical form used for comparison. */
export function optionText(text: string, type: Option['type']): string {
  if (type === 'json') return canonicalJson(text) ?? text
  return type === 'decimal' ? storedDecimal(text) : text
}
