import type { Api } from '../client/api.ts'
import { createPace, type Pause, waitByClock } from '../client/pace.ts'
import type { CommandContext } from '../define-command.ts'
import { oneLine } from '../ui/table.ts'
import { tellIn } from './texts.ts'

/** Calls side by side when nobody says otherwise. */
export const PARALLELISM = 8

interface PaceChoice {
  readonly parallelism?: number
  readonly signal?: AbortSignal
  /** Default: one line on standard error. */
  onPause?(pause: Pause): void
}

/** The API of a plan or an apply: calls side by side, tried again when the server asks for patience. */
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
