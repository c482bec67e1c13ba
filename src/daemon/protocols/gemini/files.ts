import { asArray, asObject, asText } from '../json-access.ts'
import type { JsonObject, JsonValue, StateUse } from '../types.ts'

/** Clients see Google's own address, whichever server keeps the file: SDKs expect it, and it reveals nothing. */
const FILE_ADDRESS = 'https://generativelanguage.googleapis.com/v1beta/'

/** How a request may name a file: `files/abc`, or an address that ends in it. */
const NAMED = /^(?:https?:\/\/[^/?#]+(?:\/[^?#]*)?\/v\d+(?:alpha|beta)?\d*\/)?(files\/[\w-]{1,64})$/

/** A file's name as the vendor gives it: `files/abc`. */
const NAME = /^files\/[a-z0-9](?:[\w-]{0,62}[a-z0-9])?$/

/** As in `named-files.ts`: what lies deeper is somebody's data. */
const DEPTH_MAX = 8

/** A function's arguments, and its result. */
const OF_FUNCTIONS: ReadonlySet<string> = new Set(['args', 'response'])

const URI_NAMES: readonly string[] = ['fileUri', 'file_uri']

/** The name of the file at an address; undefined = it is not the address of a file. */
const nameIn = (uri: string): string | undefined => NAMED.exec(uri)?.[1]

/** The name in a vendor's description of a file; undefined when it has none that fits in a path. */
export function readFileName(described: JsonObject): string | undefined {
  const name = asText(described.name)
  return name !== undefined && NAME.test(name) ? name : undefined
}

/** When the vendor will delete the file; undefined = it does not say. */
export function readFileExpiry({ expirationTime }: JsonObject): number | undefined {
  const ms = Date.parse(asText(expirationTime) ?? '')
  return Number.isNaN(ms) ? undefined : ms
}

/** The names of the files in a request's contents. */
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
 * The request with the vendor's addresses of its files; the same object when nothing changes.
 * @param addressOf by the name of the file; undefined = nobody here knows it
 */
export const withFileAddresses = (
  body: JsonObject,
  addressOf: (name: string) => string | undefined,
): JsonObject => eachUri(body, (uri) => addressOf(nameIn(uri) ?? '') ?? uri)

/**
 * A vendor's description of a file as a client sees it, without the vendor's address.
 * @param here the address that the client has reached, without a slash at the end
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

/** The body with its file addresses as `change` gives them; the same object when it changes none. */
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
