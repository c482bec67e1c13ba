import { signIn } from '../support/gateway/admin.ts'
import { startGateway } from '../support/gateway/gateway-process.ts'
import type { Exchange } from '../support/simulator/exchange.ts'
import { fieldsOf, itemsOf } from '../support/simulator/json-fields.ts'
import { keyOf } from '../support/simulator/judge.ts'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import type { Installed } from './cell.ts'
import { callsFor, claudeCode, codex, type Entrance, type Program, reason, runInHome } from './programs.ts'

/** The results of one program's sessions with one model. */
export interface TenTurns {
  readonly title: string
  readonly model: string
  readonly turns: number
  /** Number of requests that the vendor refused. */
  readonly refused: number
  /** Number of turns for which the vendor had at least half of the prompt in its cache. */
  readonly cached: number
  /** The keys that served each session. */
  readonly keys: readonly string[]
  /** Problems found in the sessions. */
  readonly faults: readonly string[]
}

const SESSIONS = 3
const TURNS = 10
/** Minimum share of cached turns: the first of ten turns finds nothing in the cache. */
const CACHED_MIN = 0.9

const vendors = [
  { type: 1, model: 'gpt-5.4' },
  { type: 14, model: 'claude-sonnet-4-6' },
]

interface Accounts extends Entrance {
  readonly vendor: Simulator
  stop(): Promise<void>
}

/**
 * Runs ten turns with a tool in Codex and Claude Code, over three keys on two channels. Each key has a separate prompt
 * cache, and a vendor refuses what it signed or sealed for another key.
 */
export async function measureTenTurns(installed: Installed): Promise<readonly TenTurns[]> {
  const accounts = await startAccounts()
  try {
    const measured: TenTurns[] = []
    for (const program of [codex, claudeCode])
      for (const { model } of vendors) measured.push(await runSessions(program, model, installed, accounts))
    return measured
  } finally {
    await accounts.stop()
  }
}

async function startAccounts(): Promise<Accounts> {
  const vendor = await startSimulator({ strict: true, hasAccounts: true, hasPromptCache: true })
  const gateway = await startGateway()
  const admin = await signIn(gateway.url)
  await admin.setOption(
    'ModelRatio',
    JSON.stringify(Object.fromEntries(vendors.map(({ model }) => [model, 1]))),
  )
  for (const { type, model } of vendors)
    for (const key of ['one\ntwo', 'three'])
      await admin.createChannel({ name: `${model} ${key}`, type, key, base_url: vendor.url, models: model })
  const { key } = await admin.createToken({ name: 'ten turns' })
  return {
    url: gateway.url,
    key: key.startsWith('sk-') ? key : `sk-${key}`,
    vendor,
    stop: async () => {
      await gateway.stop()
      await vendor.close()
    },
  }
}

async function runSessions(
  program: Program,
  model: string,
  installed: Installed,
  { vendor, ...site }: Accounts,
): Promise<TenTurns> {
  const turns: Exchange[] = []
  const keys: string[] = []
  const faults: string[] = []
  let refused = 0
  for (let session = 1; session <= SESSIONS; session += 1) {
    const { code, output, errors } = await runInHome({
      program,
      model,
      installed,
      site,
      begin: (file) => {
        vendor.reset()
        vendor.always({
          text: 'one two three',
          toolCalls: callsFor(file),
          results: TURNS - 1,
          reasoning: 'The word is in the file.',
        })
      },
    })
    const made = vendor.requests.filter(isTurn)
    const complaints = vendor.requests.flatMap(({ complaint }) => complaint ?? [])
    turns.push(...made)
    refused += complaints.length
    keys.push([...new Set(made.map(keyOf))].join(' and '))
    if (code !== 0 || !output.includes('one two three'))
      faults.push(`session ${session}: ${reason(errors, output) ?? `ended with ${code}`}`)
    if (made.length !== TURNS) faults.push(`session ${session}: ${made.length} turns`)
    faults.push(...complaints.map((each) => `session ${session} was refused: ${each}`))
  }
  const cached = turns.filter(({ cachedShare = 0 }) => cachedShare >= 0.5).length
  if (cached < turns.length * CACHED_MIN) faults.push(`${cached} of ${turns.length} turns were cached`)
  return { title: program.title, model, turns: turns.length, refused, cached, keys, faults }
}

/** Tells turns from other requests of a program, such as titles and summaries, which offer no tools. */
const isTurn = ({ json, cachedShare }: Exchange): boolean =>
  cachedShare !== undefined && itemsOf(fieldsOf(json).tools).length > 0
