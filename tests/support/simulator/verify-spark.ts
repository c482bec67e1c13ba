import type { Received } from './ask.ts'
import { type Finding, found, headerOf, hmac, isSame, wrong } from './verify.ts'

export interface SparkAccount {
  readonly appId?: string
  readonly apiKey: string
  readonly apiSecret: string
}

const parametersOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))

/**
 * Verifies the signed URL of iFlytek's websocket. The code of a finding is the status of the refused handshake.
 * @see https://www.xfyun.cn/doc/spark/general_url_authentication.html
 */
export const verifySpark = (received: Received, account: SparkAccount, nowMs: number): Finding => {
  const { query } = received
  const authorization = query.get('authorization')
  if (authorization === null) return found.absent
  const [date, host] = [query.get('date') ?? '', query.get('host') ?? '']
  if (host !== headerOf(received.headers, 'host')) return wrong('HMAC signature does not match', '401')
  if (!(Math.abs(Date.parse(date) - nowMs) <= 300_000))
    return wrong(
      'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication',
      '403',
    )
  const origin = Buffer.from(authorization, 'base64').toString('utf8')
  const parts = parametersOf(origin)
  if ((parts.get('api_key') ?? parts.get('username')) !== account.apiKey)
    return wrong('HMAC signature cannot be verified: fail to retrieve credential', '401')
  const isKnownForm =
    parts.get('algorithm') === 'hmac-sha256' && parts.get('headers') === 'host date request-line'
  const text = `host: ${host}\ndate: ${date}\nGET ${received.path} HTTP/1.1`
  const expected = hmac(account.apiSecret, text).toString('base64')
  if (isKnownForm && isSame(expected, parts.get('signature') ?? '')) return found.ok
  return wrong('HMAC signature does not match', '401')
}
