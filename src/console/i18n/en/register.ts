import { errorTexts } from '../error-texts.en.gen.ts'
import type { English } from '../phrases.ts'

export const register: English<'register'> = {
  title: 'Sign up',
  heading: 'Sign up for {{name}}',
  username: 'Username',
  usernameHint: 'At most 12 characters.',
  password: 'Password',
  passwordPlaceholder: '8 to 20 characters',
  confirmPassword: 'Confirm password',
  email: 'Email',
  sendCode: 'Send code',
  resendIn: 'Resend in {{seconds}} s',
  codeSent: 'Verification code sent',
  codeSentHint: 'The code is valid for 10 minutes. Check your spam folder too.',
  code: 'Verification code',
  checkRunning: errorTexts.turnstile_required,
  submit: 'Sign up',
  done: 'Registration successful',
  haveAccount: 'Already have an account?',
  logIn: 'Sign in',
  registerOff: 'The administrator has turned off sign-up.',
  passwordRegisterOff: 'The administrator has turned off sign-up with a password.',
  mistake: {
    usernameRequired: 'Please enter a username',
    passwordRequired: 'Please enter a password',
    passwordShort: errorTexts.password_too_short,
    passwordsDiffer: errorTexts.passwords_differ,
    emailRequired: 'Please enter your email address',
    codeRequired: 'Please enter the verification code',
  },
}
