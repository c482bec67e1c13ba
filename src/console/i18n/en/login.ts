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
}
