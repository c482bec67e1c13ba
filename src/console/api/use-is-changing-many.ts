import { type MutationKey, useIsMutating } from '@tanstack/react-query'

/**
 * Returns whether a selection is being changed, even if the user has left its page. A second run at the same time would
 * send each change twice.
 *
 * @param countOf counts the rows that a run with these variables changes
 */
export const useIsChangingMany = <Variables>(
  mutationKey: MutationKey,
  countOf: (variables: Variables) => number,
): boolean =>
  useIsMutating({
    mutationKey,
    predicate: ({ state }) => state.variables !== undefined && countOf(state.variables as Variables) > 1,
  }) > 0
