import { useTranslation } from 'react-i18next'
import { bodyBefore, sayDone } from '../../api/say-done.ts'
import { useStatus } from '../../api/use-status.ts'
import { DraftNotice } from '../../components/editor/draft-notice.tsx'
import { EditorDrawer, type EditorFrame, editedIn } from '../../components/editor/editor-drawer.tsx'
import { EditorTabs } from '../../components/editor/editor-tabs.tsx'
import { MovedNotice } from '../../components/editor/moved-notice.tsx'
import { useEditor } from '../../components/editor/use-editor.ts'
import { useNewest } from '../../components/editor/use-newest.ts'
import { withBefore } from '../../components/editor/with-before.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { ShowAs } from '../../components/show-as.tsx'
import { baseAddress } from '../../components/snippets.ts'
import { CodeBlock } from '../../components/ui/code-block.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useMoney } from '../../format.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { CouponForm } from './coupon-form.tsx'
import { couponShownAs } from './coupon-show-as.ts'
import {
  type CouponMistake,
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
import { type CouponUpdate, useCreateCoupons, useUpdateCoupon } from './use-save-coupon.ts'

interface CouponDrawerProps {
  readonly drawer: DrawerState
  readonly onCreated: (made: MadeCodes) => void
}

/** The form of a code beside the list. */
export function CouponDrawer({ drawer, onCreated }: CouponDrawerProps) {
  const { t } = useTranslation(['coupons', 'common'])
  const { isNew, id } = editedIn(drawer, NEW_COUPON)
  const coupon = useCoupon(id)
  return (
    <EditorDrawer
      drawer={drawer}
      kind="coupon"
      title={t(isNew ? 'drawer.create' : 'drawer.edit')}
      isNew={isNew}
      query={coupon}
      isEditable={isNew || coupon.data?.status === couponStatus.unused}
      submit={t(isNew ? 'drawer.submit' : 'common:action.save')}
    >
      {(loaded, frame) => (
        <CouponEditor
          key={loaded?.id ?? 'new'}
          loaded={loaded}
          readAgain={async () => (await coupon.refetch()).data}
          frame={frame}
          onCreated={onCreated}
        />
      )}
    </EditorDrawer>
  )
}

interface CouponEditorProps {
  /** The code as it was read; undefined = new codes. The form keeps it, whatever is read later. */
  readonly loaded: Coupon | undefined
  readonly readAgain: () => Promise<Coupon | undefined>
  readonly frame: EditorFrame
  readonly onCreated: CouponDrawerProps['onCreated']
}

function CouponEditor({ loaded, readAgain, frame, onCreated }: CouponEditorProps) {
  const { t } = useTranslation(['coupons', 'common'])
  const money = useMoney()
  const status = useStatus().data
  const newest = useNewest({ loaded, readAgain, toValues: toCouponValues, empty: () => newCouponValues })
  const { base, first } = newest
  const isNew = base === undefined
  const isLocked = base !== undefined && base.status !== couponStatus.unused
  const update = useUpdateCoupon()
  const putBack = async (body: CouponUpdate) => Boolean(await update.mutateAsync(body))
  const editor = useEditor({
    first,
    frame,
    find: (values) => findCouponMistakes(values, isNew),
    say: (mistake: CouponMistake) => t(`mistake.${mistake}`),
    create: useCreateCoupons(),
    update,
  })
  const { values, error } = editor
  const save = () => {
    if (isLocked) return
    newest.begin()
    if (base === undefined)
      editor.create(toCreateBody(values), (keys) => onCreated({ name: values.name.trim(), keys }))
    else {
      const body = toUpdateBody(base, values)
      const before = body && bodyBefore(body, base)
      editor.update(
        body && withBefore(body, base),
        (saved) =>
          sayDone({
            text: t('saved', { name: values.name.trim() }),
            undo: before && (() => putBack(withBefore(before, saved))),
          }),
        (refusal) => void newest.catchUp(refusal, editor.rebase),
      )
    }
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
          {...editor.fields}
          isNew={isNew}
          isQuotaFixed={base !== undefined && base.used_count > 0}
        />
      </fieldset>
    </div>
  )
  return (
    <div className="flex flex-col gap-4">
      <MovedNotice isShown={newest.isMoved} />
      <DraftNotice isShown={editor.isDraft} onDiscard={editor.reset} />
      <EditorTabs
        formId={frame.formId}
        label={t('drawer.views')}
        form={{ label: t('drawer.form'), content: form }}
        other={{
          label: t('common:showAs.title'),
          content: <ShowAs {...couponShownAs(values, base?.id, baseAddress(status), money)} />,
        }}
        onSubmit={() => editor.attempt(save)}
      />
      <ProblemNotice error={error} />
    </div>
  )
}
