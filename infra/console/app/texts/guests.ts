export const GUEST_TEXTS = {
  welcomeTitle: ['Znalecký posudok na nehnuteľnosť', "An expert's testimony about real estate"],
  welcomeLead: [
    'Požiadate raz, znalci z kraja nehnuteľnosti pošlú ponuky. Posudok si stiahnete ako PDF.',
    'Request once, and experts of the region send you offers. You download the testimony as a PDF.',
  ],
  welcome1: ['Opíšte nehnuteľnosť', 'Describe the property'],
  welcome1Text: [
    'Stačí pár údajov. Ulicu a kontakt uvidí až znalec, ktorého si vyberiete.',
    'A few facts will do. Only the expert you choose sees your street and contact.',
  ],
  welcome2: ['Porovnajte ponuky', 'Compare offers'],
  welcome2Text: [
    'Znalci z kraja nehnuteľnosti ponúknu cenu a termín.',
    'Experts of the region offer a price and a date.',
  ],
  welcome3: ['Zaplaťte a stiahnite posudok', 'Pay and download the testimony'],
  welcome3Text: [
    'Peniaze držíme u nás: znalec ich dostane, až keď posudok odovzdá.',
    'We hold your money: the expert is paid only after the testimony is delivered.',
  ],
  lateGuarantee: [
    'Ak posudok mešká viac ako sedem dní, môžete ho zrušiť a vrátime vám celú platbu.',
    'If the testimony is more than seven days late, you can cancel it and get your whole payment back.',
  ],
  areYouExpert: ['Ste znalec? Zaregistrujte sa', 'Are you an expert? Register'],
  signIn: ['Prihlásiť sa', 'Sign in'],
  signOut: ['Odhlásiť sa', 'Sign out'],
  staySignedIn: ['Zapamätať si prihlásenie', 'Stay signed in'],
  accountAlready: ['Už mám účet, prihlásiť sa', 'I have an account: sign in'],
  signInFirst: [
    'Prihláste sa a budete pokračovať na tejto stránke.',
    'Sign in and you will continue on this page.',
  ],
  sessionEnded: [
    'Vaše prihlásenie skončilo. Prihláste sa prosím znova.',
    'Your session has ended. Please sign in again.',
  ],
  forgotten: ['Zabudnuté heslo', 'Forgotten password'],
  forgottenLead: [
    'Pošleme vám odkaz, ktorým si nastavíte nové heslo.',
    'We will send you a link for setting a new password.',
  ],
  sendLink: ['Poslať odkaz', 'Send the link'],
  resetMailSent: [
    'Ak k adrese {email} patrí účet, odkaz je na ceste. Platí hodinu.',
    'If {email} has an account, the link is on its way. It is good for an hour.',
  ],
  registerClientLead: [
    'Potom opíšete nehnuteľnosť a znalci vám pošlú ponuky.',
    'Then you describe the property, and experts send you offers.',
  ],
  registerExpert: ['Zaregistrovať sa ako znalec', 'Register as an expert'],
  registerExpertLead: [
    'Tri krátke kroky. Pripravte si doklad totožnosti, obe strany.',
    'Three short steps. Have both sides of your identity document at hand.',
  ],
  stepPerson: ['Osoba a činnosť', 'Person and profession'],
  stepCompany: ['Adresa a bankový účet', 'Address and bank account'],
  stepAccess: ['Prihlásenie a doklad', 'Sign-in and document'],
  createAccount: ['Vytvoriť účet', 'Create account'],
  signedInAlready: ['Už ste prihlásení', 'You are signed in already'],
  signedInAlreadyLead: [
    'Ako {email}. Nový účet si založíte po odhlásení.',
    'As {email}. Sign out to open another account.',
  ],
  termsAgreed: ['Súhlasím s podmienkami', 'I agree to the terms'],
  newsletterSubscribed: ['Chcem dostávať novinky', 'Send me news'],
  verifyEmail: ['Overenie e-mailovej adresy', 'Verify your e-mail address'],
  verifyEmailLead: [
    'Kliknutím potvrdíte, že táto e-mailová adresa patrí vám.',
    'Click to confirm that this e-mail address is yours.',
  ],
  verifyEmailButton: ['Overiť adresu', 'Verify the address'],
  emailVerified: ['Vaša e-mailová adresa je overená.', 'Your e-mail address is verified.'],
  foreignLink: [
    'Tento odkaz nevedie na našu službu. Otvorte ho prosím priamo z e-mailu.',
    'This link does not lead to our service. Please open it straight from the mail.',
  ],
  linkExpired: [
    'Odkaz je neplatný alebo jeho platnosť vypršala. Pošleme vám nový.',
    'The link is invalid or has expired. We will send you another.',
  ],
  sendVerification: ['Poslať overovací e-mail', 'Send the verification mail'],
  verificationSent: [
    'E-mail je na ceste. Odkaz platí hodinu.',
    'The mail is on its way. Its link is good for an hour.',
  ],
  newPassword: ['Nové heslo', 'New password'],
  newPasswordLead: [
    'Po zmene hesla vás odhlásime zo všetkých zariadení.',
    'You will then be signed out of all devices.',
  ],
  changePassword: ['Zmeniť heslo', 'Change password'],
  passwordChanged: [
    'Heslo je zmenené. Môžete sa prihlásiť.',
    'Your password is changed. You can sign in now.',
  ],
  askNewLink: ['Poslať nový odkaz', 'Ask for another link'],
} as const;
