import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { ErrorBoundary } from './components/error-boundary.tsx'
import { Notices } from './components/shell/notices.tsx'
import { Pages } from './components/shell/pages.tsx'

/** The providers around the pages. */
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
