import { errorTexts } from '../error-texts.en.gen.ts'
import type { English } from '../phrases.ts'

export const login: English<'login'> = {
  title: 'Sign in',
  heading: 'Sign in to {{name}}',
  expired: errorTexts.not_signed_in,
  username: 'Username or email',
  password: 'Password',
  submit: 'Sign in',
  bothRequired: errorTexts.credentials_required,
  checkRunning: errorTexts.turnstile_required,
  passwordLoginOff: 'The administrator has turned off password login.',
  done: 'Login successful',
  register: 'Create an account',
  reset: 'Forgot your password?',
  again: {
    title: 'Sign in again',
    text: 'Your session has expired. What you have typed is still here: sign in as {{name}} to go on.',
    leave: 'Discard and leave',
    elsewhere: 'Sign in another way, in a new tab',
  },
  factory: {
    title: 'Please change your password',
    text: 'You signed in with the factory default password {{password}}. Anyone else can do the same, so change it now.',
    new: 'New password',
    newHint: '8 to 20 characters.',
    confirm: 'Confirm new password',
    short: errorTexts.password_too_short,
    differ: errorTexts.passwords_differ,
    later: 'Remind me next time',
    submit: 'Change password',
    done: 'Password changed. Your other sessions have been signed out',
  },
}
