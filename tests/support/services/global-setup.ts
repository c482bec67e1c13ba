import { startServices } from './start-services.ts'

/** Vitest calls this once per project; the servers are shared by all of them. */
export const setup = async (): Promise<() => Promise<void>> => {
  const { folder, stop } = await startServices()
  // Vitest kills its processes when they have nothing to do any more, and then they delete nothing.
  if (folder) process.env.TMPDIR = folder
  return stop
}
