import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Opening } from '../../components/ui/opening.tsx'
import { useDrawer } from '../../state/drawer.ts'
import { useWasTrue } from '../../state/was-true.ts'
import { MessageTable } from './message-table.tsx'
import { NEW_MESSAGE } from './message-values.ts'

// Fetched when first opened: most visits only need the list.
const MessageDrawer = lazy(async () => ({ default: (await import('./message-drawer.tsx')).MessageDrawer }))
const MessageDialog = lazy(async () => ({ default: (await import('./message-dialog.tsx')).MessageDialog }))

/** Messages from administrators to users. */
export function MessagesPage() {
  const { t } = useTranslation('messages')
  const drawer = useDrawer('edit')
  const viewed = useDrawer('view')
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <Button kind="primary" icon={<Plus size={16} aria-hidden />} onClick={() => drawer.open(NEW_MESSAGE)}>
          {t('new')}
        </Button>
      }
    >
      <MessageTable drawer={drawer} viewed={viewed} />
      <Suspense fallback={<Opening />}>
        {useWasTrue(drawer.isOpen) && <MessageDrawer drawer={drawer} />}
        {useWasTrue(viewed.isOpen) && <MessageDialog viewed={viewed} />}
      </Suspense>
    </Page>
  )
}
