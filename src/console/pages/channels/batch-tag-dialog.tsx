import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { sayDone } from '../../api/say-done.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Combobox } from '../../components/ui/combobox.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { useChangeChannels, useTagChannels } from './use-channel-actions.ts'
import type { Channel } from './use-channels.ts'

/** Assigns a tag to the selected channels. */
export function BatchTagDialog({
  channels,
  tags,
  close,
}: {
  /** Channels to be tagged; the dialog is closed while there are none. */
  readonly channels: readonly Channel[]
  /** Existing tags. */
  readonly tags: readonly string[]
  readonly close: () => void
}) {
  const { t } = useTranslation(['channels', 'common'])
  const formId = useId()
  const [tag, setTag] = useState('')
  const [hasTried, setTried] = useState(false)
  const give = useTagChannels()
  const giveOnce = useMutateOnce(give)
  const change = useChangeChannels()
  const putBack = async () => {
    const tags = new Map(channels.map(({ id, tag: before }) => [id, before]))
    return (await change.mutateAsync({ channels, change: (id) => ({ tag: tags.get(id) ?? '' }) })) === 0
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (tag.trim() === '') return
    giveOnce(
      { ids: channels.map((channel) => channel.id), tag: tag.trim() },
      {
        onSuccess: (count) => {
          sayDone({
            text: t('told.tagged', { count, tag: tag.trim() }),
            undo: count === channels.length ? putBack : undefined,
          })
          close()
        },
      },
    )
  }
  return (
    <Dialog
      isOpen
      close={close}
      title={t('batchTag.title', { count: channels.length })}
      footer={
        <>
          <Button onClick={close}>{t('common:action.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            isBusy={give.isPending}
            onClickCapture={() => {
              if (give.isPending) toast.error(t('submittedTwice'))
            }}
          >
            {t('common:action.apply')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label={t('tag.name')}
          isRequired
          hint={t('batchTag.hint')}
          error={hasTried && tag.trim() === '' ? t('batchTag.required') : undefined}
        >
          <Combobox
            value={tag}
            onChange={setTag}
            canCreate
            options={tags.map((value) => ({ value }))}
            placeholder={t('batchTag.placeholder')}
          />
        </Field>
        <ProblemNotice error={give.error} />
      </form>
    </Dialog>
  )
}
