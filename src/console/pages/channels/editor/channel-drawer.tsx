import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { useTypeCatalogue } from '../../../api/use-type-catalogue.ts'
import { dropDraft } from '../../../components/editor/drafts.ts'
import { QueryView } from '../../../components/query-view.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Drawer } from '../../../components/ui/drawer.tsx'
import { day } from '../../../format.ts'
import { useGuardedDrawer } from '../../../state/drawer.ts'
import { ChannelEditor } from './channel-editor.tsx'
import type { ChannelTypeEntry } from './channel-type-fields.ts'
import { useChannel } from './use-channel.ts'
import { draftName } from './use-channel-form.ts'

const NEW = 'new'

/** The form of a channel beside the list. The parent decides which channel is edited; undefined = none. */
export function ChannelDrawer({
  id,
  onClose,
}: {
  readonly id: number | 'new' | undefined
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['channelEditor', 'common'])
  const formId = useId()
  const guarded = useGuardedDrawer(id === undefined ? undefined : String(id), (value) => {
    // The user went back from this address: going forward restores it.
    if (value !== undefined) window.history.forward()
    else if (id !== undefined) onClose()
  })
  const [isSaving, setSaving] = useState(false)
  const [isPicking, setPicking] = useState(false)
  // A new channel that was saved for a test continues to be edited in this drawer.
  const [made, setMade] = useState<number>()
  if (made !== undefined && guarded.value !== NEW) setMade(undefined)
  if (isPicking && guarded.value === undefined) setPicking(false)
  const form = guarded.value === NEW && made !== undefined ? String(made) : guarded.value
  const number = Number(form)
  const channel = useChannel(form !== undefined && Number.isInteger(number) ? number : undefined)
  const edited = channel.data
  const drawer = {
    ...guarded,
    // The model picker is a step inside the form: closing it leads back to the form.
    close: isPicking ? () => setPicking(false) : guarded.close,
    finish: () => {
      if (form !== undefined) dropDraft(draftName(form))
      guarded.finish()
    },
    discard: () => {
      if (form !== undefined) dropDraft(draftName(form))
      guarded.discard()
    },
  }
  return (
    <Drawer
      drawer={drawer}
      width={900}
      lead={
        edited && !isPicking
          ? t('drawer.lead', { id: edited.id, created: day(edited.created_time) })
          : undefined
      }
      title={t(isPicking ? 'picker.title' : form === NEW ? 'drawer.create' : 'drawer.edit')}
      footer={
        isPicking ? (
          <Button kind="primary" onClick={() => setPicking(false)}>
            {t('picker.done')}
          </Button>
        ) : (
          <>
            <Button onClick={drawer.close}>{t('common:action.cancel')}</Button>
            <Button
              type="submit"
              form={formId}
              kind="primary"
              isBusy={isSaving}
              onClickCapture={() => {
                if (isSaving) toast.error(t('submittedTwice'))
              }}
            >
              {t(form === NEW ? 'drawer.submit' : 'common:action.save')}
            </Button>
          </>
        )
      }
    >
      <Loaded form={form} channel={channel}>
        {(loaded, types) => (
          <ChannelEditor
            key={form}
            loaded={loaded}
            readAgain={async () => (await channel.refetch()).data}
            types={types}
            formId={formId}
            firstTab={made === undefined ? 'basics' : 'test'}
            setDirty={guarded.setDirty}
            isPicking={isPicking}
            onPicking={setPicking}
            onBusy={setSaving}
            onSaved={drawer.finish}
            onMade={(newId) => {
              dropDraft(draftName(NEW))
              setMade(newId)
            }}
          />
        )}
      </Loaded>
    </Drawer>
  )
}

type LoadedChannel = NonNullable<ReturnType<typeof useChannel>['data']>

/** Loads what the form needs: the channel types, and the channel unless it is new. */
function Loaded({
  form,
  channel,
  children,
}: {
  readonly form: string | undefined
  readonly channel: ReturnType<typeof useChannel>
  readonly children: (
    loaded: LoadedChannel | undefined,
    types: readonly ChannelTypeEntry[],
  ) => React.ReactNode
}) {
  const types = useTypeCatalogue()
  if (form === undefined) return null
  return (
    <QueryView query={types}>
      {(known) =>
        form === NEW ? (
          children(undefined, known)
        ) : (
          <QueryView query={channel}>{(loaded) => children(loaded, known)}</QueryView>
        )
      }
    </QueryView>
  )
}
