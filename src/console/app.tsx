import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Toaster } from 'sonner'
import { createQueryClient } from './api/query-client.ts'
import { ErrorBoundary } from './components/error-boundary.tsx'
import { Pages } from './components/shell/pages.tsx'
import { useTheme } from './state/theme.ts'

/** Providers around the pages; nothing else. */
export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <Pages />
      </ErrorBoundary>
      <Notices />
    </QueryClientProvider>
  )
}

function Notices() {
  const { t } = useTranslation()
  return (
    <Toaster
      theme={useTheme()}
      position="bottom-right"
      // Above the buttons at the foot of a drawer, which must stay in reach.
      offset={{ bottom: 72, right: 24 }}
      mobileOffset={{ bottom: 72 }}
      closeButton
      containerAriaLabel={t('shell.notices')}
      visibleToasts={4}
      toastOptions={{ duration: 5000, closeButtonAriaLabel: t('action.close') }}
    />
  )
}
