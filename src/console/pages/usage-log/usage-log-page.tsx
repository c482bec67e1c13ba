import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.tsx'
import { buttonClass } from '../../components/ui/button.tsx'
import { isAdmin, useSessionUser } from '../../state/session.ts'
import { LogBadges } from './log-badges.tsx'
import { useLogAddress } from './log-filters.ts'
import { LogTable } from './log-table.tsx'
import { UserDialog } from './user-dialog.tsx'

/** Calls and their cost: the user's own rows, or those of all users for administrators. */
export function UsageLogPage() {
  const { t } = useTranslation('usageLog')
  const isForAll = isAdmin(useSessionUser())
  const state = useLogAddress(isForAll)
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <button
          type="button"
          aria-pressed={state.isLive}
          className={buttonClass(
            'secondary',
            'md',
            'aria-pressed:border-accent aria-pressed:text-accent-text',
          )}
          onClick={() => state.set({ live: state.isLive ? undefined : 1 })}
        >
          {state.isLive && <i aria-hidden className="size-2 rounded-full bg-accent" />}
          {t('live')}
        </button>
      }
    >
      <LogBadges filters={state.filters} isAdmin={isForAll} isLive={state.isLive} />
      <LogTable state={state} isAdmin={isForAll} />
      <UserDialog
        id={state.user}
        close={() => state.set({ user: undefined }, { isClosing: true })}
        showRows={(username) => {
          state.set({ user: undefined, username, row: undefined, p: undefined })
        }}
      />
    </Page>
  )
}
