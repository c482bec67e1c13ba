import { useTranslation } from 'react-i18next'
import { Part } from '../../components/detail-part.tsx'
import { isRefunded } from '../../components/tasks/task-cost.tsx'
import { Facts, FullText } from '../../components/tasks/task-parts.tsx'
import { toDateText, useMoney } from '../../format.ts'
import { Picture } from './picture.tsx'
import type { Drawing } from './use-drawings.ts'

/** All details of a drawing task, with its texts in full. */
export function DrawingDetail({ drawing }: { readonly drawing: Drawing }) {
  const { t } = useTranslation('tasks')
  const money = useMoney()
  return (
    <div className="grid max-w-5xl gap-x-6 gap-y-4 px-4 py-3 sm:pr-6 sm:pl-12 lg:grid-cols-2" data-detail>
      {drawing.image_url !== '' && (
        <Part title={t('detail.image')}>
          <Picture drawing={drawing} isLarge />
        </Part>
      )}
      <div className="flex min-w-0 flex-col gap-4">
        <FullText title={t('detail.failReason')} text={drawing.fail_reason} isBad />
        <FullText title={t('detail.prompt')} text={drawing.prompt} />
        <FullText title={t('detail.promptEn')} text={drawing.prompt_en} />
        <FullText title={t('detail.description')} text={drawing.description} />
        <Part title={t('detail.facts')}>
          <Facts
            facts={[
              [t('column.id'), drawing.mj_id],
              [t('detail.started'), drawing.start_time === 0 ? '' : toDateText(drawing.start_time / 1000)],
              [t('column.cost'), money.shown(Number(drawing.quota_exact))],
              [t('detail.state'), drawing.state],
            ]}
          />
          {isRefunded(drawing) && <p className="mt-1 text-sm text-muted">{t('refunded')}</p>}
        </Part>
      </div>
    </div>
  )
}
