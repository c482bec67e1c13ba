import { useTranslation } from 'react-i18next'
import { channelsOf, distinct, type ListRow } from './channel-rows.ts'
import { InlineNumber } from './inline-number.tsx'
import { useChangeChannels, useEditTag } from './use-channel-actions.ts'

/** Priority or weight, changed in place; in the row of a tag for all of its channels. */
export function RoutingCell({
  row,
  field,
}: {
  readonly row: ListRow
  readonly field: 'priority' | 'weight'
}) {
  const { t } = useTranslation('channels')
  const change = useChangeChannels()
  const editTag = useEditTag({ isShownInPlace: false })
  const values = distinct(channelsOf(row).map((channel) => channel[field])).toSorted((a, b) => a - b)
  const name = row.kind === 'tag' ? row.tag : row.channel.name
  const save = async (value: number) => {
    try {
      if (row.kind === 'tag') await editTag.mutateAsync({ tag: row.tag, [field]: value })
      else await change.mutateAsync({ channels: [row.channel], change: { [field]: value } })
    } catch {
      // Told by a toast; the row shows what is stored.
    }
  }
  return (
    <InlineNumber
      value={values.length === 1 ? values[0] : undefined}
      shown={values.length === 1 ? String(values[0]) : `${values[0]}–${values.at(-1)}`}
      label={t(`${field}Of`, { name })}
      isWeight={field === 'weight'}
      onSave={save}
    />
  )
}
