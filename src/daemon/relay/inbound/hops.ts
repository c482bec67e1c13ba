import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../errors/app-error.ts'

/** The loop guard: every gateway that a request passed through, oldest first, separated by commas. */
export const HOP_HEADER = 'x-tollgate-hop'

/** Gateways in a row; more is a loop or close to one. */
const HOPS_MAX = 3

/** No more than this is sent on of the hops before us. */
const HOPS_CHARS_MAX = 200

/** A channel that points back at a gateway would call itself for ever. @throws AppError `request_loop` */
export function checkHops(headers: IncomingHttpHeaders, instanceId: string): void {
  const header = headers[HOP_HEADER]
  if (header === undefined) return
  const hops = String(header)
    .split(',')
    .map((each) => each.trim())
  if (hops.includes(instanceId) || hops.length >= HOPS_MAX) throw new AppError('request_loop')
}

/** The loop guard as the upstream gets it, with this gateway at its end. */
export function nextHops(headers: IncomingHttpHeaders, instanceId: string): string {
  const hops = headers[HOP_HEADER]
  return typeof hops === 'string' ? `${hops.slice(0, HOPS_CHARS_MAX)},${instanceId}` : instanceId
}
