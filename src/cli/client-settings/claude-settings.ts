import {
  applyEdits,
  type FormattingOptions,
  modify,
  type ParseError,
  parse,
  printParseErrorCode,
} from 'jsonc-parser'
import { lineBreakOf } from './marked-lines.ts'
import { type SettingsEdit, type TakeBack, UneditableSettings } from './settings-edit.ts'

/** The values written under `env`, and the previous ones; null = none. */
export interface ClaudeUndo {
  readonly ours: Readonly<Record<string, string>>
  readonly before: Readonly<Record<string, unknown>>
  /** Whether `env` itself had to be created. */
  readonly madeEnv: boolean
}

/**
 * Edits the `env` variables of `~/.claude/settings.json`, which Claude Code reads. The address has no path, because the
 * client adds `/v1/messages` itself. https://code.claude.com/docs/en/llm-gateway-connect
 */
export const claudeSettings = (variables: Readonly<Record<string, string>>): SettingsEdit<ClaudeUndo> => ({
  apply(given) {
    const mark = given?.startsWith('\uFEFF') ? '\uFEFF' : ''
    const text = given?.slice(mark.length) ?? ''
    const isBlank = text.trim() === ''
    const settings = isBlank ? {} : read(text)
    const env = settings.env
    if (env !== undefined && !isObject(env)) throw new UneditableSettings('shape', 'env')
    const formattingOptions = formattingOf(text)
    let result = isBlank ? `{}${formattingOptions.eol}` : text
    // New variables go first: after the last one, they would come between that variable and its comment.
    const options = { formattingOptions, getInsertionIndex: () => 0 }
    for (const [name, value] of Object.entries(variables).toReversed())
      if (env?.[name] !== value) result = applyEdits(result, modify(result, ['env', name], value, options))
    const before = Object.fromEntries(Object.keys(variables).map((name) => [name, env?.[name] ?? null]))
    return {
      text: mark + result,
      undo: { ours: variables, before, madeEnv: env === undefined },
      changed: Object.entries(variables).flatMap(([name, value]) => (env?.[name] === value ? [] : [name])),
    }
  },
})

export const takeBackClaude: TakeBack<ClaudeUndo> = (given, { ours, before, madeEnv }) => {
  const mark = given.startsWith('\uFEFF') ? '\uFEFF' : ''
  let text = given.slice(mark.length)
  const formattingOptions = formattingOf(text)
  const conflicts: string[] = []
  const env = () => read(text).env
  for (const [name, value] of Object.entries(ours)) {
    const present = env()
    if (!isObject(present) || present[name] !== value) {
      conflicts.push(name)
      continue
    }
    const old = before[name] ?? undefined
    if (old !== value) text = applyEdits(text, modify(text, ['env', name], old, { formattingOptions }))
  }
  const rest = env()
  if (madeEnv && isObject(rest) && Object.keys(rest).length === 0)
    text = applyEdits(text, modify(text, ['env'], undefined, { formattingOptions }))
  return { text: mark + text, conflicts }
}

type JsonMap = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses the settings. Comments and trailing commas are accepted: people write them, and editing keeps them. */
function read(text: string): JsonMap {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length
    throw new UneditableSettings('syntax', `${printParseErrorCode(error.error)}, line ${line}`)
  }
  if (!isObject(value)) throw new UneditableSettings('shape', '{}')
  return value
}

/** Detects the indentation and line breaks of the file. */
function formattingOf(text: string): FormattingOptions & { readonly eol: string } {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: lineBreakOf(text),
  }
}
