import type { Texts } from '../../errors/reasons.ts'
import { refusals } from '../../errors/refusals.ts'
import type { Losses } from './codec.ts'
import type { WebSearch } from './types.ts'

/**
 * Drops a web search that the upstream does not have. The model was free not to search, so the request continues
 * without it, unless the client insists on the search: then the answer would mean something else.
 *
 * @param why the explanation shown to the client
 * @throws AppError `translation_unsupported` when the client forces the search
 */
export function leaveOutWebSearch({ isForced }: WebSearch, losses: Losses, why: Texts): void {
  if (isForced) losses.refuse('web_search_options', why)
  losses.add('web_search_options')
}

/** Collects tools that are left out because their vendor runs them itself, identified by name or type. */
export class HostedTools {
  readonly #left = new Set<string>()
  readonly #losses: Losses

  constructor(losses: Losses) {
    this.#losses = losses
  }

  /** @param names the names by which a client may force the tool; the first is the one reported to the client */
  leaveOut(...names: readonly [string, ...string[]]): void {
    this.#losses.add(names[0])
    for (const name of names) this.#left.add(name)
  }

  /**
   * Checks that a forced tool choice does not depend on tools that were left out.
   *
   * @param forced the name or type of the forced tool; `undefined` = any of the available tools
   * @param hasOthers whether there are tools left to choose from
   * @throws AppError `translation_unsupported` when only tools that were left out could be chosen
   */
  checkForced(forced: string | undefined, hasOthers: boolean): void {
    const isGone = forced === undefined ? this.#left.size > 0 && !hasOthers : this.#left.has(forced)
    if (isGone) this.#losses.refuse('tool_choice', refusals.hostedElsewhere)
  }
}
