import { useTranslation } from 'react-i18next'
import { Markup } from '../../components/markup.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { dateTime } from '../../format.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { FormatTag, secondsOf } from './message-columns.tsx'
import { RecipientList } from './recipient-list.tsx'
import { useMessage } from './use-message.ts'

/** A message as its recipients see it, and the list of recipients. */
export function MessageDialog({ viewed }: { readonly viewed: DrawerState }) {
  const { t } = useTranslation(['messages', 'common'])
  const id = viewed.value === undefined ? undefined : Number(viewed.value)
  const message = useMessage(Number.isInteger(id) ? id : undefined)
  return (
    <Dialog
      isOpen={viewed.isOpen}
      close={viewed.close}
      width={720}
      title={message.data?.title ?? t('view.title')}
      footer={<Button onClick={viewed.close}>{t('common:action.close')}</Button>}
    >
      <QueryView query={message} failed={t('loadFailed')}>
        {(loaded) => (
          <div className="flex flex-col gap-4">
            <p className="flex items-center gap-2 text-sm text-muted">
              <FormatTag format={loaded.format} />
              {t('view.sent', { when: dateTime(secondsOf(loaded.created_at)) })}
            </p>
            <div className="max-h-80 overflow-auto rounded-lg border px-4 py-3">
              <Markup text={loaded.content} format={loaded.format} />
            </div>
            <RecipientList key={loaded.id} messageId={loaded.id} />
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}
