import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { useSessionUser } from '../../state/session.ts'

/** Reads all models that this visitor may call, and the groups they may choose. Both depend on who is signed in. */
export function usePricing() {
  const user = useSessionUser()
  return useQuery({
    queryKey: ['pricing', user?.id ?? 0],
    queryFn: ({ signal }) => answerOf(api.GET('/api/pricing', { signal })),
    staleTime: 60_000,
  })
}
