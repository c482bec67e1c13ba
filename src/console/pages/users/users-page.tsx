import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Opening } from '../../components/ui/opening.tsx'
import { useWasTrue } from '../../state/was-true.ts'
import { useUserDrawer } from './use-user-drawer.ts'
import { UserTable } from './user-table.tsx'
import { NEW_USER } from './user-values.ts'

// Fetched when first opened: most visits only need the list.
const UserDrawer = lazy(async () => ({ default: (await import('./user-drawer.tsx')).UserDrawer }))

/** The accounts of the site. */
export function UsersPage() {
  const { t } = useTranslation('users')
  const drawer = useUserDrawer()
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <Button kind="primary" icon={<Plus size={16} aria-hidden />} onClick={() => drawer.open(NEW_USER)}>
          {t('new')}
        </Button>
      }
    >
      <UserTable drawer={drawer} />
      <Suspense fallback={<Opening />}>
        {useWasTrue(drawer.isOpen) && <UserDrawer drawer={drawer} />}
      </Suspense>
    </Page>
  )
}
