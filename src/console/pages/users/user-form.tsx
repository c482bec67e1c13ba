import { useTranslation } from 'react-i18next'
import { useGroupNames } from '../../api/use-group-names.ts'
import type { FormProps } from '../../components/editor/use-editor.ts'
import { RevokeTokens } from '../../components/revoke-tokens.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field, PasswordInput, TextInput } from '../../components/ui/field.tsx'
import { MoneyInput } from '../../components/ui/number-input.tsx'
import { Select } from '../../components/ui/select.tsx'
import type { UserValues } from './user-values.ts'

interface UserFormProps extends FormProps<UserValues> {
  readonly isNew: boolean
  readonly onAddQuota: () => void
}

/** The fields of an account; the drawer saves them. Group and balance cannot be chosen for a new account. */
export function UserForm({ values, onChange, errorOf, isNew, onAddQuota }: UserFormProps) {
  const { t } = useTranslation('users')
  return (
    <div className="flex flex-col gap-5">
      <Field
        label={t('field.username')}
        hint={t('field.usernameHint')}
        error={errorOf('username', 'username')}
        isRequired
      >
        <TextInput
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={values.username}
          onChange={(event) => onChange({ username: event.target.value })}
        />
      </Field>
      <Field
        label={t('field.password')}
        hint={t(isNew ? 'field.passwordHint' : 'field.passwordKept')}
        error={errorOf('password', 'password')}
        isRequired={isNew}
      >
        <PasswordInput
          autoComplete="new-password"
          value={values.password}
          onChange={(event) => onChange({ password: event.target.value })}
        />
      </Field>
      {!isNew && values.password !== '' && (
        <RevokeTokens isRevoking={values.isRevoking} onChange={(isRevoking) => onChange({ isRevoking })} />
      )}
      <Field
        label={t('field.displayName')}
        hint={isNew ? t('field.displayNameHint') : undefined}
        error={errorOf('displayName', 'display_name')}
      >
        <TextInput
          autoComplete="off"
          maxLength={20}
          value={values.displayName}
          onChange={(event) => onChange({ displayName: event.target.value })}
        />
      </Field>
      {!isNew && (
        <>
          <Group value={values.group} onChange={onChange} error={errorOf('group', 'group')} />
          <div className="flex flex-col gap-2">
            <Field label={t('field.quota')} hint={t('field.quotaHint')} error={errorOf('quota', 'quota')}>
              <MoneyInput quota={values.quota} onChange={(quota) => onChange({ quota })} />
            </Field>
            <Button size="sm" className="self-start" onClick={onAddQuota}>
              {t('quota.add')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function Group({
  value,
  onChange,
  error,
}: {
  readonly value: string
  readonly onChange: UserFormProps['onChange']
  readonly error: string | undefined
}) {
  const { t } = useTranslation('users')
  const groups = useGroupNames().data ?? []
  // A group that has been removed is still shown, so that another can be chosen in its place.
  const known = groups.includes(value) ? groups : [value, ...groups]
  return (
    <Field label={t('field.group')} hint={t('field.groupHint')} error={error}>
      <Select
        value={value}
        options={known.map((name) => ({ value: name, label: name }))}
        onChange={(group) => onChange({ group })}
      />
    </Field>
  )
}
