import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Cell, ClientRow } from './cell.ts'
import type { Installed } from './install.ts'
import { runProgram } from './run-program.ts'
import type { Site } from './site.ts'
import type { Upstream } from './upstreams.ts'

/** Where a program runs: an empty home, and a folder with one file. */
interface Place {
  readonly site: Site
  readonly model: string
  readonly home: string
  readonly file: string
}

/** A client of the command line in its mode for scripts. */
interface Program {
  readonly title: string
  readonly package: string
  readonly command: string
  args(place: Place): readonly string[]
  env(place: Place): Readonly<Record<string, string>>
  /** Files in its home or its folder. */
  files?(place: Place): Readonly<Record<string, unknown>>
}

const prompt = 'Read the file secret.txt and tell me the word in it.'
const WORD = 'xylophone-4711'

const list: readonly Program[] = [
  {
    title: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    command: 'claude',
    args: ({ model }) => ['-p', prompt, '--model', model, '--allowedTools', 'Read,Bash'],
    env: ({ site }) => ({
      ANTHROPIC_BASE_URL: site.url,
      ANTHROPIC_AUTH_TOKEN: site.key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
  },
  {
    title: 'Codex',
    package: '@openai/codex',
    command: 'codex',
    args: ({ model, site }) => [
      ...['exec', '--skip-git-repo-check', '--sandbox', 'danger-full-access', '-m', model],
      ...['-c', 'model_provider="tollgate"'],
      ...['-c', 'model_providers.tollgate.name="Tollgate"'],
      ...['-c', `model_providers.tollgate.base_url="${site.url}/v1"`],
      ...['-c', 'model_providers.tollgate.env_key="TOLLGATE_KEY"'],
      ...['-c', 'model_providers.tollgate.wire_api="responses"'],
      ...['-c', 'model_providers.tollgate.stream_max_retries=0'],
      prompt,
    ],
    env: ({ site }) => ({ TOLLGATE_KEY: site.key }),
  },
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

/** Packages of the programs. */
export const programPackages: readonly string[] = list.map((each) => each.package)

/** The file is read by whichever of these tools a program offers. */
const callsFor = (file: string) => [
  { name: 'Read', arguments: { file_path: file } },
  { name: 'read', arguments: { filePath: file } },
  { name: 'read_file', arguments: { file_path: file, absolute_path: file } },
  { name: 'exec_command', arguments: { cmd: `cat ${file}` } },
  { name: 'shell_command', arguments: { command: `cat ${file}` } },
]

export const programRows = (installed: Installed, site: Site): readonly ClientRow[] =>
  list.map((program) => ({
    title: program.title,
    package: program.package,
    run: (upstream) => runOn(program, upstream, installed, site),
  }))

async function runOn(program: Program, { model }: Upstream, installed: Installed, site: Site): Promise<Cell> {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-client-'))
  const place: Place = { site, model, home, file: join(home, 'secret.txt') }
  try {
    for (const [name, content] of Object.entries(program.files?.(place) ?? {})) write(home, name, content)
    writeFileSync(place.file, `${WORD}\n`)
    site.begin({ text: 'one two three', toolCalls: callsFor(place.file), tokens: { input: 100, output: 40 } })
    const { code, output, errors } = await runProgram(
      installed.programOf(program.command),
      program.args(place),
      {
        env: { HOME: home, CI: '1', TERM: 'dumb', ...program.env(place) },
        cwd: home,
      },
    )
    if (code !== 0) return { run: reason(errors, output) ?? `ended with ${code}` }
    if (!output.includes('one two three')) return { answer: reason(errors, output) ?? 'it printed nothing' }
    return site.hasSent(WORD)
      ? {}
      : { tools: site.complaints()[0] ?? 'the content of the file never came back' }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

function write(home: string, name: string, content: unknown): void {
  const path = join(home, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(content))
}

/** The line that says most of why a program failed. */
function reason(...texts: readonly string[]): string | undefined {
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '')
  const telling = lines.find((line) => /error|failed|invalid|refused/i.test(line)) ?? lines.at(-1)
  return telling?.replace(/\s+/g, ' ').trim().slice(0, 300)
}
