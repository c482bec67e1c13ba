import type { English } from '../phrases.ts'

export const reset: English<'reset'> = {
  title: 'Reset password',
  lead: 'Enter the email address of your account, and we will send you a link to get a new password.',
  email: 'Email',
  emailRequired: 'Please enter your email address',
  checkRunning: 'Wait a few seconds, the human check is running',
  submit: 'Send link',
  retryIn: 'Retry in {{seconds}} s',
  sent: 'An email is on its way to {{email}}. If an account has this address, the link in the email is valid for 10 minutes. Check your spam folder too.',
  passwordLoginOff:
    'The administrator has turned off password login, so a new password would not let you in.',
  mailOff:
    'This site cannot send email, so it cannot send you a link. Ask the administrator for a new password.',
  logIn: 'Back to sign in',
  confirm: {
    title: 'Get a new password',
    lead: 'The account of {{email}} will get a new password and be signed out everywhere.',
    submit: 'Get a new password',
    incomplete: 'This link is incomplete. Open the full link from the email, or request another one.',
    another: 'Request another link',
    done: 'Your password has been reset',
    password: 'New password',
    copied: 'It has also been copied to the clipboard. You can change it after you sign in.',
    notCopied: 'Cannot copy to clipboard: copy the password manually. It is shown only once.',
    logIn: 'Sign in',
  },
}
