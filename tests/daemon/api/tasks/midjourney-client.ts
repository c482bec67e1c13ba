import { runAudit } from '../../../../src/daemon/ledger/audit.ts'
import { type MidjourneyServer, startMidjourneyServer } from '../../../support/tasks/midjourney-server.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

/** The response to a submission. */
export interface Submitted {
  readonly status: number
  readonly code: number
  readonly description: string
  readonly result: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** A task as clients fetch it. */
export interface FetchedTask {
  readonly id: string
  readonly action: string
  readonly prompt: string
  readonly status: string
  readonly progress: string
  readonly imageUrl: string
  readonly failReason: string
  readonly description: string
  readonly buttons: readonly unknown[]
  readonly properties: Readonly<Record<string, unknown>>
}

/** One row of the task table. */
export interface StoredTask {
  readonly action: string
  readonly model: string
  readonly status: string
  readonly code: number
  readonly quota: number
  readonly channel_id: number
  readonly fail_reason: string
  readonly vendor_id: string
  readonly hook_hash: string
  readonly request_id: string
  readonly result: string
}

export const MODELS = [
  ...['mj_imagine', 'mj_upscale', 'mj_variation', 'mj_reroll', 'mj_high_variation', 'mj_low_variation'],
  ...['mj_pan', 'mj_zoom', 'mj_custom_zoom', 'mj_inpaint', 'mj_modal', 'mj_describe', 'mj_blend'],
  ...['mj_shorten', 'swap_face', 'mj_uploads'],
].join(',')

/** A gateway with a channel to a Midjourney proxy, and a client of it. */
export interface Drawing {
  readonly relay: TestRelay
  readonly mj: MidjourneyServer
  readonly channelId: number
  submit(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Submitted>
  /** Draws an image. @returns the id of the finished task */
  draw(prompt?: string): Promise<string>
  get(path: string, key?: string): Promise<Response>
  fetchTask(id: string, key?: string): Promise<FetchedTask>
  newest(): Promise<StoredTask>
  poll(): Promise<void>
  /** Audits the ledger. @returns the state */
  audit(): Promise<string>
  /** Returns the cost of an action for the super administrator, in thousandths of a quota unit. */
  spent(run: () => Promise<unknown>): Promise<bigint>
  close(): Promise<void>
}

export async function startDrawing(): Promise<Drawing> {
  const [relay, mj] = await Promise.all([startTestRelay(), startMidjourneyServer()])
  const channelId = await relay.addChannel({ type: 5, key: mj.key, base_url: mj.url, models: MODELS })
  await relay.setOption('ServerAddress', relay.url)
  const poll = () => relay.api.services.tasks.pass()
  const submit: Drawing['submit'] = async (path, body, headers) => {
    const response = await relay.post(path, body, headers)
    return { status: response.status, ...((await response.json()) as Omit<Submitted, 'status'>) }
  }
  const get: Drawing['get'] = (path, key = relay.key) =>
    fetch(`${relay.url}${path}`, { headers: { authorization: `Bearer ${key}` } })
  return {
    relay,
    mj,
    channelId,
    submit,
    get,
    poll,
    draw: async (prompt = 'a cat') => {
      const { result } = await submit('/mj/submit/imagine', { prompt })
      mj.move(result, { status: 'SUCCESS', progress: '100%', finishTime: 1_689_231_544_312 })
      await poll()
      return result
    },
    fetchTask: async (id, key) => (await (await get(`/mj/task/${id}/fetch`, key)).json()) as FetchedTask,
    newest: () => relay.api.services.knex('tasks').orderBy('id', 'desc').first(),
    audit: async () => (await runAudit(relay.api.services.knex)).state,
    spent: async (run) => {
      const before = await relay.balance()
      await run()
      return before - (await relay.balance())
    },
    close: async () => {
      await relay.close()
      await mj.close()
    },
  }
}
