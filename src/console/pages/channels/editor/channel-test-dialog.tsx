import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import type { Channel } from './channel-values.ts'
import { TestPane } from './test/test-pane.tsx'

/** Tests models of a channel in the list; without a channel the dialog is closed. */
export function ChannelTestDialog({
  channel,
  onClose,
}: {
  readonly channel: Pick<Channel, 'id' | 'name' | 'models' | 'test_model'> | undefined
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['channelEditor', 'common'])
  return (
    <Dialog
      isOpen={channel !== undefined}
      close={onClose}
      width={760}
      title={t('test.title', { name: channel?.name ?? '' })}
      footer={<Button onClick={onClose}>{t('common:action.close')}</Button>}
    >
      {channel && <TestPane key={channel.id} channel={channel} />}
    </Dialog>
  )
}
