import { AppError } from '../errors/app-error.ts'
import { channelFaults } from '../errors/channel-faults.ts'
import { answeredStatus, reasons, refusedKey, type Texts } from '../errors/reasons.ts'
import { textsOf } from '../errors/render-envelope.ts'
import { TransportError } from '../upstream/exchange.ts'
import { reasonOfFault } from '../upstream/fetch-public.ts'

/** Explains why there is no list of models. The transport's own message names hosts, so it is not used. */
export function whyNoModels(error: unknown): Texts {
  if (error instanceof TransportError) return reasonOfFault(error)
  if (!(error instanceof AppError)) return reasons.unreadable
  if (error.code === 'channel_misconfigured') return faultOf(error)
  if (error.code === 'upstream_malformed') return reasons.noListButPage
  const { status } = (error.options.detail ?? {}) as { status?: number }
  switch (status) {
    case 200:
      return reasons.noListButPage
    case 401:
    case 403:
      return refusedKey(status)
    case 404:
      return reasons.noListHere
    case undefined:
      return textsOf(error)
    default:
      return answeredStatus(status)
  }
}

/** Explains which field of a channel is wrong. @param error `channel_misconfigured` */
export function faultOf({ options }: AppError): Texts {
  const why = options.values?.why
  return typeof why === 'object' && 'en' in why ? why : channelFaults.unserved
}
