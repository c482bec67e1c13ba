import { createHmac } from 'node:crypto'

export interface SparkIdentity {
  readonly apiKey: string
  readonly apiSecret: string
}

/**
 * Adds iFlytek's signature to the query of a WebSocket address. It is valid for five minutes.
 *
 * @see https://www.xfyun.cn/doc/spark/general_url_authentication.html
 */
export function signSparkUrl(url: string, { apiKey, apiSecret }: SparkIdentity, now: Date): string {
  const { host, pathname } = new URL(url)
  const date = now.toUTCString()
  const signature = createHmac('sha256', apiSecret)
    .update(`host: ${host}\ndate: ${date}\nGET ${pathname} HTTP/1.1`)
    .digest('base64')
  const origin = `api_key="${apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`
  const authorization = Buffer.from(origin).toString('base64')
  const query = [
    `authorization=${encodeURIComponent(authorization)}`,
    `date=${encodeURIComponent(date)}`,
    `host=${encodeURIComponent(host)}`,
  ]
  return `${url}?${query.join('&')}`
}
