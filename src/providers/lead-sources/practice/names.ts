/** Invented people are named as their neighbours would be: given and family names of one country belong together. */
export type NamePool = { countries: readonly string[]; given: readonly string[]; family: readonly string[] };

const words = (list: string): string[] => list.trim().split(/\s+/);

export const NAME_POOLS: readonly NamePool[] = [
  {
    countries: ['US', 'US', 'US', 'CA'],
    given: words(
      'Dana Marcus Hannah Tyler Brooke Nolan Kayla Derek Paige Russell Tessa Grant Shelby Colin Jenna Wade Leah Troy',
    ),
    family: words(
      'Whitlow Hargrove Castell Pruitt Langley Mercer Doyle Sutter Kessler Tanner Bratton Yates Hollis Decker Fenwick Rowell',
    ),
  },
  {
    countries: ['GB', 'GB', 'GB', 'IE'],
    given: words(
      'Iris Rupert Gemma Alistair Poppy Callum Bronwen Hugh Tamsin Ewan Saoirse Declan Maeve Rory Imogen Fergus Nia Joel',
    ),
    family: words(
      'Calloway Pritchard Ashdown Thackeray Orchard Penrose Kirkbride Maddock Hartnell Gillespie Byrne Sweeney Trevena Lockhart Dunmore Fairley',
    ),
  },
  {
    countries: ['AU', 'AU', 'NZ'],
    given: words(
      'Kirra Lachlan Matilda Angus Tahlia Jarrah Bronte Heath Willow Darcy Marlee Reid Aroha Nikau',
    ),
    family: words(
      'Brannigan Hollings Tully Marchetti Whitford Dempsey Gallard Ngata Rewi Coburn Stroud Varley',
    ),
  },
  {
    countries: ['DE', 'DE', 'AT', 'CH'],
    given: words(
      'Teodor Annika Lukas Frieda Jonas Liesel Matthias Greta Emil Johanna Till Katharina Moritz Hedwig',
    ),
    family: words(
      'Brandt Vogelsang Reiter Lindner Hoffstadt Kranz Oberle Wieland Amsel Drechsler Rosskopf Haberl',
    ),
  },
  {
    countries: ['SE', 'NO', 'DK', 'FI'],
    given: words('Hanne Sigrid Anders Freja Nils Astrid Eskil Tuva Henrik Maja Aino Veikko Solveig Rasmus'),
    family: words(
      'Rosvold Lindqvist Halvorsen Bergstad Nygaard Dahlberg Storm Virtala Kjelland Ekdahl Thorsen Lund',
    ),
  },
  {
    countries: ['NL', 'BE'],
    given: words('Marijke Joost Femke Bram Sanne Wout Lieke Pieter Noor Thijs Elke Ruben'),
    family: words(
      'Verhagen Dijkstra Smeets Claessens Hoekstra Maes Terpstra Wouters Brouwers Janssens Kuiper Postma',
    ),
  },
  {
    countries: ['ES', 'MX', 'US', 'AR'],
    given: words(
      'Lucia Mateo Ximena Diego Carmen Joaquin Valeria Rafael Pilar Emilio Renata Tomas Noelia Andres',
    ),
    family: words(
      'Arrieta Quintana Belmonte Cisneros Olmedo Zapata Villareal Escudero Montalvo Reyes Barrientos Luque',
    ),
  },
  {
    countries: ['IT', 'FR', 'PT', 'BR'],
    given: words(
      'Chiara Matteo Elodie Bastien Beatriz Duarte Giulia Renaud Camille Tiago Marina Florian Ilaria Caio',
    ),
    family: words(
      'Bellandi Fontaine Carvalho Moreau Serrano Vasconcelos Rinaldi Lacroix Teixeira Marchand Bianco Duval',
    ),
  },
  {
    countries: ['PL', 'CZ', 'HU', 'GR'],
    given: words('Zofia Marek Agnieszka Tomasz Eliska Radek Dorota Balint Eleni Stavros Kinga Milos'),
    family: words(
      'Wolska Kowalik Novotny Zielinski Horvath Papadakis Sikora Dvorak Mazur Vlahos Brzoza Kadlec',
    ),
  },
  {
    countries: ['IN', 'GB', 'US', 'SG'],
    given: words(
      'Anjali Rohan Meera Vikram Priyanka Arjun Kavya Nikhil Sunita Rahul Ishita Dev Lakshmi Karan',
    ),
    family: words(
      'Deshpande Iyer Malhotra Banerjee Kulkarni Menon Rastogi Chawla Nambiar Sethi Bhattacharya Rao',
    ),
  },
  {
    countries: ['NG', 'GH', 'KE', 'GB', 'US'],
    given: words('Amara Chidi Abena Kwame Wanjiru Tunde Ngozi Kofi Zainab Obinna Akinyi Femi Adaeze Yaw'),
    family: words('Eze Oyelaran Mensah Kamau Adebayo Owusu Nwosu Otieno Boateng Okafor Achieng Balogun'),
  },
  {
    countries: ['US', 'CA', 'SG', 'AU', 'JP'],
    given: words('Mei Jun Haruka Kenji Soo-ah Minho Linh Bao Yuna Wei Aiko Daniel Grace Hiro'),
    family: words('Tan Nakamura Hwang Pham Ishikawa Lim Zhou Moriyama Kwon Truong Ong Fujita'),
  },
  {
    countries: ['GB', 'US', 'CA', 'DE'],
    given: words('Noor Samir Leyla Karim Yasmin Omar Dilara Emre Rania Tariq Selin Farid Hala Kerem'),
    family: words('Halabi Demir Rahmani Yilmaz Haddad Aksoy Nasser Karaca Mansour Sezer Bakri Toprak'),
  },
];
