import { isDeepStrictEqual } from 'node:util'
import { parse } from 'smol-toml'
import {
  appendLines,
  type LineChange,
  lineBreakOf,
  markedBlock,
  replaceLines,
  takeBackLines,
} from './marked-lines.ts'
import { type SettingsEdit, type TakeBack, UneditableSettings } from './settings-edit.ts'

export interface CodexValues {
  /** Address including `/v1`. */
  readonly baseUrl: string
  /** The key itself, or the variable from which Codex reads it. */
  readonly key: { readonly text: string } | { readonly variable: string }
  readonly model: string | undefined
}

const PROVIDER = 'tollgate'

/**
 * Codex selects a provider by `model_provider` and finds it under `[model_providers.<id>]` in `~/.codex/config.toml`;
 * the only wire format left is `responses`. https://developers.openai.com/codex/config-reference
 *
 * No library edits TOML without rewriting it, so we insert lines: our table at the end, and the two settings at the
 * top, before the first table. The result is parsed and compared with the intended values before it is written.
 */
export const codexSettings = (values: CodexValues): SettingsEdit<readonly LineChange[]> => ({
  apply(given) {
    const mark = given?.startsWith('\uFEFF') ? '\uFEFF' : ''
    const text = given?.slice(mark.length) ?? ''
    const settings = read(text)
    const { model_providers: providers = {} } = settings
    if (!isTable(providers)) throw new UneditableSettings('shape', 'model_providers')
    if (PROVIDER in providers) throw new UneditableSettings('taken', `[model_providers.${PROVIDER}]`)

    const choices: Record<string, string> = {
      ...(values.model === undefined ? {} : { model: values.model }),
      model_provider: PROVIDER,
    }
    const provider: Record<string, string> = {
      name: 'Tollgate',
      base_url: values.baseUrl,
      wire_api: 'responses',
      ...('text' in values.key
        ? { experimental_bearer_token: values.key.text }
        : { env_key: values.key.variable }),
    }
    const block = markedBlock([`[model_providers.${PROVIDER}]`, ...assignments(provider)])
    const undo: LineChange[] = []
    let result = text
    for (const [name, value] of Object.entries(choices)) {
      if (settings[name] === value) continue
      const ours = `${assignments({ [name]: value }).join()} # tollgate connect`
      const before = name in settings ? lineOf(result, name, settings[name]) : null
      result = before === null ? prepend(result, ours) : (replaceLines(result, before, ours) ?? result)
      undo.push({ name, ours, before })
    }
    result = appendLines(result, block)
    undo.push({ name: `model_providers.${PROVIDER}`, ours: block, before: null })

    const meant = { ...settings, ...choices, model_providers: { ...providers, [PROVIDER]: provider } }
    if (!isDeepStrictEqual(plain(read(result)), plain(meant)))
      throw new UneditableSettings('shape', Object.keys(choices).join(', '))
    return { text: mark + result, undo, changed: undo.map(({ name }) => name) }
  },
})

export const takeBackCodex: TakeBack<readonly LineChange[]> = takeBackLines

type TomlMap = Readonly<Record<string, unknown>>

const isTable = (value: unknown): value is TomlMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** Gives parsed objects a prototype, so that they can be compared with ours. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (!isTable(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, plain(child)]))
}

function read(text: string): TomlMap {
  try {
    return parse(text)
  } catch (error) {
    const { line } = error as { line?: number }
    throw new UneditableSettings('syntax', line === undefined ? '' : `line ${line}`)
  }
}

const assignments = (values: TomlMap): string[] =>
  // A JSON string of printable characters is a valid TOML basic string.
  Object.entries(values).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)

/**
 * Finds the top-level line that sets this name, including its comment.
 * @throws UneditableSettings when the setting is not on a single line that can be found reliably
 */
function lineOf(text: string, name: string, value: unknown): string {
  const top = text.split(/^\s*\[/m)[0] ?? ''
  // A multi-line string may contain a line that looks like the setting; parsing the result reveals a wrong match.
  const line = top
    .split(/\r?\n/)
    .filter((each) => new RegExp(`^\\s*"?${name}"?\\s*=`).test(each))
    .find((each) => isDeepStrictEqual(readLine(each)[name], value))
  if (line === undefined) throw new UneditableSettings('shape', name)
  return line
}

function readLine(line: string): TomlMap {
  try {
    return parse(line)
  } catch {
    return {}
  }
}

const prepend = (text: string, line: string): string => `${line}${lineBreakOf(text)}${text}`
