import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../errors/app-error.ts'
import { HOP_HEADER } from '../call/prepare/prepare.ts'

/** Gateways in a row; more is a loop or close to one. */
const HOPS_MAX = 3

/** A channel that points back at a gateway would call itself for ever. @throws AppError `request_loop` */
export function checkHops(headers: IncomingHttpHeaders, instanceId: string): void {
  const header = headers[HOP_HEADER]
  if (header === undefined) return
  const hops = String(header)
    .split(',')
    .map((each) => each.trim())
  if (hops.includes(instanceId) || hops.length >= HOPS_MAX) throw new AppError('request_loop')
}
