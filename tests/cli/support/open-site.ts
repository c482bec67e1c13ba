import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import { type Caller, startTestApi, type TestApi } from '../../support/test-services.ts'
import { whenDone } from '../../support/when-done.ts'
import { type CliRun, openTerminal, type Terminal } from './run-cli.ts'

/** A daemon with a provider simulator as upstream, and terminals that are signed in to it. */
export interface Site {
  readonly api: TestApi
  readonly upstream: Simulator
  /** Signed in as the super administrator. */
  readonly root: Shell
  /** Opens a terminal of another user. */
  shellOf(caller: Caller): Promise<Shell>
  /** Adds a channel of type openai to the simulator. @returns its ID */
  addChannel(columns?: Readonly<Record<string, unknown>>): Promise<number>
}

/** The terminal of one user. Lines are split at spaces. `_` is a space inside a word. */
export interface Shell {
  readonly terminal: Terminal
  run(line: string, stdin?: string): Promise<CliRun>
  /** Returns the JSON output of a command that must succeed. @throws Error with its output */
  json(line: string, stdin?: string): Promise<unknown>
  /** Returns the exit code and error code of a command that must fail. */
  refusal(line: string, stdin?: string): Promise<readonly [exit: number, code: string]>
}

export async function openSite(): Promise<Site> {
  const upstream = await startSimulator({ models: ['gpt-4o-mini', 'gpt-4o'] })
  const api = await startTestApi()
  whenDone(async () => {
    await api.close()
    await upstream.close()
  })
  const address = api.app.server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const shellOf = async (caller: Caller): Promise<Shell> => {
    const token = await caller.call<string>('GET', '/api/user/token')
    const terminal = await openTerminal({
      TOLLGATE_URL: url,
      TOLLGATE_TOKEN: token,
      KEY: 'upstream-key',
    })
    const run = (line: string, stdin = ''): Promise<CliRun> =>
      terminal.run(
        line.split(' ').map((word) => word.replaceAll('_', ' ')),
        { stdin },
      )
    return {
      terminal,
      run,
      async json(line, stdin) {
        const { code, stdout, stderr } = await run(`--json ${line}`, stdin)
        if (code !== 0) throw new Error(`${line}: exit ${code}: ${stderr}`)
        return JSON.parse(stdout)
      },
      async refusal(line, stdin) {
        const { code, stdout, stderr } = await run(`--json ${line}`, stdin)
        if (code === 0) throw new Error(`${line} went well: ${stdout}`)
        // Notes may precede the error.
        return [code, JSON.parse(stderr.trim().split('\n').at(-1) ?? '{}').error.code]
      },
    }
  }
  return {
    api,
    upstream,
    root: await shellOf(api.root),
    shellOf,
    async addChannel(columns = {}) {
      const { id } = await api.root.call<{ id: number }>('POST', '/api/channel/', {
        type: 1,
        name: 'main',
        key: 'upstream-key',
        base_url: upstream.url,
        models: 'gpt-4o-mini',
        group: 'default',
        ...columns,
      })
      return id
    },
  }
}
