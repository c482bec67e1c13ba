import { startServices } from './start-services.ts'

/** Starts the servers, which all projects share. Vitest calls this once per project. */
export const setup = async (): Promise<() => Promise<void>> => {
  const { folder, stop } = await startServices()
  // Vitest kills its workers at the end of the run, so they cannot delete their own files.
  if (folder) process.env.TMPDIR = folder
  return stop
}
