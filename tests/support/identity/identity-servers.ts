import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderAddresses } from '../../../src/daemon/accounts/provider-addresses.ts'

type Fields = Readonly<Record<string, unknown>>

/** A request that a server received. */
export interface IdentityHit {
  readonly path: string
  readonly authorization: string
  readonly form: Readonly<Record<string, string>>
}

/**
 * GitHub, Linux DO, a WeChat server and the verifier of the human check in one, with responses as documented. Codes are
 * valid once, for the client and secret below and for the redirect URI that the user agreed to.
 */
export interface IdentityServers {
  readonly url: string
  readonly addresses: ProviderAddresses
  readonly hits: readonly IdentityHit[]
  /** Agrees as a user. Returns the code that the browser is sent back with. */
  agree(person: Fields, redirectUri?: string): string
  /** Adds a code that the official account issued to this user. It stays valid. */
  wechatCode(code: string, wechatId: string): void
  /** Passes the human check as a visitor. Returns its token, which is valid once. */
  passCheck(): string
  /** Sets the next response, whatever the request. */
  next(status: number, body: string): void
  close(): Promise<void>
}

export const client = { id: 'client-of-the-site', secret: 'secret-of-the-site' } as const
/** Secret of the human check. */
export const turnstileSecret = 'secret-of-the-human-check'
export const wechatToken = 'token-of-the-wechat-server'

export async function startIdentityServers(): Promise<IdentityServers> {
  const hits: IdentityHit[] = []
  const agreed = new Map<string, { person: Fields; redirectUri: string | undefined }>()
  const bearers = new Map<string, Fields>()
  const wechat = new Map<string, string>()
  const passed = new Set<string>()
  const planned: { status: number; body: string }[] = []
  let count = 0
  const numbered = (word: string): string => {
    count += 1
    return `${word}-${count}`
  }

  const redeem = (form: Record<string, string>, id: string, secret: string): [number, Fields] => {
    const found = agreed.get(form.code ?? '')
    agreed.delete(form.code ?? '')
    if (id !== client.id || secret !== client.secret) return [200, { error: 'invalid_client' }]
    if (!found) return [200, { error: 'bad_verification_code' }]
    if (found.redirectUri !== undefined && found.redirectUri !== form.redirect_uri)
      return [200, { error: 'redirect_uri_mismatch' }]
    const token = numbered('bearer')
    bearers.set(token, found.person)
    return [200, { access_token: token, token_type: 'bearer', scope: '' }]
  }

  const answer = ({ path, authorization, form }: IdentityHit, query: URLSearchParams): [number, Fields] => {
    if (path === '/github/token') return redeem({ ...form }, form.client_id ?? '', form.client_secret ?? '')
    if (path === '/linuxdo/token') {
      const [id = '', secret = ''] = Buffer.from(authorization.replace('Basic ', ''), 'base64')
        .toString()
        .split(':')
      return redeem({ ...form }, id, secret)
    }
    if (path === '/github/user' || path === '/linuxdo/user') {
      const person = bearers.get(authorization.replace('Bearer ', ''))
      return person ? [200, person] : [401, { message: 'Bad credentials' }]
    }
    if (path === '/api/wechat/user') {
      if (authorization !== wechatToken) return [401, { success: false, message: 'wrong token' }]
      const id = wechat.get(query.get('code') ?? '')
      return id === undefined
        ? [200, { success: false, message: 'no such code', data: '' }]
        : [200, { success: true, message: '', data: id }]
    }
    if (path === '/turnstile/siteverify')
      return [200, { success: form.secret === turnstileSecret && passed.delete(form.response ?? '') }]
    return [404, {}]
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://here')
      const hit: IdentityHit = {
        path: pathname,
        authorization: request.headers.authorization ?? '',
        form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
      }
      hits.push(hit)
      const plan = planned.shift()
      const [status, body] = plan ? [plan.status, plan.body] : answer(hit, searchParams)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    addresses: {
      github: { token: `${url}/github/token`, user: `${url}/github/user` },
      linuxdo: { token: `${url}/linuxdo/token`, user: `${url}/linuxdo/user` },
      turnstile: `${url}/turnstile/siteverify`,
    },
    hits,
    agree: (person, redirectUri) => {
      const code = numbered('code')
      agreed.set(code, { person, redirectUri })
      return code
    },
    wechatCode: (code, wechatId) => void wechat.set(code, wechatId),
    passCheck: () => {
      const token = numbered('human')
      passed.add(token)
      return token
    },
    next: (status, body) => void planned.push({ status, body }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
