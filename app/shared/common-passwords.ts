// The most common leaked passwords that pass the composition rule, in lower case. They are the first guesses
// of any attack, and the rule alone does not exclude them.
const common = new Set(
  `p@ssw0rd p@ssw0rd! p@ssw0rd1 p@ssw0rd1! p@ssw0rd12 p@ssw0rd123 p@ssw0rd123! p@ssw0rd1234 p@ssw0rd2024 p@ssw0rd2025 p@ssw0rd2026
  p@ssword1 p@ssword1! p@ssword12 p@ssword123 p@ssword1234 p@$$w0rd p@$$w0rd! p@$$w0rd1 p@$$w0rd123 p@$$word1 p@$$word123 pa$$w0rd pa$$w0rd!
  pa$$w0rd1 pa$$w0rd123 pa$$word1 pa$$word123 passw0rd! passw0rd!1 passw0rd@ passw0rd@1 passw0rd@123 passw0rd1! passw0rd123! passw0rd#1
  password!1 password!123 password#1 password#123 password$1 password*1 password.1 password@1 password@12 password@123 password@1234
  password@12345 password1! password1!! password1@ password1# password1$ password1* password1. password12! password12@ password123!
  password123@ password123# password123$ password123. password1234! password12345! password2024! password2025! password2026! password_1
  password_123 password-1 password-123 pass@123 pass@1234 pass@12345 pass@word1 pass@word123 pass123! pass1234! pass123@ pass#123 pass#1234
  admin@12 admin@123 admin@1234 admin@12345 admin@123456 admin@2024 admin@2025 admin@2026 admin#123 admin#1234 admin!123 admin!1234
  admin123! admin123@ admin123# admin123$ admin1234! admin1234@ admin12345! @admin123 !admin123 adm1n@123 adm1n123! administrator1!
  administrator@123 administrator123! root@123 root@1234 root123! root1234! toor@123 user@123 user@1234 user123! user1234! demo@123 demo@1234
  guest@123 guest@1234 super@123 superuser@123 manager@123 office@123 welcome1! welcome1@ welcome1# welcome!1 welcome!123 welcome#1
  welcome#123 welcome$1 welcome@1 welcome@12 welcome@123 welcome@1234 welcome@12345 welcome12! welcome123! welcome123@ welcome123#
  welcome1234! welcome2024! welcome2025! welcome2026! w3lcome! w3lcome1! w3lcome@123 changeme1! changeme!1 changeme@1 changeme@123
  changeme123! change@123 changem3! letmein1! letmein!1 letmein@1 letmein@123 letmein123! l3tmein! l3tmein1! trustno1! iloveyou1!
  iloveyou!1 iloveyou@1 iloveyou@123 iloveyou123! iloveyou2! monkey1! monkey123! monkey@123 dragon1! dragon123! dragon@123 master1!
  master123! master@123 shadow1! shadow123! sunshine1! sunshine@1 sunshine123! princess1! princess@1 princess123! football1! football@1
  football123! baseball1! superman1! superman@1 batman123! michael1! jordan23! hello123! hello@123 hello@1234 login@123 login123! secret1!
  secret@123 secret123! default1! default@123 qwerty!1 qwerty!123 qwerty#1 qwerty#123 qwerty@1 qwerty@12 qwerty@123 qwerty@1234 qwerty1!
  qwerty1@ qwerty12! qwerty123! qwerty123@ qwerty123# qwerty1234! qwerty12345! qwert@123 qwert123! qwert1234! q1w2e3r4! q1w2e3r4@ q1w2e3r4t5!
  1q2w3e4r! 1q2w3e4r@ 1q2w3e4r# 1q2w3e4r5t! 1q2w3e$r !q2w3e4r !qaz1qaz !qaz2wsx !qaz@wsx1 1qaz!qaz 1qaz@wsx 1qaz@wsx3edc 1qaz2wsx!
  1qaz2wsx@ 1qaz2wsx#edc 2wsx#edc zaq!1qaz zaq!2wsx zaq1!qaz zaq1@wsx zaq12wsx! zxcvbnm1! zxcvbnm@123 zxcvbn1! zxcvbn@123 asdf@123 asdf@1234
  asdf123! asdf1234! asdfgh1! asdfgh@123 asdfghjkl1! asdfghjkl;1 qazwsx1! qazwsx@123 qazwsx123! qwe123!@# qwe@1234 qweasd1! qweasd@123
  qweasd123! qweasdzxc1! aa123456! aa123456@ aa@123456 aa12345! aa12345@ aaa111!! aaa123!@# a123456! a123456@ a1234567! a12345678! a123456789!
  a1b2c3d4! a1b2c3d4@ a1!a1!a1! abc@1234 abc@12345 abc@123456 abc#1234 abc!1234 abc123!! abc123!@# abc123@! abc1234! abc1234@ abc1234#
  abc12345! abc12345@ abcd@123 abcd@1234 abcd@12345 abcd!123 abcd!1234 abcd#123 abcd#1234 abcd123! abcd123@ abcd1234! abcd1234@ abcd1234#
  abcd1234$ abcde@123 abcde123! abcdef1! abcdef@1 abcdef@123 abcdefg1! asd123!@# test@123 test@1234 test@12345 testtest1! temp@123 temp@1234
  temppass1! 1234qwer! 1234qwer@ 1234qwer!@#$ 123qwe!@# 123qwe!@#asd 123qweasd! 123abc!@# 123456a! 123456a@ 123456aa! 12345678a! 12345678a@
  !@#123qwe !@#$1234qwer !@#$qwer1234 spring2024! spring2025! spring2026! summer2024! summer2025! summer2026! autumn2024! autumn2025!
  autumn2026! winter2024! winter2025! winter2026! spring@2025 spring@2026 summer@2024 summer@2025 summer@2026 winter@2024 winter@2025
  winter@2026 january2026! company1! company@123 company123! india@123 india@1234 pakistan@123 pakistan1! pakistan123! pakistan@786 pak@1234
  lahore@123 lahore123! karachi@123 allah@786 bismillah@786 bismillah786! google@123 facebook1! facebook@123 wordpress1! wordpress@123 computer1!
  computer@123 internet1! internet@123 server@123 server123! database1! support@123 support1! service1! blockchain1! bitcoin1! crypto123!
  developer1! developer@123 software1! letmein#1 nothing1! whatever1! starwars1! pokemon1! cheese1! charlie1! jennifer1! thomas1! ashley1!`.split(
    /\s+/,
  ),
);

/** Whether a password is among the most common ones, ignoring case. */
export const isCommonPassword = (value: string): boolean => common.has(value.toLowerCase());

export const commonPasswordMessage = "This password is too common. Choose another.";
