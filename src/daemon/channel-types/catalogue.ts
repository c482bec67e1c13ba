import type { OperationName } from '../protocols/types.ts'
import { channelTypes } from './index.ts'
import type { ChannelFields, ChannelType } from './types.ts'

/** One kind of upstream for forms, lists and the API. */
export interface CatalogueEntry {
  /** The number stored with a channel. */
  readonly type: number
  /** kebab-case, for manifests and the command line. */
  readonly slug: string
  readonly label: string
  readonly ownedBy: string
  readonly operations: readonly OperationName[]
  readonly fields: ChannelFields
  /** Empty = the administrator must enter one, or it follows from other fields. */
  readonly defaultBaseUrl: string
  /** Model names offered in the form. */
  readonly models: readonly string[]
  readonly hasBalance: boolean
}

/** The order in which pickers show the types. */
const ORDER = [
  1, 2, 5, 36, 4, 14, 33, 41, 3, 34, 39, 43, 15, 46, 17, 18, 16, 24, 11, 47, 25, 20, 49, 19, 23, 31, 35, 37,
  38, 40, 42, 8, 22, 21, 44, 45, 48,
] as const

/** All kinds of upstreams by number, in the order of pickers. No other number is valid. */
export const channelTypeCatalogue: ReadonlyMap<number, CatalogueEntry> = new Map(
  ORDER.flatMap((type) => {
    const known = channelTypes.get(type)
    return known ? [[type, describe(known)] as const] : []
  }),
)

/** Finds a type by its number (as text or number) or slug, for command lines and manifests. */
export function findCatalogueEntry(name: string | number): CatalogueEntry | undefined {
  const text = String(name).trim().toLowerCase()
  if (/^\d+$/.test(text)) return channelTypeCatalogue.get(Number(text))
  return [...channelTypeCatalogue.values()].find((each) => each.slug === text)
}

function describe({
  type,
  slug,
  label,
  ownedBy,
  fields,
  models,
  serves,
  balance,
}: ChannelType): CatalogueEntry {
  return {
    type,
    slug,
    label,
    ownedBy,
    operations: Object.values(serves).map((codec) => codec.operation),
    fields,
    defaultBaseUrl: fields.baseUrl.default ?? '',
    models,
    hasBalance: balance !== undefined,
  }
}
