import { foldText } from '#kit/text.ts';
import type { ReplyLabel } from './contract-replies.ts';

type Told = Extract<ReplyLabel, 'stop' | 'not_now' | 'interested'>;

/**
 * What people write in German, French, Spanish, Italian and Dutch, folded. To stop is taken from a request alone:
 * "ich bekomme keine Mails mehr" asks for the contrary.
 */
const SAID: Record<Told, readonly RegExp[]> = {
  stop: [
    /^[^\w\n\r\u2028\u2029]*(?:bitte )?(?:abmelden|abbestellen|austragen|abmeldung|desinscription|desinscrire|desabonner|desabonnement|disiscrivermi|cancellatemi|disiscrizione|afmelden|uitschrijven)(?: bitte| svp| aub)?[^\w\n]*$/m,
    /\bbitte keine (?:weiteren |e-?)*(?:e-?mails?|mails?|nachrichten|newsletter|werbung)\b/,
    /\b(?:schreiben|schicken|senden|mailen|schreib|schick|kontaktieren) (?:sie )?(?:mir|mich|uns) (?:bitte )?(?:nicht|nichts|nie|keine)\b.{0,40}\b(?:mehr|wieder)\b/,
    /\b(?:mochte|will|wunsche) (?:bitte )?(?:keine|nichts)\b.{0,40}\bmehr\b.{0,20}\b(?:erhalten|bekommen|horen|lesen)\b/,
    /\bmelden sie (?:mich|uns) (?:bitte )?(?:von .{1,40} )?ab\b|\b(?:nehmen|streichen|loschen|entfernen) sie (?:mich|meine (?:e-?mail-?)?adresse) (?:bitte )?(?:aus|von)\b|\blassen sie mich in ruhe\b/,
    /\bdes(?:abonnez|inscrivez)[ -]moi\b|\b(?:me|m') ?(?:desabonner|desinscrire)\b|\bne (?:m'(?:ecrivez|envoyez)|me contactez|m'envoie[zr]?) plus\b|\bne (?:veux|souhaite|desire) plus (?:rien )?recevoir\b|\b(?:retirez|supprimez|enlevez)[ -]moi de\b|\bcessez de m'|\blaissez[ -]moi tranquille\b/,
    /\bno me (?:escriban?|escribas|envien?|envies|manden?|mandes|contacten?)\b.{0,30}\b(?:mas|nunca)\b|\b(?:dar|darme|denme|deme|dame) de baja\b|\bno (?:quiero|deseo) (?:recibir )?(?:mas|ningun)\b.{0,20}\b(?:correos?|mensajes?|mails?|publicidad)\b|\bdejen? de (?:escribirme|enviarme|mandarme)\b|\b(?:borrenme|eliminenme|borreme|eliminame) de\b/,
    /\bnon (?:mi )?(?:scriv(?:a|ete|etemi|ermi|i)|mandate|mandatemi|inviate|inviatemi|contattate|contattatemi|contatti)\b.{0,30}\bpiu\b|\bnon (?:voglio|desidero) (?:piu )?ricevere\b|\b(?:disiscrivetemi|disiscrivimi|cancellatemi|rimuovetemi|mi cancelli|mi disiscriva)\b|\blasciatemi in pace\b/,
    /\b(?:schrijf|stuur|mail|benader) (?:me|mij|ons) (?:a\.?u\.?b\.? |alstublieft )?(?:niet|nooit|niets|geen)\b.{0,30}\b(?:meer|weer)\b|\b(?:schrijf|meld) (?:me|mij) (?:a\.?u\.?b\.? |alstublieft )?(?:uit|af)\b|\b(?:haal|verwijder) (?:me|mij) (?:a\.?u\.?b\.? )?(?:van|uit)\b|\bstop met (?:mailen|schrijven|sturen)\b|\blaat (?:me|mij) met rust\b/,
  ],
  not_now: [
    /\bkein interesse\b|\bnicht interessiert\b|\binteressiert (?:mich|uns) nicht\b|\bnein,? danke\b|\b(?:jetzt|gerade|momentan|im moment|zurzeit|aktuell) (?:leider )?nicht\b|\bnicht jetzt\b|\bvielleicht spater\b|\bspater vielleicht\b|\bkeine zeit\b|\bnachste[nrs]? (?:woche|monat|jahr|quartal|fruhling|sommer|herbst|winter)\b/,
    /\bpas (?:vraiment )?interesse|\bne m'interesse pas\b|\bnon,? merci\b|\bpas (?:maintenant|pour l'instant|pour le moment|tout de suite)\b|\bpeut-etre plus tard\b|\bpas le temps\b|\b(?:semaine|mois|annee) prochaine?\b/,
    /\bno,? gracias\b|\bno (?:me interesa|estoy interesad)|\b(?:ahora|por ahora|de momento|por el momento) no\b|\bquizas? mas (?:adelante|tarde)\b|\bno tengo tiempo\b|\b(?:semana|mes|ano) que viene\b|\bproxim[oa] (?:semana|mes|ano)\b/,
    /\bno,? grazie\b|\bnon (?:mi interessa|sono interessat|ci interessa)|\bnon (?:adesso|ora)\b|\b(?:per ora|al momento|adesso) no\b|\bforse piu (?:avanti|tardi)\b|\bnon ho tempo\b|\b(?:prossim[oa] (?:settimana|mese|anno)|(?:settimana|mese|anno) prossim[oa])\b/,
    /\bnee,? (?:bedankt|dank)|\bgeen interesse\b|\bniet geinteresseerd\b|\bnu (?:even )?niet\b|\bniet nu\b|\bmisschien later\b|\blater misschien\b|\bgeen tijd\b|\bvolgend(?:e week|e maand| jaar)\b/,
  ],
  interested: [
    /\binteressiert (?:mich|uns)\b|\b(?:bin|sind) (?:sehr |wir )?interessiert\b|\bklingt (?:sehr )?(?:gut|toll|super|interessant|spannend)\b|\berzahlen sie (?:mir )?mehr\b|\bja,? (?:bitte|gern|gerne)\b|\b(?:gerne?|mochte) mehr (?:erfahren|wissen|daruber)\b|\b(?:mochte|wurde) (?:gerne? )?.{0,40}\b(?:bestellen|kaufen|buchen|probieren|teilnehmen|mitmachen)\b|\bbin dabei\b|\bwie kann ich .{0,30}\b(?:bestellen|kaufen|buchen|mitmachen|anmelden)\b/,
    /\b(?:m'|nous )interesse\b|\bsuis (?:tres )?interesse|\boui,? (?:volontiers|merci|avec plaisir|s'il vous plait)|\ben savoir plus\b|\bm'en plus\b|\b(?:j'aimerais|je voudrais) (?:bien )?(?:commander|acheter|essayer|venir|participer|savoir|m'inscrire)\b|\bcomment (?:puis-je |faire pour )?(?:commander|acheter|m'inscrire)\b/,
    /\bme interesa\b|\b(?:estoy|muy) (?:muy )?interesad[oa]\b|\bsuena (?:muy )?bien\b|\bsi,? (?:por favor|gracias|claro)\b|\bcuenteme mas\b|\b(?:quisiera|quiero|me gustaria) (?:saber mas|mas informacion|pedir|comprar|reservar|probar|apuntarme|participar)\b|\bcomo puedo (?:pedir|comprar|reservar|apuntarme)\b/,
    /\bmi interessa\b|\bsono (?:molto )?interessat[oa]\b|\bsi,? (?:grazie|volentieri|per favore)\b|\bmi dica di piu\b|\b(?:vorrei|mi piacerebbe) (?:saperne di piu|sapere di piu|ordinare|comprare|acquistare|prenotare|provare|partecipare)\b|\bcome (?:posso|faccio a?) ?(?:ordinare|comprare|prenotare|iscrivermi)\b/,
    /\b(?:ben|zijn) (?:zeer |erg )?geinteresseerd\b|\bklinkt (?:goed|leuk|interessant)\b|\bja,? (?:graag|alstublieft)\b|\bvertel (?:me |mij )?(?:eens )?meer\b|\bik wil graag\b|\bgraag meer (?:weten|informatie)\b|\bhoe kan ik .{0,30}\b(?:bestellen|kopen|boeken|meedoen)\b/,
  ],
};

/** What somebody's own words say in another language than English. */
export function isSaidElsewhere(label: Told, words: string): boolean {
  const folded = foldText(words)
    .replaceAll('’', "'")
    .replace(/[^\S\n]+/g, ' ');
  return SAID[label].some((pattern) => pattern.test(folded));
}
