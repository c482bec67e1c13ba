import { useTranslation } from 'react-i18next'
import { sayDone } from '../../api/say-done.ts'
import { channelsOf, distinct, type ListRow } from './channel-rows.ts'
import { InlineNumber } from './inline-number.tsx'
import { useChangeChannels, useEditTag } from './use-channel-actions.ts'
import type { Channel } from './use-channels.ts'

/** Priority or weight, edited in place; in the row of a tag, for all of its channels. */
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
  const putBack = async (before: readonly Channel[]) => {
    const had = new Map(before.map((channel) => [channel.id, channel[field]]))
    return (
      (await change.mutateAsync({ channels: before, change: (id) => ({ [field]: had.get(id) ?? 0 }) })) === 0
    )
  }
  const save = async (value: number) => {
    try {
      const before = channelsOf(row)
      const refused =
        row.kind === 'tag'
          ? Number((await editTag.mutateAsync({ tag: row.tag, [field]: value })) !== before.length)
          : await change.mutateAsync({ channels: before, change: { [field]: value } })
      if (refused > 0 && row.kind !== 'tag') return
      sayDone({
        text: t(`told.${field}`, { name, value }),
        // The previous values are only known if all channels of the tag are on the screen.
        undo: refused > 0 ? undefined : () => putBack(before),
      })
    } catch {
      // A toast has shown the error, and the row shows what is stored.
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
