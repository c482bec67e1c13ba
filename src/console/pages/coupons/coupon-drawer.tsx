import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useStatus } from '../../api/use-status.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { ShowAs } from '../../components/show-as.tsx'
import { baseAddress } from '../../components/snippets.ts'
import { Button } from '../../components/ui/button.tsx'
import { CodeBlock } from '../../components/ui/code-block.tsx'
import { Drawer } from '../../components/ui/drawer.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { useMoney } from '../../format.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { CouponForm } from './coupon-form.tsx'
import { couponShownAs } from './coupon-show-as.ts'
import {
  type CouponValues,
  findCouponMistakes,
  NEW_COUPON,
  newCouponValues,
  toCouponValues,
  toCreateBody,
  toUpdateBody,
} from './coupon-values.ts'
import type { MadeCodes } from './new-codes-dialog.tsx'
import { useCoupon } from './use-coupon.ts'
import { type Coupon, couponStatus } from './use-coupons.ts'
import { useCreateCoupons, useUpdateCoupon } from './use-save-coupon.ts'

interface CouponDrawerProps {
  readonly drawer: DrawerState
  readonly onCreated: (made: MadeCodes) => void
}

/** The form of a code beside the list. */
export function CouponDrawer({ drawer, onCreated }: CouponDrawerProps) {
  const { t } = useTranslation(['coupons', 'common'])
  const formId = useId()
  const [isSaving, setSaving] = useState(false)
  const isNew = drawer.value === NEW_COUPON
  const id = isNew || drawer.value === undefined ? undefined : Number(drawer.value)
  const coupon = useCoupon(Number.isInteger(id) ? id : undefined)
  const isEditable = isNew || coupon.data?.status === couponStatus.unused
  const shared = { formId, drawer, onCreated, onBusy: setSaving }
  return (
    <Drawer
      drawer={drawer}
      title={t(isNew ? 'drawer.create' : 'drawer.edit')}
      footer={
        isEditable ? (
          <>
            <Button onClick={drawer.close}>{t('common:action.cancel')}</Button>
            <Button type="submit" form={formId} kind="primary" isBusy={isSaving}>
              {t(isNew ? 'drawer.submit' : 'common:action.save')}
            </Button>
          </>
        ) : (
          <Button onClick={drawer.close}>{t('common:action.close')}</Button>
        )
      }
    >
      {isNew ? (
        <CouponEditor key="new" loaded={undefined} {...shared} />
      ) : (
        <QueryView query={coupon}>
          {(loaded) => <CouponEditor key={loaded.id} loaded={loaded} {...shared} />}
        </QueryView>
      )}
    </Drawer>
  )
}

interface CouponEditorProps extends CouponDrawerProps {
  /** As it was read; undefined = new ones. Kept for the life of the form, whatever is read later. */
  readonly loaded: Coupon | undefined
  readonly formId: string
  readonly onBusy: (isBusy: boolean) => void
}

function CouponEditor({ loaded, formId, drawer, onCreated, onBusy }: CouponEditorProps) {
  const { t } = useTranslation(['coupons', 'common'])
  const money = useMoney()
  const status = useStatus().data
  const [base] = useState(loaded)
  const [first] = useState<CouponValues>(() => (base ? toCouponValues(base) : newCouponValues))
  const [values, setValues] = useState(first)
  const [view, setView] = useState<'form' | 'showAs'>('form')
  const [hasTried, setTried] = useState(false)
  const create = useCreateCoupons()
  const update = useUpdateCoupon()
  const createOnce = useMutateOnce(create)
  const updateOnce = useMutateOnce(update)
  const isSaving = create.isPending || update.isPending
  const error = create.error ?? update.error
  const isNew = base === undefined
  const isLocked = base !== undefined && base.status !== couponStatus.unused

  const { setDirty } = drawer
  const isChanged = JSON.stringify(values) !== JSON.stringify(first)
  useEffect(() => setDirty(isChanged), [isChanged, setDirty])
  useEffect(() => onBusy(isSaving), [isSaving, onBusy])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setView('form')
    if (isLocked || Object.keys(findCouponMistakes(values, isNew)).length > 0) return
    if (base === undefined) {
      createOnce(toCreateBody(values), {
        onSuccess: (keys) => {
          drawer.finish()
          onCreated({ name: values.name.trim(), keys })
        },
      })
      return
    }
    const body = toUpdateBody(base, values)
    if (body === undefined) {
      toast.info(t('common:form.unchanged'))
      return
    }
    updateOnce(body, {
      onSuccess: () => {
        drawer.finish()
        toast.success(t('saved'))
      },
    })
  }

  const form = (
    <div className="flex flex-col gap-5">
      {isLocked && (
        <Notice tone="info">
          {t(base.status === couponStatus.used ? 'locked.used' : 'locked.disabled')}
        </Notice>
      )}
      {base !== undefined && <CodeBlock label={t('field.code')} code={base.key} />}
      <fieldset disabled={isLocked} className="min-w-0">
        <CouponForm
          values={values}
          onChange={(change) => setValues({ ...values, ...change })}
          mistakes={hasTried ? findCouponMistakes(values, isNew) : {}}
          refused={isProblem(error) ? error : undefined}
          isNew={isNew}
          isQuotaFixed={base !== undefined && base.used_count > 0}
        />
      </fieldset>
    </div>
  )
  return (
    <form id={formId} noValidate onSubmit={submit}>
      <Tabs
        label={t('drawer.views')}
        value={view}
        onChange={setView}
        tabs={[
          { name: 'form', label: t('drawer.form'), content: form },
          {
            name: 'showAs',
            label: t('common:showAs.title'),
            content: <ShowAs {...couponShownAs(values, base?.id, baseAddress(status), money)} />,
          },
        ]}
      />
      <div className="mt-4">
        <ProblemNotice error={error} />
      </div>
    </form>
  )
}
