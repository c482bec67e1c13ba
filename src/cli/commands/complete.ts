import { createApi } from '../client/api.ts'
import { commandIndex } from '../command-index.ts'
import { readNames } from '../completion/names.ts'
import { type Candidate, findWanted, type Wanted } from '../completion/wanted.ts'
import { type CommandContext, defineCommand } from '../define-command.ts'
import { knownRole, mayUse } from '../role.ts'
import { readSettings } from '../settings.ts'
import { version } from '../version.ts'

/** Nobody waits longer than this after pressing a key. */
const answerMs = 1000

/** The command that the scripts of `tollgate completion` call; see completion/scripts.ts for its output format. */
export const complete = defineCommand({
  path: 'complete',
  summary: { en: 'Serves the shell completion scripts', zh: '供补全脚本调用' },
  examples: ['tollgate complete -- token get c', 'tollgate complete -- channel list --ty'],
  isLocal: true,
  isHidden: true,
  args: {
    words: {
      name: '[words...]',
      help: { en: 'Words after tollgate, including the unfinished last one', zh: 'tollgate 之后的词' },
    },
  },
  operations: [],
  output: 'none',
  run: async ({ words = [] }, context) => {
    try {
      return await linesFor(words.length === 0 ? [''] : words, context)
    } catch {
      // Not signed in, no server, an unreadable file: errors must not be printed over the shell's prompt.
      return ''
    }
  },
  text: (lines) => lines,
})

async function linesFor(words: readonly string[], context: CommandContext): Promise<string> {
  const { io, phrase } = context
  const role = await knownRole(words, io.env, phrase)
  const wanted = await findWanted(words, {
    index: commandIndex,
    language: phrase.language,
    isShown: (command) => role === undefined || mayUse(command, role),
  })
  if (wanted.kind === 'files') return ':files\n'
  const current = words.at(-1) ?? ''
  return (await candidatesOf(wanted, current, words, context))
    .map(({ value, help }) => ({ value: wanted.head + value, help }))
    .filter(({ value }) => value.startsWith(current))
    .map(({ value, help }) => (help === undefined ? `${value}\n` : `${value}\t${help}\n`))
    .join('')
}

async function candidatesOf(
  wanted: Exclude<Wanted, { kind: 'files' }>,
  current: string,
  words: readonly string[],
  { contexts, io, phrase, now }: CommandContext,
): Promise<readonly Candidate[]> {
  if (wanted.kind === 'candidates') return wanted.candidates
  const stored = await contexts.read()
  const settings = readSettings({
    flags: { context: valueAfter('--context', words), url: valueAfter('--url', words) },
    env: io.env,
    stored,
    phrase,
    isTerminal: false,
  })
  const api = createApi({
    url: settings.url.value,
    credential: settings.token && { kind: 'token', token: settings.token.value },
    timeoutMs: answerMs,
    phrase,
    userAgent: `tollgate/${version} completion`,
  })
  const start = current.slice(wanted.head.length)
  const names = await readNames(wanted.source, start, { api, settings, stored, env: io.env, now })
  // Names that contain a line break or tab cannot be passed to a shell.
  const usable = names.filter((each) => !/[\r\n\t]/.test(each))
  return [...new Set(usable)].map((value) => ({ value }))
}

function valueAfter(flag: string, words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === flag || word.startsWith(`${flag}=`))
  if (at < 0) return undefined
  return words[at]?.includes('=') ? words[at]?.slice(flag.length + 1) : words[at + 1]
}
