import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors/app-error.ts'
import { BodyBudget } from '../../http/body-budget.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { readBody } from '../../http/read-body.ts'
import { networkOf } from '../../limits/network-of.ts'
import { findProvider } from '../../payments/providers.ts'
import type { ApiServices, Routes } from '../api-services.ts'
import { takeNotice } from './take-notice.ts'

/** Longer than any genuine callback. */
const BYTES_MAX = 65_536
/** Memory that all callbacks being read at the same time share. */
const BYTES_MAX_AT_ONCE = 8_388_608
/**
 * Maximum number of callbacks without a valid signature from one address. Genuine ones are not counted, however many a
 * provider sends.
 */
const FORGED_MAX = 300
const PERIOD_MS = 180_000

type NoticeRequest = FastifyRequest<{ Params: { provider: string } }>

/**
 * Routes for the callbacks of payment providers, whose bodies are read as raw bytes, because the signature covers
 * those. They come without a session, from servers that do not know the JSON envelope.
 */
export const noticeRoutes: Routes = (app, services) => {
  const budget = new BodyBudget(BYTES_MAX_AT_ONCE)
  const handler = (request: NoticeRequest, reply: FastifyReply) => answer(request, reply, services)
  void app.register(async (raw: FastifyInstance) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', async (request: FastifyRequest) => {
      const lease = budget.lease()
      try {
        const length = request.headers['content-length']
        return await readBody(request.raw, length, { bytesMax: BYTES_MAX, lease })
      } finally {
        lease.end()
      }
    })
    raw.route<Contract<'takePaymentNotice'>>({ ...contract('takePaymentNotice'), handler })
    raw.route<Contract<'takePaymentNoticeByGet'>>({
      ...contract('takePaymentNoticeByGet'),
      exposeHeadRoute: false,
      handler,
    })
  })
}

async function answer(request: NoticeRequest, reply: FastifyReply, services: ApiServices): Promise<string> {
  const { limiter, clock, addressOf } = services
  const provider = findProvider(request.params.provider)
  if (provider === undefined) throw new AppError('payment_provider_unknown')
  const ip = addressOf(request)
  const window = `topup:notices:${networkOf(ip)}`
  // Counted before the callback is read; genuine ones are not counted in the end.
  const verdict = await limiter.take(window, FORGED_MAX, PERIOD_MS)
  if (!verdict.isAllowed)
    throw new AppError('too_many_requests', { retryAfterSeconds: verdict.retryAfterSeconds })
  const [, query = ''] = request.raw.url?.split('?') ?? []
  const { body } = request as { readonly body: unknown }
  const taken = await takeNotice(
    services,
    provider,
    {
      method: request.method,
      query,
      headers: request.headers,
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      nowMs: clock.now(),
    },
    { ip, requestId: request.id },
  )
  if (taken.isGenuine) await limiter.giveBack(window)
  reply.code(taken.answer.status).type('text/plain; charset=utf-8')
  return taken.answer.text
}
