import { Readable } from 'node:stream'
import { AppError } from '../../errors/app-error.ts'
import type { JsonValue } from '../../protocols/types.ts'
import { describeTransportFault } from '../../relay/call/upstream-errors.ts'
import { TransportError } from '../../upstream/exchange.ts'
import { FetchRefused, type PublicResponse } from '../../upstream/fetch-public.ts'
import { readHeader } from '../../upstream/upstream-body.ts'
import { type Asked, askVendor, targetOf, withQuery } from '../ask-vendor.ts'
import type { VendorQuestion } from '../door.ts'
import { type OpenAddressDeps, openAddress } from './open-address.ts'
import { cutRange } from './ranges.ts'

/** The place from which to read the content of a task. */
export type ContentPlace =
  /** The content is the vendor's response to a request. */
  | { readonly kind: 'answer'; readonly question: VendorQuestion }
  /** The content is at a URL given by the vendor. */
  | { readonly kind: 'address'; readonly url: string }
  /** The content is part of a JSON document from the vendor. */
  | {
      readonly kind: 'inside'
      readonly question: VendorQuestion
      read(document: JsonValue): { readonly base64: string; readonly contentType: string } | undefined
    }

/** A response with the content of a task, or a part of it. */
export interface Content {
  readonly status: number
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable | Buffer
}

/** Headers of the vendor that are passed on to the client. */
const PASSED = [
  'content-length',
  'content-range',
  'content-encoding',
  'accept-ranges',
  'etag',
  'last-modified',
] as const

/** Content types that are passed on; all others become a generic binary type. */
const MEDIA = /^(?:video|image|audio)\/[\w.+-]+$/

/**
 * Opens the content of a task at its vendor.
 *
 * @param range the client's header, passed on; undefined = all of it
 * @returns undefined when the content does not exist, or no longer exists
 * @throws AppError for anything that prevents reaching the vendor
 */
export async function openContent(
  place: ContentPlace,
  range: string | undefined,
  asked: Asked,
  deps: OpenAddressDeps,
): Promise<Content | undefined> {
  try {
    return place.kind === 'inside'
      ? await readInside(place, range, asked, deps)
      : await open(place, range, asked, deps)
  } catch (error) {
    if (error instanceof TransportError) throw describeTransportFault(error)
    // The vendor stores the content at an address that this site must not access.
    if (error instanceof FetchRefused)
      throw new AppError('upstream_error', { cause: error, detail: { reason: error.message } })
    throw error
  }
}

async function open(
  place: Exclude<ContentPlace, { kind: 'inside' }>,
  range: string | undefined,
  asked: Asked,
  deps: OpenAddressDeps,
): Promise<Content | undefined> {
  const url =
    place.kind === 'address'
      ? place.url
      : withQuery((await targetOf(asked, place.question, deps)).url, place.question.query ?? {})
  const answer = await openAddress({ asked, url, headers: range === undefined ? {} : { range } }, deps)
  const { status } = answer.exchange
  // URLs signed for a few days return 403 after that.
  if (status === 404 || status === 410 || (status === 403 && place.kind === 'address')) {
    answer.close()
    return undefined
  }
  if (status !== 200 && status !== 206 && status !== 416) {
    answer.close()
    throw new AppError('upstream_error', { detail: { status } })
  }
  const passed = PASSED.flatMap((name) => {
    const value = readHeader(answer.exchange, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const type = readHeader(answer.exchange, 'content-type')?.split(';')[0]?.trim() ?? ''
  return {
    status,
    headers: { ...Object.fromEntries(passed), 'content-type': shownType(type) },
    body: toReadable(answer),
  }
}

const shownType = (type: string): string => (MEDIA.test(type) ? type : 'application/octet-stream')

/** Converts a response to a stream that reads as fast as the client does, and stops when the client leaves. */
function toReadable({ exchange, close }: PublicResponse): Readable {
  const body = new Readable({
    read: () => exchange.resume(),
    destroy: (error, done) => {
      exchange.abort()
      close()
      done(error)
    },
  })
  exchange.consume({
    data: (chunk) => {
      if (!body.push(chunk)) exchange.pause()
    },
    end: () => body.push(null),
    fail: (error) => body.destroy(error),
  })
  return body
}

async function readInside(
  { question, read }: Extract<ContentPlace, { kind: 'inside' }>,
  range: string | undefined,
  asked: Asked,
  deps: OpenAddressDeps,
): Promise<Content | undefined> {
  const found = read(await askVendor(asked, deps)(question))
  if (found === undefined) return undefined
  const { status, headers, body } = cutRange(Buffer.from(found.base64, 'base64'), range)
  return { status, headers: { ...headers, 'content-type': shownType(found.contentType) }, body }
}
