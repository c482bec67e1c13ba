import { CircleCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useTypeCatalogue } from '../../api/use-type-catalogue.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Combobox, MultiCombobox } from '../../components/ui/combobox.tsx'
import { Field, PasswordInput, TextInput } from '../../components/ui/field.tsx'
import { duration } from '../../format.ts'
import { goToSetupStep } from '../../state/setup-wizard.ts'
import { type ChannelType, useFirstChannel, useUpstreamModels } from './use-first-channel.ts'

/** The first channel, tested at once. */
export function ChannelStep() {
  return (
    <QueryView query={useTypeCatalogue()}>
      {(types) => <ChannelForm types={types.filter(answersAtOnce)} />}
    </QueryView>
  )
}

const taskOperations: ReadonlySet<string> = new Set(['drawing', 'music', 'video'])

/**
 * Returns whether a type responds to calls. Setup ends with a call and its response, so a channel that only takes tasks
 * cannot be the first.
 */
const answersAtOnce = ({ operations }: ChannelType): boolean =>
  operations.some((each) => !taskOperations.has(each))

function ChannelForm({ types }: { readonly types: readonly ChannelType[] }) {
  const { t } = useTranslation(['setup', 'common'])
  const [slug, setSlug] = useState('openai')
  const type = types.find((each) => each.slug === slug) ?? types[0]
  const [baseUrl, setBaseUrl] = useState('')
  const [key, setKey] = useState('')
  const [models, setModels] = useState<readonly string[]>([])
  const [channelId, setChannelId] = useState<number>()
  const [complaint, setComplaint] = useState<'keyRequired' | 'modelsRequired'>()
  const upstream = useUpstreamModels()
  const channel = useFirstChannel()
  const saveOnce = useMutateOnce(channel)
  if (!type) return null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim() === '' && channelId === undefined) return setComplaint('keyRequired')
    if (models.length === 0) return setComplaint('modelsRequired')
    setComplaint(undefined)
    saveOnce({
      id: channelId,
      onSaved: setChannelId,
      body: {
        type: type.type,
        name: type.slug,
        key: key.trim(),
        base_url: baseUrl.trim(),
        models: models.join(','),
        group: 'default',
      },
    })
  }
  if (channel.data)
    return (
      <div className="flex flex-col gap-4">
        <p role="status" className="flex items-center gap-2 text-ok">
          <CircleCheck size={18} aria-hidden />
          {t('channel.tested', {
            model: channel.data.model,
            time: duration(channel.data.seconds),
          })}
        </p>
        <Button kind="primary" className="h-9 self-end" onClick={() => goToSetupStep('request')}>
          {t('common:action.next')}
        </Button>
      </div>
    )
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <p className="text-muted">{t('channel.lead')}</p>
      <Field label={t('channel.type')}>
        <Combobox
          value={type.slug}
          options={types.map((each) => ({ value: each.slug, label: each.label }))}
          onChange={(next) => {
            if (next !== '') setSlug(next)
          }}
        />
      </Field>
      <Field
        label={t('channel.key')}
        hint={t('channel.keyHint')}
        error={complaint === 'keyRequired' ? t('channel.keyRequired') : undefined}
        isRequired
      >
        <PasswordInput
          isSecret
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      <Field label={t('channel.baseUrl')} hint={t('channel.baseUrlHint')}>
        <TextInput
          isMono
          type="url"
          placeholder={type.default_base_url}
          value={baseUrl}
          onChange={(event) => setBaseUrl(event.target.value)}
        />
      </Field>
      <Field
        label={t('channel.models')}
        error={complaint === 'modelsRequired' ? t('channel.modelsRequired') : undefined}
        isRequired
        aside={
          <Button
            size="sm"
            isBusy={upstream.isPending}
            onClick={() =>
              upstream.mutate(
                { type: type.type, base_url: baseUrl.trim(), key: key.trim() },
                { onSuccess: (found) => setModels(found) },
              )
            }
          >
            {t('channel.fetch')}
          </Button>
        }
      >
        <MultiCombobox
          canCreate
          value={models}
          options={[...new Set([...(upstream.data ?? []), ...type.models])].map((value) => ({ value }))}
          placeholder={t('channel.modelsPlaceholder')}
          onChange={setModels}
        />
      </Field>
      <ProblemNotice error={channel.error ?? upstream.error} />
      <div className="flex justify-end gap-2">
        <Button kind="ghost" className="h-9" onClick={() => goToSetupStep('request')}>
          {t('channel.skip')}
        </Button>
        <Button type="submit" kind="primary" className="h-9" isBusy={channel.isPending}>
          {t('channel.submit')}
        </Button>
      </div>
    </form>
  )
}
