import { type CliError, usageError } from '../cli-error.ts'
import type { CommandContext, OptionShape, SecretName } from '../define-command.ts'
import { readAll, textOf } from '../io.ts'
import type { Phrase, PhraseKey, Text } from '../phrases/phrases.ts'

export interface SecretValues {
  readonly secretStdin: boolean | undefined
  readonly secretFile: string | undefined
  readonly secretEnv: string | undefined
  readonly secretValue: unknown
  /** The text typed when the terminal asked for the secret. */
  readonly secretTyped?: string
}

/** Whether a command requires its secret: always, or depending on the other values. */
type Need = OptionShape['required'] | 'asked too'

/** The words for each secret in help texts. */
const meanings: Readonly<Record<SecretName, Text>> = {
  key: { en: 'key', zh: '密钥' },
  password: { en: 'password', zh: '密码' },
  value: { en: 'value', zh: '值' },
  token: { en: 'access token', zh: '访问令牌' },
  'token-key': { en: "API token's key", zh: '令牌的密钥' },
}

/**
 * Returns the three flags that provide a secret, and the one that is refused: everyone on the machine can read a flag's
 * value, and it stays in the shell's history.
 *
 * @param need whether a terminal asks for the secret; without a terminal, a missing one is an error
 * @param what a description, if `name` does not say enough
 */
export const secretOptions = <N extends SecretName>(name: N, need?: Need, what: Text = meanings[name]) =>
  ({
    secretStdin: {
      flag: `--${name}-stdin`,
      help: { en: `Read the ${what.en} from standard input`, zh: `从标准输入读取${what.zh}` },
      secret: name,
      ...(need === 'asked too'
        ? { isAskedToo: true }
        : need === undefined
          ? {}
          : { required: need as never }),
    },
    secretFile: {
      flag: `--${name}-file <path>`,
      help: { en: `Read the ${what.en} from a file`, zh: `从文件读取${what.zh}` },
    },
    secretEnv: {
      flag: `--${name}-env <variable>`,
      help: { en: `Read the ${what.en} from an environment variable`, zh: `从环境变量读取${what.zh}` },
    },
    secretValue: {
      flag: `--${name} [text]`,
      help: { en: 'Refused', zh: '拒绝使用' },
      isHidden: true,
      parse: (_: string, phrase: Phrase): never => {
        throw refusal(name, phrase)
      },
    },
  }) as const satisfies Readonly<Record<string, OptionShape>>

/** Creates the error for a secret given as a flag's value: exit code 2 with a hint at the right form. */
export const refusal = (name: SecretName, phrase: Phrase): CliError =>
  usageError(phrase('usage.secretOnCommandLine'), {
    hint: phrase('hint.secretForms', { name }),
    field: `--${name}`,
  })

/** Parses an API token given by name. @throws CliError `usage` for text that looks like its key */
export function tokenName(text: string, phrase: Phrase): string {
  if (/^sk-\S{16,}$/.test(text)) throw refusal('token-key', phrase)
  return text
}

/**
 * Parses an API token given by ID or name, where no key is accepted. @throws CliError `usage` for text that looks like
 * its key
 */
export function tokenReference(text: string, phrase: Phrase): string {
  if (/^sk-\S{16,}$/.test(text))
    throw usageError(phrase('usage.secretOnCommandLine'), {
      hint: phrase('hint.tokenReference'),
      field: '--token',
    })
  return text
}

/** Whether a flag for the secret was given. */
export const isSecretGiven = (values: SecretValues): boolean =>
  [values.secretStdin, values.secretFile, values.secretEnv].some((each) => each !== undefined)

/**
 * Reads the secret from the given flag; a trailing line break is dropped.
 * @returns undefined when no flag was given
 * @throws CliError `usage` for several flags at once, an empty secret, an unset variable, or an unreadable file
 */
export async function readSecret(
  name: SecretName,
  values: SecretValues,
  { io, phrase }: Pick<CommandContext, 'io' | 'phrase'>,
): Promise<string | undefined> {
  if (values.secretValue !== undefined) throw refusal(name, phrase)
  if (values.secretTyped !== undefined) return values.secretTyped
  const what = phrase(`secret.${name}` satisfies PhraseKey)
  const given = [values.secretStdin, values.secretFile, values.secretEnv].filter((each) => each !== undefined)
  if (given.length === 0) return undefined
  if (given.length > 1) throw usageError(phrase('usage.secretTwice', { what }))
  const text = (await readSource(values, io, phrase)).replace(/\r?\n$/, '')
  if (text.trim() === '') throw usageError(phrase('usage.secretEmpty', { what }))
  return text
}

/** Reads the secret. @throws CliError `usage` when it was not given at all */
export async function requireSecret(
  name: SecretName,
  values: SecretValues,
  context: Pick<CommandContext, 'io' | 'phrase'>,
): Promise<string> {
  const secret = await readSecret(name, values, context)
  if (secret !== undefined) return secret
  const { phrase } = context
  throw usageError(phrase('usage.secretMissing', { what: phrase(`secret.${name}` satisfies PhraseKey) }), {
    hint: phrase('hint.secretNeeded', { name }),
  })
}

async function readSource(values: SecretValues, io: CommandContext['io'], phrase: Phrase): Promise<string> {
  if (values.secretStdin) return readAll(io.stdin)
  if (values.secretFile !== undefined) return readTextFile(values.secretFile, phrase)
  const name = values.secretEnv ?? ''
  const text = io.env[name]
  if (text === undefined) throw usageError(phrase('usage.envMissing', { name }))
  return text
}

/** Reads a text file. @throws CliError `usage`, naming the file and the reason */
export async function readTextFile(path: string, phrase: Phrase): Promise<string> {
  try {
    return textOf(await process.getBuiltinModule('node:fs').promises.readFile(path))
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw usageError(phrase('error.readFile', { path, reason }), { cause: error })
  }
}
