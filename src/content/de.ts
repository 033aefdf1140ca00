import type { Content } from './content.ts';

export const content: Content = {
  main: {
    title: 'Eine Telefonnummer für Ihr Unternehmen, heute noch',
    parts: [
      {
        text: [
          '{product} ist Geschäftstelefonie in der Cloud. Nummer wählen, Team hinzufügen und Anrufe annehmen, wo immer Sie arbeiten.',
        ],
      },
      {
        heading: '30 Tage testen',
        text: [
          'Die Testphase ist zu 100 % kostenlos. Bis zu ihrem Ende wird nichts abgebucht, und Sie können jederzeit im Dashboard kündigen.',
        ],
      },
      {
        heading: 'Zwei Tarife',
        list: [
          'Pay as you go: gut für eingehende Anrufe, mit einem Minutenpreis für ausgehende.',
          '2K Bundle: mit einer Nummer und 2000 Minuten pro Nutzer und Monat.',
        ],
      },
      {
        heading: 'Wissen, wie Ihre Gespräche laufen',
        text: [
          'Mit dem CX-Zusatz erhalten Sie Zusammenfassungen, Bewertungen des Kundenerlebnisses, vollständige Mitschriften und Aufzeichnungen, die 5 Jahre aufbewahrt werden.',
        ],
      },
    ],
  },
  contact: {
    title: 'Kontakt',
    parts: [
      { text: ['Schreiben Sie an {support}. Nennen Sie die E-Mail-Adresse Ihres Kontos und was geschehen ist.'] },
      {
        heading: 'Wonach wir nie fragen',
        text: ['Nach Ihrem Passwort, einem Code aus einer E-Mail oder Ihrer Kartennummer. Senden Sie diese niemandem.'],
      },
    ],
  },
  termsAndConditions: {
    title: 'Allgemeine Geschäftsbedingungen',
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
          'Sie zahlen eine monatliche Gebühr pro Nutzer und im Tarif Pay as you go eine monatliche und eine einmalige Gebühr für die Nummer.',
          'Steuern und Abgaben kommen je nach Standort hinzu. Sie ermächtigen uns, Ihre Karte für künftige Zahlungen zu belasten.',
        ],
      },
      {
        heading: 'Zusätze',
        text: [
          'Zusätze sind in der Testphase kostenlos. Was bei ihrem Ende zugewiesen ist, wird ab der ersten Rechnung berechnet.',
        ],
      },
      { heading: 'Fragen', text: ['Schreiben Sie an {support}.'] },
    ],
  },
  privacyPolicy: {
    title: 'Datenschutzerklärung',
    parts: [
      { text: ['Dies ist ein Mustertext. Der Betreiber von {product} ersetzt ihn durch die geltende Erklärung.'] },
      {
        heading: 'Was wir speichern',
        list: [
          'Ihren Namen, Ihre E-Mail-Adresse und, wenn Sie sie angeben, die Daten Ihres Unternehmens.',
          'Ihren Tarif, Ihre Nummer, Ihr Team und Ihre Rechnungen.',
          'Von Ihrer Karte: Marke, die letzten vier Ziffern und das Ablaufdatum. Kartennummer und Prüfnummer werden nicht gespeichert.',
        ],
      },
      {
        heading: 'Cookies',
        text: [
          'Notwendige Cookies halten Sie angemeldet und merken sich dieses Gerät. Analyse und Marketing nutzen wir nur, wenn Sie zustimmen. Sie können Ihre Wahl jederzeit unter „Cookie-Einstellungen“ ändern.',
        ],
      },
      {
        heading: 'Ihre Rechte',
        text: [
          'Sie können erfahren, was wir über Sie wissen, und es berichtigen oder löschen lassen. Schreiben Sie an {support}.',
        ],
      },
    ],
  },
};
