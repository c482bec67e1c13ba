import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../errors/app-error.ts'

/** The header of the loop guard: every gateway that a request passed through, oldest first, comma-separated. */
export const HOP_HEADER = 'x-tollgate-hop'

/** The most gateways in a row; more is a loop or close to one. */
const HOPS_MAX = 3

/** The most that is passed on of the previous hops. */
const HOPS_CHARS_MAX = 200

/** Refuses loops: a channel that points back at a gateway would call itself forever. @throws AppError `request_loop` */
export function checkHops(headers: IncomingHttpHeaders, instanceId: string): void {
  const header = headers[HOP_HEADER]
  if (header === undefined) return
  const hops = String(header)
    .split(',')
    .map((each) => each.trim())
  if (hops.includes(instanceId) || hops.length >= HOPS_MAX) throw new AppError('request_loop')
}

/** Returns the header of the loop guard for the upstream, with this gateway at its end. */
export function nextHops(headers: IncomingHttpHeaders, instanceId: string): string {
  const hops = headers[HOP_HEADER]
  return typeof hops === 'string' ? `${hops.slice(0, HOPS_CHARS_MAX)},${instanceId}` : instanceId
}
