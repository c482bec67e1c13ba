import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { useStatus } from '../../../api/use-status.ts'
import { DraftNotice } from '../../../components/editor/draft-notice.tsx'
import { MovedNotice } from '../../../components/editor/moved-notice.tsx'
import { useNewest } from '../../../components/editor/use-newest.ts'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { ShowAs } from '../../../components/show-as.tsx'
import { baseAddress } from '../../../components/snippets.ts'
import { useConfirm } from '../../../components/ui/confirm.tsx'
import { Tabs } from '../../../components/ui/tabs.tsx'
import { BasicsForm } from './basics-form.tsx'
import { firstMistake, tabOf } from './channel-mistakes.ts'
import { channelShownAs } from './channel-show-as.ts'
import type { ChannelTypeEntry } from './channel-type-fields.ts'
import {
  type Channel,
  endsInVersion,
  newChannelValues,
  toChannelValues,
  toCreateBody,
  toUpdateBody,
} from './channel-values.ts'
import { ModelPicker } from './picker/model-picker.tsx'
import { RequestsForm } from './requests-form.tsx'
import { RoutingForm } from './routing-form.tsx'
import { TabLabel } from './tab-label.tsx'
import { TestTab } from './test-tab.tsx'
import { useChannelForm } from './use-channel-form.ts'
import { useModelSource } from './use-model-source.ts'
import { useSaveChannel } from './use-save-channel.ts'

export type EditorTab = 'basics' | 'routing' | 'requests' | 'test' | 'showAs'

interface ChannelEditorProps {
  /**
   * The channel as it was read; undefined = a new one. Stays the same while the form is mounted, whatever is read
   * later.
   */
  readonly loaded: Channel | undefined
  readonly readAgain: () => Promise<Channel | undefined>
  readonly types: readonly ChannelTypeEntry[]
  readonly formId: string
  readonly firstTab: EditorTab
  readonly setDirty: (isDirty: boolean) => void
  /** The model picker is shown in place of the form. */
  readonly isPicking: boolean
  readonly onPicking: (isPicking: boolean) => void
  readonly onBusy: (isBusy: boolean) => void
  readonly onSaved: () => void
  /** Called after a new channel was saved for a test. */
  readonly onMade: (id: number) => void
}

/** The form of a channel in tabs, and the logic that saves it. */
export function ChannelEditor(props: ChannelEditorProps) {
  const { types, formId, setDirty, isPicking, onPicking, onBusy, onSaved, onMade } = props
  const { t } = useTranslation(['channelEditor', 'common'])
  const newest = useNewest({
    loaded: props.loaded,
    readAgain: props.readAgain,
    toValues: toChannelValues,
    empty: () => newChannelValues,
  })
  const { base: loaded, first } = newest
  const { save, isSaving, error, forget } = useSaveChannel(loaded)
  const form = useChannelForm({ first, loaded, types, error })
  const { values, change, type } = form
  const [tab, setTab] = useState(props.firstTab)
  const source = useModelSource({ form, loaded, onMistake: () => setTab('basics') })
  const [ask, question] = useConfirm()
  const status = useStatus().data
  const formElement = useRef<HTMLFormElement>(null)
  const pickButton = useRef<HTMLButtonElement>(null)
  const [toFocus, setToFocus] = useState(0)

  useEffect(() => setDirty(form.isChanged), [form.isChanged, setDirty])
  useEffect(() => onBusy(isSaving), [isSaving, onBusy])
  // After a refusal, go to the mistake once its tab is on the screen.
  useEffect(() => {
    if (toFocus === 0) return
    const invalid = formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (invalid) invalid.focus()
    else formElement.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  }, [toFocus])
  const wasPicking = useRef(false)
  useEffect(() => {
    if (wasPicking.current && !isPicking) pickButton.current?.focus()
    wasPicking.current = isPicking
  }, [isPicking])

  const send = async (goesOnToTest: boolean) => {
    if (isSaving) return void toast.error(t('submittedTwice'))
    const wrong = firstMistake(form.check())
    if (wrong !== undefined) {
      setTab(tabOf(wrong))
      setToFocus((count) => count + 1)
      return
    }
    const body = loaded ? toUpdateBody(loaded, values) : toCreateBody(values)
    if (body === undefined) return void toast.info(t('common:form.unchanged'))
    const isAddressNew = cleanlyDiffers(loaded, body.base_url)
    if (isAddressNew && endsInVersion(body.base_url ?? '')) {
      const text = t('version.text', { address: body.base_url ?? '' })
      if (!(await ask({ title: t('version.title'), text, action: t('version.confirm') }))) return
    }
    form.setSubmitted()
    newest.begin()
    save(body, {
      onSuccess: ({ id }) => (goesOnToTest && loaded === undefined ? onMade(id) : onSaved()),
      onError: (refusal) => {
        void newest.catchUp(refusal, (now) => {
          forget()
          form.rebase(now)
        })
        const field = form.fieldOf(refusal)
        if (field === 'key' && !values.isReplacingKey) change({ isReplacingKey: true })
        if (field !== undefined) setTab(tabOf(field))
        setToFocus((count) => count + 1)
      },
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Submit events of a form in a portal bubble to the form that rendered it.
    if (event.target === formElement.current) void send(false)
  }

  if (isPicking)
    return (
      <ModelPicker
        values={values}
        onChange={change}
        type={type}
        types={types}
        source={source}
        loaded={loaded}
      />
    )
  const part = { values, onChange: change, errorOf: form.errorOf, type }
  const labelOf = (name: 'basics' | 'routing' | 'requests') => (
    <TabLabel mistakes={form.mistakesIn(name)}>{t(`tab.${name}`)}</TabLabel>
  )
  return (
    <>
      <form id={formId} ref={formElement} noValidate onSubmit={submit}>
        <div className="mb-3 flex flex-col gap-3 empty:hidden">
          <MovedNotice isShown={newest.isMoved} />
          <DraftNotice isShown={form.isDraft} onDiscard={form.reset} />
          <ProblemNotice error={error} />
        </div>
        <Tabs
          label={t('tab.label')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              name: 'basics',
              label: labelOf('basics'),
              content: (
                <BasicsForm
                  {...part}
                  loaded={loaded}
                  types={types}
                  source={source}
                  pickButton={pickButton}
                  onPick={() => onPicking(true)}
                />
              ),
            },
            {
              name: 'routing',
              label: labelOf('routing'),
              content: <RoutingForm {...part} channelId={loaded?.id} />,
            },
            {
              name: 'requests',
              label: labelOf('requests'),
              content: <RequestsForm {...part} loaded={loaded} />,
            },
            {
              name: 'test',
              label: t('tab.test'),
              content: (
                <TestTab
                  loaded={loaded}
                  isChanged={form.isChanged}
                  isSaving={isSaving}
                  onSaveAndTest={() => void send(true)}
                />
              ),
            },
            {
              name: 'showAs',
              label: t('common:showAs.title'),
              content: <ShowAs {...channelShownAs(values, loaded, type, baseAddress(status))} />,
            },
          ]}
        />
      </form>
      {question}
    </>
  )
}

/** Returns whether the address differs from the stored one, which was confirmed before. */
const cleanlyDiffers = (loaded: Channel | undefined, address: string | undefined): boolean =>
  address !== undefined && address !== loaded?.base_url
