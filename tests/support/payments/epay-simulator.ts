import { createHash, randomInt } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const epayKey = 'merchant-key-of-tests'
export const epayId = '1000'

export type EpayFields = Record<string, string>

/**
 * Signs like the PHP code of these services: ksort, drop empty fields, join, append the key. Independent of the
 * daemon's code.
 */
export function signAsEpay(fields: EpayFields, key = epayKey): string {
  let text = ''
  for (const name of Object.keys(fields).sort()) {
    if (name === 'sign' || name === 'sign_type' || fields[name] === '') continue
    text += `${text === '' ? '' : '&'}${name}=${fields[name]}`
  }
  return createHash('md5').update(`${text}${key}`).digest('hex')
}

/** Builds the notice that the service sends when the form with these fields has been paid. */
export function epayNotice(form: EpayFields, changed: EpayFields = {}, key = epayKey): EpayFields {
  const fields: EpayFields = {
    pid: form.pid ?? '',
    trade_no: `2026${String(randomInt(10 ** 12)).padStart(12, '0')}${String(randomInt(10 ** 6)).padStart(6, '0')}`,
    out_trade_no: form.out_trade_no ?? '',
    type: form.type ?? '',
    name: form.name ?? '',
    money: form.money ?? '',
    trade_status: 'TRADE_SUCCESS',
    ...changed,
  }
  return { ...fields, sign: signAsEpay(fields, key), sign_type: 'MD5' }
}

export const asQuery = (fields: EpayFields): string => new URLSearchParams(fields).toString()

/** A payment service that accepts submitted forms and pays them on request. */
export interface EpaySimulator {
  readonly url: string
  /** Forms with a valid signature, in order of arrival. */
  readonly forms: readonly EpayFields[]
  /** Sends the notice of a form. Returns the site's response. */
  notify(form: EpayFields, changed?: EpayFields): Promise<string>
  close(): Promise<void>
}

export async function startEpaySimulator(): Promise<EpaySimulator> {
  const forms: EpayFields[] = []
  const notify = async (form: EpayFields, changed: EpayFields = {}): Promise<string> => {
    const answer = await fetch(`${form.notify_url}?${asQuery(epayNotice(form, changed))}`)
    return answer.text()
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://epay')
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part as string
    const page = (status: number, body: string) =>
      response
        .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><title>EPay</title>${body}`)
    if (url.pathname === '/submit.php') {
      const fields = Object.fromEntries(new URLSearchParams(request.method === 'GET' ? url.search : text))
      if (fields.sign !== signAsEpay(fields)) return page(400, 'sign error')
      const number = forms.push(fields) - 1
      return page(
        200,
        `<h1>${fields.name} ${fields.money}</h1><form method="post" action="/pay/${number}"><button>Pay</button></form>`,
      )
    }
    const form = forms[Number(/^\/pay\/(\d+)$/.exec(url.pathname)?.[1] ?? -1)]
    if (form === undefined) return page(404, 'unknown')
    return page(200, `<p>Site: ${await notify(form)}</p><a href="${form.return_url}">Back</a>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forms,
    notify,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The options that the super administrator sets for the service. */
export const epayOptions = (
  payAddress = 'https://pay.example.com',
): readonly (readonly [string, string])[] => [
  ['PayAddress', payAddress],
  ['EpayId', epayId],
  ['EpayKey', epayKey],
]
