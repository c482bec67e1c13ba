import type { Upstream } from './upstreams.ts'

/** What one client did on one upstream: step to why it failed; empty = everything went well. */
export type Cell = Readonly<Record<string, string>>

/** A row of the matrix. */
export interface ClientRow {
  readonly title: string
  /** Versions of its packages. */
  readonly version: string
  run(upstream: Upstream): Promise<Cell>
}

/** A client that could not be installed here. */
export interface AbsentClient {
  readonly title: string
  readonly why: string
}

/** Where installed packages are found. */
export interface Installed {
  /** The version of a package. */
  versionOf(name: string): string
  /** The file of a program that a package brings. */
  programOf(name: string): string
}
