import { Box, Text, useInput } from 'ink'
import { useEffect, useState } from 'react'
import type { ChannelType } from '../../commands/channel/channel-object.ts'
import type { Phrase } from '../../phrases/phrases.ts'
import { Form, type FormField } from '../screen/form.tsx'
import { SearchList } from '../screen/search-list.tsx'
import { useSurroundings } from '../screen/show-screen.tsx'
import type { ChannelDraft } from './setup-session.ts'
import type { StepProps } from './setup-step.ts'

/** Asks for the type of the first channel; Tab skips it. */
export function ChannelTypeStep({ session, drafts, rows, change, go, fail }: StepProps) {
  const { phrase } = useSurroundings()
  const [types, setTypes] = useState<readonly ChannelType[]>()
  const [query, setQuery] = useState('')
  useEffect(() => {
    session.channelTypes().then(setTypes, fail)
  }, [session, fail])
  useInput((_, key) => {
    if (key.tab) go('token')
  })
  const choose = (type: ChannelType): void => {
    const before = drafts.channel
    // Choosing the same type again keeps the typed values; another type has different fields.
    const channel =
      before?.type.type === type.type
        ? before
        : {
            type,
            name: type.slug,
            baseUrl: '',
            key: '',
            other: fieldsOf(type).other?.default ?? '',
            models: [],
          }
    change({ channel })
    go('channel')
  }
  return (
    <Box flexDirection="column" rowGap={1}>
      <Text bold>{phrase('setup.title.type')}</Text>
      <SearchList
        label={phrase('setup.type')}
        choices={types?.map((type) => ({
          value: type.slug,
          cells: [type.slug, type.label, type.default_base_url],
        }))}
        query={query}
        onQuery={setQuery}
        onChoose={({ value }) => {
          const type = types?.find(({ slug }) => slug === value)
          if (type !== undefined) choose(type)
        }}
        rows={Math.max(3, rows - 3)}
      />
    </Box>
  )
}

interface FieldShape {
  readonly required?: boolean
  readonly optional?: boolean
  readonly default?: string
  readonly label?: Readonly<Record<string, string>>
  readonly hint?: Readonly<Record<string, string>>
}

/** Returns the fields that the type describes, as far as a first channel needs them. */
export const fieldsOf = (
  type: ChannelType,
): { readonly key?: FieldShape; readonly baseUrl?: FieldShape; readonly other?: FieldShape } => type.fields

type ChannelKey = 'name' | 'baseUrl' | 'key' | 'other'

function channelFields({ type }: ChannelDraft, phrase: Phrase): readonly FormField<ChannelKey>[] {
  const { key, baseUrl, other } = fieldsOf(type)
  const text = (texts: FieldShape['label']): string | undefined => texts?.[phrase.language]
  const needed = (value: string): string | undefined =>
    value.trim() === '' ? phrase('setup.needed') : undefined
  const placeholder = type.default_base_url || baseUrl?.default || ''
  return [
    { key: 'name', label: phrase('setup.name'), hint: phrase('setup.name.hint'), check: needed },
    {
      key: 'baseUrl',
      label: text(baseUrl?.label) ?? phrase('setup.baseUrl'),
      hint: text(baseUrl?.hint),
      placeholder,
      ...(baseUrl?.required && placeholder === '' ? { check: needed } : {}),
    },
    {
      key: 'key',
      label: text(key?.label) ?? phrase('setup.key'),
      hint: text(key?.hint),
      isSecret: true,
      ...(key?.optional ? { placeholder: phrase('setup.optional') } : { check: needed }),
    },
    ...(other === undefined
      ? []
      : [
          {
            key: 'other' as const,
            label: text(other.label) ?? phrase('setup.other'),
            hint: text(other.hint),
            ...(other.required ? { check: needed } : { placeholder: phrase('setup.optional') }),
          },
        ]),
  ]
}

/** The daemon's names for the fields of the form. */
const keyOfField: Readonly<Record<string, ChannelKey>> = {
  name: 'name',
  base_url: 'baseUrl',
  key: 'key',
  other: 'other',
}

/** Asks for name, address and key of the first channel. */
export function ChannelFormStep({ drafts, refusal, change, go }: StepProps) {
  const { phrase } = useSurroundings()
  const draft = drafts.channel
  if (draft === undefined) return null
  const { name, baseUrl, key, other } = draft
  return (
    <Box flexDirection="column" rowGap={1}>
      <Text bold>{phrase('setup.title.channel', { type: draft.type.label })}</Text>
      <Form
        fields={channelFields(draft, phrase)}
        values={{ name, baseUrl, key, other }}
        onChange={(values) => change({ channel: { ...draft, ...values } })}
        onSubmit={(values) => {
          change({
            channel: { ...draft, ...values, name: values.name.trim(), baseUrl: values.baseUrl.trim() },
          })
          go('models')
        }}
        refusal={refusal && { message: refusal.message, field: keyOfField[refusal.field ?? ''] }}
      />
    </Box>
  )
}
