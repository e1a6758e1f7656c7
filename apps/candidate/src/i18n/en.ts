/** Plural forms of a message by `Intl.PluralRules`; `{count}` selects the form and is written in the language's digits. */
export type PluralForms = { readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string };

/**
 * The texts of the first load; those of the test itself are in `test/`. English is the source: other languages have the same keys and the
 * same `{placeholders}`, and an object of plural forms where English has one. Texts are plain: no HTML, no Markdown.
 */
export const en = {
  // General
  language: 'Language',
  skip: 'Skip to the content',
  close: 'Close',
  help: 'Help',
  privacy: 'Privacy notice',
  'footer.organization': 'A test by {organization}',
  questions: { one: '{count} question', other: '{count} questions' },

  // Loading, and no connection at the first load
  'loading.title': 'Loading your test…',
  'unreachable.title': 'No connection to the test',
  'unreachable.body': 'The page cannot reach the server. Check your connection; the page tries again by itself.',
  'unreachable.kept': 'Nothing is lost: answers that you have given are kept on this device.',
  'unreachable.retry': 'Try again now',

  // The page does not load, cannot run, or crashed
  'broken.title': 'This page does not work',
  'broken.body':
    'It needs JavaScript and an up-to-date browser. Load the page again. If that does not help, open the same address in another browser or on another device. Answers that you have given are not lost.',
  'broken.reload': 'Load the page again',

  // Before the start
  'before.greeting': 'Hello {name},',
  'before.lead': '{organization} invites you to take this test.',
  'before.questions': 'Questions',
  'before.time': 'Time',
  'before.closes': 'Closes',
  'before.sections': 'Sections',
  'before.section': 'Section',
  'before.advice': 'The times of the sections are advice. Only the time of the whole test is limited.',
  'before.rules': 'Rules',
  'rule.time': 'You have {time}. The clock starts when you press the button and cannot be paused.',
  'rule.closes': 'The test closes on {date}. Your time ends then at the latest.',
  'rule.deadline': 'When the time is up, the test is submitted by itself with the answers you have given.',
  'rule.saved': 'Answers are saved as you give them. You can go back and change them until you submit.',
  'rule.penalty': 'Where a wrong answer takes marks off, the question says so. A blank question never takes marks off.',
  'rule.leaving': 'Stay in this window. Going to another tab or program is counted and shown to {organization}.',
  'rule.camera': 'Your camera takes a picture at the start and now and then during the test.',
  'rule.answers':
    'When each answer changes, how long each question is on the screen and how much is pasted is recorded and shown to {organization}.',
  'rule.typing': 'In questions that ask for a program, what you type and paste is recorded over time and shown to {organization}.',
  'before.check': 'System check',
  'check.ok': 'OK',
  'check.note': 'Note',
  'check.problem': 'Problem',
  'check.waiting': 'Checking…',
  'check.connection': 'Connection',
  'check.connection.good': 'Good: answers in {milliseconds} ms',
  'check.connection.slow': 'Slow: answers in {milliseconds} ms. The test works; saving takes a little longer.',
  'check.connection.none': 'No connection. Check your network.',
  'check.time': 'Clock',
  'check.time.good': 'The clock of your device is right.',
  'check.time.off': 'The clock of your device is {time} off. This is harmless: the test has its own clock.',
  'check.storage': 'Storage',
  'check.storage.good': 'Answers are kept on this device while you are offline.',
  'check.storage.none':
    'This browser keeps no answers once the page is closed. If you can, use another browser or a window that is not private.',
  'check.camera': 'Camera',
  'check.camera.ask': 'Not checked yet. Your browser will ask for permission.',
  'check.camera.button': 'Check the camera',
  'check.camera.good': 'The camera works.',
  'check.camera.denied':
    'The camera is not allowed or not there. You can take the test all the same; {organization} sees that there are no pictures.',
  'before.trouble': 'If something breaks',
  'trouble.connection': 'Connection lost? Go on. Your answers are kept on this device and sent when the connection is back.',
  'trouble.reload':
    'Browser or device broken? Open the same link again, here or on another device, and go on where you were. The clock keeps running.',
  'trouble.support': 'Still stuck? Ask for help: {contact}',
  'before.consent': 'I agree that my camera takes pictures during the test and that {organization} can see them.',
  'before.consent.none': 'Without your consent the test goes on without pictures, and {organization} sees that.',
  'before.start': 'Start the test',
  'before.continue': 'Continue the test',
  'before.starting': 'Starting…',
  'before.full':
    'The test cannot start yet: many candidates of this organization are taking one at the moment. Nothing is lost; try again in a few minutes.',
  'before.failed': 'The test could not be started because there is no connection. Nothing is lost; try again.',

  // Waiting for the access window
  'waiting.title': 'The test is not open yet',
  'waiting.slot.title': 'The test is closed at this time of day',
  'waiting.opens': 'It opens on {date}.',
  'waiting.zone': 'Your time zone: {zone}',
  'waiting.countdown': 'Opens in',
  'waiting.body': 'You can leave this page open: it goes on by itself when the test opens.',

  // The test cannot be taken (any more)
  'ended.closed.title': 'The test is closed',
  'ended.closed.body': 'It closed on {date}. If you still want to take it, ask {organization}.',
  'ended.cancelled.title': 'This invitation was cancelled',
  'ended.cancelled.body': 'The test can no longer be taken with this link. If you think this is a mistake, ask {organization}.',
  'ended.inactive.title': 'This test is not available now',
  'ended.inactive.body': '{organization} has switched it off. Try again later, or ask {organization}.',
  'ended.superseded.title': 'This attempt was replaced',
  'ended.superseded.body': '{organization} has given you a new attempt. Open the link in your newest email.',
  'ended.unknown.title': 'This link does not work',
  'ended.unknown.body': 'Check that you have copied the whole address from your invitation, or open the invitation again.',

  // Submitting
  'submitting.title': 'Submitting your test…',
  'submitting.body': 'Keep this page open for a moment.',
  'submitting.deadline': 'The time is up. Your test is being submitted.',
  'submitting.offline': 'No connection. Your answers are kept on this device; the page goes on trying by itself. Keep it open.',
  'submitting.late':
    'Answers that you typed before the time was up may still count if the connection comes back soon. This page will say which ones do.',

  // Another tab or device
  'takenOver.title': 'The test goes on somewhere else',
  'takenOver.body':
    'You opened it in another tab or on another device. Answers are saved only there. Close this page, or go on here: the other one stops then.',
  'takenOver.here': 'Go on here',

  // The open-link page
  'join.lead': '{organization} invites you to take this test. Tell us who you are to begin.',
  'join.email': 'Email address',
  'join.email.hint': 'Emails about this test go here.',
  'join.email.required': 'Write your email address.',
  'join.email.invalid': 'This is not an email address. Write it like this: name@example.com',
  'join.name': 'Full name',
  'join.name.required': 'Write your name.',
  'join.name.long': { one: 'At most {count} character.', other: 'At most {count} characters.' },
  'join.name.address': 'Write a name without a web address.',
  'join.submit': 'Go to the test',
  'join.sending': 'One moment…',
  'join.check': 'Please check the fields marked below.',
  'join.refused': 'The server did not accept this: {message}',
  'join.inviteOnly.title': 'Only invited candidates can take this test',
  'join.inviteOnly.body': 'If you were invited, write your email address and name: your personal link is mailed to you again.',
  'join.inviteOnly.refused': 'This email address is not invited. Use the address your invitation was sent to, or ask {organization}.',
  'join.already.title': 'You are already invited',
  'join.already.body': 'Your personal link has been sent to {email}. Open it from that email to take the test.',
  'join.limited': 'Too many tries. Wait a minute, then try again.',
  'join.full': '{organization} takes no further registrations on this page today. Try again after {date}, or ask {organization}.',
  'join.unreachable': 'No connection. Check your network and try again.',

  // Later additions
  'ended.fault.title': 'Something went wrong',
  'ended.fault.body':
    'This page did not understand the server. Load the page again. If that does not help, ask the people who invited you.',
  'ended.ask': 'If you think this is a mistake, ask the people who invited you.',
  'join.control': 'Write it on one line, with letters and ordinary signs only.',
  'camera.preview': 'What your camera sees',
  'ended.inviteOnly.title': 'Only invited candidates can take this test',
  'ended.inviteOnly.body':
    'You registered by yourself, and the test is by invitation only now. If you want to take it, ask {organization}.',
  'ended.expired.title': 'This link has expired',
  'ended.expired.body': 'Register once more on the page of the test: a new link is mailed to you.',
  'join.sent.title': 'Open the email we sent you',
  'join.sent.body':
    'An email is on its way to {email}. Open the link in it to go on to the test. If it does not come, look among your spam.',
  'confirm.lead': 'Confirm that it was you who registered, and go on to the test.',
  'confirm.stranger': 'If it was not you, close this page: nothing happens then.',
  'confirm.submit': 'Confirm and go on',
} as const satisfies Readonly<Record<string, string | PluralForms>>;

/** The messages of one language: every key, with plural forms exactly where English has them. */
export type Messages = { readonly [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : PluralForms };
