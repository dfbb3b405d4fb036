import { foldToWords } from '#kit/text.ts';

/** A word of a name as the lists have it: folded, "Dott.ssa" → "dottssa". */
export function nameKey(word: string): string {
  return foldToWords(word).replaceAll(' ', '').replaceAll('ı', 'i');
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(',').map(nameKey));
}

/** Before a name; behind one of these comes a family name as often as a given name. */
export const FORMS_OF_ADDRESS =
  wordSet(`mr,mrs,ms,miss,mx,mstr,master,sir,madam,lady,lord,dame,frau,herr,herrn,fräulein,frl,hr,fr,m,mme,mlle,
  mmes,mm,madame,monsieur,mademoiselle,sr,sra,srta,señor,señora,señorita,d,dña,don,doña,dona,sig,sigra,sigri,signa,signor,signore,signora,
  signorina,dhr,mevr,mevrouw,mw,meneer,heer,de heer,pan,pani,paní,bay,bayan,sayın,shri,smt,г-н,г-жа,господин,госпожа,пан,пані`);

export const TITLES =
  wordSet(`dr,drs,dra,drin,doc,doctor,docteur,doktor,prof,profin,professor,professorin,professora,professeur,pr,pd,dott,dottore,
  dottoressa,dottssa,med,dent,vet,phil,rer,nat,jur,habil,hc,ing,eng,inż,dipl,psych,päd,soz,kfm,kffr,mag,maga,mgr,bc,mudr,judr,phdr,rndr,lek,
  msc,bsc,mba,md,phd,rn,rev,reverend,rabbi,pastor,pastorin,pater,father,sister,brother,capt,captain,col,colonel,major,lt,sgt,hon,ra,arch,avv,
  geom,rag,lic,lcda,lcdo,univ,priv,doz,maître,coach,др,проф,д-р`);
/** Endings of titles: "Mag.a", "Dr.in", "Dott.ssa". */
export const TITLE_ENDINGS = wordSet('a,in,ssa,innen,med,ing,psych,päd,soz');

/** Titles that are names where nothing follows them. */
export const TITLES_OR_NAMES = wordSet('don,hon,mag,ra,col,bay,pan,art,heer,major,lord');

/** "Familie Lindner" names no person. */
export const FAMILIES = wordSet(
  'familie,family,famille,familia,famiglia,familien,rodina,rodzina,eheleute,ehepaar,fam,семья,родина',
);

/** Between the names of two people. */
export const CONJUNCTIONS = wordSet('and,und,et,y,e,en,og,och,i,и,та,ve');

/** In small letters they begin a family name: "van der Berg". */
export const PARTICLES = wordSet(
  'van,von,vom,zu,zum,zur,de,del,della,delle,dello,di,da,do,dos,das,du,des,der,den,ter,ten,te,la,le,los,las,el,al,bin,bint,ibn,af,av,st,mc,mac,o,y',
);
/** These in capitals too, as nobody is called so. */
export const PARTICLES_ALWAYS = wordSet(
  'von,vom,zu,zum,zur,de,del,della,delle,dello,dos,das,du,des,der,den,ter,ten,mc,st',
);

/** What programs and people write where they have no name. */
export const NO_NAMES = wordSet(
  'unknown,unbekannt,none,null,nil,nan,undefined,n a,na,test,guest,gast,customer,kunde,kundin,friend,client,info,contact,kontakt,admin,office,noreply,anonymous,anonym,true,false,wahr,falsch,user,name,x,xx,xxx,tbd',
);

/** Businesses, and what people are by profession: "Yoga Studio Berlin", "Eva Lind, Yoga Teacher". */
export const NOT_PERSONAL =
  wordSet(`studio,studios,yogastudio,praxis,gemeinschaftspraxis,physiotherapie,physio,naturheilpraxis,yoga,pilates,spa,salon,
  clinic,clinics,klinik,clinique,clinica,center,centre,centro,zentrum,institut,institute,instituto,academy,akademie,académie,accademia,apotheke,
  pharmacy,pharmacie,farmacia,therapy,therapie,therapies,massage,massagen,wellness,fitness,gym,hotel,shop,store,boutique,team,club,verein,foundation,
  stiftung,group,gruppe,groupe,services,service,solutions,consulting,company,kanzlei,agentur,agency,agence,restaurant,café,cafe,school,schule,health,
  healthcare,beauty,kosmetik,nutrition,coaching,media,university,universität,reception,sales,support,marketing,newsletter,accounting,buchhaltung,
  teacher,therapist,nutritionist,owner,founder,ceo,director,manager,trainer,practitioner,instructor,lehrerin,lehrer,therapeut,therapeutin,
  heilpraktiker,heilpraktikerin,inhaber,inhaberin,gründerin,gründer,geschäftsführer,geschäftsführerin`);

/** Family names of most Vietnamese, which come first. */
export const VIETNAMESE_FAMILIES = wordSet(
  'nguyễn,trần,lê,phạm,huỳnh,hoàng,phan,vũ,võ,đặng,bùi,đỗ,hồ,ngô,dương,lý,đinh,mai,trương',
);

/** They begin a given name of two words. */
export const FIRST_HALVES = wordSet('abu,abdul,abdel,abd,umm');
