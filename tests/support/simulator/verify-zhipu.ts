import type { Received } from './ask.ts'
import { fieldsOf, parseJson } from './json-fields.ts'
import { type Finding, found, headerOf, hmac, isSame, wrong } from './verify.ts'

const decoded = (text: string | undefined) =>
  fieldsOf(parseJson(Buffer.from(text ?? '', 'base64url').toString('utf8')))

/**
 * Verifies Zhipu's JWT of a key `id.secret`, bare or as Bearer. The key itself is not a signature, but it is accepted
 * too.
 * @see https://docs.bigmodel.cn/cn/guide/develop/http/introduction
 */
export const verifyZhipu = (received: Received, key: string, nowMs: number): Finding => {
  const header = headerOf(received.headers, 'authorization')
  if (header === undefined)
    return {
      verdict: 'absent',
      code: '1001',
      message: 'Header 中未收到 Authorization 参数，无法进行身份验证。',
    }
  const token = header.replace(/^Bearer /, '')
  if (token === key) return found.absent
  const [id, secret = ''] = key.split('.')
  const [head, claims, signature, ...more] = token.split('.')
  const { alg, sign_type: signType } = decoded(head)
  const payload = decoded(claims)
  if (alg !== 'HS256' || signType !== 'SIGN' || more.length > 0)
    return wrong('Authorization Token 非法，请确认 Authorization Token 正确传递。', '1002')
  if (
    !isSame(hmac(secret, `${head}.${claims}`).toString('base64url'), signature ?? '') ||
    payload.api_key !== id
  )
    return wrong('身份验证失败。', '1000')
  const { exp, timestamp } = payload
  if (
    typeof exp !== 'number' ||
    typeof timestamp !== 'number' ||
    exp <= nowMs ||
    exp - timestamp > 86_400_000
  )
    return wrong('Authorization Token 已过期，请重新生成/获取。', '1003')
  return found.ok
}
