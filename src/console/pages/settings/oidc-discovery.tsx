import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { isProblem } from '../../api/api-problem.ts'
import { api, dataOf } from '../../api/client.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { Button } from '../../components/ui/button.tsx'
import type { SectionExtraProps } from './section-extra-props.ts'

/** Fills in the endpoints that the provider publishes; saving them is a separate step. */
export function OidcDiscovery({ all, draft }: SectionExtraProps) {
  const { t } = useTranslation('settings')
  const discovery = useMutation({
    mutationFn: (wellKnown: string) =>
      dataOf(api.POST('/api/option/discover_oidc', { body: { well_known: wellKnown } })),
    meta: { isShownInPlace: true },
  })
  const discoverOnce = useMutateOnce(discovery)
  const discover = () => {
    const option = all.get('oidc.well_known')
    const wellKnown = option ? draft.textOf(option).trim() : ''
    if (!/^https?:\/\//i.test(wellKnown)) {
      toast.error(t('oidcDiscovery.scheme'))
      return
    }
    discoverOnce(wellKnown, {
      onSuccess: (found) => {
        for (const [name, address] of Object.entries(found)) {
          const endpoint = all.get(`oidc.${name}`)
          if (endpoint) draft.change(endpoint, address)
        }
        toast.success(t('oidcDiscovery.filled'))
      },
      onError: (error) =>
        toast.error(isProblem(error) && error.status !== 0 ? error.message : t('oidcDiscovery.failed')),
    })
  }
  return (
    <div className="flex flex-wrap items-center gap-3 border-t px-4 py-3">
      <Button isBusy={discovery.isPending} onClick={discover}>
        {t('oidcDiscovery.action')}
      </Button>
      <p className="min-w-0 text-xs text-muted">{t('oidcDiscovery.hint')}</p>
    </div>
  )
}
