import type { Data } from '../../http/contract.ts'
import type { OptionSpec } from '../../options/kinds.ts'
import { needsOf } from '../../options/needs.ts'
import type { OptionEntry } from '../../options/option-store.ts'
import { registry } from '../../options/registry.ts'

/** Describes a setting for the API: its value, its default, and everything that a form needs to check it. */
export function describeOption(entry: OptionEntry): Data<'listOptions'>[number] {
  const { key, text, isSecret, isSet, isDefault, fingerprint } = entry
  const spec: OptionSpec<unknown> = registry[key]
  const { range, choices, isMultiline, unit } = spec
  const needs = needsOf(key)
  return {
    key,
    value: text,
    is_secret: isSecret,
    is_set: isSet,
    is_default: isDefault,
    role: spec.role,
    type: spec.type,
    default: spec.default,
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(range && {
      range: {
        min: range.min,
        max: range.max,
        is_above_min: range.isAboveMin,
        places: range.places,
        step: range.step,
        may_be_empty: range.mayBeEmpty,
      },
    }),
    ...(choices && { choices: [...choices] }),
    ...(isMultiline === undefined ? {} : { is_multiline: isMultiline }),
    ...(unit && { unit }),
    ...(needs.length > 0 && { needs: [...needs] }),
  }
}
