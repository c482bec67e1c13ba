import { asArray, asObject, asText } from '../json-access.ts'
import type { JsonObject, JsonValue, StateUse } from '../types.ts'

/** Clients see Google's own URL, whichever server stores the file: SDKs expect it, and it reveals nothing. */
const FILE_ADDRESS = 'https://generativelanguage.googleapis.com/v1beta/'

/**
 * The forms in which a request refers to a file: `files/abc`, or a URL with it. A vendor may also take a URL that
 * continues after the name or repeats a slash, and such a spelling must not let users reach other users' files. Each
 * digit can match only one part of the pattern. Otherwise a long number would take minutes.
 */
const NAMED =
  /^(?:https?:\/\/[^/?#]+(?:\/[^?#]*)?\/v\d+(?:(?:alpha|beta)\d*)?\/+)?(files\/+[\w-]{1,64})(?:[/?#:].*)?$/is

/** A file name assigned by the vendor: `files/abc`. */
const NAME = /^files\/[a-z0-9](?:[\w-]{0,62}[a-z0-9])?$/

/** As in `named-files.ts`: deeper values are arbitrary data. */
const DEPTH_MAX = 8

/** Arguments and results of functions. */
const OF_FUNCTIONS: ReadonlySet<string> = new Set(['args', 'response'])

const URI_NAMES: readonly string[] = ['fileUri', 'file_uri']

/** Returns the name of the file at a URL; undefined = it is not the URL of a file. */
const nameIn = (uri: string): string | undefined =>
  NAMED.exec(decoded(uri.trim()))?.[1]?.replace(/^files\/+/i, 'files/')

function decoded(uri: string): string {
  if (!uri.includes('%')) return uri
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}

/** Returns the name in a vendor's description of a file; undefined if it has none that is safe in a path. */
export function readFileName(described: JsonObject): string | undefined {
  const name = asText(described.name)
  return name !== undefined && NAME.test(name) ? name : undefined
}

/** Returns when the vendor will delete the file; undefined = not stated. */
export function readFileExpiry({ expirationTime }: JsonObject): number | undefined {
  const ms = Date.parse(asText(expirationTime) ?? '')
  return Number.isNaN(ms) ? undefined : ms
}

/** Returns the names of the files in a request's contents. */
export function readGeminiStates(body: JsonObject): StateUse | undefined {
  const files: string[] = []
  eachUri(body, (uri) => {
    const name = nameIn(uri)
    if (name !== undefined) files.push(name)
    return uri
  })
  return files.length === 0 ? undefined : { needed: [], sealed: [], files }
}

/**
 * Replaces file references with the vendor's URLs; returns the same object if nothing changes.
 * @param addressOf maps the name of a file to its URL; undefined = the file is unknown
 */
export const withFileAddresses = (
  body: JsonObject,
  addressOf: (name: string) => string | undefined,
): JsonObject => eachUri(body, (uri) => addressOf(nameIn(uri) ?? '') ?? uri)

/**
 * Returns a vendor's description of a file for clients, without the vendor's URL.
 * @param here the base URL that the client used, without a slash at the end
 */
export function presentFile(described: JsonObject, name: string, here: string): JsonObject {
  const { uri: _address, downloadUri, ...rest } = described
  return {
    ...rest,
    name,
    uri: `${FILE_ADDRESS}${name}`,
    ...(downloadUri !== undefined && { downloadUri: `${here}/v1beta/${name}:download?alt=media` }),
  }
}

/** Replaces the file URIs of a body with the results of `change`; returns the same object if none changes. */
function eachUri(body: JsonObject, change: (uri: string) => string): JsonObject {
  const walked = walk(body, change, 0)
  return asObject(walked) ?? body
}

function walk(value: JsonValue, change: (uri: string) => string, depth: number): JsonValue {
  if (depth > DEPTH_MAX) return value
  const list = asArray(value)
  if (list) {
    const walked = list.map((each) => walk(each, change, depth + 1))
    return walked.some((each, index) => each !== list[index]) ? walked : list
  }
  const object = asObject(value)
  if (!object) return value
  let hasChanged = false
  const members = Object.entries(object).map(([name, each]): [string, JsonValue] => {
    const next = OF_FUNCTIONS.has(name) ? each : walkMember(name, each, change, depth)
    hasChanged ||= next !== each
    return [name, next]
  })
  return hasChanged ? Object.fromEntries(members) : object
}

function walkMember(
  name: string,
  value: JsonValue,
  change: (uri: string) => string,
  depth: number,
): JsonValue {
  if (URI_NAMES.includes(name) && typeof value === 'string') return change(value)
  return typeof value === 'object' ? walk(value, change, depth + 1) : value
}
