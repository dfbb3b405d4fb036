import { lazy } from '#kit/lazy.ts';
import { stemOf } from './stem.ts';

/**
 * Words that tell what somebody does, how, when and who they are: deeds, manners, times, family. A text that answers may
 * put them otherwise or leave them out. What is left of a question names things, and where nothing speaks of a thing that
 * was asked for, nothing answers. Written over everyday English, for no business in particular.
 */
const TELLING = `
    accept access accompany act adapt adjust admit advise afford agree allow amend annoy answer apologise appear
    apply argue arrange arrive ask assume attach attend avoid await bear beat become beg begin behave believe belong
    bend bite blame block blow book borrow bother bought break breathe bring broke broken brought build bump burn
    burst buy call came cancel care carry catch caught cause celebrate change charge charged chase check chew choose
    chose chosen claim clean clear click climb close collect combine come coming comment commit compare complain
    confirm confuse connect consider contact contain continue convince cook cope copy correct cost count cover crack
    crash create cross cry cut deal decide decline declined deduct delay delete deliver deny depend describe deserve
    destroy dislike display dissolve divide double doubt download drag draw dress drink drive drop dry earn eat edit
    eligible email empty encourage end enjoy enrol ensure enter escape exceed exchange excuse exist expect expire
    explain express extend face fail fall feed feel fell felt fetch fight fill find finish fit fix flip float flood
    flown fly fold follow forbid force forget forgot forgotten forward free freeze get gift give go gone grab grow
    guess hand handle hang happen hate have hear heard help hide hire hit hold hope hurt identify ignore imagine
    improve include increase inform insist install introduce invite involve join jump keep kept kick kill knock know
    lack land last laugh lead leak leaked learn leave left lend let lie lift like limit list listen live load lock
    log look lose lost love lower mail maintain make manage mark match matter mean measure meet melt mend mention
    mind miss mistake mix modify move need notice notify obey obtain occur offer open operate opt order organise owe
    own pack paid park pass pause pay perform persuade phone pick pinch place plan play point possible post postpone
    pour practise prefer prepare present press prevent print proceed produce promise protect prove provide pull
    purchase push put qualify quit raise reach react read realise receive recommend recover redeem reduce refer
    refill refund refuse register regret reject relax rely remain remember remind remove renew rent repair repeat
    replace reply report request require reschedule rescue reserve resist respond rest restart return reveal ride
    ring rip ripped rise roll rolled round rub ruin run rush save say scan scare scrub search see seek seem select
    sell send sent separate serve set settle shake share shift shine ship shoot shop shout show shrink shut sign sit
    skip sleep slip slow smash smell smoke snap snapped solve sort sound speak spend spill split spoil spot spread
    squeeze stain stand start state stay steal step stick stink stop store stretch struggle stuck study submit
    substitute succeed suffer suggest suit supply support suppose surprise survive suspect swap swear sweat swim
    switch take taken talk taste teach tear tell tend terminate test thank think threw throw tick tie tied tip took
    torn touch trade train transfer travel treat trouble trust try turn turned type undo unhappy unsubscribe update
    upgrade upload upset use used vanish vary visit vote wait wake walk want warm warn wash waste watch wear welcome
    went win wish withdraw wonder work worry worth wrap write wrong
    able about above absolutely actually again ago ahead all almost alone already also altogether always annoying
    annual anymore anyone anything anyway anywhere around aside automatically available away awful back bad badly
    behind best better between big bit bored both brief bright busy certain certainly cheap cheaper clever cold
    common complete completely confused convenient currently daily damaged dangerous dead dear definitely different
    difficult directly due each earlier early easier easily easy either else enough entire especially even ever
    every everyone everything everywhere exact exactly exclusive existing extra fair far fast faster favourite few
    fine first fixed following former frequently fresh full fully fun further general generally glad good great half
    happy hard hardly heavy high however huge ideal ill immediately important impossible including individual
    instead interested just keen kind large late lately later latest least less likely little long longer lots loud
    lovely low lucky mainly many maximum maybe mine minimum missing moment monthly more most mostly much multiple
    nearby nearly necessary nervous never new next nice nobody none normal normally nothing nowhere obviously odd
    off often okay old once one only ordinary originally other otherwise out outside over overall particular past
    perfect perhaps permanent personal personally plain plenty poor possibly pretty previous previously probably
    proper properly quick quickly quiet quite rather ready real really recently regular regularly required rid right
    rough same second secret serious several short shortly sick silly similar simple simply since single slightly
    slowly small so sold some somebody someone something sometimes somewhere soon sorry spare special specific still
    straight strange strong such sudden suddenly sure terrible tight tiny tired together too total totally twice
    typical unable under unfortunately unopened unused up upfront urgent urgently useful usual usually various very
    weak weekly well whatever whenever wherever whether whole wide wrongly yearly yet young
    abroad afternoon age aunt autumn birthday body boss boy boys brother case chance child children circumstance
    colleague couple cousin dad daughter day days evening everybody family father folks friend friends girl girls
    gran granddad grandfather grandma grandmother guest guy guys holiday holidays home hospital hour house husband
    idea issue job kid kids lady life lot man mate men minute mom month months morning mother mum name neighbor
    neighbour night noon office parent parents part partner people person problem question reason sister situation
    son spring story stuff summer team thing things time times today tomorrow tonight traffic trip uncle vacation
    way week weekend weeks wife winter woman women world year years yesterday
`;

const telling = lazy(
  (): ReadonlySet<string> =>
    new Set(
      TELLING.split(/\s+/)
        .filter((word) => word !== '')
        .flatMap((word) => [word, stemOf(word)]),
    ),
);

const DAYS =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter)$/;

/** What a word of a question is: the name of a thing, a day, a figure, or what only tells how it came to be asked. */
export type WordKind = 'thing' | 'day' | 'figure' | 'telling';

export function wordKind(word: string): WordKind {
  if (/^[\d.,:]+$/.test(word)) return 'figure';
  if (DAYS.test(word)) return 'day';
  // A phrase that has a meaning of its own is a deed or a manner: 'get rid of', 'right away'.
  if (word.includes(' ') || word.endsWith('ly') || telling().has(word) || telling().has(stemOf(word)))
    return 'telling';
  return 'thing';
}
