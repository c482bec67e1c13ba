import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { answerOf, api } from '../../api/client.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field, TextInput } from '../../components/ui/field.tsx'
import { phrase } from '../../i18n/i18n.ts'

/** Sends an email with the stored settings. */
export function MailTest() {
  const { t } = useTranslation('settings')
  const [to, setTo] = useState('')
  const sending = useMutation({
    mutationFn: (address: string) => answerOf(api.POST('/api/option/test_mail', { body: { to: address } })),
    onSuccess: () => toast.success(phrase('settings:mailTest.done')),
    meta: { isShownInPlace: true },
  })
  const sendOnce = useMutateOnce(sending)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sendOnce(to.trim())
  }
  return (
    <form noValidate className="flex flex-col gap-3 border-t px-4 py-3" onSubmit={submit}>
      <Field
        label={t('mailTest.label')}
        hint={t('mailTest.hint')}
        error={sending.error?.message}
        className="max-w-80"
      >
        <TextInput
          type="email"
          placeholder="admin@example.com"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </Field>
      <Button type="submit" className="self-start" disabled={to.trim() === ''} isBusy={sending.isPending}>
        {t('mailTest.action')}
      </Button>
    </form>
  )
}
