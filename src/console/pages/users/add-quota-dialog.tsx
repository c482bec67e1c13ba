import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { FormDialog } from '../../components/editor/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Field, TextInput } from '../../components/ui/field.tsx'
import { exactQuotaText, readExactQuota } from '../../exact-quota.ts'
import { useMoney } from '../../format.ts'
import { randomKey } from '../../state/random-key.ts'
import { useCreditUser } from './use-credit-user.ts'
import type { User } from './use-users.ts'

/** Adds an amount to the balance or deducts it, with a preview of the result. */
export function AddQuotaDialog({
  isOpen,
  close,
  user,
  onBooked,
}: {
  readonly isOpen: boolean
  readonly close: () => void
  readonly user: Pick<User, 'id' | 'username' | 'quota_exact'>
  readonly onBooked: (booked: { readonly quota: number; readonly quota_exact: string }) => void
}) {
  const { t } = useTranslation('users')
  const money = useMoney()
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [key, setKey] = useState(randomKey)
  const [hasTried, setTried] = useState(false)
  const credit = useCreditUser()
  const creditOnce = useMutateOnce(credit)
  const before = readExactQuota(user.quota_exact) ?? 0n
  const delta = readExactQuota(typed)
  const isUsable = delta !== undefined && delta !== 0n
  const after = before + (delta ?? 0n)

  const leave = () => {
    setTyped('')
    setNote('')
    setTried(false)
    credit.reset()
    close()
  }
  const change = (next: string) => {
    setTyped(next)
    // A different amount is a new booking.
    setKey(randomKey())
  }
  const submit = () => {
    setTried(true)
    if (!isUsable) return
    creditOnce(
      { id: user.id, username: user.username, delta: exactQuotaText(delta), note: note.trim(), key },
      {
        onSuccess: (booked) => {
          setKey(randomKey())
          onBooked(booked)
          leave()
        },
      },
    )
  }
  const refused = isProblem(credit.error) && credit.error.field === 'delta' ? credit.error : undefined
  return (
    <FormDialog
      isOpen={isOpen}
      close={leave}
      title={t('quota.title')}
      submit={t('quota.book')}
      isBusy={credit.isPending}
      onSubmit={submit}
    >
      <Field
        label={t('quota.delta')}
        hint={t('quota.deltaHint')}
        error={hasTried && !isUsable ? t('mistake.delta') : refused?.message}
        isRequired
      >
        <TextInput
          data-autofocus
          autoComplete="off"
          className="tabular-nums"
          value={typed}
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <Field label={t('quota.note')} hint={t('quota.noteHint')}>
        <TextInput
          autoComplete="off"
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <p className="rounded-lg bg-sunken px-3 py-2.5 tabular-nums" role="status">
        <span className="block font-medium break-words" data-sum>
          {t('quota.sum', {
            before: exactQuotaText(before),
            delta: exactQuotaText(delta ?? 0n),
            after: exactQuotaText(after),
          })}
        </span>
        <span className="block text-xs text-muted">
          {t('quota.sum', {
            before: money.inDollars(Number(before) / 1000),
            delta: money.inDollars(Number(delta ?? 0n) / 1000),
            after: money.inDollars(Number(after) / 1000),
          })}
        </span>
      </p>
      {refused === undefined && <ProblemNotice error={credit.error} />}
    </FormDialog>
  )
}
