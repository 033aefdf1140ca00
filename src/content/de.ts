import type { Content } from './content.ts';

export const content: Content = {
  main: {
    title: 'Eine Rufnummer für Ihr Unternehmen – heute noch startklar',
    parts: [
      {
        text: [
          '{product} ist Geschäftstelefonie in der Cloud. Rufnummer auswählen, Team hinzufügen und Anrufe annehmen, wo immer Sie arbeiten.',
        ],
      },
      {
        heading: '30 Tage testen',
        text: [
          'Die Testphase ist zu 100 % kostenlos. Bis zu ihrem Ende wird nichts abgebucht, und Sie können jederzeit im Dashboard kündigen.',
        ],
      },
      {
        heading: 'Zwei Tarife',
        list: [
          'Pay as you go: gut geeignet für eingehende Anrufe; ausgehende werden pro Minute abgerechnet.',
          '2K Bundle: mit einer Rufnummer und 2.000 Minuten pro Nutzer und Monat.',
        ],
      },
      {
        heading: 'Wissen, wie Ihre Gespräche laufen',
        text: [
          'Mit der CX-Option erhalten Sie Gesprächs­zusammen­fassungen, Bewertungen des Kunden­erlebnisses, vollständige Transkripte und Aufzeichnungen, die 5 Jahre aufbewahrt werden.',
        ],
      },
    ],
  },
  contact: {
    title: 'Kontakt',
    parts: [
      {
        text: [
          'Schreiben Sie an {support}. Nennen Sie uns die E-Mail-Adresse Ihres Kontos und beschreiben Sie, was passiert ist.',
        ],
      },
      {
        heading: 'Wonach wir nie fragen',
        text: [
          'Nach Ihrem Passwort, einem Code aus einer E-Mail oder Ihrer Kartennummer. Geben Sie diese Daten niemals weiter.',
        ],
      },
    ],
  },
  termsAndConditions: {
    title: 'Allgemeine Geschäfts­bedingungen',
    parts: [
      { text: ['Dies ist ein Mustertext. Der Betreiber von {product} ersetzt ihn durch die geltenden Bedingungen.'] },
      {
        heading: 'Die Testphase',
        text: [
          'Die Testphase ist 30 Tage lang kostenlos. Sie können jederzeit vor ihrem Ende kündigen; dann wird nichts abgebucht.',
          'Die erste Abbuchung erfolgt an dem Tag, an dem die Testphase endet. Sie wird ab diesem Tag anteilig berechnet.',
        ],
      },
      {
        heading: 'Preise und Zahlung',
        text: [
          'Sie zahlen eine monatliche Gebühr pro Nutzer und im Tarif „Pay as you go“ zusätzlich eine monatliche Gebühr und eine einmalige Einrichtungsgebühr für die Rufnummer.',
          'Steuern und Abgaben kommen je nach Standort hinzu. Sie ermächtigen uns, Ihre Karte für künftige Zahlungen zu belasten.',
        ],
      },
      {
        heading: 'Optionen',
        text: [
          'Optionen sind in der Testphase kostenlos. Optionen, die am Ende der Testphase zugewiesen sind, werden ab der ersten Rechnung berechnet.',
        ],
      },
      { heading: 'Fragen', text: ['Schreiben Sie an {support}.'] },
    ],
  },
  privacyPolicy: {
    title: 'Datenschutz­erklärung',
    parts: [
      { text: ['Dies ist ein Mustertext. Der Betreiber von {product} ersetzt ihn durch die geltende Erklärung.'] },
      {
        heading: 'Was wir speichern',
        list: [
          'Ihren Namen, Ihre E-Mail-Adresse und, wenn Sie sie angeben, die Daten Ihres Unternehmens.',
          'Ihren Tarif, Ihre Rufnummer, Ihr Team und Ihre Rechnungen.',
          'Von Ihrer Karte: Marke, die letzten vier Ziffern und das Ablaufdatum. Kartennummer und Prüfnummer werden nicht gespeichert.',
        ],
      },
      {
        heading: 'Cookies',
        text: [
          'Mit notwendigen Cookies bleiben Sie angemeldet und wir erkennen dieses Gerät wieder. Analyse und Marketing nutzen wir nur, wenn Sie zustimmen. Sie können Ihre Wahl jederzeit unter „Cookie-Einstellungen“ ändern.',
        ],
      },
      {
        heading: 'Ihre Rechte',
        text: [
          'Sie können Auskunft über Ihre Daten verlangen und sie berichtigen oder löschen lassen. Schreiben Sie an {support}.',
        ],
      },
    ],
  },
};
