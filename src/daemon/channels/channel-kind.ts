import { channelTypeCatalogue } from '../channel-types/catalogue.ts'
import type { FieldSpec } from '../channel-types/types.ts'
import { AppError } from '../errors/app-error.ts'
import { readObjectColumn } from './channel-columns.ts'

/** Facts about a channel type that the rules for stored channels need. */
export interface ChannelKind {
  readonly type: number
  readonly isKeyOptional: boolean
  /** Stored if `other` is left empty. */
  readonly defaultOther: string
  /**
   * Checks the columns. @throws AppError `channel_field_required`, `channel_region_invalid`, `channel_field_invalid`
   * naming the field
   */
  check(columns: { readonly base_url: string; readonly other: string; readonly key?: string }): void
}

/** Vertex AI. */
const VERTEX_AI = 41

/**
 * Reports whether the stored key text is a list of keys used in turn, which is the case except for service-account
 * JSON.
 */
export const isMultiKeyType = (type: number): boolean =>
  channelTypeCatalogue.get(type)?.fields.key.isMultiKey !== false

/** Finds a channel type. @throws AppError `channel_type_unknown` for a number that is not in the catalogue */
export function findChannelType(type: number): ChannelKind {
  const entry = channelTypeCatalogue.get(type)
  if (!entry) throw new AppError('channel_type_unknown', { field: 'type', values: { type } })
  const { fields } = entry
  return {
    type,
    isKeyOptional: fields.key.optional === true,
    defaultOther: fields.other?.default ?? '',
    check(columns) {
      if (type === VERTEX_AI) checkRegion(columns.other)
      checkField('base_url', columns.base_url, fields.baseUrl)
      if (fields.other) checkField('other', columns.other, fields.other)
      if (columns.key !== undefined && columns.key !== '') checkField('key', columns.key, fields.key)
    },
  }
}

function checkField(field: string, text: string, spec: FieldSpec): void {
  if (text === '') {
    if (!spec.required) return
    const label = { en: spec.label?.en ?? field, zh: spec.label?.zh ?? field }
    throw new AppError('channel_field_required', { field, values: { label: label.en, labelZh: label.zh } })
  }
  const problem = spec.check?.(text)
  if (problem)
    throw new AppError('channel_field_invalid', {
      field,
      values: { problem: problem.en, problemZh: problem.zh },
    })
}

/** Checks a region: plain text, or JSON from model name to region that has a `default`. */
function checkRegion(text: string): void {
  const invalid = (cause?: unknown) => new AppError('channel_region_invalid', { cause, field: 'other' })
  if (text === '') throw invalid()
  if (!text.startsWith('{')) {
    if (!isRegion(text)) throw invalid()
    return
  }
  let regions: readonly unknown[]
  try {
    const map = readObjectColumn('other', text)
    if (map.default === undefined) throw invalid()
    regions = Object.values(map)
  } catch (cause) {
    throw invalid(cause)
  }
  if (!regions.every((each) => typeof each === 'string' && isRegion(each))) throw invalid()
}

/** Recognizes a region. It becomes part of a host name, so it must not contain anything that could end one. */
const isRegion = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,62}$/.test(text)

/**
 * Returns scheme, host and port of the server that receives a channel's key: from its own base URL, or else from its
 * type's.
 * @returns the type's number if the address is computed, so that a change of type counts as another host
 */
export function effectiveOrigin(channel: { readonly type: number; readonly base_url: string }): string {
  const address = channel.base_url || channelTypeCatalogue.get(channel.type)?.defaultBaseUrl || ''
  return URL.parse(address)?.origin ?? `type ${channel.type} ${address}`
}
