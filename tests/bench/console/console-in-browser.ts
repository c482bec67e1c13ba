import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { keepSession, openBrowser, type Visitor, visit } from '../../console/support/browser.ts'
import { answers, ask } from '../../console/support/playground.ts'
import { untilSettled } from '../../console/support/settled.ts'
import { isAnswer, isCode, isFont, kilobytesOf, watchTransfers } from '../../console/support/transfers.ts'
import { adminPassword, signIn } from '../../support/gateway/admin.ts'
import { type GatewayProcess, startGateway } from '../../support/gateway/gateway-process.ts'
import { fillLargeStore } from '../../support/large-store.ts'
import { startSimulator } from '../../support/simulator/simulator.ts'
import type { Bench, Row } from '../measurements.ts'
import { longAnswers } from './long-answers.ts'
import { longestTask } from './longest-task.ts'

/** Limits for the console's transfers and for how long it may block. */
const limits = { dashboardKilobytes: 60, firstLoadKilobytes: 200, taskMs: 100 }

const ANSWER_TOKENS = 20_000
/** Timeout for the streamed answer; ample even on a busy machine. */
const STREAM_MS = 300_000
const MODEL = 'gpt-4o-mini'
/** The data of a busy site: calls of sixty models in every hour of a month. */
const history = { logs: 100_000, users: 200, tokens: 50, days: 30 }

const verdict = (value: number, limit: number): string => (value < limit ? ' ✓' : ' ✗')
const kilobytes = (value: number): string => `${value.toFixed(1)} kB`

/**
 * Measures the console in the tests' browser, on a separate daemon with a month of calls: the transfers of the
 * dashboard and of a first visit, and the longest task of the page while an answer of 20 000 tokens streams in.
 */
export async function consoleInBrowser({ extent, targets, complaints, say }: Bench): Promise<Row[]> {
  const upstream = await startSimulator()
  const gateway = await startGateway()
  const browser = await openBrowser()
  const rows: Row[] = []
  const add = (measure: string, value: string, goal: string) => {
    say(`${measure}: ${value}`)
    // This measurement runs its daemon on SQLite.
    rows.push({ measure, values: targets.map(({ name }) => (name.endsWith('SQLite') ? value : '-')), goal })
  }
  try {
    const admin = await signIn(gateway.url)
    await admin.createChannel({ name: 'bench', key: 'sk-upstream', base_url: upstream.url, models: MODEL })
    await fillWithCalls(gateway)
    const kept = await keepSession(gateway.url, 'root', adminPassword)
    const come = () => visit(browser, gateway.url, { kept })

    const dashboard = await dashboardTransfer(await come())
    add(
      'console: answers of the dashboard, 30 days by day',
      `${kilobytes(dashboard)}${verdict(dashboard, limits.dashboardKilobytes)}`,
      `< ${limits.dashboardKilobytes} kB`,
    )
    const { code, fonts } = await firstLoad(await come())
    add(
      'console: first load of the page of tokens',
      `${kilobytes(code)}${verdict(code, limits.firstLoadKilobytes)}, and ${kilobytes(fonts)} of fonts`,
      `< ${limits.firstLoadKilobytes} kB without fonts`,
    )
    for (const [what, text] of Object.entries(longAnswers(ANSWER_TOKENS))) {
      let took = 0
      let processor = 0
      for (let repetition = 0; repetition < extent.repetitions; repetition += 1) {
        upstream.next({ text, chunkDelayMs: 1 })
        const visitor = await come()
        const longest = await longestTask(browser, visitor.page, () => streamAnswer(visitor))
        took = Math.max(took, longest.took)
        processor = Math.max(processor, longest.processor)
        complaints.push(...visitor.complaints.map((complaint) => `console, ${what}: ${complaint}`))
        await visitor.leave()
      }
      add(
        `console: longest task while an answer of ${ANSWER_TOKENS} tokens streams, ${what}`,
        `${took.toFixed(0)} ms${verdict(took, limits.taskMs)}, at most ${processor.toFixed(0)} ms of processor time`,
        `< ${limits.taskMs} ms`,
      )
    }
    return rows
  } finally {
    await browser.close()
    await gateway.stop()
    await upstream.close()
  }
}

/** Inserts a month of calls only into the log and its sums, not into the books. */
async function fillWithCalls({ dataDir }: GatewayProcess): Promise<void> {
  const db = new DatabaseSync(join(dataDir, 'tollgate.db'), { timeout: 60_000 })
  const run = async (sql: string) => db.exec(sql)
  await fillLargeStore({ isPostgres: false, firstUserId: 1000, run }, { ...history, nowMs: Date.now() })
  db.close()
}

/** Loads the dashboard with the calls of all users. @returns kilobytes of the responses */
async function dashboardTransfer({ page, leave }: Visitor): Promise<number> {
  const transfers = await watchTransfers(page)
  await page.goto('/app/dashboard?span=month&by=day')
  await page.locator('main canvas').first().waitFor()
  await untilSettled(page)
  const found = kilobytesOf(transfers, isAnswer)
  await leave()
  return found.kilobytes
}

/** Loads a page for the first time. @returns kilobytes of the page with its scripts and styles, and of its fonts */
async function firstLoad({
  page,
  leave,
}: Visitor): Promise<{ readonly code: number; readonly fonts: number }> {
  const transfers = await watchTransfers(page)
  await page.goto('/app/tokens')
  await page.getByText('No tokens yet').waitFor()
  await untilSettled(page)
  await page.evaluate(() => document.fonts.ready)
  const found = {
    code: kilobytesOf(transfers, isCode).kilobytes,
    fonts: kilobytesOf(transfers, isFont).kilobytes,
  }
  await leave()
  return found
}

/** Asks a question in the playground and waits for the complete answer. */
async function streamAnswer({ page }: Visitor): Promise<void> {
  await page.goto(`/playground?model=${MODEL}`)
  await page.getByRole('heading', { name: 'Playground' }).waitFor()
  await untilSettled(page)
  await ask(page, 'How is a stream metered?')
  await answers(page, 'complete').waitFor({ timeout: STREAM_MS })
  await untilSettled(page)
}
