import type { English } from '../phrases.ts'

export const login: English<'login'> = {
  title: 'Log in',
  heading: 'Log in to {{name}}',
  expired: 'Not logged in or login expired, please log in again',
  username: 'Username or email',
  password: 'Password',
  submit: 'Log in',
  bothRequired: 'Please enter username and password',
  checkRunning: 'Wait a few seconds and retry, Turnstile is checking the environment',
  passwordLoginOff: 'The administrator has switched off logging in by password.',
  done: 'Login successful',
  register: 'Create an account',
  reset: 'Forgot your password?',
  factory: {
    title: 'Please change your password',
    text: 'You came in by the factory default password {{password}}. Anybody can do the same. Change it now.',
    new: 'New password',
    newHint: '8 to 20 characters.',
    confirm: 'Confirm new password',
    short: 'Password must be at least 8 characters',
    differ: 'The two passwords differ',
    later: 'At the next login',
    submit: 'Change password',
    done: 'The password is changed, other sessions have ended',
  },
}
