import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Button, LinkButton } from '../../components/ui/button.tsx'
import { Drawer } from '../../components/ui/drawer.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { links } from '../../routes.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { useSessionUser } from '../../state/session.ts'
import { AddQuotaDialog } from './add-quota-dialog.tsx'
import { BoundAccounts } from './bound-accounts.tsx'
import { useCreateUser, useUpdateUser } from './use-save-user.ts'
import { useUser } from './use-user.ts'
import type { User } from './use-users.ts'
import { UserForm } from './user-form.tsx'
import { mayChange } from './user-rules.ts'
import {
  findUserMistakes,
  NEW_USER,
  newUserValues,
  toCreateBody,
  toUpdateBody,
  toUserValues,
} from './user-values.ts'

/** The form of an account beside the list. */
export function UserDrawer({ drawer }: { readonly drawer: DrawerState }) {
  const { t } = useTranslation(['users', 'common'])
  const formId = useId()
  const actor = useSessionUser()
  const [isSaving, setSaving] = useState(false)
  const isNew = drawer.value === NEW_USER
  const id = isNew || drawer.value === undefined ? undefined : Number(drawer.value)
  const user = useUser(Number.isInteger(id) ? id : undefined)
  const isEditable = isNew || (user.data !== undefined && actor !== undefined && mayChange(actor, user.data))
  const shared = { formId, drawer, onBusy: setSaving }
  return (
    <Drawer
      drawer={drawer}
      title={isNew ? t('drawer.create') : t('drawer.edit', { name: user.data?.username ?? '' })}
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
        <UserEditor key="new" loaded={undefined} isEditable {...shared} />
      ) : (
        <QueryView query={user}>
          {(loaded) => <UserEditor key={loaded.id} loaded={loaded} isEditable={isEditable} {...shared} />}
        </QueryView>
      )}
    </Drawer>
  )
}

interface UserEditorProps {
  /** As it was read; undefined = a new one. Kept for the life of the form, whatever is read later. */
  readonly loaded: User | undefined
  readonly isEditable: boolean
  readonly formId: string
  readonly drawer: DrawerState
  readonly onBusy: (isBusy: boolean) => void
}

function UserEditor({ loaded, isEditable, formId, drawer, onBusy }: UserEditorProps) {
  const { t } = useTranslation(['users', 'common'])
  const actor = useSessionUser()
  const [base, setBase] = useState(loaded)
  const first = base ? toUserValues(base) : newUserValues
  const [values, setValues] = useState(first)
  const [isAdding, setAdding] = useState(false)
  const [hasTried, setTried] = useState(false)
  const create = useCreateUser()
  const update = useUpdateUser()
  const createOnce = useMutateOnce(create)
  const updateOnce = useMutateOnce(update)
  const isSaving = create.isPending || update.isPending
  const error = create.error ?? update.error
  const isNew = base === undefined
  const mistakes = findUserMistakes(values, isNew, first.quota)

  const { setDirty } = drawer
  const isChanged = JSON.stringify(values) !== JSON.stringify(first)
  useEffect(() => setDirty(isChanged), [isChanged, setDirty])
  useEffect(() => onBusy(isSaving), [isSaving, onBusy])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isEditable || Object.keys(mistakes).length > 0) return
    if (base === undefined) {
      createOnce(toCreateBody(values), { onSuccess: drawer.finish })
      return
    }
    const body = toUpdateBody(base, values)
    if (body === undefined) toast.info(t('common:form.unchanged'))
    else updateOnce(body, { onSuccess: drawer.finish })
  }

  return (
    <>
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {!isEditable && (
          <Notice tone="info">
            {base?.DeletedAt === null ? t('refusal.level') : t('refusal.deactivated')}
            {actor?.id === base?.id && (
              <LinkButton href={links.selfEdit()} size="sm" className="ml-2">
                {t('action.editSelf')}
              </LinkButton>
            )}
          </Notice>
        )}
        <fieldset disabled={!isEditable} className="min-w-0">
          <UserForm
            values={values}
            onChange={(change) => setValues({ ...values, ...change })}
            mistakes={hasTried ? mistakes : {}}
            refused={isProblem(error) ? error : undefined}
            isNew={isNew}
            onAddQuota={() => setAdding(true)}
          />
        </fieldset>
        {base !== undefined && <BoundAccounts user={base} />}
        <ProblemNotice error={error} />
      </form>
      {base !== undefined && (
        <AddQuotaDialog
          isOpen={isAdding}
          close={() => setAdding(false)}
          user={base}
          onBooked={(booked) => {
            setBase({ ...base, ...booked })
            setValues({ ...values, quota: booked.quota })
          }}
        />
      )}
    </>
  )
}
