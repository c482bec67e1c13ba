import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/**
 * Several processes listen on one port only if each asks for that (`reusePort`), and then another program of the same user
 * could join them by the same request. So the port is first opened without it, which succeeds only if nobody has it.
 *
 * @param port 0 = any that is free
 * @returns the port
 * @throws the system's error: EADDRINUSE, EACCES, ...
 */
export async function claimPort(host: string, port: number): Promise<number> {
  const server = createServer().listen({ host, port })
  await once(server, 'listening')
  const claimed = (server.address() as AddressInfo).port
  server.close()
  await once(server, 'close')
  return claimed
}
