import type { Messages } from './en.ts';

/** Spanish, formal (usted). */
export const messages = {
  // General
  language: 'Idioma',
  skip: 'Ir al contenido',
  close: 'Cerrar',
  help: 'Ayuda',
  privacy: 'Aviso de privacidad',
  'footer.organization': 'Una prueba de {organization}',
  questions: { one: '{count} pregunta', many: '{count} de preguntas', other: '{count} preguntas' },

  // Loading, and no connection at the first load
  'loading.title': 'Cargando su prueba…',
  'unreachable.title': 'No hay conexión con la prueba',
  'unreachable.body': 'La página no logra comunicarse con el servidor. Revise su conexión; la página lo vuelve a intentar por sí sola.',
  'unreachable.kept': 'No se pierde nada: las respuestas que ya ha dado se conservan en este dispositivo.',
  'unreachable.retry': 'Intentar de nuevo',

  // The page does not load, cannot run, or crashed
  'broken.title': 'Esta página no funciona',
  'broken.body':
    'Necesita JavaScript y un navegador actualizado. Vuelva a cargar la página. Si no sirve de nada, abra la misma dirección en otro navegador o en otro dispositivo. Las respuestas que ya ha dado no se pierden.',
  'broken.reload': 'Volver a cargar la página',

  // Before the start
  'before.greeting': 'Hola, {name}:',
  'before.lead': '{organization} le invita a hacer esta prueba.',
  'before.questions': 'Preguntas',
  'before.time': 'Tiempo',
  'before.closes': 'Cierre',
  'before.sections': 'Secciones',
  'before.section': 'Sección',
  'before.advice': 'Los tiempos de las secciones son orientativos. Solo está limitado el tiempo de toda la prueba.',
  'before.rules': 'Reglas',
  'rule.time': 'Tiene {time}. El tiempo empieza a correr al iniciar la prueba y no se puede detener.',
  'rule.closes': 'La prueba se cierra el {date}. Su tiempo termina, a más tardar, en ese momento.',
  'rule.deadline': 'Cuando se acaba el tiempo, la prueba se entrega por sí sola con las respuestas que haya dado.',
  'rule.saved': 'Sus respuestas se guardan a medida que las da. Puede volver atrás y cambiarlas hasta que entregue la prueba.',
  'rule.penalty': 'Si una respuesta incorrecta resta puntos, la pregunta lo indica. Una pregunta en blanco nunca resta puntos.',
  'rule.leaving': 'Permanezca en esta ventana. Si pasa a otra pestaña o a otro programa, se cuenta y {organization} lo ve.',
  'rule.camera': 'Su cámara toma una foto al empezar y otras de vez en cuando durante la prueba.',
  'rule.answers':
    'Se registra y se muestra a {organization} cuándo cambia cada respuesta, cuánto tiempo está cada pregunta en pantalla y cuánto se pega.',
  'rule.typing':
    'En las preguntas que piden un programa, lo que escribe y pega se registra a lo largo del tiempo y se muestra a {organization}.',
  'before.check': 'Comprobación del sistema',
  'check.ok': 'Correcto',
  'check.note': 'Aviso',
  'check.problem': 'Problema',
  'check.waiting': 'Comprobando…',
  'check.connection': 'Conexión',
  'check.connection.good': 'Buena: responde en {milliseconds} ms',
  'check.connection.slow': 'Lenta: responde en {milliseconds} ms. La prueba funciona; guardar tarda un poco más.',
  'check.connection.none': 'No hay conexión. Revise su red.',
  'check.time': 'Reloj',
  'check.time.good': 'El reloj de su dispositivo está en hora.',
  'check.time.off': 'El reloj de su dispositivo tiene {time} de diferencia. No importa: la prueba tiene su propio reloj.',
  'check.storage': 'Almacenamiento',
  'check.storage.good': 'Sin conexión, sus respuestas se conservan en este dispositivo.',
  'check.storage.none':
    'Este navegador no conserva las respuestas al cerrar la página. Si puede, use otro navegador o una ventana que no sea privada.',
  'check.camera': 'Cámara',
  'check.camera.ask': 'Aún sin comprobar. Su navegador le pedirá permiso.',
  'check.camera.button': 'Comprobar la cámara',
  'check.camera.good': 'La cámara funciona.',
  'check.camera.denied': 'No hay cámara o no está permitida. Puede hacer la prueba de todos modos; {organization} verá que no hay fotos.',
  'before.trouble': 'Si algo falla',
  'trouble.connection':
    '¿Se ha perdido la conexión? Continúe. Sus respuestas se conservan en este dispositivo y se envían cuando vuelve la conexión.',
  'trouble.reload':
    '¿Falla el navegador o el dispositivo? Abra de nuevo el mismo enlace, aquí o en otro dispositivo, y continúe donde estaba. El tiempo sigue corriendo.',
  'trouble.support': '¿Sigue sin funcionar? Pida ayuda: {contact}',
  'before.consent': 'Acepto que mi cámara tome fotos durante la prueba y que {organization} pueda verlas.',
  'before.consent.none': 'Sin su consentimiento, la prueba se hace sin fotos, y {organization} lo ve.',
  'before.start': 'Iniciar la prueba',
  'before.continue': 'Continuar la prueba',
  'before.starting': 'Iniciando…',
  'before.full':
    'La prueba todavía no puede empezar: muchas personas de esta organización están haciendo una en este momento. No se ha perdido nada; inténtelo de nuevo dentro de unos minutos.',
  'before.failed': 'No se ha podido iniciar la prueba porque no hay conexión. No se ha perdido nada; inténtelo de nuevo.',

  // Waiting for the access window
  'waiting.title': 'La prueba aún no está abierta',
  'waiting.slot.title': 'La prueba está cerrada a esta hora del día',
  'waiting.opens': 'Se abre el {date}.',
  'waiting.zone': 'Su zona horaria: {zone}',
  'waiting.countdown': 'Se abre en',
  'waiting.body': 'Puede dejar esta página abierta: continúa por sí sola cuando se abra la prueba.',

  // The test cannot be taken (any more)
  'ended.closed.title': 'La prueba está cerrada',
  'ended.closed.body': 'Se cerró el {date}. Si aún desea hacerla, consulte a {organization}.',
  'ended.cancelled.title': 'Esta invitación se ha cancelado',
  'ended.cancelled.body': 'Ya no se puede hacer la prueba con este enlace. Si cree que es un error, consulte a {organization}.',
  'ended.inactive.title': 'Esta prueba no está disponible ahora',
  'ended.inactive.body': '{organization} la ha desactivado. Inténtelo más tarde o consulte a {organization}.',
  'ended.superseded.title': 'Este intento se ha sustituido',
  'ended.superseded.body': '{organization} le ha dado un nuevo intento. Abra el enlace de su correo más reciente.',
  'ended.unknown.title': 'Este enlace no funciona',
  'ended.unknown.body': 'Compruebe que ha copiado la dirección completa de su invitación o abra de nuevo la invitación.',

  // Submitting
  'submitting.title': 'Entregando su prueba…',
  'submitting.body': 'Deje esta página abierta un momento.',
  'submitting.deadline': 'Se acabó el tiempo. Su prueba se está entregando.',
  'submitting.offline':
    'No hay conexión. Sus respuestas se conservan en este dispositivo; la página lo sigue intentando por sí sola. Déjela abierta.',
  'submitting.late':
    'Las respuestas que escribió antes de que se acabara el tiempo aún pueden contar si la conexión vuelve pronto. Esta página le dirá cuáles cuentan.',

  // Another tab or device
  'takenOver.title': 'La prueba continúa en otro lugar',
  'takenOver.body':
    'La ha abierto en otra pestaña o en otro dispositivo. Las respuestas solo se guardan allí. Cierre esta página o continúe aquí: la otra se detendrá.',
  'takenOver.here': 'Continuar aquí',

  // The open-link page
  'join.lead': '{organization} le invita a hacer esta prueba. Para empezar, díganos quién es.',
  'join.email': 'Correo electrónico',
  'join.email.hint': 'Los correos sobre esta prueba llegan a esta dirección.',
  'join.email.required': 'Escriba su correo electrónico.',
  'join.email.invalid': 'Esto no es una dirección de correo. Escríbala así: name@example.com',
  'join.name': 'Nombre completo',
  'join.name.required': 'Escriba su nombre.',
  'join.name.long': {
    one: 'Como máximo, {count} carácter.',
    many: 'Como máximo, {count} de caracteres.',
    other: 'Como máximo, {count} caracteres.',
  },
  'join.name.address': 'Escriba un nombre sin direcciones web.',
  'join.submit': 'Ir a la prueba',
  'join.sending': 'Un momento…',
  'join.check': 'Revise los campos señalados abajo.',
  'join.refused': 'El servidor no lo ha aceptado: {message}',
  'join.inviteOnly.title': 'Esta prueba es solo para personas invitadas',
  'join.inviteOnly.body':
    'Si ha recibido una invitación, escriba su correo electrónico y su nombre: le enviaremos de nuevo su enlace personal.',
  'join.inviteOnly.refused':
    'Este correo electrónico no tiene invitación. Use la dirección a la que se envió su invitación o consulte a {organization}.',
  'join.already.title': 'Ya tiene una invitación',
  'join.already.body': 'Su enlace personal se ha enviado a {email}. Ábralo desde ese correo para hacer la prueba.',
  'join.limited': 'Demasiados intentos. Espere un minuto y vuelva a intentarlo.',
  'join.full':
    '{organization} no acepta más inscripciones en esta página hoy. Inténtelo de nuevo después de {date} o pregunte a {organization}.',
  'join.unreachable': 'No hay conexión. Revise su red e inténtelo de nuevo.',

  // Later additions
  'ended.fault.title': 'Algo ha fallado',
  'ended.fault.body':
    'Esta página no ha entendido al servidor. Vuelva a cargar la página. Si no sirve de nada, consulte a quien le envió la invitación.',
  'ended.ask': 'Si cree que es un error, consulte a quien le envió la invitación.',
  'join.control': 'Escríbalo en una sola línea, solo con letras y signos habituales.',
  'camera.preview': 'Lo que ve su cámara',
  'ended.inviteOnly.title': 'Esta prueba es solo para personas invitadas',
  'ended.inviteOnly.body':
    'Se inscribió por su cuenta, y ahora la prueba es solo con invitación. Si desea hacerla, consulte a {organization}.',
  'ended.expired.title': 'Este enlace ha caducado',
  'ended.expired.body': 'Inscríbase otra vez en la página de la prueba: recibirá un enlace nuevo por correo.',
  'join.sent.title': 'Abra el correo que le hemos enviado',
  'join.sent.body':
    'Hemos enviado un correo a {email}. Abra el enlace que contiene para ir a la prueba. Si no llega, mire en la carpeta de spam.',
  'confirm.lead': 'Confirme que fue usted quien se inscribió y continúe con la prueba.',
  'confirm.stranger': 'Si no fue usted, cierre esta página: no ocurrirá nada.',
  'confirm.submit': 'Confirmar y seguir',
} as const satisfies Messages;
