import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { askForPasskey } from '../../components/passkeys/passkey-dialog.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'

type PasskeyAnswer = components['schemas']['PasskeyAnswer']

/** Gives a passkey as the second step. Nothing happens when the person closes the dialog of the browser. */
export function PasskeyStep({
  ticket,
  isBusy,
  give,
}: {
  readonly ticket: string
  readonly isBusy: boolean
  readonly give: (passkey: PasskeyAnswer) => void
}) {
  const { t } = useTranslation('passkey')
  const asking = useMutation({
    mutationFn: async (_: undefined) =>
      askForPasskey(await dataOf(api.POST('/api/user/login/second_factor/passkey', { body: { ticket } }))),
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
