import type { English } from '../phrases.ts'

export const login: English<'login'> = {
  title: 'Sign in',
  heading: 'Sign in to {{name}}',
  expired: 'Not logged in or login expired, please log in again',
  username: 'Username or email',
  password: 'Password',
  submit: 'Sign in',
  bothRequired: 'Please enter username and password',
  checkRunning: 'Wait a few seconds and retry, Turnstile is checking the environment',
  passwordLoginOff: 'The administrator has turned off password login.',
  done: 'Login successful',
  register: 'Create an account',
  reset: 'Forgot your password?',
  factory: {
    title: 'Please change your password',
    text: 'You signed in with the factory default password {{password}}. Anyone else can do the same, so change it now.',
    new: 'New password',
    newHint: '8 to 20 characters.',
    confirm: 'Confirm new password',
    short: 'Password must be at least 8 characters',
    differ: 'The two passwords differ',
    later: 'Remind me next time',
    submit: 'Change password',
    done: 'Password changed. Your other sessions have been signed out',
  },
}
