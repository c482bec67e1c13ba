import { Ban, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showProblem } from '../../api/show-problem.ts'
import { withCodes } from '../../api/shown-keys.ts'
import { type BatchAction, BatchButtons, BatchToolbar } from '../../components/list/batch-actions.tsx'
import { ListEmpty } from '../../components/list/list-empty.tsx'
import { ListTable } from '../../components/list/list-table.tsx'
import { useListPaging } from '../../components/list/use-list-paging.ts'
import { Button } from '../../components/ui/button.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { useCopy } from '../../components/ui/copy.tsx'
import { SearchInput } from '../../components/ui/search-input.tsx'
import { inForce } from '../../components/ui/table/filter-fold.tsx'
import { useSelection } from '../../components/ui/table/selection.ts'
import { useAddress } from '../../state/address.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { useCouponColumns } from './coupon-columns.tsx'
import { NEW_COUPON } from './coupon-values.ts'
import { useDeleteCoupon, useDisableCoupons, useSetCouponStatus } from './use-coupon-actions.ts'
import { type Coupon, couponStatus, isExhausted, readAllCoupons, useCoupons } from './use-coupons.ts'

/** The list with its search and all actions on codes. */
export function CouponTable({ drawer }: { readonly drawer: DrawerState }) {
  const { t } = useTranslation(['coupons', 'common'])
  const address = useAddress()
  const paging = useListPaging()
  const keyword = address.get('keyword')
  const coupons = useCoupons({ keyword, page: paging.page, pageSize: paging.pageSize })
  const selection = useSelection(coupons.data?.items ?? [], (coupon: Coupon) => coupon.id)
  const { copy, dialog: copyDialog } = useCopy()
  const [ask, confirmDialog] = useConfirm()
  const setStatus = useSetCouponStatus()
  const remove = useDeleteCoupon()
  const disable = useDisableCoupons()

  const copyKeys = async (chosen: readonly Coupon[]) => {
    try {
      const shown = await withCodes(chosen)
      await copy(shown.map((coupon) => coupon.key).join('\n'), t('copied', { count: shown.length }))
    } catch (error) {
      showProblem(error)
    }
  }
  const askRemove = async (coupon: Coupon) => {
    const isSure = await ask({
      title: t('remove.title'),
      text: t('remove.text', { name: coupon.name }),
      action: t('common:action.delete'),
      isDanger: true,
    })
    if (isSure) remove.mutate(coupon)
  }
  const columns = useCouponColumns({
    open: (coupon) => drawer.open(String(coupon.id)),
    copy: (coupon) => void copyKeys([coupon]),
    remove: (coupon) => void askRemove(coupon),
    setStatus: (coupon, status) => setStatus.mutate({ coupon, status }),
  })
  const bulk: readonly BatchAction<Coupon>[] = [
    {
      label: t('copySelected'),
      icon: <Copy size={15} aria-hidden />,
      run: (chosen) => void copyKeys(chosen),
    },
    {
      label: t('disableSelected'),
      icon: <Ban size={15} aria-hidden />,
      run: (chosen) => disable.mutate(chosen),
    },
  ]

  return (
    <>
      <ListTable
        list={coupons}
        paging={paging}
        label={t('title')}
        isDense
        storageKey="coupons-table-columns"
        columns={columns}
        rows={coupons.data?.items}
        keyOf={(coupon) => coupon.id}
        nameOf={(coupon) => coupon.name}
        isOff={(coupon) => coupon.status !== couponStatus.unused || isExhausted(coupon)}
        onOpen={(coupon) => drawer.open(String(coupon.id))}
        selection={selection}
        csv={{ fileName: 'codes', load: () => readAllCoupons(keyword) }}
        filters={{
          content: (
            <>
              <SearchInput
                label={t('search')}
                className="w-56"
                value={keyword}
                onChange={(next) => address.set({ keyword: next, p: undefined }, { isTyped: true })}
              />
            </>
          ),
          count: inForce(keyword !== ''),
        }}
        toolbar={<BatchToolbar none={t('selectOne')} actions={bulk} rows={selection.rows} />}
        bulk={<BatchButtons actions={bulk} rows={selection.rows} />}
        empty={
          <ListEmpty
            isFiltered={keyword !== ''}
            filtered={t('empty.filtered')}
            clear={t('empty.clear')}
            onClear={() => address.set({ keyword: undefined, p: undefined })}
            text={t('empty.text')}
            action={
              <Button kind="primary" onClick={() => drawer.open(NEW_COUPON)}>
                {t('new')}
              </Button>
            }
            command="tollgate code create --name welcome --quota 1usd"
          />
        }
      />
      {confirmDialog}
      {copyDialog}
    </>
  )
}
