import { describe, expect, it } from 'vitest';
import { textOfHtml } from './html.ts';
import { ownWords } from './own-words.ts';

const QUOTE = '> Hello,\n> we never send more than one mail a month.\n';

describe('the own words of a reply', () => {
  it.each([
    ['below the quote', `On 16/11/2026 10:12, Mia wrote:\n${QUOTE}\nYes please.`, 'Yes please.'],
    ['between quoted lines', `On Monday Mia wrote:\n> Tea?\n\nYes.\n\n> Coffee?\nNo.\n`, 'Yes.\n\nNo.'],
    ['behind the line of a telephone', `Sent from my iPhone\n\nYes please\n\n${QUOTE}`, 'Yes please'],
    [
      'above the line of a program with its link',
      'Yes please\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n',
      'Yes please',
    ],
    [
      'in the line of a telephone',
      'Sent from my phone, sorry for typos. Yes please',
      'Sent from my phone, sorry for typos. Yes please',
    ],
    [
      'above a line broken twice',
      `Sì\n\nIl giorno lun 16 nov 2026 alle ore 10:12 Mia Berg di Northwind <\nmia@northwind.test> ha\nscritto:\n\n${QUOTE}`,
      'Sì',
    ],
    [
      'above Zoho',
      `Yes\n\n---- On Mon, 16 Nov 2026 10:12:00 +0100 Mia <mia@x.test> wrote ----\n\nHello`,
      'Yes',
    ],
    ['above T-Online', `Ja\n\nMia Berg <mia@x.test> hat am 16.11.2026 10:12 CET geschrieben:\n\nHallo`, 'Ja'],
    [
      'above Orange',
      `Oui\n\n> Message du 16/11/26 10:12\n> De : "Mia" <mia@x.test>\n> Objet : Soirées\n>\n> Bonjour`,
      'Oui',
    ],
    [
      'above Zimbra',
      `Oui\n\n----- Mail original -----\nDe: "Mia" <mia@x.test>\nÀ: ann@x.test\nEnvoyé: Lundi 16 Novembre 2026 10:12:00\nObjet: Soirées\n\nBonjour`,
      'Oui',
    ],
    [
      'above a header without an address',
      'Ja\n\nVan: Mia Berg\nVerzonden: maandag 16 november 2026 10:12\nAan: Ann\nOnderwerp: Avonden\n\nHallo',
      'Ja',
    ],
    [
      'above a bold header in a table',
      'Sí\n\n*De:* Mia\n*Enviado el:* lunes\n*Para:* Ann\n*Asunto:* Noches\n\nHola',
      'Sí',
    ],
    ['above a signature', 'Yes!\r\n-- \r\nAnn\r\nClinic', 'Yes!'],
    [
      'with a booking in the form of a header',
      'De: Madrid\nPara: Lisboa\nFecha: 3 de mayo',
      'De: Madrid\nPara: Lisboa\nFecha: 3 de mayo',
    ],
    [
      'with a sentence like an attribution',
      'On the phone Ann wrote: two bags.\nOn reflection, three.',
      'On the phone Ann wrote: two bags.\nOn reflection, three.',
    ],
    [
      'with words that they quote of their own',
      'On Friday I wrote:\n- two bags\n- one cup\nPlease send them.',
      'On Friday I wrote:\n- two bags\n- one cup\nPlease send them.',
    ],
    [
      'above a phone with a French date',
      'Oui\n\nMia Berg a écrit le 16/11/2026 10:12\u202f:\n\nBonjour',
      'Oui',
    ],
    [
      'above Yahoo on a telephone',
      'Good.\n\nOn Mon, 16 Nov 2026 at 10:12, Mia<mia@x.test> wrote:   Hello,\n\nmore of ours',
      'Good.',
    ],
    ['above Tuta', 'Ja\n\n16. Nov. 2026, 10:12 von mia@x.test:\n\n> Hallo', 'Ja'],
    ['above Notes', 'Ja\n\n-----"Mia" <mia@x.test> schrieb: -----\nAn: Ann\nHallo', 'Ja'],
    [
      'in a list behind two dashes',
      'Two questions:\n--\n1. Parking?\n2. A mat?',
      'Two questions:\n--\n1. Parking?\n2. A mat?',
    ],
    ['above K-9', 'Ja\n\nAm 16. November 2026 10:12:31 MEZ schrieb Mia <mia@x.test>:\nHallo', 'Ja'],
    [
      'sent by post',
      'Gesendet mit der Post habe ich es gestern.',
      'Gesendet mit der Post habe ich es gestern.',
    ],
  ])('stay %s', (_place, text, own) => {
    expect(ownWords(text)).toEqual({ text: own, isAllQuoted: false });
  });

  it('are everything where nothing else would be left', () => {
    const text = `On 16/11/2026 10:12, Mia wrote:\n${QUOTE}`.trim();
    expect(ownWords(text)).toEqual({ text, isAllQuoted: true });
    expect(ownWords('')).toEqual({ text: '', isAllQuoted: false });
  });

  it('are read from HTML, between the parts that it quotes too', () => {
    const html = `<style>p{}</style><p>Yes &amp; no</p><div class="gmail_quote">On Mon, Nov 16, 2026 Mia &lt;mia@x.test&gt; wrote:<br>
      <blockquote>Tea?</blockquote><div>Yes.</div><blockquote><p>Coffee?</p><blockquote>More</blockquote></blockquote><div>No.</div></div>`;
    expect(ownWords(textOfHtml(html)).text).toBe('Yes & no\n\nYes.\n\nNo.');
  });
});
