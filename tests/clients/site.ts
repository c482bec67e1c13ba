import { signIn } from '../support/gateway/admin.ts'
import { startGateway } from '../support/gateway/gateway-process.ts'
import type { Behaviour } from '../support/simulator/behaviour.ts'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { upstreams } from './upstreams.ts'

/** A gateway with one strict upstream of every vendor behind it. */
export interface Site {
  readonly url: string
  readonly key: string
  /** Simulates all vendors by URL, and refuses what each of them refuses. */
  readonly upstream: Simulator
  /** Resets the record of requests, and sets how the models behave next. */
  begin(behaviour: Behaviour): void
  /** Tells whether any request since `begin` contains this text. */
  hasSent(text: string): boolean
  /** Returns the vendors' complaints about requests since `begin`. */
  complaints(): readonly string[]
  stop(): Promise<void>
}

export async function startSite(): Promise<Site> {
  const upstream = await startSimulator({ strict: true })
  const gateway = await startGateway()
  const admin = await signIn(gateway.url)
  const served = upstreams.flatMap(({ model, besides = [] }) => [model, ...besides])
  const ratios = JSON.stringify(Object.fromEntries(served.map((model) => [model, 1])))
  await admin.setOption('ModelRatio', ratios)
  for (const { name, type, model, besides = [] } of upstreams)
    await admin.createChannel({
      name,
      type,
      key: 'upstream-key',
      base_url: upstream.url,
      models: [model, ...besides].join(','),
    })
  const { key } = await admin.createToken({ name: 'clients' })
  return {
    url: gateway.url,
    key: key.startsWith('sk-') ? key : `sk-${key}`,
    upstream,
    begin: (behaviour) => {
      upstream.reset()
      upstream.always(behaviour)
    },
    hasSent: (text) => upstream.requests.some(({ body }) => body.includes(text)),
    complaints: () => upstream.requests.flatMap(({ complaint }) => complaint ?? []),
    stop: async () => {
      await gateway.stop()
      await upstream.close()
    },
  }
}
