import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useStatus } from '../../api/use-status.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, TextInput } from '../ui/field.tsx'

/** The QR code of the official account, and a field for the code it replies with. */
export function WechatDialog<Data>({
  isOpen,
  close,
  title,
  submit: submitText,
  action,
}: {
  readonly isOpen: boolean
  readonly close: () => void
  readonly title: string
  readonly submit: string
  readonly action: UseMutationResult<Data, Error, string>
}) {
  const { t } = useTranslation('thirdParty')
  const formId = useId()
  const picture = useStatus().data?.wechat_qrcode ?? ''
  const actOnce = useMutateOnce(action)
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const refused = isProblem(action.error) && action.error.field === 'code' ? action.error : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() === '') return
    actOnce(code.trim(), {
      onSuccess: () => {
        setCode('')
        close()
      },
    })
  }
  return (
    <Dialog
      isOpen={isOpen}
      close={close}
      title={title}
      width={380}
      footer={
        <Button type="submit" form={formId} kind="primary" isBusy={action.isPending}>
          {submitText}
        </Button>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {picture === '' ? (
          <p className="text-muted">{t('wechat.noPicture')}</p>
        ) : (
          // The background stays white in the dark theme, because cameras read dark on light.
          <img
            src={picture}
            alt={t('wechat.picture')}
            className="mx-auto size-52 rounded-md border bg-paper object-contain p-2"
          />
        )}
        <p className="text-sm text-muted">{t('wechat.how')}</p>
        <Field
          label={t('wechat.code')}
          error={isMissing && code.trim() === '' ? t('wechat.codeRequired') : refused?.message}
          isRequired
        >
          <TextInput
            data-autofocus
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            value={code}
            onChange={(event) => {
              if (action.isError) action.reset()
              setCode(event.target.value)
            }}
          />
        </Field>
        {!refused && <ProblemNotice error={action.error} />}
      </form>
    </Dialog>
  )
}
