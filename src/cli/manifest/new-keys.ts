import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../define-command.ts'
import type { KeyKeeper, NewToken } from './apply-tools.ts'
import type { KeyFile } from './keep-keys.ts'
import type { Snapshot } from './observe.ts'
import type { Change } from './plan-changes.ts'
import type { Tell } from './texts.ts'

/** Whether others may read the output: the log of a CI job, or a file or pipe it is redirected to. */
export const isOutputKept = ({ env, stdout }: CommandContext['io']): boolean =>
  Boolean(env.CI) || stdout.isTTY !== true

/** The inputs for deciding where keys go. */
export interface KeyChoice {
  readonly changes: readonly Change[]
  readonly snapshot: Snapshot
  readonly keysOut: string | undefined
  readonly tell: Tell
}

/**
 * Checks that keys will not be lost.
 * @throws CliError `usage` if keys would only be printed masked, and the server shows them only once
 */
export function checkKeysHavePlace(
  { changes, snapshot, keysOut, tell }: KeyChoice,
  { io }: Pick<CommandContext, 'io'>,
): void {
  const hasNew = changes.some(({ kind, action }) => kind === 'tokens' && action === 'create')
  const isShownOnce = snapshot.options.get('TokenKeysShownOnce')?.value === 'true'
  if (hasNew && isShownOnce && keysOut === undefined && isOutputKept(io))
    throw usageError(tell('keysNeedFile'), { hint: tell('keysNeedFileHint'), field: '--keys-out' })
}

/** Collects keys for the result: in full on a terminal, masked where the output is kept. */
export function collectKeys(
  tokens: NewToken[],
  keyFile: KeyFile | undefined,
  { io }: Pick<CommandContext, 'io'>,
): KeyKeeper {
  const isKept = isOutputKept(io)
  return {
    expect: async (names) => keyFile?.expect(names),
    async keep(token) {
      maskInJobLog(token.key, io)
      if (keyFile !== undefined) await keyFile.keep(token)
      else tokens.push(isKept ? { ...token, key: masked(token.key) } : token)
    },
  }
}

const masked = (key: string): string => `${key.slice(0, 7)}***${key.slice(-4)}`

/** Tells GitHub to mask the key in the output of all later steps, with and without its prefix. */
function maskInJobLog(key: string, { env, stderr }: CommandContext['io']): void {
  if (!env.GITHUB_ACTIONS) return
  stderr.write(`::add-mask::${key}\n::add-mask::${key.replace(/^sk-/, '')}\n`)
}
