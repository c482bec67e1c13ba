import { startServices } from './start-services.ts'

/** Vitest calls this once per project; the servers are shared by all of them. */
export const setup = async (): Promise<() => Promise<void>> => {
  const services = await startServices()
  return () => services.stop()
}
