import { moneyText } from '../../money/currency.ts'
import { noticeAddress, type PaymentProvider, returnAddress } from '../provider.ts'
import { CURRENCY, readNotice } from './read-notice.ts'
import { signFields } from './signature.ts'

/** Names of this API for the provider's ways to pay. */
const types = new Map([
  ['zfb', 'alipay'],
  ['wx', 'wxpay'],
])

/**
 * EPay, the form that many Chinese payment services share: the browser submits a signed form to the service, which sends a
 * signed notice here when the money is there. Refunds are made by hand at the service; this form has no call for them that
 * all services know.
 */
export const epay: PaymentProvider = {
  name: 'epay',

  methods: ({ PayAddress, EpayId, EpayKey, Price }) =>
    // An empty key would make every signature computable.
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

  // The protocol has no other words, and no status: whatever is not "success" is sent again.
  answer: (isTaken) => ({ status: 200, text: isTaken ? 'success' : 'fail' }),
}
