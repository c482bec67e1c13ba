import type { DataOf } from '../client/contract-types.ts'
import type { CommandContext } from '../define-command.ts'
import type { Text } from '../phrases/phrases.ts'

/** `failed` makes the run exit with 12; `warning` is worth a look; `skipped` could not be checked. */
export type FindingState = 'ok' | 'warning' | 'failed' | 'skipped'

/** Result of one check. */
export interface Finding {
  /** Stable ID, for scripts. */
  readonly id: string
  readonly state: FindingState
  readonly message: Text
  /** How to fix the problem. */
  readonly fix?: Text
}

/** What checks have learned from the server, each requested once; undefined = no usable response. */
export interface Learnt {
  readonly site: DataOf<'/api/status', 'get'> | undefined
  readonly self: DataOf<'/api/user/self', 'get'> | undefined
  /** The reason why there is no `self`. */
  readonly refusal: string | undefined
}

export type CheckContext = Pick<CommandContext, 'api' | 'settings' | 'contexts' | 'io' | 'phrase' | 'now'>

export const ok = (id: string, en: string, zh: string): Finding => ({ id, state: 'ok', message: { en, zh } })

export const skipped = (id: string, en: string, zh: string): Finding => ({
  id,
  state: 'skipped',
  message: { en, zh },
})

export const trouble = (
  id: string,
  state: 'warning' | 'failed',
  message: readonly [en: string, zh: string],
  fix: readonly [en: string, zh: string],
): Finding => ({
  id,
  state,
  message: { en: message[0], zh: message[1] },
  fix: { en: fix[0], zh: fix[1] },
})

export const isLocalHost = (url: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
