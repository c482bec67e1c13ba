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
import { Drawer } from '../../components/ui/drawer.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
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

/** The form of a token beside the list. */
export function TokenDrawer({
  drawer,
  onCreated,
}: {
  readonly drawer: DrawerState
  readonly onCreated: (made: readonly Token[]) => void
}) {
  const { t } = useTranslation(['tokens', 'common'])
  const formId = useId()
  const [isSaving, setSaving] = useState(false)
  const isNew = drawer.value === NEW_TOKEN
  const id = isNew || drawer.value === undefined ? undefined : Number(drawer.value)
  const token = useToken(Number.isInteger(id) ? id : undefined)
  return (
    <Drawer
      drawer={drawer}
      title={t(isNew ? 'drawer.create' : 'drawer.edit')}
      footer={
        <>
          <Button onClick={drawer.close}>{t('common:action.cancel')}</Button>
          <Button type="submit" form={formId} kind="primary" isBusy={isSaving}>
            {t(isNew ? 'drawer.submit' : 'common:action.save')}
          </Button>
        </>
      }
    >
      {isNew ? (
        <TokenEditor
          key="new"
          loaded={undefined}
          formId={formId}
          drawer={drawer}
          onCreated={onCreated}
          onBusy={setSaving}
        />
      ) : (
        <QueryView query={token}>
          {(loaded) => (
            <TokenEditor
              key={loaded.id}
              loaded={loaded}
              formId={formId}
              drawer={drawer}
              onCreated={onCreated}
              onBusy={setSaving}
            />
          )}
        </QueryView>
      )}
    </Drawer>
  )
}

interface TokenEditorProps {
  /** As it was read; undefined = a new one. Kept for the life of the form, whatever is read later. */
  readonly loaded: Token | undefined
  readonly formId: string
  readonly drawer: DrawerState
  readonly onCreated: (made: readonly Token[]) => void
  readonly onBusy: (isBusy: boolean) => void
}

function TokenEditor({ loaded, formId, drawer, onCreated, onBusy }: TokenEditorProps) {
  const { t } = useTranslation(['tokens', 'common'])
  const money = useMoney()
  const status = useStatus().data
  const [base] = useState(loaded)
  const [first] = useState<TokenValues>(() =>
    base ? toTokenValues(base) : { ...newTokenValues, quota: status?.quota_per_unit ?? newTokenValues.quota },
  )
  const [values, setValues] = useState(first)
  const [view, setView] = useState<'form' | 'showAs'>('form')
  const [hasTried, setTried] = useState(false)
  const create = useCreateTokens()
  const update = useUpdateToken()
  const createOnce = useMutateOnce(create)
  const updateOnce = useMutateOnce(update)
  const isSaving = create.isPending || update.isPending
  const error = create.error ?? update.error
  const mistakes = hasTried ? findTokenMistakes(values) : {}

  const { setDirty } = drawer
  const isChanged = JSON.stringify(values) !== JSON.stringify(first)
  useEffect(() => setDirty(isChanged), [isChanged, setDirty])
  useEffect(() => onBusy(isSaving), [isSaving, onBusy])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setView('form')
    if (Object.keys(findTokenMistakes(values)).length > 0) return
    if (base === undefined) {
      createOnce(
        { body: toCreateBody(values), count: values.count },
        {
          onSuccess: (made) => {
            drawer.finish()
            onCreated(made)
          },
        },
      )
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

  return (
    <form id={formId} noValidate onSubmit={submit}>
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
                  onChange={(change) => setValues({ ...values, ...change })}
                  mistakes={mistakes}
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
