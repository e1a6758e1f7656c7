/** The id of the first name in `ianaZones`; all ids below belong to Microsoft's table. */
export const firstIanaTimeZoneId = 10_000;

/**
 * IANA zones that are not the `zone` of a Microsoft row. A name's id is its position + 10000, and clients store
 * that id: never reorder, rename or remove one. Append new zones on a new last line, out of alphabetical order.
 * `Etc/GMT+5` is five hours behind UTC: the database counts west as plus.
 */
export const ianaZones: readonly string[] = `
  UTC
  Africa/Abidjan Africa/Accra Africa/Addis_Ababa Africa/Algiers Africa/Asmara Africa/Bamako Africa/Bangui Africa/Banjul
  Africa/Bissau Africa/Blantyre Africa/Brazzaville Africa/Bujumbura Africa/Casablanca Africa/Ceuta Africa/Conakry
  Africa/Dakar Africa/Dar_es_Salaam Africa/Djibouti Africa/Douala Africa/El_Aaiun Africa/Freetown Africa/Gaborone
  Africa/Harare Africa/Juba Africa/Kampala Africa/Khartoum Africa/Kigali Africa/Kinshasa Africa/Libreville Africa/Lome
  Africa/Luanda Africa/Lubumbashi Africa/Lusaka Africa/Malabo Africa/Maputo Africa/Maseru Africa/Mbabane
  Africa/Mogadishu Africa/Monrovia Africa/Ndjamena Africa/Niamey Africa/Nouakchott Africa/Ouagadougou Africa/Porto-Novo
  Africa/Sao_Tome Africa/Tripoli Africa/Tunis Africa/Windhoek
  America/Adak America/Anguilla America/Antigua America/Araguaina America/Argentina/Buenos_Aires
  America/Argentina/Catamarca America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/La_Rioja
  America/Argentina/Mendoza America/Argentina/Rio_Gallegos America/Argentina/Salta America/Argentina/San_Juan
  America/Argentina/San_Luis America/Argentina/Tucuman America/Argentina/Ushuaia America/Aruba America/Asuncion
  America/Atikokan America/Bahia America/Bahia_Banderas America/Barbados America/Belem America/Belize
  America/Blanc-Sablon America/Boa_Vista America/Boise America/Cambridge_Bay America/Campo_Grande America/Cancun
  America/Caracas America/Cayman America/Chihuahua America/Ciudad_Juarez America/Costa_Rica America/Coyhaique
  America/Creston America/Cuiaba America/Curacao America/Danmarkshavn America/Dawson America/Dawson_Creek
  America/Detroit America/Dominica America/Edmonton America/Eirunepe America/El_Salvador America/Fort_Nelson
  America/Fortaleza America/Glace_Bay America/Goose_Bay America/Grand_Turk America/Grenada America/Guadeloupe
  America/Guayaquil America/Guyana America/Havana America/Hermosillo America/Indiana/Knox America/Indiana/Marengo
  America/Indiana/Petersburg America/Indiana/Tell_City America/Indiana/Vevay America/Indiana/Vincennes
  America/Indiana/Winamac America/Inuvik America/Iqaluit America/Jamaica America/Juneau America/Kentucky/Louisville
  America/Kentucky/Monticello America/Kralendijk America/Lima America/Lower_Princes America/Maceio America/Managua
  America/Manaus America/Marigot America/Martinique America/Matamoros America/Menominee America/Merida
  America/Metlakatla America/Miquelon America/Moncton America/Monterrey America/Montevideo America/Montserrat
  America/Nassau America/Nome America/Noronha America/North_Dakota/Beulah America/North_Dakota/Center
  America/North_Dakota/New_Salem America/Ojinaga America/Panama America/Paramaribo America/Port-au-Prince
  America/Port_of_Spain America/Porto_Velho America/Puerto_Rico America/Punta_Arenas America/Rankin_Inlet America/Recife
  America/Resolute America/Rio_Branco America/Santarem America/Santo_Domingo America/Scoresbysund America/Sitka
  America/St_Barthelemy America/St_Kitts America/St_Lucia America/St_Thomas America/St_Vincent America/Swift_Current
  America/Tegucigalpa America/Thule America/Tijuana America/Toronto America/Tortola America/Vancouver America/Whitehorse
  America/Winnipeg America/Yakutat
  Antarctica/Casey Antarctica/Davis Antarctica/DumontDUrville Antarctica/Macquarie Antarctica/Mawson Antarctica/McMurdo
  Antarctica/Palmer Antarctica/Rothera Antarctica/Syowa Antarctica/Troll Antarctica/Vostok
  Arctic/Longyearbyen
  Asia/Aden Asia/Almaty Asia/Amman Asia/Anadyr Asia/Aqtau Asia/Aqtobe Asia/Ashgabat Asia/Atyrau Asia/Bahrain Asia/Baku
  Asia/Barnaul Asia/Beirut Asia/Brunei Asia/Chita Asia/Damascus Asia/Dhaka Asia/Dili Asia/Dushanbe Asia/Famagusta
  Asia/Gaza Asia/Hebron Asia/Ho_Chi_Minh Asia/Hong_Kong Asia/Hovd Asia/Jakarta Asia/Jayapura Asia/Kamchatka Asia/Karachi
  Asia/Khandyga Asia/Kuala_Lumpur Asia/Kuching Asia/Kuwait Asia/Macau Asia/Magadan Asia/Makassar Asia/Manila Asia/Muscat
  Asia/Nicosia Asia/Novokuznetsk Asia/Omsk Asia/Oral Asia/Phnom_Penh Asia/Pontianak Asia/Pyongyang Asia/Qatar
  Asia/Qostanay Asia/Qyzylorda Asia/Sakhalin Asia/Samarkand Asia/Srednekolymsk Asia/Tbilisi Asia/Thimphu Asia/Tomsk
  Asia/Ulaanbaatar Asia/Urumqi Asia/Ust-Nera Asia/Vientiane
  Atlantic/Bermuda Atlantic/Canary Atlantic/Faroe Atlantic/Madeira Atlantic/South_Georgia Atlantic/St_Helena
  Atlantic/Stanley
  Australia/Broken_Hill Australia/Eucla Australia/Lindeman Australia/Lord_Howe Australia/Melbourne
  Etc/GMT+1 Etc/GMT+10 Etc/GMT+11 Etc/GMT+3 Etc/GMT+4 Etc/GMT+5 Etc/GMT+6 Etc/GMT+7 Etc/GMT+8 Etc/GMT+9 Etc/GMT-1
  Etc/GMT-10 Etc/GMT-11 Etc/GMT-12 Etc/GMT-13 Etc/GMT-14 Etc/GMT-2 Etc/GMT-3 Etc/GMT-4 Etc/GMT-5 Etc/GMT-6 Etc/GMT-7
  Etc/GMT-8 Etc/GMT-9
  Europe/Amsterdam Europe/Andorra Europe/Astrakhan Europe/Athens Europe/Belgrade Europe/Bratislava Europe/Brussels
  Europe/Busingen Europe/Copenhagen Europe/Dublin Europe/Gibraltar Europe/Guernsey Europe/Helsinki Europe/Isle_of_Man
  Europe/Istanbul Europe/Jersey Europe/Kaliningrad Europe/Kirov Europe/Lisbon Europe/Ljubljana Europe/Luxembourg
  Europe/Madrid Europe/Malta Europe/Mariehamn Europe/Minsk Europe/Monaco Europe/Oslo Europe/Podgorica Europe/Prague
  Europe/Riga Europe/Rome Europe/Samara Europe/San_Marino Europe/Sarajevo Europe/Saratov Europe/Simferopol Europe/Skopje
  Europe/Sofia Europe/Stockholm Europe/Tallinn Europe/Tirane Europe/Ulyanovsk Europe/Vaduz Europe/Vatican Europe/Vienna
  Europe/Vilnius Europe/Volgograd Europe/Zagreb Europe/Zurich
  Indian/Antananarivo Indian/Chagos Indian/Christmas Indian/Cocos Indian/Comoro Indian/Kerguelen Indian/Mahe
  Indian/Maldives Indian/Mauritius Indian/Mayotte Indian/Reunion
  Pacific/Bougainville Pacific/Chatham Pacific/Chuuk Pacific/Easter Pacific/Efate Pacific/Fakaofo Pacific/Funafuti
  Pacific/Galapagos Pacific/Gambier Pacific/Guam Pacific/Kanton Pacific/Kiritimati Pacific/Kosrae Pacific/Kwajalein
  Pacific/Majuro Pacific/Marquesas Pacific/Midway Pacific/Nauru Pacific/Niue Pacific/Norfolk Pacific/Noumea
  Pacific/Pago_Pago Pacific/Palau Pacific/Pitcairn Pacific/Pohnpei Pacific/Rarotonga Pacific/Saipan Pacific/Tahiti
  Pacific/Tarawa Pacific/Wake Pacific/Wallis
`
  .trim()
  .split(/\s+/);

/** Older names that browsers and servers still report for zones listed here under their present one. */
export const formerZoneNames: readonly (readonly [name: string, zone: string])[] = [
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
  ['Etc/GMT', 'UTC'],
  ['Etc/UTC', 'UTC'],
  ['GMT', 'UTC'],
];
