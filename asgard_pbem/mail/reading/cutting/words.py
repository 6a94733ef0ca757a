"""The words by which mail programs of many languages introduce what they quote. Data only."""

# Verbs that close an attribution ("... wrote:"), and verbs that stand before the name ("... schrieb Max:").
VERBS_LAST = (
    "wrote|writes|a wrote|said|a écrit|a ecrit|écrit|escribió|escribio|ha escrito|escribiu|escreveu|ha scritto"
    "|scrive|scrisse"
    "|ha escrit|va escriure|a scris|napisał|napisała|napisał(a)|napisal|napísal|napsal|napsal(a)|napsala|pisze|píše"
    "|написал|написала|написал(а)|пишет|написав|написала|пише|напісаў|написа|je napisao|je napisala|napisao"
    "|yazdı|yazdi|şunu yazdı"
    "|ezt írta|írta|έγραψε|viết|menulis|đã viết|כתב|כתבה|كتب|schrieb|schreef|skrev|kirjoitti|rašė|rakstīja|kirjutas"
    "|写道|寫道|写到|写了|작성|님이 작성|のメッセージ|のメール|書きました|のコメント|เขียน"
)
VERBS_FIRST = (
    "schrieb|schreef|skrev|skrifaði|kirjoitti|escribió|escreveu"
    "|a écrit|användaren|użytkownik|пользователь|wrote|сообщил|вы писали|вы написали|ви писали|you wrote|sie schrieben"
)
# Words that open an attribution.
OPENERS = (
    "on|at|le|am|il|el|op|em|den|de|dne|dna|dňa|dnia|w dniu|в|во|у|in data|in|på|på den|pada"
    "|tarihinde|vào|ngày|στις|ב|在|于|於|a las"
)
WEEKDAYS = (
    "mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    "|mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
    "|lun|mar|mer|jeu|ven|sam|dim|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
    "|lunes|martes|miércoles|jueves|viernes|sábado|domingo|mié|jue|vie|sáb|dom|seg|ter|qua|qui|sex"
    "|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|gio"
    "|ma|wo|vr|za|zo|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag"
    "|man|tir|ons|tor|tors|fre|lør|lör|søn|sön|mån|tis|mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag"
    "|måndag|tisdag|lördag|söndag"
    "|ti|ke|to|pe|la|su|pon|wt|śr|czw|pt|sob|niedz|poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela"
    "|пн|вт|ср|чт|пт|сб|вс|нд|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|st|čt|pá|út|po|ne"
)
MONTHS = (
    "jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august"
    "|september|october|november"
    "|december|januar|februar|märz|mär|mai|juni|juli|okt|oktober|dez|dezember|janv|févr|mars|avr|juin|juil|août"
    "|déc|janvier|février|avril"
    "|juillet|septembre|octobre|novembre|décembre|ene|abr|ago|dic|enero|febrero|marzo|abril|mayo|junio|julio"
    "|agosto|septiembre"
    "|octubre|noviembre|diciembre|fev|mai|set|out|dez|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro"
    "|novembro|dezembro"
    "|gen|mag|giu|lug|ott|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre"
    "|mrt|mei|januari|februari|maart|augustus|maj|marts|augusti|desember"
    "|tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta|syyskuuta|lokakuuta"
    "|marraskuuta|joulukuuta"
    "|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|sty"
    "|lut|kwi|cze|lip|sie|wrz|paź|lis|gru"
    "|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|янв|фев|февр|мар|апр"
    "|июн|июл|авг|сен|сент|окт|ноя|нояб|дек"
    "|січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня"
    "|ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince"
)
# Labels of a header block, by what they say.
LABELS: dict[str, str] = {
    "from": "from|von|de|da|van|от|від|od|från|fra|lähettäjä"
    "|kimden|发件人|寄件者|寄件人|差出人|送信者|보낸 사람|보낸사람|feladó"
    "|odesílatel|από",
    "sent": "sent|date|gesendet|datum|envoyé|envoyé le|date d'envoi|enviado|enviado el"
    "|fecha|enviada em|data"
    "|inviato|verzonden|отправлено"
    "|дата|надіслано|відправлено|wysłano|skickat|sendt|dato"
    "|lähetetty|päivämäärä|päiväys|发送时间|日期|寄件日期|傳送時間|送信日時"
    "|日時|보낸 날짜|날짜"
    "|elküldve|odesláno|datum|message du|mensaje del|gönderildi|tarih|ημερομηνία|sent at|odoslané",
    "to": "to|an|à|a|para|aan|кому|do|till|til|vastaanottaja"
    "|收件人|收件者|宛先|받는 사람|받는사람|címzett|komu|kime|προς"
    "|copie à|pro",
    "cc": "cc|bcc|kopie|kopia|kopi|копия|копія|dw|kopio|抄送|副本|参照|참조|reply-to|antwort an|répondre à",
    "subject": "subject|betreff|objet|asunto|assunto|oggetto|onderwerp|тема|temat|ämne|emne|aihe|sujet|主题|主旨|主題"
    "|件名|제목|tárgy|předmět"
    "|konu|θέμα|predmet",
}
# What stands between dashes above an unmarked quotation, and what announces a forwarded message.
ORIGINAL = (
    "original message|original appointment|ursprüngliche nachricht|original-nachricht|originalnachricht"
    "|message d'origine|message original"
    "|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|origineel bericht"
    "|ursprungligt meddelande"
    "|originalmeddelande|oprindelig meddelelse|oprindelig besked|opprinnelig melding|alkuperäinen viesti"
    "|исходное сообщение"
    "|исходное письмо|пересылаемое сообщение|оригінальне повідомлення|початкове повідомлення"
    "|oryginalna wiadomość|wiadomość oryginalna"
    "|wiadomość pierwotna|původní zpráva|původní e-mail|pôvodná správa|eredeti üzenet|mesaj original"
    "|mesajul original|orijinal mesaj"
    "|元のメッセージ|原始邮件|原始郵件|邮件原件|원본 메시지|원본 메일|reply message|missatge original|αρχικό μήνυμα"
)
FORWARD = (
    "forwarded message|begin forwarded message|forwarded by|weitergeleitete nachricht"
    "|anfang der weitergeleiteten nachricht"
    "|weitergeleitete e-mail|message transféré|début du message transféré|début du message réexpédié"
    "|message transmis|mensaje reenviado"
    "|inicio del mensaje reenviado|mensagem encaminhada|mensagem reencaminhada|início da mensagem encaminhada"
    "|messaggio inoltrato"
    "|inizio messaggio inoltrato|doorgestuurd bericht|begin doorgestuurd bericht|vidarebefordrat meddelande"
    "|vidarebefordrat brev"
    "|videresendt meddelelse|videresendt besked|start på videresendt besked|videresendt melding"
    "|välitetty viesti|edelleenlähetetty viesti"
    "|пересланное сообщение|пересылаемое сообщение|начало переадресованного сообщения|переслане повідомлення"
    "|переадресоване повідомлення"
    "|przekazana wiadomość|wiadomość przekazana|treść przekazanej wiadomości|přeposlaná zpráva"
    "|preposlaná správa|továbbított üzenet"
    "|転送されたメッセージ|転送メッセージ|转发的邮件|转发邮件|轉寄郵件|전달된 메시지"
    "|전달된 메일|iletilen mesaj|yönlendirilen mesaj"
)
