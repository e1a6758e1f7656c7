import type { Messages } from './en.ts';

/**
 * Arabic, formal, gender-neutral where the language allows it. Names and addresses are isolated by \u2068 and \u2069: without them the
 * direction would move the punctuation of "C++" or "Inc." to the wrong side.
 */
export const messages = {
  // General
  language: 'اللغة',
  skip: 'الانتقال إلى المحتوى',
  close: 'إغلاق',
  help: 'المساعدة',
  privacy: 'إشعار الخصوصية',
  'footer.organization': 'اختبار مقدَّم من \u2068{organization}\u2069',
  questions: {
    zero: 'لا أسئلة',
    one: 'سؤال واحد',
    two: 'سؤالان',
    few: '{count} أسئلة',
    many: '{count} سؤالًا',
    other: '{count} سؤال',
  },

  // Loading, and no connection at the first load
  'loading.title': 'جارٍ تحميل الاختبار…',
  'unreachable.title': 'لا اتصال بالاختبار',
  'unreachable.body': 'تعذّر على الصفحة الوصول إلى الخادم. يُرجى التحقق من الاتصال؛ ستعيد الصفحة المحاولة تلقائيًا.',
  'unreachable.kept': 'لم يضِع شيء: الإجابات التي قدّمتها محفوظة على هذا الجهاز.',
  'unreachable.retry': 'إعادة المحاولة الآن',

  // The page does not load, cannot run, or crashed
  'broken.title': 'هذه الصفحة لا تعمل',
  'broken.body':
    'تحتاج الصفحة إلى JavaScript ومتصفح حديث. يُرجى إعادة تحميل الصفحة. إذا لم يُجدِ ذلك، فيُرجى فتح العنوان نفسه في متصفح آخر أو على جهاز آخر. الإجابات التي قدّمتها لم تضِع.',
  'broken.reload': 'إعادة تحميل الصفحة',

  // Before the start
  'before.greeting': 'مرحبًا \u2068{name}\u2069،',
  'before.lead': 'تدعوك \u2068{organization}\u2069 إلى أداء هذا الاختبار.',
  'before.questions': 'الأسئلة',
  'before.time': 'الوقت',
  'before.closes': 'موعد الإغلاق',
  'before.sections': 'الأقسام',
  'before.section': 'القسم',
  'before.advice': 'أوقات الأقسام استرشادية. الوقت المحدود هو وقت الاختبار كله فقط.',
  'before.rules': 'القواعد',
  'rule.time': 'لديك {time}. يبدأ احتساب الوقت عند بدء الاختبار ولا يمكن إيقافه.',
  'rule.closes': 'يُغلق الاختبار يوم {date}، وينتهي وقتك عندها على أبعد تقدير.',
  'rule.deadline': 'عند انتهاء الوقت يُسلَّم الاختبار تلقائيًا بالإجابات التي قدّمتها.',
  'rule.saved': 'تُحفظ إجاباتك أولًا بأول، ويمكنك الرجوع إليها وتعديلها حتى التسليم.',
  'rule.penalty': 'إذا كانت الإجابة الخاطئة تخصم درجات فسيُذكر ذلك في السؤال. السؤال المتروك بلا إجابة لا يخصم شيئًا أبدًا.',
  'rule.leaving':
    'يُرجى البقاء في هذه النافذة. الانتقال إلى علامة تبويب أخرى أو برنامج آخر يُحتسب، ويظهر ذلك لدى \u2068{organization}\u2069.',
  'rule.camera': 'تلتقط الكاميرا صورة عند البدء ثم من حين إلى آخر أثناء الاختبار.',
  'rule.answers': 'يُسجَّل وقت تغيير كل إجابة ومدة عرض كل سؤال على الشاشة ومقدار ما يُلصق، ويُعرض ذلك على \u2068{organization}\u2069.',
  'rule.typing': 'في الأسئلة التي تطلب برنامجًا يُسجَّل ما يُكتب وما يُلصق مع مرور الوقت ويُعرض على \u2068{organization}\u2069.',
  'before.check': 'فحص النظام',
  'check.ok': 'سليم',
  'check.note': 'ملاحظة',
  'check.problem': 'مشكلة',
  'check.waiting': 'جارٍ الفحص…',
  'check.connection': 'الاتصال',
  'check.connection.good': 'جيد: زمن الاستجابة {milliseconds} ملّي ثانية',
  'check.connection.slow': 'بطيء: زمن الاستجابة {milliseconds} ملّي ثانية. الاختبار يعمل، لكن الحفظ يستغرق وقتًا أطول قليلًا.',
  'check.connection.none': 'لا يوجد اتصال. يُرجى التحقق من الشبكة.',
  'check.time': 'الساعة',
  'check.time.good': 'ساعة جهازك مضبوطة.',
  'check.time.off': 'فرق ساعة جهازك {time}. لا ضرر من ذلك: للاختبار ساعته الخاصة.',
  'check.storage': 'التخزين',
  'check.storage.good': 'تُحفظ إجاباتك على هذا الجهاز أثناء انقطاع الاتصال.',
  'check.storage.none': 'لا يحتفظ هذا المتصفح بالإجابات بعد إغلاق الصفحة. يُفضَّل، إن أمكن، استخدام متصفح آخر أو نافذة غير خاصة.',
  'check.camera': 'الكاميرا',
  'check.camera.ask': 'لم تُفحص بعد. سيطلب المتصفح الإذن.',
  'check.camera.button': 'فحص الكاميرا',
  'check.camera.good': 'الكاميرا تعمل.',
  'check.camera.denied':
    'الكاميرا غير مسموح بها أو غير موجودة. يمكنك أداء الاختبار مع ذلك، وسيظهر لدى \u2068{organization}\u2069 أنه لا توجد صور.',
  'before.trouble': 'إذا حدث عطل',
  'trouble.connection': 'انقطع الاتصال؟ تمكنك المتابعة. تُحفظ إجاباتك على هذا الجهاز وتُرسل عند عودة الاتصال.',
  'trouble.reload':
    'تعطّل المتصفح أو الجهاز؟ يكفي فتح الرابط نفسه من جديد، هنا أو على جهاز آخر، والمتابعة من حيث توقفت. يستمر احتساب الوقت.',
  'trouble.support': 'ما زالت المشكلة قائمة؟ للمساعدة: {contact}',
  'before.consent': 'أوافق على أن تلتقط الكاميرا صورًا لي أثناء الاختبار وأن تطّلع \u2068{organization}\u2069 عليها.',
  'before.consent.none': 'من دون موافقتك يُجرى الاختبار بلا صور، ويظهر ذلك لدى \u2068{organization}\u2069.',
  'before.start': 'بدء الاختبار',
  'before.continue': 'متابعة الاختبار',
  'before.starting': 'جارٍ البدء…',
  'before.full':
    'لا يمكن بدء الاختبار الآن: كثير من مرشحي هذه المؤسسة يؤدّون اختبارًا في هذه اللحظة. لم يضِع شيء؛ يُرجى إعادة المحاولة بعد بضع دقائق.',
  'before.failed': 'تعذّر بدء الاختبار لعدم وجود اتصال. لم يضِع شيء؛ يُرجى إعادة المحاولة.',

  // Waiting for the access window
  'waiting.title': 'لم يُفتح الاختبار بعد',
  'waiting.slot.title': 'الاختبار مغلق في هذا الوقت من اليوم',
  'waiting.opens': 'يُفتح يوم {date}.',
  'waiting.zone': 'منطقتك الزمنية: {zone}',
  'waiting.countdown': 'الوقت المتبقي حتى الفتح',
  'waiting.body': 'يمكنك ترك هذه الصفحة مفتوحة: ستنتقل تلقائيًا عند فتح الاختبار.',

  // The test cannot be taken (any more)
  'ended.closed.title': 'أُغلق الاختبار',
  'ended.closed.body': 'أُغلق يوم {date}. إذا كنت لا تزال ترغب في أدائه، فيُرجى التواصل مع \u2068{organization}\u2069.',
  'ended.cancelled.title': 'أُلغيت هذه الدعوة',
  'ended.cancelled.body': 'لم يعد أداء الاختبار ممكنًا بهذا الرابط. إذا بدا لك ذلك خطأً، فيُرجى التواصل مع \u2068{organization}\u2069.',
  'ended.inactive.title': 'هذا الاختبار غير متاح الآن',
  'ended.inactive.body': 'أوقفته \u2068{organization}\u2069. يُرجى المحاولة لاحقًا أو التواصل مع \u2068{organization}\u2069.',
  'ended.superseded.title': 'استُبدلت هذه المحاولة',
  'ended.superseded.body': 'منحتك \u2068{organization}\u2069 محاولة جديدة. يُرجى فتح الرابط في أحدث رسالة وصلت إلى بريدك.',
  'ended.unknown.title': 'هذا الرابط لا يعمل',
  'ended.unknown.body': 'يُرجى التأكد من نسخ العنوان كاملًا من الدعوة، أو فتح الدعوة من جديد.',

  // Submitting
  'submitting.title': 'جارٍ تسليم الاختبار…',
  'submitting.body': 'يُرجى إبقاء هذه الصفحة مفتوحة لحظات.',
  'submitting.deadline': 'انتهى الوقت. جارٍ تسليم الاختبار.',
  'submitting.offline': 'لا يوجد اتصال. إجاباتك محفوظة على هذا الجهاز، وتواصل الصفحة المحاولة تلقائيًا. يُرجى إبقاؤها مفتوحة.',
  'submitting.late': 'قد تُحتسب الإجابات التي كتبتها قبل انتهاء الوقت إذا عاد الاتصال قريبًا. ستخبرك هذه الصفحة بما احتُسب منها.',

  // Another tab or device
  'takenOver.title': 'الاختبار مستمر في مكان آخر',
  'takenOver.body':
    'فُتح الاختبار في علامة تبويب أخرى أو على جهاز آخر، ولا تُحفظ الإجابات إلا هناك. يمكنك إغلاق هذه الصفحة أو المتابعة هنا: عندئذ يتوقف هناك.',
  'takenOver.here': 'المتابعة هنا',

  // The open-link page
  'join.lead': 'تدعوك \u2068{organization}\u2069 إلى أداء هذا الاختبار. للبدء، يُرجى تعريفنا بنفسك.',
  'join.email': 'البريد الإلكتروني',
  'join.email.hint': 'تُرسل رسائل هذا الاختبار إلى هذا العنوان.',
  'join.email.required': 'يُرجى كتابة بريدك الإلكتروني.',
  'join.email.invalid': 'هذا ليس عنوان بريد إلكتروني. يُكتب هكذا: name@example.com',
  'join.name': 'الاسم الكامل',
  'join.name.required': 'يُرجى كتابة اسمك.',
  'join.name.long': {
    zero: '{count} حرف على الأكثر.',
    one: 'حرف واحد على الأكثر.',
    two: 'حرفان على الأكثر.',
    few: '{count} أحرف على الأكثر.',
    many: '{count} حرفًا على الأكثر.',
    other: '{count} حرف على الأكثر.',
  },
  'join.name.address': 'يُرجى كتابة اسم بلا عنوان موقع.',
  'join.submit': 'إلى الاختبار',
  'join.sending': 'لحظة من فضلك…',
  'join.check': 'يُرجى التحقق من الحقول المعلَّمة أدناه.',
  'join.refused': 'لم يقبل الخادم ذلك: \u2068{message}\u2069',
  'join.inviteOnly.title': 'هذا الاختبار للمدعوين فقط',
  'join.inviteOnly.body': 'إذا تلقيت دعوة، فيُرجى كتابة بريدك الإلكتروني واسمك: سيُرسل إليك رابطك الشخصي من جديد.',
  'join.inviteOnly.refused':
    'هذا البريد الإلكتروني غير مدعو. يُرجى استخدام العنوان الذي أُرسلت إليه الدعوة، أو التواصل مع \u2068{organization}\u2069.',
  'join.already.title': 'لديك دعوة بالفعل',
  'join.already.body': 'أُرسل رابطك الشخصي إلى \u2068{email}\u2069. يُرجى فتحه من تلك الرسالة لأداء الاختبار.',
  'join.limited': 'محاولات كثيرة جدًا. يُرجى الانتظار دقيقة ثم المحاولة من جديد.',
  'join.full':
    'لا تقبل \u2068{organization}\u2069 مزيدًا من التسجيلات في هذه الصفحة اليوم. حاول مرة أخرى بعد {date}، أو اسأل \u2068{organization}\u2069.',
  'join.unreachable': 'لا يوجد اتصال. يُرجى التحقق من الشبكة ثم المحاولة من جديد.',

  // Later additions
  'ended.fault.title': 'حدث خطأ ما',
  'ended.fault.body': 'لم تفهم هذه الصفحة ردّ الخادم. يُرجى إعادة تحميل الصفحة. إذا لم يُجدِ ذلك، فيُرجى التواصل مع من دعاك.',
  'ended.ask': 'إذا بدا لك ذلك خطأً، فيُرجى التواصل مع من دعاك.',
  'join.control': 'يُكتب في سطر واحد، بالأحرف والعلامات المعتادة فقط.',
  'camera.preview': 'ما تراه الكاميرا',
  'ended.inviteOnly.title': 'هذا الاختبار للمدعوين فقط',
  'ended.inviteOnly.body':
    'سجّلت بنفسك، وأصبح الاختبار الآن للمدعوين فقط. إذا كنت ترغب في أدائه، فيُرجى التواصل مع \u2068{organization}\u2069.',
  'ended.expired.title': 'انتهت صلاحية هذا الرابط',
  'ended.expired.body': 'يُرجى التسجيل مرة أخرى في صفحة الاختبار: سيُرسل إليك رابط جديد.',
  'join.sent.title': 'يُرجى فتح الرسالة التي أرسلناها إليك',
  'join.sent.body':
    'أُرسلت رسالة إلى \u2068{email}\u2069. يُرجى فتح الرابط الذي فيها للانتقال إلى الاختبار. إذا لم تصل، فيُرجى البحث في مجلد الرسائل غير المرغوبة.',
  'confirm.lead': 'يُرجى تأكيد أنك من سجّل، ثم الانتقال إلى الاختبار.',
  'confirm.stranger': 'إذا لم تكن أنت من سجّل، فيُرجى إغلاق هذه الصفحة: لن يحدث شيء.',
  'confirm.submit': 'تأكيد ومتابعة',
} as const satisfies Messages;
