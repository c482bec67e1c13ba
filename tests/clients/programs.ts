import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Cell, ClientRow, Installed } from './cell.ts'
import { type Ended, runProgram } from './run-program.ts'
import type { Site } from './site.ts'
import type { Upstream } from './upstreams.ts'

/** The environment of a program: an empty home, and a folder with one file. */
interface Place {
  readonly site: Entrance
  readonly model: string
  readonly home: string
  readonly file: string
}

/** The URL that a program calls, and its key. */
export type Entrance = Pick<Site, 'url' | 'key'>

/** A command-line client in its non-interactive mode. */
export interface Program {
  readonly title: string
  readonly package: string
  readonly command: string
  args(place: Place): readonly string[]
  env(place: Place): Readonly<Record<string, string>>
  /** Output that shows that the program took another path than the one its row tests. */
  readonly failsWhenItSays?: RegExp
  /** Returns files for the program's home or folder. */
  files?(place: Place): Readonly<Record<string, unknown>>
}

const prompt = 'Read the file secret.txt and tell me the word in it.'
const WORD = 'xylophone-4711'

export const claudeCode: Program = {
  title: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  command: 'claude',
  args: ({ model }) => ['-p', prompt, '--model', model, '--allowedTools', 'Read,Bash'],
  env: ({ site }) => ({
    ANTHROPIC_BASE_URL: site.url,
    ANTHROPIC_AUTH_TOKEN: site.key,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }),
}

const codexArgs = ({ model, site }: Place): readonly string[] => [
  ...['exec', '--skip-git-repo-check', '--sandbox', 'danger-full-access', '-m', model],
  ...['-c', 'model_provider="tollgate"'],
  ...['-c', 'model_providers.tollgate.name="Tollgate"'],
  ...['-c', `model_providers.tollgate.base_url="${site.url}/v1"`],
  ...['-c', 'model_providers.tollgate.env_key="TOLLGATE_KEY"'],
  ...['-c', 'model_providers.tollgate.wire_api="responses"'],
  ...['-c', 'model_providers.tollgate.stream_max_retries=0'],
]

export const codex: Program = {
  title: 'Codex',
  package: '@openai/codex',
  command: 'codex',
  args: (place) => [...codexArgs(place), prompt],
  env: ({ site }) => ({ TOLLGATE_KEY: site.key }),
}

const codexOverWebSocket: Program = {
  ...codex,
  title: 'Codex over a WebSocket',
  args: (place) => [
    ...codexArgs(place),
    ...['-c', 'model_providers.tollgate.supports_websockets=true'],
    prompt,
  ],
  failsWhenItSays: /falling back/i,
}

const list: readonly Program[] = [
  claudeCode,
  codex,
  codexOverWebSocket,
  {
    title: 'Gemini CLI',
    package: '@google/gemini-cli',
    command: 'gemini',
    args: ({ model }) => ['-p', prompt, '-m', model, '--yolo', '--skip-trust'],
    env: ({ site }) => ({
      GEMINI_API_KEY: site.key,
      GOOGLE_GEMINI_BASE_URL: site.url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    files: () => ({
      '.gemini/settings.json': {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
      },
    }),
  },
  {
    title: 'opencode',
    package: 'opencode-ai',
    command: 'opencode',
    args: ({ model }) => ['run', '-m', `tollgate/${model}`, prompt],
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }),
    files: ({ site, model }) => ({
      'opencode.json': {
        provider: {
          tollgate: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Tollgate',
            options: { baseURL: `${site.url}/v1`, apiKey: site.key },
            models: { [model]: { name: model } },
          },
        },
      },
    }),
  },
  {
    title: 'pi',
    package: '@mariozechner/pi-coding-agent',
    command: 'pi',
    args: ({ model }) => ['-p', '--offline', '--provider', 'tollgate', '--model', model, prompt],
    env: () => ({}),
    files: ({ site, model }) => ({
      '.pi/agent/models.json': {
        providers: {
          tollgate: {
            baseUrl: `${site.url}/v1`,
            api: 'openai-completions',
            apiKey: site.key,
            models: [
              {
                id: model,
                reasoning: true,
                input: ['text', 'image'],
                contextWindow: 200_000,
                maxTokens: 8000,
              },
            ],
          },
        },
      },
    }),
  },
  {
    title: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    command: 'qwen',
    args: ({ model }) => ['-p', prompt, '-m', model, '--yolo', '--auth-type', 'openai'],
    env: ({ site, model }) => ({
      OPENAI_API_KEY: site.key,
      OPENAI_BASE_URL: `${site.url}/v1`,
      OPENAI_MODEL: model,
    }),
  },
]

