import type { English } from '../phrases.ts'

export const reset: English<'reset'> = {
  title: 'Reset password',
  lead: 'Enter the email address of your account and get a link to a new password.',
  email: 'Email',
  emailRequired: 'Please enter your email address',
  checkRunning: 'Wait a few seconds, the human check is running',
  submit: 'Send link',
  retryIn: 'Again in {{seconds}} s',
  sent: 'A mail is on its way to {{email}}. If an account has this address, the link in it is good for 10 minutes. Look into the spam folder too.',
  passwordLoginOff:
    'The administrator has switched off logging in by password: a new one would not let you in.',
  logIn: 'Back to login',
  confirm: {
    title: 'Get a new password',
    lead: 'The account of {{email}} gets a new password, and is logged out wherever it is logged in now.',
    submit: 'Get a new password',
    incomplete: 'Something is missing in this link. Open all of it from the mail, or have another one sent.',
    another: 'Send another link',
    done: 'Your password is reset',
    password: 'New password',
    copied: 'It is on the clipboard too. You can change it once you are logged in.',
    notCopied: 'Cannot copy to clipboard: copy the password by hand. It is shown only this once.',
    logIn: 'Log in',
  },
}
