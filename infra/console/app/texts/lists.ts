export const LIST_TEXTS = {
  myWorkShort: ['Moje', 'Mine'],
  offerableShort: ['Otvorené', 'Open'],
  new: ['Nové', 'New'],
  roomCount: ['{n} izba|{n} izby|{n} izieb', '{n} room|{n} rooms'],
  waitsForYou: ['Čaká na vás', 'Waiting for you'],
  newOfferable: [
    'Od vašej poslednej návštevy pribudol vo vašich krajoch {n} posudok|Od vašej poslednej návštevy pribudli vo vašich krajoch {n} posudky|Od vašej poslednej návštevy pribudlo vo vašich krajoch {n} posudkov',
    '{n} testimony was requested in your regions since your last visit|{n} testimonies were requested in your regions since your last visit',
  ],
  noneInTab: ['V tejto skupine nie je žiadny posudok.', 'There are no testimonies in this group.'],
  'list.all': ['Všetky', 'All'],
  'list.pending': ['Bez ponúk', 'Without offers'],
  'list.offered': ['S ponukami', 'With offers'],
  'list.accepted': ['V práci', 'In progress'],
  'list.completed': ['Odovzdané', 'Delivered'],
  'list.cancelled': ['Zrušené', 'Cancelled'],
} as const;
