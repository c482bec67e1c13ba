import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/**
 * Checks that no other program uses the port. Several processes can listen on one port only if each sets `reusePort`,
 * but then another program of the same user could share the port in the same way. So the port is first opened without
 * it, which succeeds only if nothing else uses it.
 *
 * @param port 0 = any free port
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
