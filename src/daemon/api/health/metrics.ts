import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Services } from '../../services.ts'

/** The figures of one daemon: those of the process, and those that cost no query to read. */
export function createMetrics({ ledger, version, startTime, snapshot }: Services): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({
    name: 'tollgate_build_info',
    help: 'Always 1; the version is a label.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  new Gauge({
    name: 'tollgate_start_time_seconds',
    help: 'When the daemon started, unix seconds.',
    registers,
  }).set(startTime)
  new Gauge({
    name: 'tollgate_ledger_pending_operations',
    help: 'Ledger operations accepted but not yet committed.',
    registers,
    collect() {
      this.set(ledger.pending)
    },
  })
  new Gauge({
    name: 'tollgate_channels',
    help: 'Configured channels by status: 1 enabled, 2 disabled by hand, 3 disabled automatically.',
    labelNames: ['status'],
    registers,
    collect() {
      this.reset()
      for (const { status } of snapshot().channels.values()) this.inc({ status: String(status) })
    },
  })
  return registry
}
