import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { DateTimeInput } from '../../components/ui/date-time-input.tsx'
import { Field } from '../../components/ui/field.tsx'
import { dateMistake, dateTime, readDateText, toDateText } from '../../format.ts'
import { useClearLogs } from './use-clear-logs.ts'

function aMonthAgo(): string {
  const date = new Date()
  const dayOfMonth = date.getDate()
  date.setMonth(date.getMonth() - 1)
  // If the previous month is shorter, this is its last day instead of a day in the current month.
  if (date.getDate() !== dayOfMonth) date.setDate(0)
  return toDateText(Math.floor(date.getTime() / 1000))
}

/** Deletes old rows from the log. */
export function LogCleanup() {
  const { t } = useTranslation(['settings', 'common'])
  const [text, setText] = useState(aMonthAgo)
  const [mistake, setMistake] = useState<string>()
  const [ask, confirmDialog] = useConfirm()
  const clear = useClearLogs()
  const clearOnce = useMutateOnce(clear)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const target = readDateText(text)
    if (target === undefined) {
      const why = t(
        text.trim() === '' ? 'cleanup.noTime' : `common:date.${dateMistake(text) ?? 'unreadable'}`,
      )
      setMistake(why)
      toast.error(why)
      return
    }
    setMistake(undefined)
    const isSure = await ask({
      title: t('cleanup.title'),
      text: t('cleanup.text', { time: dateTime(target) }),
      action: t('cleanup.action'),
      isDanger: true,
    })
    if (isSure) clearOnce(target)
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-3 border-t px-4 py-3"
      onSubmit={(event) => void submit(event)}
    >
      <Field label={t('cleanup.before')} hint={t('cleanup.hint')} error={mistake} className="max-w-80">
        <DateTimeInput
          placeholder="2026-01-31 00:00:00"
          timeOfDay="00:00:00"
          value={text}
          onChange={setText}
        />
      </Field>
      <ProblemNotice error={clear.error} />
      <Button type="submit" kind="danger" className="self-start" isBusy={clear.isPending}>
        {t('cleanup.action')}
      </Button>
      {confirmDialog}
    </form>
  )
}
