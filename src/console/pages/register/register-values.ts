export interface RegisterValues {
  readonly username: string
  readonly password: string
  readonly confirmPassword: string
  readonly email: string
  readonly code: string
}

export const emptyValues: RegisterValues = {
  username: '',
  password: '',
  confirmPassword: '',
  email: '',
  code: '',
}

/** Each has a phrase `mistake.<name>`. */
export type RegisterMistake =
  | 'usernameRequired'
  | 'passwordRequired'
  | 'passwordShort'
  | 'passwordsDiffer'
  | 'emailRequired'
  | 'codeRequired'

export type RegisterMistakes = Readonly<Partial<Record<keyof RegisterValues, RegisterMistake>>>

const PASSWORD_MIN = 8

/** Finds mistakes that the form can detect; maximum lengths and allowed characters are checked by the daemon. */
export function findMistakes(values: RegisterValues, needsEmail: boolean): RegisterMistakes {
  return {
    ...(values.username.trim() === '' ? { username: 'usernameRequired' } : {}),
    ...passwordMistake(values.password),
    ...(values.password !== values.confirmPassword ? { confirmPassword: 'passwordsDiffer' } : {}),
    ...(needsEmail && values.email.trim() === '' ? { email: 'emailRequired' } : {}),
    ...(needsEmail && values.code.trim() === '' ? { code: 'codeRequired' } : {}),
  }
}

function passwordMistake(password: string): RegisterMistakes {
  if (password === '') return { password: 'passwordRequired' }
  return [...password].length < PASSWORD_MIN ? { password: 'passwordShort' } : {}
}
