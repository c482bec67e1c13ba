import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Services } from '../../services.ts'
import type { Figure } from '../../workers/siblings.ts'

/** Content of the response to `/metrics`. */
export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
}

/** Metric types that only increase. Our own metrics created with `counter` do so too. */
const growingTypes: ReadonlySet<unknown> = new Set(['counter', 'histogram'])

/**
 * Creates the metrics of a daemon. Each of several workers reports for all: counters and histograms are summed,
 * including those of ended workers, so that none ever decreases.
 */
export function createMetrics(
  services: Pick<Services, 'ledger' | 'version' | 'startTime' | 'snapshot' | 'meters' | 'siblings'>,
): Metrics {
  const { siblings } = services
  const { registry, growing } = createRegistry(services)
  const read = async () => (await registry.getMetricsAsJSON()) as unknown as readonly Figure[]
  const onlyGrowing = (figures: readonly Figure[]) =>
    figures.filter(({ name, type }) => growing.has(name) || growingTypes.has(type))
  const { leave, readLeft } = siblings.bequeath(async () => onlyGrowing(await read()))
  const readAll = siblings.gather('figures', async () => {
    const figures = await read()
    leave(onlyGrowing(figures))
    return figures
  })
  return {
    contentType: registry.contentType,
    async text() {
      if (siblings.areNone) return registry.metrics()
      const [all, left] = await Promise.all([readAll(), readLeft()])
      const answered = all.filter((each) => each !== undefined)
      return AggregatorRegistry.aggregate([...answered, left]).metrics()
    },
  }
}

/**
 * Creates the metrics of this process and those that need no query; also returns the names of gauges that only
 * increase.
 */
function createRegistry({
  ledger,
  version,
  startTime,
  snapshot,
  meters,
  siblings,
}: Pick<Services, 'ledger' | 'version' | 'startTime' | 'snapshot' | 'meters' | 'siblings'>): {
  readonly registry: Registry
  readonly growing: ReadonlySet<string>
} {
  const registry = new Registry()
  const growing = new Set<string>(['tollgate_requests_refused'])
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({
    name: 'tollgate_build_info',
    help: 'Always 1; the version is a label.',
    labelNames: ['version'],
    aggregator: 'first',
    registers,
  }).set({ version }, 1)
  new Gauge({
    name: 'tollgate_start_time_seconds',
    help: 'When the daemon started, unix seconds.',
    aggregator: 'first',
    registers,
  }).set(startTime)
  new Gauge({ name: 'tollgate_workers', help: 'Processes that serve the port.', registers }).set(1)
  new Gauge({
    name: 'tollgate_job_runners',
    help: 'Processes that do the timed work: one, whatever the number of workers.',
    registers,
    collect() {
      this.set(siblings.isFirst() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'tollgate_ledger_pending_operations',
    help: 'Ledger operations accepted but not yet committed.',
    registers,
    collect() {
      this.set(ledger.pending)
    },
  })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  const counter: typeof gauge = (name, help, read) => {
    growing.add(name)
    return gauge(name, help, read)
  }
  gauge(
    'tollgate_open_holds_in_memory',
    'Requests that run now and whose quota is held in memory.',
    () => ledger.heldInMemory,
  )
  counter(
    'tollgate_requests_held_in_memory',
    'Requests whose quota was held in memory, within an allowance.',
    () => ledger.counts.inMemory,
  )
  counter(
    'tollgate_requests_held_by_row',
    'Requests whose quota was held by a row of their own from the start.',
    () => ledger.counts.durable,
  )
  new Gauge({
    name: 'tollgate_channels',
    help: 'Configured channels by status: 1 enabled, 2 disabled by hand, 3 disabled automatically.',
    labelNames: ['status'],
    aggregator: 'first',
    registers,
    collect() {
      this.reset()
      for (const { status } of snapshot().channels.values()) this.inc({ status: String(status) })
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
  gauge(
    'tollgate_log_rows_to_pack',
    'Rows of the usage log that may still have to be rewritten in the compact form; 0 = done.',
    () => meters.logRowsToPack,
  )
  gauge('ledger_invariant_violations', 'Wallets whose books do not add up.', () => meters.ledgerViolations)
  new Gauge({
    name: 'tollgate_requests_refused',
    help: 'Refused relay requests since the start, by error code.',
    labelNames: ['code'],
    registers,
    collect() {
      for (const [code, count] of meters.refused) this.set({ code }, count)
    },
  })
  return { registry, growing }
}
