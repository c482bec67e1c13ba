import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { ownOrdersKey } from './use-own-orders.ts'

export interface Purchase {
  readonly amount: number
  readonly method: string
  /** Opened at the click, because browsers block tabs opened later. Null if the browser refused. */
  readonly tab: Window | null
}

/** Orders quota and sends the tab to the payment page. */
export function useStartPayment() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ amount, method }: Purchase) =>
      answerOf(api.POST('/api/user/pay', { body: { amount, top_up_code: '', payment_method: method } })),
    onSuccess: async ({ url, data }, { tab }) => {
      leadTo(tab ?? window, url, data)
      await queryClient.invalidateQueries({ queryKey: ownOrdersKey })
    },
    onError: (_error, { tab }) => tab?.close(),
    meta: { isShownInPlace: true },
  })
}

/** Sends the tab to the payment page of a pending order. */
export function useContinuePayment() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ tradeNo }: { readonly tradeNo: string; readonly tab: Window | null }) =>
      answerOf(api.POST('/api/topup/{trade_no}/pay', { params: { path: { trade_no: tradeNo } } })),
    onSuccess: ({ url, data }, { tab }) => leadTo(tab ?? window, url, data),
    onError: (_error, { tab }) => {
      tab?.close()
      // It may have been paid or have expired in the meantime.
      void queryClient.invalidateQueries({ queryKey: ownOrdersKey })
    },
  })
}

/** Opens a tab for the payment, which cannot access this page. */
export function openTab(): Window | null {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  return tab
}

function leadTo(tab: Window, url: string, fields: Readonly<Record<string, string>>): void {
  if (Object.keys(fields).length === 0) {
    tab.location.href = url
    return
  }
  const { document } = tab
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  // A field may be called "submit".
  HTMLFormElement.prototype.submit.call(form)
}
