import type { Cell } from './cell.ts'
import { runProgram } from './run-program.ts'
import type { Site } from './site.ts'
import type { Upstream } from './upstreams.ts'

/** A program that runs one talk; its arguments are the talk's name and the site as JSON. */
export interface TalkRunner {
  readonly program: string
  readonly script: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

const behaviour = {
  text: 'one two three',
  toolCalls: [{ name: 'get_weather', arguments: { city: 'Paris' } }],
  tokens: { input: 100, output: 40 },
}

/** The result of the tool, which must reach the upstream. */
const RESULT = 'sunny, 21 degrees'

/** Runs a talk on one upstream, in a process with its own environment variables. */
export async function runTalk(
  talk: string,
  { model }: Upstream,
  { program, script, cwd, env }: TalkRunner,
  site: Site,
): Promise<Cell> {
  site.begin(behaviour)
  const where = JSON.stringify({ url: site.url, key: site.key, model })
  const { output, errors } = await runProgram(program, [script, talk, where], { env, cwd })
  const last = output.trim().split('\n').at(-1) ?? ''
  const failures = last.startsWith('{') ? (JSON.parse(last) as Cell) : undefined
  if (!failures) return { start: errors.trim().split('\n').at(-1) ?? 'it said nothing' }
  if (Object.keys(failures).length === 0 && !site.hasSent(RESULT))
    return { tools: 'the tool was never called' }
  return failures
}
