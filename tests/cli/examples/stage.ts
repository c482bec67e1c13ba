import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { spawnKept } from '../../support/kept-child.ts'
import { wordsOf } from '../commands/command-runs.ts'
import type { World } from '../commands/world.ts'
import { launcher } from '../support/run-bin.ts'
import { runMain } from '../support/run-cli.ts'
import { startTerminal, type TerminalWindow } from '../support/terminal.ts'
import type { Precondition, Running, Stage } from './precondition.ts'

export interface ShellRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A shell in a new folder, signed in as the super administrator, with `tollgate` on its path. */
export interface Shell extends Stage {
  run(line: string, meanwhile?: Precondition['meanwhile']): Promise<ShellRun>
  runInTerminal(line: string): Promise<TerminalWindow>
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/**
 * Writes a `tollgate` script into the folder that passes its arguments on to the launcher.
 * @param own replacements for arguments that equal a key
 * @returns a PATH with the script first
 */
export async function programsOnPath(folder: string, own: Readonly<Record<string, string>>): Promise<string> {
  const programs = join(folder, '.bin')
  await mkdir(programs, { recursive: true })
  const cases = Object.entries(own).map(
    ([printed, word]) => `    ${quoted(printed)}) word=${quoted(word)} ;;\n`,
  )
  const script = `#!/bin/sh
for word do
  shift
  case $word in
${cases.join('')}  esac
  set -- "$@" "$word"
done
exec ${quoted(process.execPath)} ${quoted(launcher)} "$@"
`
  await writeFile(join(programs, 'tollgate'), script)
  await chmod(join(programs, 'tollgate'), 0o755)
  return [programs, dirname(process.execPath), process.env.PATH].join(delimiter)
}

/** Starts a shell with the given variables instead of our own. */
export function startShell(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): ReturnType<typeof spawnKept> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(TOLLGATE_|CI$|GITHUB_|NO_COLOR$|FORCE_COLOR$|XDG_)/.test(name),
  )
  return spawnKept('/bin/sh', ['-c', script], { cwd, env: { ...Object.fromEntries(inherited), ...env } })
}

export async function openShell(world: World): Promise<Shell> {
  const folder = await world.directory()
  const configDirectory = join(folder, '.config', 'tollgate')
  const machine = join(folder, '.machine')
  await Promise.all([configDirectory, machine].map((each) => mkdir(each, { recursive: true })))

  const env: Record<string, string> = {
    HOME: folder,
    PATH: await programsOnPath(folder, {}),
    TOLLGATE_CONFIG_DIR: configDirectory,
    TOLLGATE_LANG: 'en',
  }
  const own: Record<string, string> = {
    'https://gateway.example.com': world.url,
    'https://staging.example.com': world.url,
    '/var/lib/tollgate': join(machine, 'lib'),
  }

  async function signInAs(contexts: Readonly<Record<string, unknown>>): Promise<void> {
    const document = JSON.stringify({ current: Object.keys(contexts)[0], contexts })
    await writeFile(join(configDirectory, 'contexts.json'), document, { mode: 0o600 })
  }
  const stored = JSON.parse(await readFile(join(world.configDirectory, 'contexts.json'), 'utf8')) as {
    contexts: Record<string, unknown>
  }
  const { default: root } = stored.contexts
  await signInAs({ default: root, prod: root, staging: { url: world.url } })

  const placeProgram = () => programsOnPath(folder, own)

  async function run(line: string, meanwhile?: Precondition['meanwhile']): Promise<ShellRun> {
    await placeProgram()
    // On Ctrl-C the shell would end before its program, so it ignores the signal and lets the program decide.
    const child = startShell(`trap : INT\n${line}`, folder, env)
    child.stdin.end()
    const closed = once(child, 'close')
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    const running: Running = {
      async printed(wanted) {
        while (!wanted.test(stdout)) {
          if (child.exitCode !== null) throw new Error(`${line} ended without ${wanted}: ${stdout}${stderr}`)
          await Promise.race([once(child.stdout, 'data'), closed])
        }
      },
      interrupt: () => void (child.pid !== undefined && process.kill(-child.pid, 'SIGINT')),
    }
    await meanwhile?.(running, shell)
    const [code] = (await closed) as [number | null]
    return { code, stdout, stderr }
  }

  const shell: Shell = {
    world,
    folder,
    configDirectory,
    setEnv: (variables) => void Object.assign(env, variables),
    setOwn: (words) => void Object.assign(own, words),
    signInAs,
    async prepare(...lines) {
      let printed = ''
      for (const line of lines) {
        const done = await runMain(wordsOf(line.replaceAll('UPSTREAM', world.upstream.url)), {
          env: { TOLLGATE_CONFIG_DIR: world.configDirectory, TOLLGATE_LANG: 'en', ...world.variables },
        })
        if (done.code !== 0) throw new Error(`before the example: tollgate ${line}: ${done.stderr}`)
        printed = done.stdout
      }
      return printed.trim()
    },
    async shell(line) {
      const { code, stdout, stderr } = await run(line)
      if (code !== 0) throw new Error(`before the example: ${line}: ${stderr}`)
      return stdout.trim()
    },
    run,
    async runInTerminal(line) {
      await placeProgram()
      return startTerminal([], {
        columns: 120,
        rows: 40,
        env,
        // tmux gives its own path to the programs it starts.
        program: ['/usr/bin/env', `PATH=${env.PATH}`, '/bin/sh', '-c', `cd ${quoted(folder)} && ${line}`],
      })
    },
  }
  return shell
}
