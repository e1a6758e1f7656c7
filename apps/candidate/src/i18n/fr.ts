import type { Messages } from './en.ts';

/** French, formal (vous). Written out as escapes: \u00a0 before a colon, \u202f before ; ? and !, so that neither starts a line. */
export const messages = {
  // General
  language: 'Langue',
  skip: 'Aller au contenu',
  close: 'Fermer',
  help: 'Aide',
  privacy: 'Politique de confidentialité',
  'footer.organization': 'Un test proposé par {organization}',
  questions: { one: '{count} question', many: '{count} de questions', other: '{count} questions' },

  // Loading, and no connection at the first load
  'loading.title': 'Chargement de votre test…',
  'unreachable.title': 'Pas de connexion au test',
  'unreachable.body': 'La page n’arrive pas à joindre le serveur. Vérifiez votre connexion\u202f; la page réessaie d’elle-même.',
  'unreachable.kept': 'Rien n’est perdu\u00a0: les réponses que vous avez données sont conservées sur cet appareil.',
  'unreachable.retry': 'Réessayer maintenant',

  // The page does not load, cannot run, or crashed
  'broken.title': 'Cette page ne fonctionne pas',
  'broken.body':
    'Elle a besoin de JavaScript et d’un navigateur à jour. Rechargez la page. Si cela ne suffit pas, ouvrez la même adresse dans un autre navigateur ou sur un autre appareil. Les réponses que vous avez données ne sont pas perdues.',
  'broken.reload': 'Recharger la page',

  // Before the start
  'before.greeting': 'Bonjour {name},',
  'before.lead': '{organization} vous invite à passer ce test.',
  'before.questions': 'Questions',
  'before.time': 'Durée',
  'before.closes': 'Fermeture',
  'before.sections': 'Sections',
  'before.section': 'Section',
  'before.advice': 'Les durées des sections sont indicatives. Seule la durée du test entier est limitée.',
  'before.rules': 'Règles',
  'rule.time': 'Vous avez {time}. Le temps court dès que vous commencez le test et ne peut pas être suspendu.',
  'rule.closes': 'Le test ferme le {date}. Votre temps s’arrête au plus tard à ce moment-là.',
  'rule.deadline': 'Quand le temps est écoulé, le test est envoyé automatiquement avec les réponses que vous avez données.',
  'rule.saved': 'Vos réponses sont enregistrées au fur et à mesure. Vous pouvez y revenir et les modifier jusqu’à l’envoi du test.',
  'rule.penalty': 'Si une mauvaise réponse retire des points, la question l’indique. Une question sans réponse n’en retire jamais.',
  'rule.leaving':
    'Restez dans cette fenêtre. Tout passage à un autre onglet ou à un autre programme est compté et signalé à {organization}.',
  'rule.camera': 'Votre caméra prend une photo au début, puis de temps en temps pendant le test.',
  'rule.answers':
    'Le moment où chaque réponse change, la durée d’affichage de chaque question et la quantité de texte collé sont enregistrés et montrés à {organization}.',
  'rule.typing':
    'Dans les questions qui demandent un programme, ce que vous écrivez et collez est enregistré au fil du temps et montré à {organization}.',
  'before.check': 'Vérification du système',
  'check.ok': 'OK',
  'check.note': 'Remarque',
  'check.problem': 'Problème',
  'check.waiting': 'Vérification…',
  'check.connection': 'Connexion',
  'check.connection.good': 'Bonne\u00a0: réponse en {milliseconds} ms',
  'check.connection.slow':
    'Lente\u00a0: réponse en {milliseconds} ms. Le test fonctionne\u202f; l’enregistrement prend un peu plus de temps.',
  'check.connection.none': 'Pas de connexion. Vérifiez votre réseau.',
  'check.time': 'Horloge',
  'check.time.good': 'L’horloge de votre appareil est à l’heure.',
  'check.time.off': 'L’horloge de votre appareil est décalée de {time}. C’est sans conséquence\u00a0: le test a sa propre horloge.',
  'check.storage': 'Stockage',
  'check.storage.good': 'Hors connexion, vos réponses sont conservées sur cet appareil.',
  'check.storage.none':
    'Ce navigateur ne conserve aucune réponse une fois la page fermée. Si possible, utilisez un autre navigateur ou une fenêtre qui n’est pas privée.',
  'check.camera': 'Caméra',
  'check.camera.ask': 'Pas encore vérifiée. Votre navigateur vous demandera l’autorisation.',
  'check.camera.button': 'Vérifier la caméra',
  'check.camera.good': 'La caméra fonctionne.',
  'check.camera.denied':
    'La caméra est absente ou n’est pas autorisée. Vous pouvez tout de même passer le test\u202f; {organization} verra qu’il n’y a pas de photos.',
  'before.trouble': 'En cas de problème',
  'trouble.connection':
    'Connexion perdue\u202f? Continuez. Vos réponses sont conservées sur cet appareil et transmises dès le retour de la connexion.',
  'trouble.reload':
    'Navigateur ou appareil en panne\u202f? Rouvrez le même lien, ici ou sur un autre appareil, et reprenez où vous en étiez. Le temps continue de courir.',
  'trouble.support': 'Cela ne marche toujours pas\u202f? Demandez de l’aide\u00a0: {contact}',
  'before.consent': 'J’accepte que ma caméra prenne des photos pendant le test et qu’elles soient visibles par {organization}.',
  'before.consent.none': 'Sans votre accord, le test se déroule sans photos, et {organization} le voit.',
  'before.start': 'Commencer le test',
  'before.continue': 'Reprendre le test',
  'before.starting': 'Démarrage…',
  'before.full':
    'Le test ne peut pas encore commencer\u00a0: de nombreux candidats de cette organisation en passent un en ce moment. Rien n’est perdu\u202f; réessayez dans quelques minutes.',
  'before.failed': 'Le test n’a pas pu commencer, faute de connexion. Rien n’est perdu\u202f; réessayez.',

  // Waiting for the access window
  'waiting.title': 'Le test n’est pas encore ouvert',
  'waiting.slot.title': 'Le test est fermé à cette heure de la journée',
  'waiting.opens': 'Il ouvre le {date}.',
  'waiting.zone': 'Votre fuseau horaire\u00a0: {zone}',
  'waiting.countdown': 'Ouverture dans',
  'waiting.body': 'Vous pouvez laisser cette page ouverte\u00a0: elle continue d’elle-même à l’ouverture du test.',

  // The test cannot be taken (any more)
  'ended.closed.title': 'Le test est fermé',
  'ended.closed.body': 'Il a fermé le {date}. Si vous souhaitez encore le passer, adressez-vous à {organization}.',
  'ended.cancelled.title': 'Cette invitation a été annulée',
  'ended.cancelled.body':
    'Ce lien ne permet plus de passer le test. Si vous pensez qu’il s’agit d’une erreur, adressez-vous à {organization}.',
  'ended.inactive.title': 'Ce test n’est pas disponible pour le moment',
  'ended.inactive.body': '{organization} l’a désactivé. Réessayez plus tard ou adressez-vous à {organization}.',
  'ended.superseded.title': 'Cette tentative a été remplacée',
  'ended.superseded.body': '{organization} vous a accordé une nouvelle tentative. Ouvrez le lien de votre e-mail le plus récent.',
  'ended.unknown.title': 'Ce lien ne fonctionne pas',
  'ended.unknown.body': 'Vérifiez que vous avez copié toute l’adresse de votre invitation, ou ouvrez de nouveau l’invitation.',

  // Submitting
  'submitting.title': 'Envoi de votre test…',
  'submitting.body': 'Gardez cette page ouverte un instant.',
  'submitting.deadline': 'Le temps est écoulé. Votre test est en cours d’envoi.',
  'submitting.offline':
    'Pas de connexion. Vos réponses sont conservées sur cet appareil\u202f; la page réessaie d’elle-même. Gardez-la ouverte.',
  'submitting.late':
    'Les réponses que vous avez écrites avant la fin du temps peuvent encore compter si la connexion revient vite. Cette page vous dira lesquelles comptent.',

  // Another tab or device
  'takenOver.title': 'Le test se poursuit ailleurs',
  'takenOver.body':
    'Vous l’avez ouvert dans un autre onglet ou sur un autre appareil. Les réponses ne sont enregistrées que là-bas. Fermez cette page, ou continuez ici\u00a0: l’autre s’arrêtera.',
  'takenOver.here': 'Continuer ici',

  // The open-link page
  'join.lead': '{organization} vous invite à passer ce test. Pour commencer, dites-nous qui vous êtes.',
  'join.email': 'Adresse e-mail',
  'join.email.hint': 'Les e-mails au sujet de ce test y seront envoyés.',
  'join.email.required': 'Indiquez votre adresse e-mail.',
  'join.email.invalid': 'Ce n’est pas une adresse e-mail. Écrivez-la ainsi\u00a0: name@example.com',
  'join.name': 'Nom complet',
  'join.name.required': 'Indiquez votre nom.',
  'join.name.long': {
    one: '{count} caractère au maximum.',
    many: '{count} de caractères au maximum.',
    other: '{count} caractères au maximum.',
  },
  'join.name.address': 'Indiquez un nom sans adresse web.',
  'join.submit': 'Aller au test',
  'join.sending': 'Un instant…',
  'join.check': 'Vérifiez les champs signalés ci-dessous.',
  'join.refused': 'Le serveur n’a pas accepté\u00a0: {message}',
  'join.inviteOnly.title': 'Ce test est réservé aux personnes invitées',
  'join.inviteOnly.body':
    'Si vous avez reçu une invitation, indiquez votre adresse e-mail et votre nom\u00a0: votre lien personnel vous sera renvoyé.',
  'join.inviteOnly.refused':
    'Cette adresse e-mail n’est pas invitée. Utilisez l’adresse à laquelle votre invitation a été envoyée, ou adressez-vous à {organization}.',
  'join.already.title': 'Vous avez déjà une invitation',
  'join.already.body': 'Votre lien personnel a été envoyé à {email}. Ouvrez-le depuis cet e-mail pour passer le test.',
  'join.limited': 'Trop d’essais. Attendez une minute, puis réessayez.',
  'join.full':
    '{organization} n’accepte plus d’inscriptions sur cette page aujourd’hui. Réessayez après {date}, ou demandez à {organization}.',
  'join.unreachable': 'Pas de connexion. Vérifiez votre réseau et réessayez.',

  // Later additions
  'ended.fault.title': 'Un problème est survenu',
  'ended.fault.body':
    'Cette page n’a pas compris le serveur. Rechargez la page. Si cela ne suffit pas, adressez-vous à la personne qui vous a envoyé l’invitation.',
  'ended.ask': 'Si vous pensez qu’il s’agit d’une erreur, adressez-vous à la personne qui vous a envoyé l’invitation.',
  'join.control': 'Écrivez sur une seule ligne, avec des lettres et des signes courants uniquement.',
  'camera.preview': 'Ce que voit votre caméra',
  'ended.inviteOnly.title': 'Ce test est réservé aux personnes invitées',
  'ended.inviteOnly.body':
    'Vous vous êtes inscrit vous-même, et le test est désormais sur invitation. Si vous souhaitez le passer, adressez-vous à {organization}.',
  'ended.expired.title': 'Ce lien a expiré',
  'ended.expired.body': 'Inscrivez-vous une nouvelle fois sur la page du test\u00a0: un nouveau lien vous sera envoyé.',
  'join.sent.title': 'Ouvrez l’e-mail que nous vous avons envoyé',
  'join.sent.body':
    'Un e-mail a été envoyé à {email}. Ouvrez le lien qu’il contient pour aller au test. S’il n’arrive pas, regardez parmi vos indésirables.',
  'confirm.lead': 'Confirmez que cette inscription vient de vous, puis passez au test.',
  'confirm.stranger': 'Si elle ne vient pas de vous, fermez cette page\u00a0: rien ne se passera.',
  'confirm.submit': 'Confirmer et continuer',
} as const satisfies Messages;
