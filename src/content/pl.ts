import type { Content } from './content.ts';

export const content: Content = {
  main: {
    title: 'Numer telefonu dla firmy, jeszcze dziś',
    parts: [
      {
        text: [
          '{product} to telefonia firmowa w chmurze. Wybierz numer, dodaj zespół i odbieraj połączenia wszędzie, gdzie pracujesz.',
        ],
      },
      {
        heading: 'Wypróbuj przez 30 dni',
        text: [
          'Okres próbny jest w 100% bezpłatny. Do jego końca nic nie pobieramy, a zrezygnować można w każdej chwili w panelu.',
        ],
      },
      {
        heading: 'Dwa plany',
        list: [
          'Pay as you go: dobry do połączeń przychodzących, ze stawką za minutę połączeń wychodzących.',
          '2K Bundle: zawiera numer i 2000 minut na użytkownika miesięcznie.',
        ],
      },
      {
        heading: 'Wiedz, jak przebiegają rozmowy',
        text: [
          'Dodatek CX daje podsumowania rozmów, ocenę doświadczeń klientów, pełne transkrypcje i nagrania przechowywane przez 5 lat.',
        ],
      },
    ],
  },
  contact: {
    title: 'Kontakt',
    parts: [
      { text: ['Napisz na adres {support}. Podaj adres e-mail konta i opisz, co się stało.'] },
      {
        heading: 'O co nigdy nie pytamy',
        text: ['O hasło, kod z wiadomości e-mail ani o numer karty. Nie wysyłaj ich nikomu.'],
      },
    ],
  },
  termsAndConditions: {
    title: 'Regulamin',
    parts: [
      { text: ['To jest tekst przykładowy. Operator {product} zastępuje go obowiązującym regulaminem.'] },
      {
        heading: 'Okres próbny',
        text: [
          'Okres próbny jest bezpłatny przez 30 dni. Przed jego końcem można w każdej chwili zrezygnować; wtedy nic nie pobieramy.',
          'Pierwsza opłata przypada w dniu zakończenia okresu próbnego i jest naliczana proporcjonalnie od tego dnia.',
        ],
      },
      {
        heading: 'Ceny i płatność',
        text: [
          'Płaci się miesięczną opłatę za użytkownika, a w planie Pay as you go także miesięczną i jednorazową opłatę za numer.',
          'Podatki i opłaty są doliczane zależnie od lokalizacji. Upoważniasz nas do obciążania karty przyszłymi płatnościami.',
        ],
      },
      {
        heading: 'Dodatki',
        text: [
          'Dodatki są bezpłatne w okresie próbnym. Te, które są przypisane w chwili jego zakończenia, wchodzą do pierwszej faktury.',
        ],
      },
      { heading: 'Pytania', text: ['Napisz na adres {support}.'] },
    ],
  },
  privacyPolicy: {
    title: 'Polityka prywatności',
    parts: [
      { text: ['To jest tekst przykładowy. Operator {product} zastępuje go obowiązującą polityką.'] },
      {
        heading: 'Co przechowujemy',
        list: [
          'Imię i nazwisko, adres e-mail oraz dane firmy, jeśli zostały podane.',
          'Plan, numer, zespół i faktury.',
          'Z karty: markę, cztery ostatnie cyfry i datę ważności. Numeru karty i kodu zabezpieczającego nie przechowujemy.',
        ],
      },
      {
        heading: 'Pliki cookie',
        text: [
          'Niezbędne pliki cookie utrzymują zalogowanie i zapamiętują to urządzenie. Analityka i marketing działają tylko za zgodą, którą można zmienić w każdej chwili w „Ustawieniach plików cookie”.',
        ],
      },
      {
        heading: 'Twoje prawa',
        text: ['Możesz zapytać, co o Tobie wiemy, poprawić to lub usunąć. Napisz na adres {support}.'],
      },
    ],
  },
};
