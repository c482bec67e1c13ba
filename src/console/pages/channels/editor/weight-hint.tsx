import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, dataOf } from '../../../api/client.ts'
import { listOfTexts, percent } from '../../../format.ts'
import { channelsKey } from '../use-channels.ts'
import type { ChannelValues } from './channel-values.ts'
import { sharesWith } from './weight-shares.ts'

/** If there are more channels, they are counted instead of named. */
const NAMED_MAX = 5

/**
 * Explains what a weight does, and how the channels of the first model and group would share the calls with the weight
 * as typed.
 */
export function WeightHint({
  values,
  channelId,
}: {
  readonly values: ChannelValues
  /** undefined = a new channel. */
  readonly channelId: number | undefined
}) {
  const { t } = useTranslation('channelEditor')
  const [group = ''] = values.groups
  const [first] = values.models
  const model = first === undefined ? '' : values.modelPrefix + first
  const { data } = useQuery({
    queryKey: [...channelsKey, 'plan', model, group],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/channel/plan', { params: { query: { model, group } }, signal })),
    enabled: model !== '' && group !== '',
  })
  const edited = {
    id: channelId,
    priority: wholeOf(values.priority),
    weight: Math.max(0, wholeOf(values.weight)),
  }
  const shares = data && sharesWith(edited, data.channels)
  const shown = shares?.slice(0, NAMED_MAX) ?? []
  return (
    <>
      {t('field.weightHint')}
      {shares && shares.length > 1 && (
        <span className="mt-1 block tabular-nums" data-weight-shares>
          {t('field.weightShares', {
            model,
            group,
            shares: listOfTexts(
              shown.map(({ name, share }) =>
                name === undefined
                  ? t('field.weightOwnShare', { share: percent(share) })
                  : t('field.weightShare', { name, share: percent(share) }),
              ),
            ),
          })}
          {shares.length > shown.length && (
            <span className="block">{t('field.weightMore', { count: shares.length - shown.length })}</span>
          )}
        </span>
      )}
    </>
  )
}

const wholeOf = (text: string): number => {
  const number = Number(text.trim())
  return Number.isInteger(number) ? number : 0
}
