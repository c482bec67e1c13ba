import { existsSync, readFileSync } from 'node:fs'
import type { JsonObject } from './json.ts'

/** An OpenAPI 3.1 document in which every reference is `#/components/<section>/<name>`. */
export interface ContractDocument extends JsonObject {
  /** By address, then by method in lower case. */
  paths: { [path: string]: JsonObject }
  /** By section (`schemas`, `parameters`), then by name. */
  components: { [section: string]: JsonObject }
}

// The sources lie beside this file in a clone, not in the build: there the document is as old as the build.
if (existsSync(new URL('openapi.yaml', import.meta.url))) {
  const bundler = new URL('../scripts/contract/bundle-if-stale.ts', import.meta.url).href
  const { bundleIfStale }: { bundleIfStale(): Promise<void> } = await import(/* @vite-ignore */ bundler)
  await bundleIfStale()
}

/**
 * The whole contract of the management API. This is the only place that reads `bundled.gen.json`; in a clone the file is
 * made from the YAML first when it is missing or out of date, so nobody has to remember to.
 */
export const contractDocument = JSON.parse(
  readFileSync(new URL('bundled.gen.json', import.meta.url), 'utf8'),
) as ContractDocument
