import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { components } from '../../../../openapi/types.gen.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { Button } from '../ui/button.tsx'
import { askForPasskey } from './passkey-dialog.ts'

export type PasskeyAnswer = components['schemas']['PasskeyAnswer']

/** Answers with a passkey instead of a code. Nothing happens if the person closes the browser's dialog. */
export function PasskeyAnswerButton({
  isBusy,
  question,
  give,
}: {
  readonly isBusy: boolean
  /** Fetches the challenge for the passkey. */
  readonly question: () => Promise<components['schemas']['PasskeyRequestOptions']>
  readonly give: (passkey: PasskeyAnswer) => void
}) {
  const { t } = useTranslation('passkey')
  const asking = useMutation({
    mutationFn: async (_: undefined) => askForPasskey(await question()),
    onSuccess: (passkey) => passkey && give(passkey),
    meta: { isShownInPlace: true },
  })
  const askOnce = useMutateOnce(asking)
  return (
    <>
      <Button
        className="h-9"
        icon={<KeyRound size={15} aria-hidden />}
        isBusy={isBusy || asking.isPending}
        onClick={() => askOnce(undefined)}
      >
        {t('use')}
      </Button>
      <ProblemNotice error={asking.error} />
    </>
  )
}
