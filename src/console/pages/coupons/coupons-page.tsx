import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { Opening } from '../../components/ui/opening.tsx'
import { useMoney, wholeNumber } from '../../format.ts'
import { useDrawer } from '../../state/drawer.ts'
import { useWasTrue } from '../../state/was-true.ts'
import { CouponTable } from './coupon-table.tsx'
import { NEW_COUPON } from './coupon-values.ts'
import { DeleteByNameDialog } from './delete-by-name-dialog.tsx'
import type { MadeCodes } from './new-codes-dialog.tsx'
import { useDeleteDisabled } from './use-coupon-actions.ts'
import { useCouponStats } from './use-coupon-stats.ts'

// Fetched when first opened: most visits only need the list.
const CouponDrawer = lazy(async () => ({ default: (await import('./coupon-drawer.tsx')).CouponDrawer }))
const NewCodesDialog = lazy(async () => ({
  default: (await import('./new-codes-dialog.tsx')).NewCodesDialog,
}))

/** Codes that add quota to the account that redeems them. */
export function CouponsPage() {
  const { t } = useTranslation(['coupons', 'common'])
  const drawer = useDrawer('edit')
  const [made, setMade] = useState<MadeCodes>()
  const [isByName, setByName] = useState(false)
  const [ask, confirmDialog] = useConfirm()
  const stats = useCouponStats()
  const deleteDisabled = useDeleteDisabled()
  // The drawer closes first, because two dialogs at the same moment would compete for the focus.
  const showMade = (codes: MadeCodes) => void setTimeout(setMade, 0, codes)
  const askDeleteDisabled = async () => {
    const count = (await stats.refetch()).data?.disabled
    if (count === undefined) return
    const isSure = await ask({
      title: t('deleteDisabled.title'),
      text: t('deleteDisabled.text', { count }),
      action: t('common:action.delete'),
      isDanger: true,
    })
    if (isSure) deleteDisabled.mutate()
  }
  return (
    <Page
      title={t('title')}
      lead={<Stats />}
      actions={
        <>
          <Button onClick={() => setByName(true)}>{t('deleteByName')}</Button>
          <Button isBusy={deleteDisabled.isPending} onClick={() => void askDeleteDisabled()}>
            {t('deleteAllDisabled')}
          </Button>
          <Button
            kind="primary"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => drawer.open(NEW_COUPON)}
          >
            {t('new')}
          </Button>
        </>
      }
    >
      <CouponTable drawer={drawer} />
      <DeleteByNameDialog isOpen={isByName} close={() => setByName(false)} />
      {confirmDialog}
      <Suspense fallback={<Opening />}>
        {useWasTrue(drawer.isOpen) && <CouponDrawer drawer={drawer} onCreated={showMade} />}
        {useWasTrue(made !== undefined) && <NewCodesDialog made={made} close={() => setMade(undefined)} />}
      </Suspense>
    </Page>
  )
}

/** One line with the number and value of unused and redeemed codes. */
function Stats() {
  const { t } = useTranslation('coupons')
  const money = useMoney()
  const stats = useCouponStats().data
  if (stats === undefined) return t('lead')
  return t('stats', {
    count: stats.redemptions,
    unused: wholeNumber(stats.unused),
    outstanding: money.shown(Number(stats.outstanding_quota_exact)),
    redemptions: wholeNumber(stats.redemptions),
    redeemed: money.shown(Number(stats.redeemed_quota_exact)),
  })
}
