import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/ui/button.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import type { Channel } from './channel-values.ts'
import { TestPane } from './test/test-pane.tsx'

/** Tests the stored version of the channel; a new one is saved first. */
export function TestTab({
  loaded,
  isChanged,
  isSaving,
  onSaveAndTest,
}: {
  readonly loaded: Channel | undefined
  readonly isChanged: boolean
  readonly isSaving: boolean
  readonly onSaveAndTest: () => void
}) {
  const { t } = useTranslation('channelEditor')
  if (!loaded)
    return (
      <div className="flex flex-col items-center gap-3 py-10 text-center">
        <p className="max-w-prose text-muted">{t('test.saveFirst')}</p>
        <Button kind="primary" isBusy={isSaving} onClick={onSaveAndTest}>
          {t('test.saveAndTest')}
        </Button>
      </div>
    )
  return (
    <>
      {isChanged && (
        <Notice tone="info" className="mb-3">
          {t('test.stored')}
        </Notice>
      )}
      <TestPane channel={loaded} />
    </>
  )
}
