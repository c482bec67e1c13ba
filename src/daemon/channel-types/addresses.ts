import { AppError } from '../errors/app-error.ts'
import { channelFaults } from '../errors/channel-faults.ts'
import type { Texts } from '../errors/reasons.ts'
import type { Channel } from './types.ts'

const VERSION_SEGMENT = /\/v\d+(?:beta\d*|alpha\d*)?$/
const CLOUDFLARE_GATEWAY_HOST = 'gateway.ai.cloudflare.com'

/**
 * Returns the channel's address without a trailing slash.
 *
 * @throws AppError `channel_misconfigured` if there is none or it is not a plain http(s) address
 */
export function baseUrlOf(channel: Channel, fallback = ''): string {
  const base = (channel.baseUrl.trim() || fallback).replace(/\/+$/, '')
  const url = readHttpUrl(base)
  if (!url) throw misconfigured(channel, base === '' ? channelFaults.noBaseUrl : channelFaults.badBaseUrl)
  if (url.search !== '' || url.hash !== '') throw misconfigured(channel, channelFaults.baseUrlQuery)
  return base
}

/**
 * Joins base, version prefix and operation. If the base already ends in a version or in the prefix, the prefix is not added
 * again. Cloudflare's gateway has no `/v1` before OpenAI's paths.
 *
 * @param path OpenAI's path of the operation, beginning with `/v1`
 * @param prefix the vendor's prefix instead of `/v1`
 */
export function joinUrl(base: string, path: string, prefix = '/v1'): string {
  const operation = path.replace(/^\/v1(?=\/)/, '')
  const hasPrefix = VERSION_SEGMENT.test(base) || base.endsWith(prefix) || isCloudflareOpenAi(base)
  return base + (hasPrefix ? '' : prefix) + operation
}

/** Reports whether the base is a Cloudflare AI Gateway, where the part after account and gateway names the provider. */
export function readCloudflareProvider(base: string): readonly string[] | undefined {
  const url = readHttpUrl(base)
  if (url?.hostname !== CLOUDFLARE_GATEWAY_HOST) return undefined
  return url.pathname.split('/').slice(4)
}

/**
 * Encodes a model name as part of a path. A slash in it separates segments.
 *
 * @throws AppError `channel_misconfigured` for names that would climb out of the path
 */
export function encodeModelPath(model: string, channel: Channel): string {
  const segments = model.split('/')
  if (segments.some((each) => each === '.' || each === '..'))
    throw misconfigured(channel, channelFaults.badModelName)
  return segments.map(encodeURIComponent).join('/')
}

/** @param why for administrators; never shown to clients */
export function misconfigured(channel: Channel, why: Texts): AppError {
  return new AppError('channel_misconfigured', {
    detail: { channelId: channel.id, why: why.en },
    values: { why },
  })
}

const httpUrls = new Map<string, Readonly<URL> | undefined>()
const HTTP_URLS_MAX = 1_000

/** The addresses of channels recur with every request, so each is parsed once. */
export function readHttpUrl(text: string): Readonly<URL> | undefined {
  const known = httpUrls.get(text)
  if (known !== undefined) return known
  const url = URL.parse(text)
  const made = url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined
  if (httpUrls.size >= HTTP_URLS_MAX) httpUrls.clear()
  httpUrls.set(text, made)
  return made
}

function isCloudflareOpenAi(base: string): boolean {
  return readCloudflareProvider(base)?.join('/') === 'openai'
}
