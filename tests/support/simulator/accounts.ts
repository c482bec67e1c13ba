/** Account and balance calls of the vendors, by path: an account with 100 to spend. */
export const accountAnswers: Readonly<Record<string, unknown>> = {
  '/v1/dashboard/billing/subscription': {
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: 120,
    hard_limit_usd: 120,
    system_hard_limit_usd: 120,
    access_until: 4_102_444_800,
  },
  '/v1/dashboard/billing/usage': { object: 'list', total_usage: 2000 },
  '/dashboard/billing/credit_grants': { object: 'credit_summary', total_granted: 120, total_available: 100 },
  '/api/v1/credits': { data: { total_credits: 120, total_usage: 20 } },
  '/v1/users/me/balance': {
    code: 0,
    data: { available_balance: 100, cash_balance: 60, voucher_balance: 40 },
  },
  '/v1/user/info': { code: 20000, message: 'OK', status: true, data: { balance: '40', totalBalance: '100' } },
  '/user/balance': {
    is_available: true,
    balance_infos: [
      { currency: 'CNY', total_balance: '100.00', granted_balance: '0', topped_up_balance: '100.00' },
    ],
  },
}
