import type { Upstream } from './upstreams.ts'

/** What one client did on one upstream: step to why it failed; empty = everything went well. */
export type Cell = Readonly<Record<string, string>>

/** A row of the matrix. */
export interface ClientRow {
  readonly title: string
  /** The package whose version is written. */
  readonly package: string
  run(upstream: Upstream): Promise<Cell>
}
