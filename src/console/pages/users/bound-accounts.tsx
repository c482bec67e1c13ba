import { useTranslation } from 'react-i18next'
import { Field, TextInput } from '../../components/ui/field.tsx'
import type { User } from './use-users.ts'

const bindings = ['github_id', 'oidc_id', 'wechat_id', 'email', 'telegram_id', 'linux_do_id'] as const

/** The identities linked to the account; only its owner can change them. */
export function BoundAccounts({ user }: { readonly user: User }) {
  const { t } = useTranslation('users')
  return (
    <section className="flex flex-col gap-3 border-t pt-4">
      <h3 className="font-semibold">{t('bound.title')}</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        {bindings.map((name) => (
          <Field key={name} label={t(`bound.${name}`)}>
            <TextInput
              readOnly
              className="bg-sunken! text-muted"
              placeholder={t('bound.none')}
              value={user[name]}
            />
          </Field>
        ))}
      </div>
      <p className="text-xs text-muted">{t('bound.hint')}</p>
    </section>
  )
}
