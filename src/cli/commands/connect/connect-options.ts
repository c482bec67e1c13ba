import { CliError, usageError } from '../../cli-error.ts'
import { configDirectory } from '../../client/context-file.ts'
import { existsProblem } from '../../client/find-object.ts'
import {
  type ClientTarget,
  type Connected,
  connectClient,
  disconnectClient,
} from '../../client-settings/connect-client.ts'
import { maskedDiff, maskKey } from '../../client-settings/masked-diff.ts'
import { type SettingsEdit, UneditableSettings } from '../../client-settings/settings-edit.ts'
import type { CommandContext, OptionShape } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { fileReason } from '../../file-reason.ts'
import { readSecret, type SecretValues, secretOptions, tokenName } from '../../input/secret.ts'
import { fields, listOf } from '../../output-schema.ts'
import { clientKey, findToken, findTokenByName, readableKey } from '../token/token-object.ts'

/** Flags shared by all `connect` commands. */
export const connectOptions = {
  token: {
    flag: '--token <name>',
    help: { en: 'Use this API token', zh: '使用此令牌' },
    parse: tokenName,
  },
  create: {
    flag: '--create <name>',
    help: {
      en: 'Create an API token with this name and no quota limit of its own',
      zh: '新建此名称的令牌，不单独限制额度',
    },
  },
  ...secretOptions('token-key'),
  file: { flag: '--file <path>', help: { en: 'File to write', zh: '写入此文件' } },
  undo: { flag: '--undo', help: { en: 'Undo what was written', zh: '撤销写入的内容' } },
} as const satisfies Readonly<Record<string, OptionShape>>

export interface TokenValues extends SecretValues {
  readonly token: string | undefined
  readonly create: string | undefined
}

/** Exit codes in addition to those of every client command. */
export const connectExits = [
  exitCodes.notSignedIn,
  exitCodes.notAllowed,
  exitCodes.conflict,
  exitCodes.rejected,
  exitCodes.partial,
] as const

/** Output of `--json` about a file that was written. */
export const connectOutput = fields({
  result: { enum: ['connected', 'would connect', 'disconnected', 'would disconnect', 'unchanged'] },
  path: 'string',
  url: 'string',
  key: ['string', 'null'],
  changed: listOf('string'),
  conflicts: listOf('string'),
})

export interface ConnectReport extends Pick<Connected, 'result' | 'path' | 'changed' | 'conflicts'> {
  readonly url: string
  /** Masked key; null when removed. */
  readonly key: string | null
}

/**
 * Returns the key that the client will use. Under `--dry-run` nothing is created, and a placeholder is returned.
 * @throws CliError `usage` unless exactly one way to provide the key is used
 */
export async function readClientKey(
  values: TokenValues & { readonly dryRun: boolean },
  context: CommandContext,
): Promise<string> {
  const { phrase, api } = context
  const given = await readSecret('token-key', values, context)
  const ways = [given, values.token, values.create].filter((each) => each !== undefined)
  if (ways.length !== 1) throw usageError(phrase('usage.connectToken'), { hint: phrase('hint.connectToken') })
  if (given !== undefined) return checkKey(given.trim(), phrase)
  if (values.token !== undefined) return readableKey(await findToken(values.token, context), phrase)
  const name = values.create ?? ''
  const existing = await findTokenByName(name, context)
  if (existing !== undefined) throw existsProblem('token', name, existing.id, phrase)
  if (values.dryRun) return 'sk-of-the-token-that-would-be-made'
  return clientKey((await api.post('/api/token/', { body: { name, unlimited_quota: true } })).key)
}

/** Checks that a key looks like one, because it is written into other programs' files. */
function checkKey(key: string, phrase: CommandContext['phrase']): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw usageError(phrase('usage.secretCharacters', { what: phrase('secret.token-key') }))
}

/** Connects a client, or undoes the connection, and reports the result. */
export async function writeConnection<Undo>(
  target: Omit<ClientTarget<Undo>, 'configDirectory'>,
  values: { readonly undo: boolean | undefined; readonly dryRun: boolean },
  makeEdit: () => Promise<{ readonly edit: SettingsEdit<Undo>; readonly key: string }>,
  context: CommandContext,
): Promise<ConnectReport> {
  const { io, phrase, say, settings } = context
  const here = { ...target, configDirectory: configDirectory(io.env) }
  const { dryRun } = values
  try {
    const made = values.undo ? undefined : await makeEdit()
    const done = made ? await connectClient(here, made.edit, dryRun) : await disconnectClient(here, dryRun)
    const { result, path, changed, conflicts, before, after } = done
    if (dryRun && before !== after) say(maskedDiff(path, before, after))
    if (dryRun) say(phrase('say.dryRun'))
    for (const name of conflicts) say(phrase('say.connectConflict', { name, path }))
    return { result, path, url: settings.url.value, key: made ? maskKey(made.key) : null, changed, conflicts }
  } catch (error) {
    throw problemOf(error, target.path, phrase)
  }
}

function problemOf(error: unknown, path: string, phrase: CommandContext['phrase']): unknown {
  if (error instanceof UneditableSettings) {
    const isTaken = error.reason === 'taken'
    return new CliError(
      `settings_${error.reason}`,
      isTaken ? exitCodes.conflict : exitCodes.rejected,
      phrase(`error.settings.${error.reason}`, { path, detail: error.detail }),
      { hint: phrase('hint.settings'), cause: error },
    )
  }
  if (!(error instanceof Error) || error instanceof CliError) return error
  const { code, syscall, path: failed } = error as NodeJS.ErrnoException
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return new CliError(
      'settings_syntax',
      exitCodes.rejected,
      phrase('error.settings.syntax', { path, detail: 'UTF-8' }),
      { hint: phrase('hint.settings'), cause: error },
    )
  if (syscall === undefined || code === undefined) return error
  return new CliError(
    'file',
    exitCodes.failed,
    phrase('error.file', { path: failed ?? path, reason: fileReason(code, phrase) }),
    {
      cause: error,
    },
  )
}

/** Returns exit code 11 when something we wrote had to be left in place. */
export const connectExit = (conflicts: readonly string[]) =>
  conflicts.length > 0 ? exitCodes.partial : exitCodes.done
