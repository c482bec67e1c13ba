import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryView } from '../../components/query-view.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Drawer } from '../../components/ui/drawer.tsx'
import type { DrawerState } from '../../state/drawer.ts'
import { MessageEditor } from './message-editor.tsx'
import { NEW_MESSAGE } from './message-values.ts'
import { useMessage } from './use-message.ts'

/** The form of a message beside the list. */
export function MessageDrawer({ drawer }: { readonly drawer: DrawerState }) {
  const { t } = useTranslation(['messages', 'common'])
  const formId = useId()
  const [isSaving, setSaving] = useState(false)
  const isNew = drawer.value === NEW_MESSAGE
  const id = isNew || drawer.value === undefined ? undefined : Number(drawer.value)
  const message = useMessage(Number.isInteger(id) ? id : undefined)
  const shared = { formId, drawer, onBusy: setSaving }
  return (
    <Drawer
      drawer={drawer}
      width={900}
      title={t(isNew ? 'drawer.create' : 'drawer.edit')}
      footer={
        <>
          <Button onClick={drawer.close}>{t('common:action.cancel')}</Button>
          <Button type="submit" form={formId} kind="primary" isBusy={isSaving}>
            {t(isNew ? 'drawer.submit' : 'common:action.save')}
          </Button>
        </>
      }
    >
      {isNew ? (
        <MessageEditor key="new" loaded={undefined} {...shared} />
      ) : (
        <QueryView query={message} failed={t('loadFailed')}>
          {(loaded) => <MessageEditor key={loaded.id} loaded={loaded} {...shared} />}
        </QueryView>
      )}
    </Drawer>
  )
}
