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
import { useMoney } from '../../format.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { BudgetNow } from './budget-now.tsx'
import { NEW_TOKEN } from './new-token.ts'
import { TokenForm } from './token-form.tsx'
import { TokenSentence } from './token-sentence.tsx'
import { tokenShownAs } from './token-show-as.ts'
import {
  findTokenMistakes,
  newTokenValues,
  type TokenMistake,
  toCreateBody,
  toTokenValues,
  toUpdateBody,
} from './token-values.ts'
import { type TokenUpdate, useCreateTokens, useUpdateToken } from './use-save-token.ts'
import { useToken } from './use-token.ts'
import type { Token } from './use-tokens.ts'

interface TokenDrawerProps {
  readonly drawer: DrawerState
  readonly onCreated: (made: readonly Token[]) => void
}

/** The form of a token beside the list. */
export function TokenDrawer({ drawer, onCreated }: TokenDrawerProps) {
  const { t } = useTranslation(['tokens', 'common'])
  const { isNew, id } = editedIn(drawer, NEW_TOKEN)
  const token = useToken(id)
  return (
    <EditorDrawer
      drawer={drawer}
      kind="token"
      title={t(isNew ? 'drawer.create' : 'drawer.edit')}
      isNew={isNew}
      query={token}
      submit={t(isNew ? 'drawer.submit' : 'common:action.save')}
    >
      {(loaded, frame) => (
        <TokenEditor
          key={loaded?.id ?? 'new'}
          loaded={loaded}
          readAgain={async () => (await token.refetch()).data}
          frame={frame}
          onCreated={onCreated}
        />
      )}
    </EditorDrawer>
  )
}

interface TokenEditorProps {
  /** The token as it was read; undefined = a new one. The form keeps it, whatever is read later. */
  readonly loaded: Token | undefined
  readonly readAgain: () => Promise<Token | undefined>
  readonly frame: EditorFrame
  readonly onCreated: TokenDrawerProps['onCreated']
}

function TokenEditor({ loaded, readAgain, frame, onCreated }: TokenEditorProps) {
  const { t } = useTranslation(['tokens', 'common'])
  const money = useMoney()
  const status = useStatus().data
  const newest = useNewest({
    loaded,
    readAgain,
    toValues: toTokenValues,
    empty: () => ({ ...newTokenValues, quota: status?.quota_per_unit ?? newTokenValues.quota }),
  })
  const { base, first } = newest
  const update = useUpdateToken()
  const putBack = async (body: TokenUpdate) => Boolean(await update.mutateAsync(body))
  const editor = useEditor({
    first,
    frame,
    find: findTokenMistakes,
    say: (mistake: TokenMistake) => t(`mistake.${mistake}`),
    create: useCreateTokens(),
    update,
  })
  const { values, error } = editor
  const save = () => {
    newest.begin()
    if (base === undefined) editor.create({ body: toCreateBody(values), count: values.count }, onCreated)
    else {
      const body = toUpdateBody(base, values)
      // The remaining quota changes while the token is used.
      const before = body && bodyBefore(body, base, ['remain_quota'])
      editor.update(
        body && withBefore(body, base, ['remain_quota']),
        (saved) =>
          sayDone({
            text: t('saved', { name: values.name.trim() }),
            undo: before && (() => putBack(withBefore(before, saved))),
          }),
        (refusal) => void newest.catchUp(refusal, editor.rebase),
      )
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <MovedNotice isShown={newest.isMoved} />
      <DraftNotice isShown={editor.isDraft} onDiscard={editor.reset} />
      <EditorTabs
        formId={frame.formId}
        label={t('drawer.views')}
        form={{
          label: t('drawer.form'),
          content: (
            <div className="flex flex-col gap-5">
              <TokenSentence values={values} />
              {base && base.budget_period !== 'none' && (
                <BudgetNow token={base} period={base.budget_period} />
              )}
              <TokenForm {...editor.fields} isNew={base === undefined} />
            </div>
          ),
        }}
        other={{
          label: t('common:showAs.title'),
          content: <ShowAs {...tokenShownAs(values, base?.id, baseAddress(status), money)} />,
        }}
        onSubmit={() => editor.attempt(save)}
      />
      <ProblemNotice error={error} />
    </div>
  )
}
