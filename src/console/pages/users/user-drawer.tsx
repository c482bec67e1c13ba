import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bodyBefore, sayDone } from '../../api/say-done.ts'
import { DraftNotice } from '../../components/editor/draft-notice.tsx'
import { EditorDrawer, type EditorFrame, editedIn } from '../../components/editor/editor-drawer.tsx'
import { MovedNotice } from '../../components/editor/moved-notice.tsx'
import { useEditor } from '../../components/editor/use-editor.ts'
import { useNewest } from '../../components/editor/use-newest.ts'
import { withBefore } from '../../components/editor/with-before.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { LinkButton } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { links } from '../../routes.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { useSessionUser } from '../../state/session.ts'
import { AddQuotaDialog } from './add-quota-dialog.tsx'
import { BoundAccounts } from './bound-accounts.tsx'
import { type UserUpdate, useCreateUser, useUpdateUser } from './use-save-user.ts'
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
  type UserMistake,
} from './user-values.ts'

/** The form of an account beside the list. */
export function UserDrawer({ drawer }: { readonly drawer: DrawerState }) {
  const { t } = useTranslation(['users', 'common'])
  const actor = useSessionUser()
  const { isNew, id } = editedIn(drawer, NEW_USER)
  const user = useUser(id)
  const isEditable = isNew || (user.data !== undefined && actor !== undefined && mayChange(actor, user.data))
  return (
    <EditorDrawer
      drawer={drawer}
      kind="user"
      title={isNew ? t('drawer.create') : t('drawer.edit', { name: user.data?.username ?? '' })}
      isNew={isNew}
      query={user}
      isEditable={isEditable}
      submit={t(isNew ? 'drawer.submit' : 'common:action.save')}
    >
      {(loaded, frame) => (
        <UserEditor
          key={loaded?.id ?? 'new'}
          loaded={loaded}
          readAgain={async () => (await user.refetch()).data}
          isEditable={isEditable}
          frame={frame}
        />
      )}
    </EditorDrawer>
  )
}

interface UserEditorProps {
  /** The account as it was read; undefined = a new one. The form keeps it, whatever is read later. */
  readonly loaded: User | undefined
  readonly readAgain: () => Promise<User | undefined>
  readonly isEditable: boolean
  readonly frame: EditorFrame
}

function UserEditor({ loaded, readAgain, isEditable, frame }: UserEditorProps) {
  const { t } = useTranslation(['users', 'common'])
  const actor = useSessionUser()
  const newest = useNewest({ loaded, readAgain, toValues: toUserValues, empty: () => newUserValues })
  const { base, first } = newest
  const [isAdding, setAdding] = useState(false)
  const isNew = base === undefined
  const update = useUpdateUser()
  const putBack = async (body: UserUpdate) => Boolean(await update.mutateAsync(body))
  const editor = useEditor({
    first,
    frame,
    find: (values) => findUserMistakes(values, isNew, first.quota),
    say: (mistake: UserMistake) => t(`mistake.${mistake}`),
    create: useCreateUser(),
    update,
  })
  const { values, error } = editor
  const save = () => {
    if (!isEditable) return
    newest.begin()
    if (base === undefined) editor.create(toCreateBody(values))
    else {
      const body = toUpdateBody(base, values)
      // Not undone: bookings of quota, and passwords, which are never shown.
      const before = body && bodyBefore(body, base, ['quota', 'password'])
      editor.update(
        // The balance has a separate guard: `quota_base`, the balance that was shown.
        body && withBefore(body, base, ['quota']),
        (saved) =>
          sayDone({
            text: t('saved', { name: base.username }),
            undo: before && (() => putBack(withBefore(before, saved))),
          }),
        (refusal) => void newest.catchUp(refusal, editor.rebase),
      )
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    editor.attempt(save)
  }

  return (
    <>
      <form id={frame.formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <MovedNotice isShown={newest.isMoved} />
        <DraftNotice isShown={editor.isDraft} onDiscard={editor.reset} />
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
          <UserForm {...editor.fields} isNew={isNew} onAddQuota={() => setAdding(true)} />
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
            newest.setBase({ ...base, ...booked })
            editor.change({ quota: booked.quota })
          }}
        />
      )}
    </>
  )
}
