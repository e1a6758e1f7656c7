import type { Messages } from './en.ts';

/** Japanese, polite (です・ます). */
export const messages = {
  // General
  language: '言語',
  skip: '本文へ移動',
  close: '閉じる',
  help: 'ヘルプ',
  privacy: 'プライバシーについて',
  'footer.organization': '{organization}のテスト',
  questions: { other: '{count}問' },

  // Loading, and no connection at the first load
  'loading.title': 'テストを読み込んでいます…',
  'unreachable.title': 'テストに接続できません',
  'unreachable.body': 'サーバーに接続できません。通信環境をご確認ください。ページは自動的に再接続を試みます。',
  'unreachable.kept': '失われたものはありません。これまでの解答はこの端末に保存されています。',
  'unreachable.retry': '今すぐ再試行',

  // The page does not load, cannot run, or crashed
  'broken.title': 'このページが動作していません',
  'broken.body':
    'JavaScript と最新のブラウザーが必要です。ページを再読み込みしてください。それでも解決しない場合は、同じアドレスを別のブラウザーまたは別の端末で開いてください。これまでの解答は失われていません。',
  'broken.reload': 'ページを再読み込み',

  // Before the start
  'before.greeting': '{name}様、こんにちは。',
  'before.lead': '{organization}より、このテストに招待されています。',
  'before.questions': '問題',
  'before.time': '時間',
  'before.closes': '終了日時',
  'before.sections': 'セクション',
  'before.section': 'セクション',
  'before.advice': 'セクションごとの時間は目安です。制限があるのはテスト全体の時間だけです。',
  'before.rules': 'ルール',
  'rule.time': '制限時間は{time}です。テストを開始すると時間の計測が始まり、途中で止めることはできません。',
  'rule.closes': 'テストは{date}に終了します。制限時間が残っていても、そこで終わりとなります。',
  'rule.deadline': '時間になると、それまでの解答でテストが自動的に提出されます。',
  'rule.saved': '解答はその都度保存されます。提出するまでは、前に戻って変更できます。',
  'rule.penalty': '誤答で減点される問題には、その旨が表示されます。未解答の問題が減点されることはありません。',
  'rule.leaving': 'このウィンドウから離れないでください。別のタブやアプリに移ると回数が記録され、{organization}に表示されます。',
  'rule.camera': '開始時と、テスト中にときどき、カメラで写真を撮影します。',
  'rule.answers':
    'それぞれの回答を変更した時刻、問題が画面に表示されていた時間、貼り付けた文字数が記録され、{organization}に表示されます。',
  'rule.typing': 'プログラムを書く問題では、入力した内容と貼り付けた内容が時間とともに記録され、{organization}に表示されます。',
  'before.check': 'システムの確認',
  'check.ok': '正常',
  'check.note': '注意',
  'check.problem': '問題あり',
  'check.waiting': '確認しています…',
  'check.connection': '接続',
  'check.connection.good': '良好：応答時間 {milliseconds}ミリ秒',
  'check.connection.slow': '低速：応答時間 {milliseconds}ミリ秒。テストは受けられますが、保存に少し時間がかかります。',
  'check.connection.none': '接続がありません。ネットワークをご確認ください。',
  'check.time': '時計',
  'check.time.good': '端末の時計は合っています。',
  'check.time.off': '端末の時計が{time}ずれています。テストは独自の時計を使うため、問題ありません。',
  'check.storage': '保存領域',
  'check.storage.good': 'オフラインの間、解答はこの端末に保存されます。',
  'check.storage.none':
    'このブラウザーでは、ページを閉じると解答が残りません。できれば別のブラウザーか、プライベートモードではないウィンドウをお使いください。',
  'check.camera': 'カメラ',
  'check.camera.ask': 'まだ確認していません。ブラウザーが許可を求めます。',
  'check.camera.button': 'カメラを確認',
  'check.camera.good': 'カメラは正常に動作しています。',
  'check.camera.denied':
    'カメラが許可されていないか、見つかりません。このままテストを受けられますが、写真がないことは{organization}に表示されます。',
  'before.trouble': '困ったときは',
  'trouble.connection': '接続が切れたときは、そのままお続けください。解答はこの端末に保存され、接続が戻ると送信されます。',
  'trouble.reload':
    'ブラウザーや端末が動かなくなったときは、この端末または別の端末で同じリンクをもう一度開くと、続きから再開できます。時間は進み続けます。',
  'trouble.support': '解決しないときのお問い合わせ先：{contact}',
  'before.consent': 'テスト中にカメラで写真が撮影され、{organization}がそれを閲覧できることに同意します。',
  'before.consent.none': '同意しない場合、テストは写真なしで進み、そのことは{organization}に表示されます。',
  'before.start': 'テストを開始',
  'before.continue': 'テストを再開',
  'before.starting': '開始しています…',
  'before.full':
    'まだテストを開始できません。現在、この組織の多くの受験者がテストを受けています。失われたものはありません。数分後にもう一度お試しください。',
  'before.failed': '接続がないため、テストを開始できませんでした。失われたものはありません。もう一度お試しください。',

  // Waiting for the access window
  'waiting.title': 'テストはまだ始まっていません',
  'waiting.slot.title': '今の時間帯はテストを受けられません',
  'waiting.opens': '{date}に始まります。',
  'waiting.zone': 'お使いのタイムゾーン：{zone}',
  'waiting.countdown': '開始まで',
  'waiting.body': 'このページは開いたままで構いません。テストが始まると自動的に進みます。',

  // The test cannot be taken (any more)
  'ended.closed.title': 'テストは終了しました',
  'ended.closed.body': '{date}に終了しました。受験をご希望の場合は、{organization}にお問い合わせください。',
  'ended.cancelled.title': 'この招待は取り消されました',
  'ended.cancelled.body': 'このリンクではテストを受けられなくなりました。間違いと思われる場合は、{organization}にお問い合わせください。',
  'ended.inactive.title': 'このテストは現在受けられません',
  'ended.inactive.body': '{organization}がテストを停止しています。時間をおいて再度お試しいただくか、{organization}にお問い合わせください。',
  'ended.superseded.title': 'この受験は新しいものに替わりました',
  'ended.superseded.body': '{organization}が新しい受験をご用意しました。最新のメールにあるリンクを開いてください。',
  'ended.unknown.title': 'このリンクは使えません',
  'ended.unknown.body': '招待のアドレスがすべてコピーされているかご確認いただくか、招待をもう一度開いてください。',

  // Submitting
  'submitting.title': 'テストを提出しています…',
  'submitting.body': 'このページを開いたまま、少しお待ちください。',
  'submitting.deadline': '時間になりました。テストを提出しています。',
  'submitting.offline': '接続がありません。解答はこの端末に保存されており、ページは自動的に再試行を続けます。開いたままにしてください。',
  'submitting.late':
    '時間内に入力した解答は、接続がすぐに戻れば有効になることがあります。どの解答が有効になったかは、このページに表示されます。',

  // Another tab or device
  'takenOver.title': 'テストは別の場所で続いています',
  'takenOver.body':
    '別のタブまたは別の端末でテストが開かれました。解答はそちらでのみ保存されます。このページを閉じるか、ここで続けてください。ここで続けると、もう一方は停止します。',
  'takenOver.here': 'ここで続ける',

  // The open-link page
  'join.lead': '{organization}より、このテストに招待されています。はじめに、お名前とメールアドレスをお知らせください。',
  'join.email': 'メールアドレス',
  'join.email.hint': 'このテストに関するメールはこちらにお送りします。',
  'join.email.required': 'メールアドレスを入力してください。',
  'join.email.invalid': 'メールアドレスの形式ではありません。次のように入力してください：name@example.com',
  'join.name': '氏名',
  'join.name.required': '氏名を入力してください。',
  'join.name.long': { other: '{count}文字以内で入力してください。' },
  'join.name.address': '氏名にウェブアドレスは使えません。',
  'join.submit': 'テストへ進む',
  'join.sending': 'お待ちください…',
  'join.check': '下の印が付いた項目をご確認ください。',
  'join.refused': 'サーバーが受け付けませんでした：{message}',
  'join.inviteOnly.title': 'このテストは招待された方のみ受けられます',
  'join.inviteOnly.body': '招待を受けた方は、メールアドレスと氏名を入力してください。ご本人用のリンクをもう一度メールでお送りします。',
  'join.inviteOnly.refused':
    'このメールアドレスは招待されていません。招待メールが届いたアドレスを入力するか、{organization}にお問い合わせください。',
  'join.already.title': 'すでに招待済みです',
  'join.already.body': 'ご本人用のリンクを{email}にお送りしました。テストを受けるには、そのメールからリンクを開いてください。',
  'join.limited': '試行回数が多すぎます。1分待ってから、もう一度お試しください。',
  'join.full':
    '{organization} は本日、このページでの登録をこれ以上受け付けていません。{date} 以降にもう一度試すか、{organization} に問い合わせてください。',
  'join.unreachable': '接続がありません。ネットワークをご確認のうえ、もう一度お試しください。',

  // Later additions
  'ended.fault.title': '問題が発生しました',
  'ended.fault.body':
    'サーバーからの応答を読み取れませんでした。ページを再読み込みしてください。それでも解決しない場合は、招待元にお問い合わせください。',
  'ended.ask': '間違いと思われる場合は、招待元にお問い合わせください。',
  'join.control': '改行せず、文字と一般的な記号だけで入力してください。',
  'camera.preview': 'カメラの映像',
  'ended.inviteOnly.title': 'このテストは招待された方のみ受けられます',
  'ended.inviteOnly.body':
    'ご自身で登録されましたが、このテストは現在、招待制です。受験をご希望の場合は、{organization}にお問い合わせください。',
  'ended.expired.title': 'このリンクは期限切れです',
  'ended.expired.body': 'テストのページでもう一度登録してください。新しいリンクをメールでお送りします。',
  'join.sent.title': 'お送りしたメールを開いてください',
  'join.sent.body':
    '{email}にメールをお送りしました。メールにあるリンクを開いて、テストへお進みください。届かない場合は、迷惑メールをご確認ください。',
  'confirm.lead': '登録したのがご本人であることを確認して、テストへお進みください。',
  'confirm.stranger': 'お心当たりがない場合は、このページを閉じてください。何も行われません。',
  'confirm.submit': '確認して進む',
} as const satisfies Messages;