/** Edits files through the model's text, without tools; the file is given on the command line. */
const aider: Program = {
  title: 'Python: aider',
  package: 'aider-chat',
  command: 'aider',
  args: ({ model }) => [
    ...['--model', `openai/${model}`, '--message', prompt, 'secret.txt'],
    ...['--yes-always', '--no-git', '--no-check-update', '--analytics-disable', '--no-show-model-warnings'],
  ],
  env: ({ site }) => ({
    OPENAI_API_KEY: site.key,
    OPENAI_API_BASE: `${site.url}/v1`,
    // Otherwise it would first download its price table.
    LITELLM_LOCAL_MODEL_COST_MAP: 'True',
  }),
}

/** The packages of all programs except aider. */
export const programPackages: readonly string[] = [...new Set(list.map((each) => each.package))]

/** Exported separately because aider's package conflicts with others and needs a separate environment. */
export const aiderPackage = aider.package
export const aiderTitle = aider.title

/** Returns calls that read the file, one for each tool that a program may offer. */
export const callsFor = (file: string) => [
  { name: 'Read', arguments: { file_path: file } },
  { name: 'read', arguments: { filePath: file, path: file } },
  { name: 'read_file', arguments: { file_path: file, absolute_path: file } },
  { name: 'exec_command', arguments: { cmd: `cat ${file}` } },
  { name: 'shell_command', arguments: { command: `cat ${file}` } },
]

export const programRows = (installed: Installed, site: Site): readonly ClientRow[] =>
  list.map((program) => programRow(program, installed, site))

export const aiderRow = (installed: Installed, site: Site): ClientRow => programRow(aider, installed, site)

const programRow = (program: Program, installed: Installed, site: Site): ClientRow => ({
  title: program.title,
  version: installed.versionOf(program.package),
  run: (upstream) => runOn(program, upstream, installed, site),
})

async function runOn(program: Program, { model }: Upstream, installed: Installed, site: Site): Promise<Cell> {
  const { code, output, errors } = await runInHome({
    program,
    model,
    installed,
    site,
    begin: (file) =>
      site.begin({ text: 'one two three', toolCalls: callsFor(file), tokens: { input: 100, output: 40 } }),
  })
  const other = program.failsWhenItSays?.exec(`${errors}\n${output}`)
  if (other) return { run: `it said: ${other[0]}` }
  if (code !== 0) return { run: reason(errors, output) ?? `ended with ${code}` }
  if (!output.includes('one two three')) return { answer: reason(errors, output) ?? 'it printed nothing' }
  return site.hasSent(WORD)
    ? {}
    : { tools: site.complaints()[0] ?? 'the content of the file never came back' }
}

/** One run of a program. */
export interface Run {
  readonly program: Program
  readonly model: string
  readonly installed: Installed
  readonly site: Entrance
  /** Called when the file that the program will read exists. */
  begin(file: string): void
}

/** Runs a program in an empty home, which is deleted afterwards. */
export async function runInHome({ program, model, installed, site, begin }: Run): Promise<Ended> {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-client-'))
  const place: Place = { site, model, home, file: join(home, 'secret.txt') }
  try {
    for (const [name, content] of Object.entries(program.files?.(place) ?? {})) write(home, name, content)
    writeFileSync(place.file, `${WORD}\n`)
    begin(place.file)
    return await runProgram(installed.programOf(program.command), program.args(place), {
      env: { HOME: home, CI: '1', TERM: 'dumb', ...program.env(place) },
      cwd: home,
    })
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

function write(home: string, name: string, content: unknown): void {
  const path = join(home, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(content))
}

/** Finds the line that best explains why a program failed. */
export function reason(...texts: readonly string[]): string | undefined {
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '')
  const telling = lines.find((line) => /error|failed|invalid|refused/i.test(line)) ?? lines.at(-1)
  return telling?.replace(/\s+/g, ' ').trim().slice(0, 300)
}
