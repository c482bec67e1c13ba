import { type MutationKey, useIsMutating } from '@tanstack/react-query'

/**
 * Whether a selection is being changed, also after its page was left. A second run beside the first one would send each
 * change twice.
 *
 * @param countOf how many a run with these variables changes
 */
export const useIsChangingMany = <Variables>(
  mutationKey: MutationKey,
  countOf: (variables: Variables) => number,
): boolean =>
  useIsMutating({
    mutationKey,
    predicate: ({ state }) => state.variables !== undefined && countOf(state.variables as Variables) > 1,
  }) > 0
