import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const stripeKey = 'sk_test_of_tests'
export const stripeSecret = 'whsec_of_tests'

export type StripeObject = Record<string, unknown>

/** Signs like Stripe. Independent of the daemon's code. */
export const stripeHeader = (body: string, atMs: number, secret = stripeSecret): string => {
  const time = Math.floor(atMs / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

export const stripeEvent = (type: string, object: StripeObject): string =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    api_version: '2025-03-31.basil',
    created: 1,
    livemode: false,
    type,
    data: { object },
  })

export interface StripeSession {
  readonly id: string
  readonly form: URLSearchParams
  readonly key: string
  readonly url: string
  readonly intent: string
}

/** Stripe's sessions and refunds, a page to pay on, and signed events. */
export interface StripeSimulator {
  readonly url: string
  readonly sessions: readonly StripeSession[]
  readonly refunds: readonly { readonly form: URLSearchParams; readonly key: string }[]
  /** Delays responses until this many refunds have been requested. */
  gatherRefunds(count: number): void
  /** Responds to calls with this status from now on, instead of executing them. */
  refuse(status: number | undefined): void
  /** Sends an event, signed for this moment. */
  send(body: string, options?: { readonly atMs?: number; readonly secret?: string }): Promise<number>
  /** Returns the session as Stripe shows it in events. */
  objectOf(session: StripeSession, changed?: StripeObject): StripeObject
  /** Sets the URL that events are sent to. */
  sendTo(address: string): void
  close(): Promise<void>
}

export async function startStripeSimulator(): Promise<StripeSimulator> {
  const sessions: StripeSession[] = []
  const refunds: { form: URLSearchParams; key: string }[] = []
  /** Responses by idempotency key: the same request gets the same response, another one is refused. */
  const answers = new Map<string, { readonly question: string; readonly answer: object }>()
  let refusal: number | undefined
  let target = ''
  let gathered = Promise.withResolvers<void>()
  let missing = 0

  const objectOf: StripeSimulator['objectOf'] = ({ id, form, intent }, changed = {}) => ({
    id,
    object: 'checkout.session',
    mode: 'payment',
    client_reference_id: form.get('client_reference_id'),
    metadata: { tollgate_order: form.get('metadata[tollgate_order]') },
    payment_intent: intent,
    payment_status: 'paid',
    status: 'complete',
    amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
    currency: form.get('line_items[0][price_data][currency]'),
    ...changed,
  })
  const send: StripeSimulator['send'] = async (body, { atMs = Date.now(), secret = stripeSecret } = {}) => {
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': stripeHeader(body, atMs, secret),
    }
    return (await fetch(target, { method: 'POST', headers, body })).status
  }
  const create = (path: string, form: URLSearchParams, key: string): object | undefined => {
    if (path === '/v1/checkout/sessions') {
      const id = `cs_test_${randomUUID().replaceAll('-', '')}`
      const session = { id, form, key, url: `${url}/c/pay/${id}`, intent: `pi_${randomUUID().slice(0, 18)}` }
      sessions.push(session)
      return { id, object: 'checkout.session', url: session.url, payment_status: 'unpaid' }
    }
    if (path !== '/v1/refunds') return undefined
    refunds.push({ form, key })
    missing -= 1
    if (missing <= 0) gathered.resolve()
    return { id: `re_${refunds.length}`, object: 'refund', status: 'succeeded' }
  }
  const call = (request: IncomingMessage, path: string, text: string): readonly [number, object] => {
    const error = (status: number, code: string) =>
      [status, { error: { type: 'invalid_request_error', code } }] as const
    if (request.headers.authorization !== `Bearer ${stripeKey}`) return error(401, 'api_key_invalid')
    if (refusal !== undefined) return error(refusal, 'refused')
    const key = String(request.headers['idempotency-key'] ?? '')
    const question = `${path} ${text}`
    const known = answers.get(key)
    if (known) return known.question === question ? [200, known.answer] : error(400, 'idempotency_error')
    const answer = create(path, new URLSearchParams(text), key)
    if (answer === undefined) return error(404, 'unknown')
    answers.set(key, { question, answer })
    return [200, answer]
  }
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part as string
    const session = sessions.find(({ id }) => path === `/c/pay/${id}`)
    if (session === undefined) {
      const [status, answer] = call(request, path, text)
      if (missing > 0) await gathered.promise
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      return
    }
    const page = (body: string) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><title>Stripe</title>${body}`)
    if (request.method === 'GET') return page('<form method="post"><button>Pay</button></form>')
    const status = await send(stripeEvent('checkout.session.completed', objectOf(session)))
    return page(`<p>Site: ${status}</p><a href="${session.form.get('success_url')}">Back</a>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    sessions,
    refunds,
    objectOf,
    send,
    gatherRefunds(count) {
      missing = count
      gathered = Promise.withResolvers()
    },
    refuse(status) {
      refusal = status
    },
    sendTo(address) {
      target = address
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The options that the super administrator sets for Stripe. */
export const stripeOptions: readonly (readonly [string, string])[] = [
  ['StripeSecretKey', stripeKey],
  ['StripeWebhookSecret', stripeSecret],
]
