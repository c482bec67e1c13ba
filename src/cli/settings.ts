import { CliError, usageError } from './cli-error.ts'
import type { StoredContext, StoredContexts } from './client/context-file.ts'
import { exitCodes } from './exit-codes.ts'
import { readDuration } from './input/moment.ts'
import type { Phrase } from './phrases/phrases.ts'
import { type OutputFormat, outputFormats } from './ui/output-format.ts'

/** The origin of a value, as shown by `whoami`. */
export type Origin = 'flag' | 'environment' | 'context' | 'default'

export interface Sourced<T> {
  readonly value: T
  readonly from: Origin
}

/** The flags that every client command has, as typed. */
export interface ClientFlags {
  readonly url?: string | undefined
  readonly context?: string | undefined
  readonly timeout?: string | undefined
  readonly output?: string | undefined
  readonly isJson?: boolean | undefined
  readonly isQuiet?: boolean | undefined
  /** False under `--no-input`. */
  readonly input?: boolean | undefined
}

/** The server and settings of this run, from flags, environment, context and defaults, in this order. */
export interface Settings {
  readonly url: Sourced<string>
  readonly token: Sourced<string> | undefined
  /** Name of the context in use, even if it is not stored yet. */
  readonly contextName: Sourced<string>
  readonly context: StoredContext | undefined
  readonly timeoutMs: number
  readonly output: OutputFormat
  readonly isQuiet: boolean
  /** Whether the run may prompt. */
  readonly mayAsk: boolean
}

export const defaultUrl = 'http://127.0.0.1:3000'
const defaultTimeoutMs = 30_000

export interface SettingsSources {
  readonly flags: ClientFlags
  readonly env: NodeJS.ProcessEnv
  readonly stored: StoredContexts
  readonly phrase: Phrase
  readonly isTerminal: boolean
  /** The command's default timeout. */
  readonly timeoutMs?: number | undefined
}

/**
 * Determines the settings of a run. @throws CliError `usage` for invalid values, `context_not_found` when a named
 * context does not exist
 */
export function readSettings({
  flags,
  env,
  stored,
  phrase,
  isTerminal,
  timeoutMs,
}: SettingsSources): Settings {
  const contextName =
    pick(['flag', flags.context], ['environment', env.TOLLGATE_CONTEXT], ['context', stored.current]) ??
    sourced('default', 'default')
  const context = stored.contexts[contextName.value]
  // A context named by a flag takes precedence over the environment: a leftover shell variable must not redirect it.
  const ranked = (fromEnvironment: string | undefined, fromContext: string | undefined): Candidate[] =>
    contextName.from === 'flag'
      ? [
          ['context', fromContext],
          ['environment', fromEnvironment],
        ]
      : [
          ['environment', fromEnvironment],
          ['context', fromContext],
        ]
  const url =
    pick(['flag', flags.url], ...ranked(env.TOLLGATE_URL, context?.url)) ?? sourced(defaultUrl, 'default')
  const address = { ...url, value: readAddress(url.value, phrase) }
  return {
    url: address,
    // The variable often comes from a file that ends with a line break.
    token: pick(...ranked(env.TOLLGATE_TOKEN?.trim(), tokenFor(address.value, context, phrase))),
    contextName,
    context,
    timeoutMs: readTimeout(flags, env, phrase) ?? timeoutMs ?? defaultTimeoutMs,
    output: readOutput(flags, env, phrase),
    isQuiet: flags.isQuiet ?? false,
    mayAsk: isTerminal && flags.input !== false && !env.TOLLGATE_NO_INPUT && !env.CI,
  }
}

/** Whether the run uses anything from a stored context. Variables can replace it entirely, as in a CI job. */
export const needsContext = (flags: ClientFlags, env: NodeJS.ProcessEnv): boolean =>
  Boolean(flags.context || env.TOLLGATE_CONTEXT) || !(flags.url || env.TOLLGATE_URL) || !env.TOLLGATE_TOKEN

/**
 * Checks that the context exists. @throws CliError `context_not_found` if a flag or the environment names an unknown
 * one
 */
export function requireContext(settings: Settings, stored: StoredContexts, phrase: Phrase): void {
  const { value: name, from } = settings.contextName
  if (settings.context === undefined && from !== 'default') throw noContext(name, stored, phrase)
}

/** Creates the error for an unknown context (exit code 5), listing those that exist. */
export function noContext(name: string, stored: StoredContexts, phrase: Phrase): CliError {
  const known = Object.keys(stored.contexts)
  return new CliError('context_not_found', exitCodes.notFound, phrase('error.contextNotFound', { name }), {
    hint: known.length > 0 ? phrase('hint.contexts', { names: known.join(', ') }) : phrase('hint.login'),
  })
}

const sourced = <T>(value: T, from: Origin): Sourced<T> => ({ value, from })

type Candidate = readonly [Origin, string | undefined]

function pick(...candidates: readonly Candidate[]): Sourced<string> | undefined {
  for (const [from, value] of candidates) if (value !== undefined && value !== '') return { value, from }
  return undefined
}

/**
 * Returns a context's access token only if the address is that context's server, so that it is never sent elsewhere.
 */
function tokenFor(url: string, context: StoredContext | undefined, phrase: Phrase): string | undefined {
  return context !== undefined && readAddress(context.url, phrase) === url ? context.token : undefined
}

/** Normalizes addresses such as `gw.example.com/`. @throws CliError `usage` */
export function readAddress(text: string, phrase: Phrase): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : `${isLocal(text) ? 'http' : 'https'}://${text}`
  if (!URL.canParse(withScheme)) throw usageError(phrase('usage.url', { text }))
  const url = new URL(withScheme)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw usageError(phrase('usage.url', { text }))
  if (url.username !== '' || url.password !== '') throw usageError(phrase('usage.urlCredentials'))
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

const isLocal = (text: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/i.test(text)

function readTimeout(flags: ClientFlags, env: NodeJS.ProcessEnv, phrase: Phrase): number | undefined {
  const text = flags.timeout ?? env.TOLLGATE_TIMEOUT
  if (text === undefined || text === '') return undefined
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : readDuration(text)
  if (seconds === undefined || seconds <= 0 || seconds > 86_400)
    throw usageError(
      phrase('usage.duration', {
        flag: flags.timeout === undefined ? 'TOLLGATE_TIMEOUT' : '--timeout',
        text,
      }),
    )
  return seconds * 1000
}

function readOutput(flags: ClientFlags, env: NodeJS.ProcessEnv, phrase: Phrase): OutputFormat {
  if (flags.isJson) return 'json'
  const text = flags.output ?? (env.TOLLGATE_OUTPUT || 'table')
  const format = outputFormats.find((each) => each === text)
  if (format === undefined)
    throw usageError(
      phrase('usage.choice', {
        flag: flags.output === undefined ? 'TOLLGATE_OUTPUT' : '--output',
        text,
        choices: outputFormats.join(', '),
      }),
    )
  return format
}
