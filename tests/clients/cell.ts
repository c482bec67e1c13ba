import type { Upstream } from './upstreams.ts'

/** The failures of one client on one upstream, by step; empty = everything worked. */
export type Cell = Readonly<Record<string, string>>

/** A row of the matrix. */
export interface ClientRow {
  readonly title: string
  /** Versions of the client's packages. */
  readonly version: string
  run(upstream: Upstream): Promise<Cell>
}

/** A client that could not be installed on this machine. */
export interface AbsentClient {
  readonly title: string
  readonly why: string
}

/** Looks up installed packages. */
export interface Installed {
  /** Returns the version of a package. */
  versionOf(name: string): string
  /** Returns the path of a program that a package contains. */
  programOf(name: string): string
}
