import { existsSync, readFileSync } from 'node:fs'

// The sources lie beside this file in a clone, not in the build: there the document is as old as the build.
if (existsSync(new URL('openapi.yaml', import.meta.url))) {
  const bundler = new URL('../scripts/contract/bundle-if-stale.ts', import.meta.url).href
  const { bundleIfStale }: { bundleIfStale(): Promise<void> } = await import(/* @vite-ignore */ bundler)
  await bundleIfStale()
}

/**
 * The whole contract of the management API as JSON. This is the only place that reads `bundled.gen.json`; in a clone the
 * file is made from the YAML first when it is missing or out of date, so nobody has to remember to.
 */
export const contractText: Buffer = readFileSync(new URL('bundled.gen.json', import.meta.url))
