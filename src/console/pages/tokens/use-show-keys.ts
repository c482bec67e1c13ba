import { useQueryClient } from '@tanstack/react-query'
import { showProblem } from '../../api/show-problem.ts'
import { withKeys } from '../../api/shown-keys.ts'
import { useStatus } from '../../api/use-status.ts'
import { type Token, tokensKey } from './use-tokens.ts'

/**
 * Returns tokens with their keys in plain text, as far as the site shows them.
 * @returns undefined after a refusal, which has been reported
 */
export function useShowKeys(): (tokens: readonly Token[]) => Promise<readonly Token[] | undefined> {
  const queryClient = useQueryClient()
  const isShownOnce = useStatus().data?.token_keys_shown_once === true
  return async (tokens) => {
    if (isShownOnce || !tokens.some((token) => token.key_masked)) return tokens
    try {
      const shown = await withKeys(tokens)
      void queryClient.invalidateQueries({ queryKey: tokensKey })
      return shown
    } catch (error) {
      showProblem(error)
      return undefined
    }
  }
}
