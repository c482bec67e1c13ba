import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { isProblem } from '../../api/api-problem.ts'
import { useStatus } from '../../api/use-status.ts'
import { EditorDrawer, type EditorFrame, editedIn } from '../../components/editor-drawer.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { ShowAs } from '../../components/show-as.tsx'
import { baseAddress } from '../../components/snippets.ts'
import { Tabs } from '../../components/ui/tabs.tsx'
import { useEditor } from '../../components/use-editor.ts'
import { useMoney } from '../../format.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { NEW_TOKEN } from './new-token.ts'
import { TokenForm } from './token-form.tsx'
import { TokenSentence } from './token-sentence.tsx'
import { tokenShownAs } from './token-show-as.ts'
import {
  findTokenMistakes,
  newTokenValues,
  type TokenValues,
  toCreateBody,
  toTokenValues,
  toUpdateBody,
} from './token-values.ts'
import { useCreateTokens, useUpdateToken } from './use-save-token.ts'
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
      title={t(isNew ? 'drawer.create' : 'drawer.edit')}
      isNew={isNew}
      query={token}
      submit={t(isNew ? 'drawer.submit' : 'common:action.save')}
    >
      {(loaded, frame) => (
        <TokenEditor key={loaded?.id ?? 'new'} loaded={loaded} frame={frame} onCreated={onCreated} />
      )}
    </EditorDrawer>
  )
}

interface TokenEditorProps {
  /** As it was read; undefined = a new one. Kept for the life of the form, whatever is read later. */
  readonly loaded: Token | undefined
  readonly frame: EditorFrame
  readonly onCreated: TokenDrawerProps['onCreated']
}

function TokenEditor({ loaded, frame, onCreated }: TokenEditorProps) {
  const { t } = useTranslation(['tokens', 'common'])
  const money = useMoney()
  const status = useStatus().data
  const [base] = useState(loaded)
  const [first] = useState<TokenValues>(() =>
    base ? toTokenValues(base) : { ...newTokenValues, quota: status?.quota_per_unit ?? newTokenValues.quota },
  )
  const [view, setView] = useState<'form' | 'showAs'>('form')
  const editor = useEditor({ first, frame, create: useCreateTokens(), update: useUpdateToken() })
  const { values, error } = editor
  const found = findTokenMistakes(values)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    editor.setTried()
    setView('form')
    if (Object.keys(found).length > 0) return
    if (base === undefined) editor.create({ body: toCreateBody(values), count: values.count }, onCreated)
    else editor.update(toUpdateBody(base, values), () => void toast.success(t('saved')))
  }

  return (
    <form id={frame.formId} noValidate onSubmit={submit}>
      <Tabs
        label={t('drawer.views')}
        value={view}
        onChange={setView}
        tabs={[
          {
            name: 'form',
            label: t('drawer.form'),
            content: (
              <div className="flex flex-col gap-5">
                <TokenSentence values={values} />
                <TokenForm
                  values={values}
                  onChange={editor.change}
                  mistakes={editor.hasTried ? found : {}}
                  refused={isProblem(error) ? error : undefined}
                  isNew={base === undefined}
                />
              </div>
            ),
          },
          {
            name: 'showAs',
            label: t('common:showAs.title'),
            content: <ShowAs {...tokenShownAs(values, base?.id, baseAddress(status), money)} />,
          },
        ]}
      />
      <div className="mt-4">
        <ProblemNotice error={error} />
      </div>
    </form>
  )
}
