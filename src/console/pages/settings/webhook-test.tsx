import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { isProblem } from '../../api/api-problem.ts'
import { answerOf, api } from '../../api/client.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field, PasswordInput, TextInput } from '../../components/ui/field.tsx'
import { phrase } from '../../i18n/i18n.ts'

/** Sends a message to a webhook, through the stored worker if there is one. */
export function WebhookTest() {
  const { t } = useTranslation('settings')
  const [url, setUrl] = useState('')
  const [secret, setSecret] = useState('')
  const sending = useMutation({
    mutationFn: (body: { readonly url: string; readonly secret: string }) =>
      answerOf(api.POST('/api/option/test_webhook', { body })),
    onSuccess: () => toast.success(phrase('settings:webhookTest.done')),
    meta: { isShownInPlace: true },
  })
  const sendOnce = useMutateOnce(sending)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sendOnce({ url: url.trim(), secret })
  }
  const error = sending.error
  const isOfSecret = isProblem(error) && error.field === 'secret'
  return (
    <form noValidate className="flex flex-col gap-3 border-t px-4 py-3" onSubmit={submit}>
      <div className="flex flex-wrap gap-3">
        <Field
          label={t('webhookTest.label')}
          hint={t('webhookTest.hint')}
          error={isOfSecret ? undefined : error?.message}
          className="w-80"
        >
          <TextInput
            type="url"
            placeholder="https://hooks.example.com/"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
        <Field
          label={t('webhookTest.secret')}
          hint={t('webhookTest.secretHint')}
          error={isOfSecret ? error.message : undefined}
          className="w-80"
        >
          <PasswordInput
            isSecret
            autoComplete="new-password"
            placeholder={t('notSet')}
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
        </Field>
      </div>
      <Button type="submit" className="self-start" disabled={url.trim() === ''} isBusy={sending.isPending}>
        {t('webhookTest.action')}
      </Button>
    </form>
  )
}
