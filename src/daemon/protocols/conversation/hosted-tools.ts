import type { Texts } from '../../errors/reasons.ts'
import { refusals } from '../../errors/refusals.ts'
import type { Losses } from './codec.ts'
import type { WebSearch } from './types.ts'

/**
 * Accounts for a web search that an upstream does not have. The model was free not to search, so the request goes on
 * without; only a client that insists on the search would get an answer that means something else.
 *
 * @param why what the client is told of the upstream
 * @throws AppError `translation_unsupported` when the client forces the search
 */
export function leaveOutWebSearch({ isForced }: WebSearch, losses: Losses, why: Texts): void {
  if (isForced) losses.refuse('web_search_options', why)
  losses.add('web_search_options')
}

/** Tools that are left out because their vendor runs them itself, told apart by name or type. */
export class HostedTools {
  readonly #left = new Set<string>()
  readonly #losses: Losses

  constructor(losses: Losses) {
    this.#losses = losses
  }

  /** @param names what a client may call it by when it forces it; the first is what it is told */
  leaveOut(...names: readonly [string, ...string[]]): void {
    this.#losses.add(names[0])
    for (const name of names) this.#left.add(name)
  }

  /**
   * Holds a client's choice against what was left out.
   *
   * @param forced the name or type of the tool it insists on; `undefined` = any tool that there is
   * @param hasOthers there are tools left to choose from
   * @throws AppError `translation_unsupported` when nothing can be chosen but a tool that was left out
   */
  checkForced(forced: string | undefined, hasOthers: boolean): void {
    const isGone = forced === undefined ? this.#left.size > 0 && !hasOthers : this.#left.has(forced)
    if (isGone) this.#losses.refuse('tool_choice', refusals.hostedElsewhere)
  }
}
