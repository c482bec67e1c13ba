import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../api/api-problem.ts'
import { rebased } from '../../../components/editor/changes-in.ts'
import { draftOf, useKeptDraft } from '../../../components/editor/drafts.ts'
import { findJsonProblem } from '../../../components/ui/json-problem.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import {
  type ChannelMistakes,
  type FormTab,
  fieldOfColumn,
  findChannelMistakes,
  tabFields,
} from './channel-mistakes.ts'
import { type ChannelTypeEntry, fieldsOf } from './channel-type-fields.ts'
import type { Channel, ChannelValues } from './channel-values.ts'

/** Returns the name of a channel form's draft. @param form `new` or the channel's ID */
export const draftName = (form: string): string => `channel ${form}`

export type ChannelForm = ReturnType<typeof useChannelForm>

/** Holds the form's values and mistakes, and restores the draft of a form that left the screen. */
export function useChannelForm({
  first,
  loaded,
  types,
  error,
}: {
  readonly first: ChannelValues
  readonly loaded: Channel | undefined
  readonly types: readonly ChannelTypeEntry[]
  /** Why saving failed. */
  readonly error: unknown
}) {
  const { t } = useTranslation(['channelEditor', 'common'])
  const form = draftName(loaded ? String(loaded.id) : 'new')
  const [draft] = useState(() => draftOf<ChannelValues>(form))
  const [isDraft, setIsDraft] = useState(draft !== undefined)
  const [values, setValues] = useState(draft ?? first)
  const [hasTried, setTried] = useState(false)
  const [submitted, setSubmitted] = useState(values)
  const isChanged = JSON.stringify(values) !== JSON.stringify(first)
  useKeptDraft(form, isChanged ? values : undefined)

  const type = types.find((each) => each.type === values.type)
  const find = () => findChannelMistakes(values, type, loaded)
  const mistakes: ChannelMistakes = hasTried ? find() : {}
  const fieldOf = (refusal: unknown): keyof ChannelValues | undefined =>
    isProblem(refusal) ? fieldOfColumn[refusal.field ?? ''] : undefined
  // A refusal applies to a value until that value changes.
  const refused = fieldOf(error)
  const isRefused = (field: keyof ChannelValues) => refused === field && values[field] === submitted[field]

  const errorOf = (field: keyof ChannelValues): string | undefined => {
    const mistake = mistakes[field]
    if (mistake === undefined) return isRefused(field) && isProblem(error) ? error.message : undefined
    const { baseUrl, other } = fieldsOf(type)
    const label = (field === 'other' ? other : baseUrl)?.label?.[currentLanguage()] ?? ''
    const line = mistake === 'jsonInvalid' ? (findJsonProblem(String(values[field]))?.line ?? 1) : 0
    return t(`mistake.${mistake}`, { label, line })
  }
  return {
    values,
    type,
    isChanged,
    isDraft,
    change: (change: Partial<ChannelValues>) => setValues((before) => ({ ...before, ...change })),
    /** Shows mistakes from now on. @returns all of them */
    check: (): ChannelMistakes => {
      setTried(true)
      return find()
    },
    /** Records that the current values have been submitted. */
    setSubmitted: () => setSubmitted(values),
    /** Takes newer values into the form and keeps what somebody has typed. */
    rebase: (now: ChannelValues) => setValues((before) => rebased(before, first, now)),
    reset: () => {
      setIsDraft(false)
      setValues(first)
      setTried(false)
    },
    fieldOf,
    errorOf,
    mistakesIn: (tab: FormTab): number =>
      tabFields[tab].filter((field) => mistakes[field] !== undefined || isRefused(field)).length,
  }
}

/** Props of the parts of the form. */
export interface FormPart {
  readonly values: ChannelValues
  readonly onChange: (change: Partial<ChannelValues>) => void
  readonly errorOf: (field: keyof ChannelValues) => string | undefined
  readonly type: ChannelTypeEntry | undefined
}
