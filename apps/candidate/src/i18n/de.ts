import type { Messages } from './en.ts';

/** German, formal (Sie). */
export const messages = {
  // General
  language: 'Sprache',
  skip: 'Zum Inhalt springen',
  close: 'Schließen',
  help: 'Hilfe',
  privacy: 'Datenschutzhinweise',
  'footer.organization': 'Ein Test von {organization}',
  questions: { one: '{count} Frage', other: '{count} Fragen' },

  // Loading, and no connection at the first load
  'loading.title': 'Ihr Test wird geladen…',
  'unreachable.title': 'Keine Verbindung zum Test',
  'unreachable.body': 'Die Seite erreicht den Server nicht. Prüfen Sie Ihre Verbindung; die Seite versucht es von selbst wieder.',
  'unreachable.kept': 'Nichts ist verloren: Antworten, die Sie gegeben haben, bleiben auf diesem Gerät gespeichert.',
  'unreachable.retry': 'Jetzt erneut versuchen',

  // The page does not load, cannot run, or crashed
  'broken.title': 'Diese Seite funktioniert nicht',
  'broken.body':
    'Sie braucht JavaScript und einen aktuellen Browser. Laden Sie die Seite neu. Wenn das nicht hilft, öffnen Sie dieselbe Adresse in einem anderen Browser oder auf einem anderen Gerät. Antworten, die Sie gegeben haben, sind nicht verloren.',
  'broken.reload': 'Seite neu laden',

  // Before the start
  'before.greeting': 'Guten Tag {name},',
  'before.lead': '{organization} lädt Sie zu diesem Test ein.',
  'before.questions': 'Fragen',
  'before.time': 'Zeit',
  'before.closes': 'Schließt',
  'before.sections': 'Abschnitte',
  'before.section': 'Abschnitt',
  'before.advice': 'Die Zeiten der Abschnitte sind Richtwerte. Begrenzt ist nur die Zeit für den ganzen Test.',
  'before.rules': 'Regeln',
  'rule.time': 'Sie haben {time} Zeit. Sie läuft, sobald Sie den Test starten, und lässt sich nicht anhalten.',
  'rule.closes': 'Der Test schließt am {date}. Spätestens dann endet Ihre Zeit.',
  'rule.deadline': 'Wenn die Zeit um ist, wird der Test mit den Antworten, die Sie gegeben haben, von selbst abgegeben.',
  'rule.saved': 'Ihre Antworten werden laufend gespeichert. Bis zur Abgabe können Sie zurückgehen und sie ändern.',
  'rule.penalty': 'Wo eine falsche Antwort Punkte kostet, steht es bei der Frage. Eine offen gelassene Frage kostet nie Punkte.',
  'rule.leaving':
    'Bleiben Sie in diesem Fenster. Ein Wechsel zu einem anderen Tab oder Programm wird gezählt, und {organization} sieht das.',
  'rule.camera': 'Ihre Kamera nimmt zu Beginn und ab und zu während des Tests ein Bild auf.',
  'rule.answers':
    'Es wird aufgezeichnet und {organization} gezeigt, wann sich jede Antwort ändert, wie lange jede Frage zu sehen ist und wie viel eingefügt wird.',
  'rule.typing':
    'In Fragen, die ein Programm verlangen, wird aufgezeichnet, was Sie nach und nach schreiben und einfügen, und {organization} gezeigt.',
  'before.check': 'Systemprüfung',
  'check.ok': 'OK',
  'check.note': 'Hinweis',
  'check.problem': 'Problem',
  'check.waiting': 'Wird geprüft…',
  'check.connection': 'Verbindung',
  'check.connection.good': 'Gut: Antwort in {milliseconds} ms',
  'check.connection.slow': 'Langsam: Antwort in {milliseconds} ms. Der Test funktioniert; das Speichern dauert etwas länger.',
  'check.connection.none': 'Keine Verbindung. Prüfen Sie Ihr Netzwerk.',
  'check.time': 'Uhr',
  'check.time.good': 'Die Uhr Ihres Geräts geht richtig.',
  'check.time.off': 'Die Uhr Ihres Geräts weicht um {time} ab. Das schadet nicht: Der Test hat seine eigene Uhr.',
  'check.storage': 'Speicher',
  'check.storage.good': 'Ohne Verbindung bleiben Ihre Antworten auf diesem Gerät gespeichert.',
  'check.storage.none':
    'Dieser Browser behält keine Antworten, wenn die Seite geschlossen wird. Nutzen Sie wenn möglich einen anderen Browser oder ein Fenster, das nicht privat ist.',
  'check.camera': 'Kamera',
  'check.camera.ask': 'Noch nicht geprüft. Ihr Browser wird Sie um Erlaubnis fragen.',
  'check.camera.button': 'Kamera prüfen',
  'check.camera.good': 'Die Kamera funktioniert.',
  'check.camera.denied':
    'Die Kamera ist nicht erlaubt oder nicht vorhanden. Sie können den Test trotzdem machen; {organization} sieht, dass es keine Bilder gibt.',
  'before.trouble': 'Wenn etwas nicht klappt',
  'trouble.connection':
    'Verbindung weg? Machen Sie weiter. Ihre Antworten bleiben auf diesem Gerät und werden gesendet, sobald die Verbindung wieder da ist.',
  'trouble.reload':
    'Browser oder Gerät ausgefallen? Öffnen Sie denselben Link noch einmal, hier oder auf einem anderen Gerät, und machen Sie dort weiter, wo Sie waren. Die Zeit läuft weiter.',
  'trouble.support': 'Es geht trotzdem nicht? Hilfe bekommen Sie hier: {contact}',
  'before.consent': 'Ich bin einverstanden, dass meine Kamera während des Tests Bilder aufnimmt und {organization} sie sehen kann.',
  'before.consent.none': 'Ohne Ihre Einwilligung läuft der Test ohne Bilder, und {organization} sieht das.',
  'before.start': 'Test starten',
  'before.continue': 'Test fortsetzen',
  'before.starting': 'Startet…',
  'before.full':
    'Der Test kann noch nicht beginnen: Viele Teilnehmende dieser Organisation machen gerade einen Test. Nichts ist verloren; versuchen Sie es in ein paar Minuten noch einmal.',
  'before.failed':
    'Der Test konnte nicht gestartet werden, weil keine Verbindung besteht. Nichts ist verloren; versuchen Sie es noch einmal.',

  // Waiting for the access window
  'waiting.title': 'Der Test ist noch nicht offen',
  'waiting.slot.title': 'Der Test ist zu dieser Tageszeit geschlossen',
  'waiting.opens': 'Er öffnet am {date}.',
  'waiting.zone': 'Ihre Zeitzone: {zone}',
  'waiting.countdown': 'Zeit bis zur Öffnung',
  'waiting.body': 'Sie können diese Seite offen lassen: Es geht von selbst weiter, wenn der Test öffnet.',

  // The test cannot be taken (any more)
  'ended.closed.title': 'Der Test ist geschlossen',
  'ended.closed.body': 'Er wurde am {date} geschlossen. Wenn Sie ihn noch machen möchten, wenden Sie sich an {organization}.',
  'ended.cancelled.title': 'Diese Einladung wurde zurückgezogen',
  'ended.cancelled.body':
    'Mit diesem Link kann der Test nicht mehr gemacht werden. Wenn Sie das für einen Irrtum halten, wenden Sie sich an {organization}.',
  'ended.inactive.title': 'Dieser Test ist gerade nicht verfügbar',
  'ended.inactive.body': '{organization} hat ihn abgeschaltet. Versuchen Sie es später noch einmal oder wenden Sie sich an {organization}.',
  'ended.superseded.title': 'Dieser Versuch wurde ersetzt',
  'ended.superseded.body': '{organization} hat Ihnen einen neuen Versuch gegeben. Öffnen Sie den Link in Ihrer neuesten E-Mail.',
  'ended.unknown.title': 'Dieser Link funktioniert nicht',
  'ended.unknown.body':
    'Prüfen Sie, ob Sie die ganze Adresse aus Ihrer Einladung kopiert haben, oder öffnen Sie die Einladung noch einmal.',

  // Submitting
  'submitting.title': 'Ihr Test wird abgegeben…',
  'submitting.body': 'Lassen Sie diese Seite noch einen Moment offen.',
  'submitting.deadline': 'Die Zeit ist um. Ihr Test wird abgegeben.',
  'submitting.offline':
    'Keine Verbindung. Ihre Antworten bleiben auf diesem Gerät; die Seite versucht es von selbst weiter. Lassen Sie sie offen.',
  'submitting.late':
    'Antworten, die Sie vor dem Ende der Zeit geschrieben haben, können noch zählen, wenn die Verbindung bald wieder da ist. Diese Seite sagt Ihnen dann, welche zählen.',

  // Another tab or device
  'takenOver.title': 'Der Test läuft woanders weiter',
  'takenOver.body':
    'Sie haben ihn in einem anderen Tab oder auf einem anderen Gerät geöffnet. Antworten werden nur dort gespeichert. Schließen Sie diese Seite, oder machen Sie hier weiter: Dann hört es dort auf.',
  'takenOver.here': 'Hier weitermachen',

  // The open-link page
  'join.lead': '{organization} lädt Sie zu diesem Test ein. Sagen Sie uns zuerst, wer Sie sind.',
  'join.email': 'E-Mail-Adresse',
  'join.email.hint': 'Mails zu diesem Test gehen an diese Adresse.',
  'join.email.required': 'Geben Sie Ihre E-Mail-Adresse an.',
  'join.email.invalid': 'Das ist keine E-Mail-Adresse. Schreiben Sie sie so: name@example.com',
  'join.name': 'Vor- und Nachname',
  'join.name.required': 'Geben Sie Ihren Namen an.',
  'join.name.long': { one: 'Höchstens {count} Zeichen.', other: 'Höchstens {count} Zeichen.' },
  'join.name.address': 'Geben Sie einen Namen ohne Internetadresse an.',
  'join.submit': 'Zum Test',
  'join.sending': 'Einen Moment…',
  'join.check': 'Bitte prüfen Sie die unten markierten Felder.',
  'join.refused': 'Der Server hat das nicht angenommen: {message}',
  'join.inviteOnly.title': 'Dieser Test ist nur für Eingeladene',
  'join.inviteOnly.body':
    'Wenn Sie eingeladen wurden, geben Sie E-Mail-Adresse und Namen an: Ihr persönlicher Link wird Ihnen noch einmal zugeschickt.',
  'join.inviteOnly.refused':
    'Diese E-Mail-Adresse ist nicht eingeladen. Nehmen Sie die Adresse, an die Ihre Einladung ging, oder wenden Sie sich an {organization}.',
  'join.already.title': 'Sie sind bereits eingeladen',
  'join.already.body': 'Ihr persönlicher Link wurde an {email} geschickt. Öffnen Sie ihn aus dieser E-Mail, um den Test zu machen.',
  'join.limited': 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  'join.full':
    '{organization} nimmt auf dieser Seite heute keine weiteren Anmeldungen an. Versuchen Sie es nach {date} noch einmal, oder fragen Sie {organization}.',
  'join.unreachable': 'Keine Verbindung. Prüfen Sie Ihr Netzwerk und versuchen Sie es noch einmal.',

  // Later additions
  'ended.fault.title': 'Etwas ist schiefgegangen',
  'ended.fault.body':
    'Diese Seite hat den Server nicht verstanden. Laden Sie die Seite neu. Wenn das nicht hilft, fragen Sie dort nach, wo Sie eingeladen wurden.',
  'ended.ask': 'Wenn Sie das für einen Irrtum halten, fragen Sie dort nach, wo Sie eingeladen wurden.',
  'join.control': 'Schreiben Sie in einer Zeile und nur mit Buchstaben und üblichen Zeichen.',
  'camera.preview': 'Was Ihre Kamera sieht',
  'ended.inviteOnly.title': 'Dieser Test ist nur für Eingeladene',
  'ended.inviteOnly.body':
    'Sie haben sich selbst angemeldet, und der Test ist jetzt nur für Eingeladene. Wenn Sie ihn machen möchten, wenden Sie sich an {organization}.',
  'ended.expired.title': 'Dieser Link ist abgelaufen',
  'ended.expired.body': 'Melden Sie sich auf der Seite des Tests noch einmal an: Sie bekommen dann einen neuen Link per E-Mail.',
  'join.sent.title': 'Öffnen Sie die E-Mail, die wir Ihnen geschickt haben',
  'join.sent.body':
    'Eine E-Mail ist an {email} unterwegs. Öffnen Sie den Link darin, um zum Test zu kommen. Wenn sie nicht ankommt, sehen Sie im Spam-Ordner nach.',
  'confirm.lead': 'Bestätigen Sie, dass Sie sich angemeldet haben, und gehen Sie weiter zum Test.',
  'confirm.stranger': 'Wenn Sie das nicht waren, schließen Sie diese Seite: Dann geschieht nichts.',
  'confirm.submit': 'Bestätigen und weiter',
} as const satisfies Messages;
