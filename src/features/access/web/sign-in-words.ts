/** Why the way back from the issuer did not end signed in, in words. `issuer` is its host. */
export function issuerErrorWords(code: string, issuer: string): string {
  switch (code) {
    case 'account_not_linked':
      return `Your email address has an account here already. ${issuer} opens it only where it has confirmed the address and no two-factor sign-in is set up. Sign in with the password. Have you none? Ask an admin.`;
    case 'not_invited':
      return `Your account at ${issuer} is not invited here. Ask an admin for an invitation.`;
    case 'email_not_confirmed':
      return `You are invited, but ${issuer} does not confirm your email address. Ask an admin; they see this with your invitation.`;
    case 'signup_disabled':
      return 'Your account here was removed. Ask an admin for an invitation.';
    case 'email_not_found':
      return `${issuer} did not say which email address is yours. Allow it there and start again.`;
    case 'access_denied':
      return `${issuer} did not let you in, or you stopped there.`;
    case 'issuer_unavailable':
      return `${issuer} does not answer. Wait a moment and start again.`;
    case 'state_mismatch':
    case 'state_not_found':
      return 'The sign-in took too long or was begun in another window. Start again.';
    default:
      return `The sign-in at ${issuer} did not work. Start again.`;
  }
}
