import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Services } from '../../services.ts'

/** The figures of one daemon: those of the process, and those that cost no query to read. */
export function createMetrics({
  ledger,
  version,
  startTime,
  snapshot,
  meters,
}: Pick<Services, 'ledger' | 'version' | 'startTime' | 'snapshot' | 'meters'>): Registry {
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
  const counter = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  counter('tollgate_requests_served', 'Answers charged and completed since the start.', () => meters.served)
  counter('tollgate_streams_cut', 'Streams that did not end as their protocol says.', () => meters.cut)
  counter(
    'tollgate_charged_quota',
    'Quota units charged since the start.',
    () => Number(meters.charged) / 1000,
  )
  counter('tollgate_charges_over_hold', 'Charges above what was held for them.', () => meters.overruns)
  counter(
    'tollgate_usage_rejected',
    'Usage figures of upstreams that were not believed.',
    () => meters.usageRejected,
  )
  counter(
    'tollgate_answers_of_other_models',
    'Answers that say they are from another model than the one that was priced.',
    () => meters.otherModels,
  )
  counter('ledger_invariant_violations', 'Wallets whose books do not add up.', () => meters.ledgerViolations)
  new Gauge({
    name: 'tollgate_requests_refused',
    help: 'Refused relay requests since the start, by error code.',
    labelNames: ['code'],
    registers,
    collect() {
      for (const [code, count] of meters.refused) this.set({ code }, count)
    },
  })
  return registry
}
