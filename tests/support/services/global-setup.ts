import { startServices } from './start-services.ts'

/** Vitest calls this once per project; the servers are shared by all of them. */
export const setup = async (): Promise<() => Promise<void>> => {
  const { folder, stop } = await startServices()
  // Vitest kills its workers when the run ends, so they cannot delete their own files.
  if (folder) process.env.TMPDIR = folder
  return stop
}
