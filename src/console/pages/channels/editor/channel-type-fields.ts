import type { components } from '../../../../../openapi/types.gen.ts'
import type { Language } from '../../../i18n/i18n.ts'

export type ChannelTypeEntry = components['schemas']['ChannelTypeEntry']

type TwoTexts = Readonly<Record<Language, string>>

/** Description of one form field by its channel type. */
export interface TypeField {
  readonly required?: boolean
  readonly default?: string
  readonly label?: TwoTexts
  readonly hint?: TwoTexts
}

export interface KeyField extends TypeField {
  /** Names of the parts of a composite key; one name = a plain key. */
  readonly parts?: readonly string[]
  readonly separator?: string
  /** False = the whole text is a single key. */
  readonly isMultiKey?: boolean
  readonly optional?: boolean
}

/** The fields that a type uses beyond the common ones. */
export interface TypeFields {
  readonly key: KeyField
  readonly baseUrl: TypeField
  readonly other?: TypeField
  readonly openaiOrganization?: TypeField
}

/** Returns the fields of a type; the common ones if the type is unknown. */
export const fieldsOf = (type: ChannelTypeEntry | undefined): TypeFields =>
  ({ key: {}, baseUrl: {}, ...type?.fields }) as TypeFields

/** Vertex AI, whose `other` field is a region or a table of regions. */
export const VERTEX_AI = 41
