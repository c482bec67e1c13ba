import { CliError } from '../cli-error.ts'
import type { Command, CommandContext } from '../define-command.ts'
import type { FormField } from '../ui/screen/form.tsx'
import { loadScreen } from '../ui/screen/terminal.ts'
import type { MissingValue } from './missing.ts'
import { pickValue } from './pickable.ts'

/**
 * Asks the user for missing values: first the objects that a list can offer, then the rest in one form.
 * @returns the completed values
 * @throws CliError `interrupted` when the user leaves
 */
export async function askMissing(
  command: Command,
  values: Readonly<Record<string, unknown>>,
  missing: readonly MissingValue[],
  context: CommandContext,
): Promise<Readonly<Record<string, unknown>>> {
  const { phrase, io } = context
  const picked: Record<string, unknown> = {}
  for (const { key, shape, typed } of missing)
    if (shape.pick !== undefined) {
      const value = await pickValue(shape.pick, context)
      picked[key] = typed.includes('...') ? [value] : value
    }
  const asked = missing.filter(({ shape }) => shape.pick === undefined)
  if (asked.length === 0) return { ...values, ...picked }
  const { askValues } = await loadScreen(() => import('../ui/screen/question-form.tsx'))
  const typed = await askValues(
    `tollgate ${command.path}`,
    asked.map((each) => fieldOf(each, context)),
    { io, phrase },
  )
  const answers = asked.flatMap(({ key, secret, shape }): [string, unknown][] => {
    const text = typed[key] ?? ''
    if (text.trim() === '') return []
    if (secret !== undefined) return [['secretTyped', text]]
    return [[key, shape.parse === undefined ? text.trim() : shape.parse(text.trim(), phrase)]]
  })
  return { ...values, ...picked, ...Object.fromEntries(answers) }
}

function fieldOf(
  { key, typed, help, isRequired, shape, secret }: MissingValue,
  { phrase, settings }: CommandContext,
): FormField<string> {
  const isAddress = key === 'url'
  return {
    key,
    label: secret === undefined ? nameOf(typed) : phrase(`secret.${secret}`),
    isSecret: secret !== undefined,
    hint: help[phrase.language],
    ...(isAddress ? { placeholder: settings.url.value } : {}),
    check: (text) => {
      if (text.trim() === '') return isRequired ? phrase('ask.required') : undefined
      if (shape.choices !== undefined && !shape.choices.includes(text.trim()))
        return phrase('usage.choice', { flag: nameOf(typed), text, choices: shape.choices.join(', ') })
      return faultOf(() => secret === undefined && shape.parse?.(text.trim(), phrase))
    },
  }
}

/** Returns the name shown in the form: "display name" for `--display-name <name>`, "file" for `<file>`. */
const nameOf = (typed: string): string =>
  (/^--([\w-]+)/.exec(typed)?.[1] ?? typed.replace(/[<>[\].]/g, '')).replaceAll('-', ' ')

function faultOf(parse: () => unknown): string | undefined {
  try {
    parse()
    return undefined
  } catch (error) {
    if (error instanceof CliError) return error.message
    throw error
  }
}
