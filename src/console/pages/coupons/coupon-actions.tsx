import { Ban, CircleCheck, Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass, IconButton } from '../../components/ui/button.tsx'
import { Menu, MenuAction } from '../../components/ui/menu.tsx'
import { type Coupon, couponStatus } from './use-coupons.ts'

export interface CouponRowActions {
  readonly open: (coupon: Coupon) => void
  readonly copy: (coupon: Coupon) => void
  readonly remove: (coupon: Coupon) => void
  readonly setStatus: (coupon: Coupon, status: 1 | 2) => void
}

/** A copy button, and a menu with the actions that the code's status allows. */
export function CouponActions({
  coupon,
  open,
  copy,
  remove,
  setStatus,
}: CouponRowActions & { readonly coupon: Coupon }) {
  const { t } = useTranslation(['coupons', 'common'])
  const isUnused = coupon.status === couponStatus.unused
  return (
    <div className="flex justify-end gap-0.5">
      <IconButton
        size="icon-sm"
        label={t('action.copy')}
        icon={<Copy size={15} aria-hidden />}
        onClick={() => copy(coupon)}
      />
      <Menu
        label={t('action.of', { name: coupon.name })}
        className={buttonClass('ghost', 'icon-sm')}
        button={<Ellipsis size={15} aria-hidden />}
      >
        <MenuAction
          icon={<Pencil size={14} aria-hidden />}
          isDisabled={!isUnused}
          onSelect={() => open(coupon)}
        >
          {t('common:action.edit')}
        </MenuAction>
        {isUnused ? (
          <MenuAction icon={<Ban size={14} aria-hidden />} onSelect={() => setStatus(coupon, 2)}>
            {t('common:action.disable')}
          </MenuAction>
        ) : (
          <MenuAction
            icon={<CircleCheck size={14} aria-hidden />}
            isDisabled={coupon.status === couponStatus.used}
            onSelect={() => setStatus(coupon, 1)}
          >
            {t('common:action.enable')}
          </MenuAction>
        )}
        <MenuAction isDanger icon={<Trash2 size={14} aria-hidden />} onSelect={() => remove(coupon)}>
          {t('common:action.delete')}
        </MenuAction>
      </Menu>
    </div>
  )
}
