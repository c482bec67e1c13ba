import type { Api } from '../client/api.ts'
import { createPace, type Pause, waitByClock } from '../client/pace.ts'
import type { CommandContext } from '../define-command.ts'
import { oneLine } from '../ui/table.ts'
import { tellIn } from './texts.ts'

/** Default number of parallel calls. */
export const PARALLELISM = 8

interface PaceChoice {
  readonly parallelism?: number
  readonly signal?: AbortSignal
  /** Default: prints one line to standard error. */
  onPause?(pause: Pause): void
}

/** Returns the API for a plan or an apply: calls run in parallel and are retried when the server asks to wait. */
export function pacedApi(
  { api, say, phrase, now }: Pick<CommandContext, 'api' | 'say' | 'phrase' | 'now'>,
  { parallelism = PARALLELISM, signal = new AbortController().signal, onPause }: PaceChoice = {},
): Api {
  const tell = tellIn(phrase.language)
  return api.paced(
    createPace({
      parallelism,
      signal,
      now,
      wait: waitByClock,
      chance: Math.random,
      onPause:
        onPause ??
        (({ seconds, reason }) => say(oneLine(tell('pause', { seconds, message: reason.message })))),
    }),
  )
}
