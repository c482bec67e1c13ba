import { moneyText } from '../../money/currency.ts'
import { noticeAddress, type PaymentProvider, returnAddress } from '../provider.ts'
import { CURRENCY, readNotice } from './read-notice.ts'
import { signFields } from './signature.ts'

/** Maps this API's names for the ways to pay to the provider's. */
const types = new Map([
  ['zfb', 'alipay'],
  ['wx', 'wxpay'],
])

/**
 * EPay, the protocol that many Chinese payment services share: the browser submits a signed form to the service, which
 * sends a signed callback to the gateway once the money has arrived. Refunds are made by hand at the service, because
 * the protocol has no refund call that all services support.
 */
export const epay: PaymentProvider = {
  name: 'epay',

  methods: ({ PayAddress, EpayId, EpayKey, Price }) =>
    // With an empty key, anybody could compute a signature.
    PayAddress === '' || EpayId === '' || EpayKey === ''
      ? []
      : [...types.keys()].map((name) => ({ name, currency: CURRENCY, price: Price })),

  async start({ tradeNo, method, entered, money }, site) {
    const { PayAddress, EpayId, EpayKey } = site.options
    const fields = new Map([
      ['pid', EpayId],
      ['type', types.get(method) ?? ''],
      ['out_trade_no', tradeNo],
      ['notify_url', noticeAddress('epay', site)],
      ['return_url', returnAddress(site)],
      ['name', `TUC${entered}`],
      ['money', moneyText(money, CURRENCY)],
      ['device', 'pc'],
      ['sign_type', 'MD5'],
    ])
    fields.set('sign', signFields(fields, EpayKey))
    return { url: `${PayAddress}/submit.php`, fields: Object.fromEntries(fields) }
  },

  readNotice: (raw, { EpayId, EpayKey }) => readNotice(raw, { merchantId: EpayId, key: EpayKey }),

  // The protocol has no other answers and ignores the status: after anything but "success" the callback is sent again.
  answer: (isTaken) => ({ status: 200, text: isTaken ? 'success' : 'fail' }),
}
