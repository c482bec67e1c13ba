import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Behaviour } from './behaviour.ts'
import type { ExchangeReport } from './control.ts'

export interface SimulatorProcessOptions {
  readonly port?: number
  readonly keys?: readonly string[]
  readonly models?: readonly string[]
  readonly always?: Behaviour
}

/** The simulator in a separate process: for load, and for signals (SIGSTOP simulates a frozen upstream). */
export interface SimulatorProcess {
  readonly url: string
  readonly pid: number
  next(...behaviours: readonly Behaviour[]): Promise<void>
  always(behaviour: Behaviour): Promise<void>
  reset(): Promise<void>
  hits(): Promise<number>
  requests(): Promise<ExchangeReport[]>
  stop(): Promise<void>
}

export const startSimulatorProcess = async (
  options: SimulatorProcessOptions = {},
): Promise<SimulatorProcess> => {
  const args = [
    fileURLToPath(new URL('main.ts', import.meta.url)),
    ...(options.port === undefined ? [] : ['--port', String(options.port)]),
    ...(options.keys === undefined ? [] : ['--keys', options.keys.join(',')]),
    ...(options.models === undefined ? [] : ['--models', options.models.join(',')]),
    ...(options.always === undefined ? [] : ['--always', JSON.stringify(options.always)]),
  ]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>,
    ended.then(() => Promise.reject(new Error('the simulator did not start'))),
  ])
  const { url, control } = JSON.parse(line) as { url: string; control: string }
  const order = async (path: string, body?: unknown): Promise<unknown> => {
    const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(control + path, request)
    if (!response.ok) throw new Error(`the simulator refused ${path}: ${await response.text()}`)
    return response.json()
  }
  return {
    url,
    pid: child.pid ?? 0,
    next: async (...behaviours) => void (await order('/next', behaviours)),
    always: async (behaviour) => void (await order('/always', behaviour)),
    reset: async () => void (await order('/reset', {})),
    hits: async () => ((await order('/hits')) as { hits: number }).hits,
    requests: async () => (await order('/requests')) as ExchangeReport[],
    stop: async () => {
      child.stdin.end()
      child.kill('SIGTERM')
      await ended
    },
  }
}
