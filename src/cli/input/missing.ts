import { type CliError, usageError } from '../cli-error.ts'
import type { ArgumentShape, Command, OptionShape, SecretName } from '../define-command.ts'
import type { Phrase, Text } from '../phrases/phrases.ts'
import { allOptions } from '../shared-options.ts'

/** A missing value that a command requires, or asks for together with those it requires. */
export interface MissingValue {
  /** The key under which the command expects the value. */
  readonly key: string
  /** The form in which it is typed: `--name <name>` or `<file>`. */
  readonly typed: string
  readonly help: Text
  readonly isRequired: boolean
  readonly shape: OptionShape | ArgumentShape
  readonly secret?: SecretName
}

type Values = Readonly<Record<string, unknown>>

/**
 * Lists the values that were not given, in the order of the help page.
 * @param settings says where the address came from: `login` asks for it if nothing names a server
 */
export function missingValues(
  command: Command,
  values: Values,
  settings: { readonly url: { readonly from: string } },
): readonly MissingValue[] {
  const positionals = Object.entries(command.args).flatMap(([key, shape]): MissingValue[] =>
    values[key] === undefined && shape.name.startsWith('<')
      ? [{ key, typed: shape.name, help: shape.help, isRequired: true, shape }]
      : [],
  )
  const options = Object.entries(allOptions(command)).flatMap(([key, shape]): MissingValue[] => {
    const { flag, help, required, secret } = shape
    const isGiven = secret === undefined ? values[key] !== undefined : isSecretGiven(values)
    const isRequired = typeof required === 'function' ? required(values) : (required ?? false)
    if (isGiven || !(isRequired || shape.isAskedToo)) return []
    return [{ key, typed: flag.replace(/^-\w, /, ''), help, isRequired, shape, ...(secret && { secret }) }]
  })
  return [...addressOf(command, values, settings), ...positionals, ...options]
}

function addressOf(
  { address, options, args }: Command,
  values: Values,
  { url }: { readonly url: { readonly from: string } },
): readonly MissingValue[] {
  const isMissing = values.url === undefined && (address === 'required' || url.from === 'default')
  if (address === undefined || !isMissing) return []
  const shape = args.url ?? options.url ?? allAddress
  const typed = 'name' in shape ? shape.name : shape.flag
  return [{ key: 'url', typed, help: shape.help, isRequired: address === 'required', shape }]
}

const allAddress: OptionShape = {
  flag: '--url <address>',
  help: { en: 'Server address', zh: '服务器地址' },
}

const isSecretGiven = ({ secretStdin, secretFile, secretEnv, secretValue }: Values): boolean =>
  [secretStdin, secretFile, secretEnv, secretValue].some((each) => each !== undefined)

/** Creates one error that names all missing values, with their lines of the help page. */
export function missingProblem(command: Command, missing: readonly MissingValue[], phrase: Phrase): CliError {
  const [first] = missing
  const lines = missing.flatMap(({ typed, help, secret }) => [
    `  ${typed}  ${help[phrase.language]}`,
    ...(secret === undefined ? [] : [`  ${phrase('ask.secretForms', { name: secret })}`]),
  ])
  return usageError(messageOf(missing, phrase), {
    hint: [...lines, phrase('hint.commandHelp', { command: command.path })].join('\n'),
    field: first === undefined || first.typed.startsWith('<') ? undefined : first.typed.split(' ')[0],
  })
}

function messageOf(missing: readonly MissingValue[], phrase: Phrase): string {
  const [only, ...others] = missing
  if (only !== undefined && others.length === 0) {
    if (only.secret !== undefined)
      return phrase('usage.secretMissing', { what: phrase(`secret.${only.secret}`) })
    return only.typed.startsWith('<')
      ? phrase('usage.missingArgument', { what: only.typed.replace(/[<>.]/g, '') })
      : phrase('usage.missingOption', { what: only.typed })
  }
  return phrase('usage.missingSeveral', { what: missing.map(({ typed }) => typed).join(', ') })
}
