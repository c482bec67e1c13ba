import { Ban, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { ListTable } from '../../components/list-table.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { useCopy } from '../../components/ui/copy.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { SearchInput } from '../../components/ui/search-input.tsx'
import { useSelection } from '../../components/ui/table/selection.ts'
import { useListPaging } from '../../components/use-list-paging.ts'
import { useAddress } from '../../state/address.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { useCouponColumns } from './coupon-columns.tsx'
import { NEW_COUPON } from './coupon-values.ts'
import { useDeleteCoupon, useDisableCoupons, useSetCouponStatus } from './use-coupon-actions.ts'
import { type Coupon, couponStatus, isExhausted, readAllCoupons, useCoupons } from './use-coupons.ts'

/** The list with its search and everything that is done to codes in it. */
export function CouponTable({ drawer }: { readonly drawer: DrawerState }) {
  const { t } = useTranslation(['coupons', 'common'])
  const address = useAddress()
  const paging = useListPaging()
  const keyword = address.get('keyword')
  const coupons = useCoupons({ keyword, page: paging.page, pageSize: paging.pageSize })
  const rows = coupons.data?.items
  const selection = useSelection(rows ?? [], (coupon: Coupon) => coupon.id)
  const { copy, dialog: copyDialog } = useCopy()
  const [ask, confirmDialog] = useConfirm()
  const setStatus = useSetCouponStatus()
  const remove = useDeleteCoupon()
  const disable = useDisableCoupons()

  const copyKeys = (chosen: readonly Coupon[]) =>
    void copy(chosen.map((coupon) => coupon.key).join('\n'), t('copied', { count: chosen.length }))
  const askRemove = async (coupon: Coupon) => {
    const isSure = await ask({
      title: t('remove.title'),
      text: t('remove.text', { name: coupon.name }),
      action: t('common:action.delete'),
      isDanger: true,
    })
    if (isSure) remove.mutate(coupon.id)
  }
  const columns = useCouponColumns({
    open: (coupon) => drawer.open(String(coupon.id)),
    copy: (coupon) => copyKeys([coupon]),
    remove: (coupon) => void askRemove(coupon),
    setStatus: (coupon, status) => setStatus.mutate({ id: coupon.id, status }),
  })
  const bulk = [
    [t('copySelected'), <Copy key="copy" size={15} aria-hidden />, copyKeys],
    [
      t('disableSelected'),
      <Ban key="disable" size={15} aria-hidden />,
      (chosen: readonly Coupon[]) => disable.mutate(chosen.map(({ id }) => id)),
    ],
  ] as const

  return (
    <>
      <ListTable
        list={coupons}
        paging={paging}
        label={t('title')}
        storageKey="coupons-table-columns"
        columns={columns}
        rows={rows}
        keyOf={(coupon) => coupon.id}
        nameOf={(coupon) => coupon.name}
        isOff={(coupon) => coupon.status !== couponStatus.unused || isExhausted(coupon)}
        onOpen={(coupon) => drawer.open(String(coupon.id))}
        selection={selection}
        csv={{ fileName: 'codes', load: () => readAllCoupons(keyword) }}
        toolbar={
          <>
            <SearchInput
              label={t('search')}
              className="w-56"
              value={keyword}
              onChange={(next) => address.set({ keyword: next, p: undefined }, { replace: true })}
            />
            {bulk.map(([label, icon, run]) => (
              <Button
                key={label}
                icon={icon}
                className="max-sm:hidden"
                onClick={() =>
                  selection.rows.length === 0 ? void toast.error(t('selectOne')) : run(selection.rows)
                }
              >
                {label}
              </Button>
            ))}
          </>
        }
        bulk={bulk.map(([label, , run]) => (
          <Button key={label} size="sm" onClick={() => run(selection.rows)}>
            {label}
          </Button>
        ))}
        empty={
          keyword !== '' ? (
            <EmptyState
              text={t('empty.filtered')}
              action={
                <Button onClick={() => address.set({ keyword: undefined, p: undefined })}>
                  {t('empty.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              text={t('empty.text')}
              action={
                <Button kind="primary" onClick={() => drawer.open(NEW_COUPON)}>
                  {t('new')}
                </Button>
              }
              command="tollgate code create --name welcome --quota 1usd"
            />
          )
        }
      />
      {confirmDialog}
      {copyDialog}
    </>
  )
}
