import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Api } from '../client/api.ts'
import { configDirectory, type StoredContexts } from '../client/context-file.ts'
import type { PickKind } from '../define-command.ts'
import { makeDirectory } from '../make-directory.ts'
import type { Settings } from '../settings.ts'

/** Kinds of objects whose names a shell can suggest. */
export type NameSource = Exclude<PickKind, 'price' | 'request'> | 'everyGroup' | 'channelType'

/** Number of names requested at once; a shell would not show more anyway. */
const namesMax = 100
/** How long names are cached: enough for a few key presses, short enough for new objects to show up soon. */
const freshMs = 10_000

interface NameReader {
  /** Reads names from the server. @param start the text typed so far; empty = any */
  read(api: Api, start: string): Promise<readonly string[]>
  /** Whether the server can search by prefix, so that long lists complete as well. */
  readonly canSearch: boolean
}

const extent = { limit: namesMax, isLookup: true } as const
const keyword = (start: string): { keyword?: string } => (start === '' ? {} : { keyword: start })

const readers: Readonly<Record<Exclude<NameSource, 'context'>, NameReader>> = {
  channel: {
    canSearch: true,
    read: async (api, start) =>
      (await api.list('/api/channel/search', keyword(start), extent)).map(({ name }) => name),
  },
  token: {
    canSearch: true,
    read: async (api, start) =>
      (await api.list('/api/token/search', keyword(start), extent)).map(({ name }) => name),
  },
  code: {
    canSearch: true,
    read: async (api, start) =>
      (await api.list('/api/redemption/search', keyword(start), extent)).map(({ name }) => name),
  },
  user: {
    canSearch: true,
    read: async (api, start) =>
      (await api.list('/api/user/search', keyword(start), extent)).map(({ username }) => username),
  },
  message: {
    canSearch: true,
    read: async (api, start) =>
      (await api.list('/api/admin/messages/search', keyword(start), extent)).map(({ title }) => title),
  },
  model: { canSearch: false, read: (api) => api.get('/api/user/models', { isLookup: true }) },
  /** Groups that the account may use. */
  group: {
    canSearch: false,
    read: async (api) => Object.keys(await api.get('/api/user/self/groups', { isLookup: true })),
  },
  everyGroup: { canSearch: false, read: (api) => api.get('/api/group/', { isLookup: true }) },
  option: {
    canSearch: false,
    read: async (api) => (await api.get('/api/option/', { isLookup: true })).map(({ key }) => key),
  },
  channelType: {
    canSearch: false,
    read: async (api) => (await api.get('/api/channel/types', { isLookup: true })).map(({ slug }) => slug),
  },
}

export interface NameSettings {
  readonly api: Api
  readonly settings: Settings
  readonly stored: StoredContexts
  readonly env: NodeJS.ProcessEnv
  now(): number
}

/**
 * Returns names that match the typed text, cached for a moment.
 * @throws CliError for any refusal by the server
 */
export async function readNames(
  source: NameSource,
  start: string,
  { api, settings, stored, env, now }: NameSettings,
): Promise<readonly string[]> {
  if (source === 'context') return Object.keys(stored.contexts)
  const reader = readers[source]
  const cache = createNameCache(env, now)
  // The credential is not stored in the file, and other accounts must not see this account's names.
  const key = createHash('sha256')
    .update(`${settings.url.value} ${settings.token?.value ?? ''} ${source}`)
    .digest('hex')
  const remembered = await cache.read(key)
  const all = remembered ?? (await reader.read(api, ''))
  if (remembered === undefined) await cache.write(key, all)
  // A truncated list may lack the name, so the server is searched with the prefix.
  return start !== '' && reader.canSearch && all.length >= namesMax ? reader.read(api, start) : all
}

interface Remembered {
  readonly at: number
  readonly names: readonly string[]
}

function createNameCache(env: NodeJS.ProcessEnv, now: () => number) {
  const directory = configDirectory(env)
  const path = join(directory, 'completion-names.json')
  const readAll = async (): Promise<Record<string, Remembered>> => {
    try {
      const all: Record<string, Remembered> = JSON.parse(await readFile(path, 'utf8'))
      return Object.fromEntries(Object.entries(all).filter(([, { at }]) => Math.abs(now() - at) < freshMs))
    } catch {
      // Missing, incomplete or edited: this is only a cache.
      return {}
    }
  }
  return {
    read: async (key: string): Promise<readonly string[] | undefined> => (await readAll())[key]?.names,
    async write(key: string, names: readonly string[]): Promise<void> {
      const all = { ...(await readAll()), [key]: { at: now(), names } }
      const draft = `${path}.${process.pid}.tmp`
      makeDirectory(directory, 0o700)
      await writeFile(draft, JSON.stringify(all), { mode: 0o600 })
      await rename(draft, path)
    },
  }
}
