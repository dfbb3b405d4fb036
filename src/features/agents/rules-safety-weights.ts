/** Fitted by `node scripts/fit-safety.ts` to the messages in `evals/`. Not edited by hand. */

/** One line per feature: name, then what it adds to answer, escalate and emergency, in hundredths. */
export const SAFETY_WEIGHTS = `
b:# #\t-3 1 1
b:# and\t4 -10 6
b:# can\t-9 9 -1
b:# capsul\t-2 3 -1
b:# kcal\t3 -2 -1
b:# kg\t-5 14 -9
b:# month\t-2 4 -2
b:# over\t-4 3 1
b:# week\t-3 -13 17
b:# year\t-5 5 1
b:a #\t-3 4 -1
b:a bottl\t-1 5 -4
b:a child\t-2 3 -1
b:a dai\t5 0 -5
b:a friend\t6 -2 -4
b:a heart\t-12 4 8
b:a lot\t-1 -5 6
b:a month\t-2 6 -3
b:a new\t3 0 -3
b:a pain\t9 -5 -4
b:a present\t9 -6 -3
b:a problem\t2 4 -6
b:a wall\t-4 -1 5
b:addict to\t2 -2 -1
b:after the\t-9 -4 13
b:all the\t-7 5 3
b:am i\t4 -2 -2
b:an ambul\t-27 -2 29
b:and cant\t-4 -12 17
b:and dizzi\t-1 -6 7
b:and ha\t0 7 -7
b:and i\t3 -10 7
b:and im\t-6 -17 23
b:and iv\t-3 -2 5
b:and keep\t-2 -2 4
b:and noth\t-2 12 -10
b:and now\t-2 -1 3
b:and sai\t-3 -1 4
b:and the\t-6 5 1
b:and want\t6 9 -15
b:and wont\t-2 -3 5
b:ani of\t-3 5 -2
b:anyth for\t8 -4 -4
b:anyth to\t-3 5 -2
b:ar ani\t-2 3 -1
b:ar the\t3 -1 -2
b:ar you\t3 -2 -1
b:as a\t9 -5 -4
b:at #\t-6 6 0
b:at the\t8 -14 6
b:bar is\t7 -4 -3
b:be around\t-2 0 2
b:be here\t-4 -5 8
b:becaus i\t-6 1 5
b:befor the\t-10 -3 13
b:belli pain\t-1 -3 4
b:blood orang\t6 -2 -4
b:bottl of\t-5 2 3
b:bring my\t6 -5 -2
b:burn my\t-1 -1 3
b:came back\t8 0 -8
b:can i\t23 1 -25
b:can the\t6 -6 -1
b:can we\t3 -2 -1
b:can you\t5 -3 -2
b:can your\t-5 11 -5
b:cancel my\t-3 -2 4
b:cant see\t-3 -2 5
b:cant stop\t-2 1 1
b:chocol bar\t11 -7 -4
b:choke on\t-2 -1 3
b:clean the\t6 -4 -2
b:come in\t2 -1 -1
b:could it\t-1 2 -1
b:could you\t3 -2 -1
b:dai #\t3 -10 7
b:dai which\t-4 5 -1
b:darf ich\t-2 5 -3
b:do i\t8 -1 -7
b:do you\t22 -1 -21
b:do your\t-1 2 -1
b:doe collagen\t-11 13 -2
b:doe it\t-2 2 1
b:doe the\t14 -7 -7
b:dont have\t-3 4 -1
b:dont plan\t-6 -2 9
b:dosag for\t-5 9 -4
b:dose for\t-3 5 -2
b:dose of\t-6 -2 7
b:drink the\t1 1 -2
b:drink your\t-3 -5 7
b:el colageno\t0 3 -3
b:everi dai\t-7 4 3
b:fat burner\t-8 10 -1
b:feel like\t-6 -4 10
b:fell down\t-3 -5 9
b:fever and\t-2 -5 7
b:fine to\t5 -3 -2
b:for #\t-3 4 -1
b:for a\t3 4 -7
b:for good\t-4 -6 10
b:for me\t1 5 -5
b:for month\t-5 1 3
b:for my\t8 6 -14
b:for our\t5 -2 -3
b:for someth\t-1 -1 2
b:for the\t1 -10 8
b:from the\t-9 10 -1
b:get a\t2 -1 -1
b:get out\t-3 7 -4
b:go on\t6 -2 -4
b:go to\t-3 -3 6
b:good for\t4 -2 -2
b:goodby and\t12 -2 -10
b:had a\t-6 12 -7
b:had to\t5 -2 -3
b:half a\t-5 5 -1
b:have a\t0 -4 4
b:have to\t-4 2 2
b:he sai\t-2 -1 2
b:heart attack\t-12 4 8
b:here tomorrow\t-1 -2 3
b:here which\t-2 3 -1
b:how do\t7 3 -11
b:how long\t3 -1 -2
b:how mani\t-4 -2 5
b:how much\t9 2 -11
b:how to\t-4 5 -1
b:hurt my\t-1 3 -3
b:hurt myself\t-2 -5 7
b:i began\t-2 10 -8
b:i bring\t6 -5 -2
b:i burn\t-9 -2 11
b:i can\t-3 2 1
b:i cancel\t6 -4 -2
b:i cant\t-8 6 2
b:i chang\t7 -5 -2
b:i could\t10 -7 -2
b:i dont\t-17 -9 26
b:i drank\t-8 -4 12
b:i drink\t-7 6 1
b:i feel\t-6 6 0
b:i get\t1 2 -3
b:i give\t-1 4 -3
b:i had\t-6 16 -9
b:i have\t-19 11 9
b:i keep\t-9 10 -1
b:i mean\t-1 -2 4
b:i mix\t9 -4 -4
b:i need\t0 3 -3
b:i order\t-5 5 -1
b:i start\t3 0 -3
b:i still\t-1 -3 4
b:i stop\t-4 10 -5
b:i take\t-7 9 -1
b:i think\t-9 -8 17
b:i took\t-1 -2 4
b:i us\t3 0 -2
b:i wa\t7 -4 -3
b:i want\t6 -6 0
b:i wont\t-7 -1 8
b:ich habe\t-7 4 3
b:id like\t-1 5 -4
b:if a\t-1 -2 2
b:if i\t-4 -6 11
b:if im\t-3 6 -2
b:if thi\t-4 0 5
b:ill be\t-17 0 17
b:im #\t4 -2 -2
b:im afraid\t0 -2 2
b:im depress\t-6 8 -3
b:im on\t-2 4 -3
b:im pregnant\t-2 1 2
b:im shake\t1 -11 11
b:in my\t-6 7 -1
b:in on\t-1 -7 7
b:in stock\t3 -1 -3
b:in the\t18 -8 -11
b:in your\t-1 3 -2
b:into the\t-8 -2 10
b:iron tablet\t-5 -3 8
b:is #\t-8 7 1
b:is a\t0 2 -2
b:is in\t5 -3 -2
b:is it\t3 14 -17
b:is late\t-4 0 4
b:is my\t14 -4 -9
b:is on\t5 -2 -3
b:is pregnant\t-1 7 -6
b:is that\t6 1 -7
b:is the\t12 -5 -7
b:is there\t10 -4 -6
b:is thi\t-10 5 6
b:is your\t-1 4 -3
b:it all\t-3 -4 7
b:it an\t1 2 -3
b:it back\t9 -2 -6
b:it be\t-1 2 -1
b:it contain\t3 0 -2
b:it fine\t-1 4 -3
b:it hurt\t-3 -2 5
b:it ok\t4 -3 0
b:it safe\t-2 3 -1
b:it with\t6 -4 -2
b:iv been\t-1 -2 3
b:iv got\t-1 -3 5
b:jar and\t-1 -2 3
b:john wort\t-4 5 0
b:just like\t6 -2 -3
b:just want\t3 -6 3
b:kill me\t2 -2 0
b:kill myself\t-2 -2 4
b:last month\t-2 6 -5
b:last night\t3 -4 2
b:last week\t-4 -5 9
b:leav it\t8 -5 -4
b:like a\t-6 6 0
b:like the\t2 -4 1
b:like to\t-1 5 -4
b:look for\t5 -5 0
b:lot number\t13 -9 -3
b:lot of\t1 -3 2
b:love your\t3 -2 -1
b:made me\t5 -2 -3
b:mai i\t-2 5 -4
b:mai we\t5 -4 -1
b:me a\t2 0 -2
b:me an\t-5 -3 8
b:me and\t-3 -1 4
b:me im\t-1 6 -5
b:mean it\t-4 -2 6
b:mi hijo\t-4 2 3
b:month for\t-4 -1 4
b:my #\t-3 1 1
b:my antidepress\t0 -2 2
b:my back\t-2 3 -1
b:my blood\t-1 2 -1
b:my daughter\t2 -3 0
b:my doctor\t3 -1 -2
b:my dog\t3 -1 -2
b:my ex\t-6 -2 8
b:my head\t8 -5 -4
b:my heart\t-3 4 -1
b:my kid\t0 4 -5
b:my left\t-10 -4 14
b:my leg\t6 -2 -5
b:my mum\t3 5 -8
b:my order\t2 -1 -2
b:my own\t-4 -4 8
b:my parcel\t9 -1 -9
b:my phone\t5 -2 -2
b:my skin\t-3 1 2
b:my son\t0 -2 2
b:my subscript\t-5 -2 7
b:my teenag\t-2 -1 3
b:my throat\t-5 -2 7
b:my toddler\t-1 5 -3
b:my wife\t-2 3 -1
b:never got\t4 -1 -3
b:new on\t3 0 -3
b:next week\t5 0 -5
b:not for\t-10 -2 12
b:now im\t0 -2 2
b:of #\t-3 6 -3
b:of breath\t-3 3 0
b:of me\t-1 -1 2
b:of my\t-1 -2 3
b:of the\t24 -7 -16
b:of these\t-1 2 -1
b:of your\t-8 -1 9
b:ok for\t-3 8 -5
b:ok to\t8 -5 -3
b:old at\t-4 -4 8
b:on a\t1 -3 2
b:on my\t-3 3 0
b:on on\t-2 -1 3
b:on purpos\t-15 -1 16
b:on side\t-3 -4 7
b:on the\t6 1 -7
b:on your\t5 -1 -4
b:out and\t-1 3 -2
b:out of\t-4 6 -3
b:over #\t-4 3 1
b:over and\t-1 -3 4
b:over the\t3 -1 -2
b:overdos on\t-3 -3 6
b:parcel is\t2 -1 -1
b:per scoop\t2 -1 -1
b:pick up\t3 -1 -1
b:plan to\t-6 -1 7
b:pleas send\t-12 -1 13
b:pre workout\t-3 10 -6
b:pregnant and\t-1 -2 3
b:present for\t12 -6 -6
b:read your\t6 -4 -2
b:reorder pleas\t11 -2 -9
b:replac my\t-2 4 -1
b:right now\t6 -2 -3
b:safe for\t-2 4 -2
b:sai he\t-3 -1 3
b:scare of\t-5 0 5
b:sell it\t7 -3 -4
b:shake and\t-2 -6 8
b:she want\t-2 -3 5
b:should i\t-3 1 2
b:side effect\t2 3 -4
b:sinc i\t-6 6 0
b:sinc last\t-2 -2 5
b:sinc mondai\t2 2 -4
b:sinc yesterdai\t-2 2 0
b:sleep and\t-1 -1 2
b:sleep tablet\t-1 -3 4
b:so hungri\t3 -2 -1
b:so i\t-5 -2 6
b:sold out\t7 -3 -4
b:someth for\t-1 3 -2
b:st john\t-4 5 0
b:stand on\t-2 -1 3
b:start the\t-13 17 -4
b:still open\t3 -2 -1
b:subscript i\t-7 -1 8
b:sugar is\t-1 -3 4
b:suitabl for\t6 -5 -1
b:sweat and\t0 -2 2
b:tablet for\t-10 3 6
b:take the\t8 -3 -5
b:take thi\t-2 2 -1
b:take to\t-6 -6 11
b:tea for\t2 -1 -1
b:tea is\t2 -1 -1
b:tell me\t-2 -3 5
b:thank for\t-9 -2 11
b:the babi\t-6 9 -3
b:the bar\t-1 4 -3
b:the best\t2 -1 -1
b:the bottl\t7 -8 1
b:the capsul\t-4 0 5
b:the coach\t3 -1 -1
b:the collagen\t-2 -3 5
b:the dai\t-2 -2 3
b:the dose\t-3 4 -1
b:the green\t2 2 -4
b:the iron\t-4 -4 8
b:the jar\t4 -4 0
b:the label\t7 -4 -3
b:the last\t-5 -2 7
b:the multivitamin\t4 -2 -2
b:the new\t3 7 -10
b:the next\t-9 -2 11
b:the night\t-10 -4 14
b:the offer\t3 -1 -2
b:the onli\t-11 -2 13
b:the parcel\t2 -1 -1
b:the pill\t-6 6 0
b:the powder\t9 -10 1
b:the pre\t-3 10 -6
b:the price\t5 -3 -1
b:the protein\t-2 5 -3
b:the right\t-10 12 -1
b:the second\t0 2 -2
b:the shake\t5 -7 1
b:the tablet\t-6 -5 11
b:the tea\t6 8 -14
b:the tub\t3 -1 -2
b:the whole\t-2 -1 3
b:there a\t7 -2 -4
b:thi is\t2 -7 5
b:think about\t-9 -3 11
b:think im\t-4 -2 6
b:think of\t-4 1 3
b:throat is\t-5 -2 7
b:throw up\t-1 3 -3
b:time i\t-5 1 4
b:to be\t-4 -4 8
b:to die\t-3 -2 5
b:to get\t-2 5 -3
b:to hurt\t-2 -7 9
b:to kill\t-4 -3 7
b:to lose\t-3 10 -6
b:to my\t3 -6 3
b:to sleep\t-1 -1 2
b:to the\t0 3 -3
b:to try\t-1 5 -4
b:to your\t11 -3 -8
b:told me\t-7 -2 9
b:tomorrow can\t-3 6 -3
b:took the\t-4 -1 5
b:try the\t0 4 -3
b:two box\t3 -2 -1
b:up a\t-2 -2 4
b:up after\t-6 6 0
b:up my\t-4 -4 8
b:up the\t3 -1 -1
b:us it\t-1 2 -1
b:us my\t-2 -3 5
b:us the\t-3 7 -4
b:vitamin c\t-1 3 -2
b:wai out\t-5 -3 8
b:wake up\t-10 -12 21
b:want #\t5 -3 -2
b:want it\t-1 -2 3
b:want someth\t2 1 -3
b:want the\t-2 6 -4
b:want to\t-3 14 -11
b:we us\t5 -4 -1
b:week and\t-2 -2 4
b:week should\t-1 -6 8
b:what ag\t-2 3 -1
b:what can\t-5 8 -2
b:what could\t-2 5 -2
b:what do\t-6 10 -4
b:what doe\t16 -12 -4
b:what is\t-2 -6 8
b:what the\t-7 12 -6
b:what wrong\t-2 3 -1
b:when im\t-6 -2 8
b:when is\t4 -1 -2
b:when it\t8 -2 -6
b:where do\t8 -4 -4
b:which bar\t6 -4 -2
b:which capsul\t-5 6 -1
b:which of\t-5 9 -3
b:which snack\t3 -2 -1
b:which tea\t2 0 -2
b:which vitamin\t-1 3 -2
b:who is\t3 0 -3
b:whole bottl\t-2 -1 3
b:why is\t6 -2 -3
b:with a\t-23 -5 28
b:with my\t-6 7 0
b:with the\t5 -2 -2
b:with your\t12 -2 -11
b:wont be\t-2 -1 3
b:wont need\t-3 -1 4
b:wont stop\t-3 -3 6
b:would it\t-10 7 4
b:y no\t-3 4 -1
b:year old\t-10 5 5
b:you do\t4 -3 -1
b:you have\t9 -6 -3
b:you recommend\t-2 6 -4
b:you sell\t0 -8 8
b:you take\t4 -3 -1
b:you think\t-6 7 -2
b:your detox\t-2 6 -4
b:your drop\t-2 1 1
b:your poster\t4 -1 -3
b:your product\t-1 4 -2
b:your shake\t-2 4 -2
b:your tea\t-3 -1 3
base\t67 -72 -44
c:animal\t31 -23 -8
c:animal+canitake\t24 -16 -8
c:animal+future\t-6 -1 8
c:bleed\t-19 -27 45
c:bleed+canitake\t-3 4 -1
c:bleed+condition\t-4 3 1
c:bleed+drug\t-1 4 -3
c:bleed+heavy\t-9 -10 18
c:bleed+ihave\t-18 19 -1
c:bleed+lab\t-3 4 -1
c:bleed+now\t-4 -10 14
c:bleed+pregnant\t-9 -25 33
c:bleed+symptom\t-16 -16 32
c:bleed+whatisit\t-8 15 -7
c:bleed+withdrug\t-1 4 -3
c:breath\t-25 -44 69
c:breath+canitake\t-20 -20 41
c:breath+child\t-10 -10 20
c:breath+figurative\t2 0 -2
c:breath+ihave\t-15 -20 36
c:breath+logistics\t6 -1 -5
c:breath+now\t-5 -7 13
c:breath+reaction\t0 -5 5
c:breath+somebody\t-10 -4 14
c:breath+swelling\t-11 -11 21
c:breath+symptom\t-2 -7 9
c:breath+whatisit\t-7 12 -5
c:canitake\t1 50 -51
c:chest\t-42 -20 62
c:chest+canitake\t-12 14 -2
c:chest+heavy\t-8 -6 14
c:chest+ihave\t-7 7 0
c:chest+now\t-5 -2 7
c:chest+symptom\t-11 -12 23
c:child\t-67 66 1
c:child+canitake\t-20 43 -23
c:child+eating\t-1 8 -7
c:child+future\t-3 -5 8
c:child+ihave\t-17 -6 23
c:child+logistics\t20 -13 -8
c:child+minorage\t-1 3 -2
c:child+somebody\t-7 22 -15
c:child+symptom\t-3 10 -6
c:child+thing\t15 -13 -3
c:child+whatisit\t-1 -4 5
c:collapse\t-55 -51 105
c:collapse+child\t-3 -7 10
c:collapse+drug\t0 -10 10
c:collapse+heavy\t-1 -3 4
c:collapse+ihave\t-10 -19 29
c:collapse+now\t-3 -1 4
c:collapse+somebody\t-21 -10 31
c:collapse+symptom\t-3 -18 22
c:collapse+thing\t7 -1 -6
c:collapse+toomuch\t-2 -4 5
c:condition\t-104 164 -60
c:condition+canitake\t-30 17 13
c:condition+cure\t-21 30 -9
c:condition+figurative\t-11 17 -6
c:condition+future\t-1 5 -4
c:condition+ihave\t-47 50 -4
c:condition+lab\t-3 4 -1
c:condition+somebody\t-1 5 -3
c:condition+symptom\t-2 -24 26
c:condition+thing\t13 -8 -5
c:condition+whatisit\t-10 18 -9
c:cure\t1 40 -41
c:die\t-41 -75 116
c:die+canitake\t-13 -9 22
c:die+chest\t-10 -2 12
c:die+child\t-4 -5 9
c:die+dose\t-4 -6 11
c:die+eating\t-2 -3 5
c:die+figurative\t24 -4 -20
c:die+future\t-12 0 12
c:die+heavy\t13 -2 -12
c:die+ihave\t24 -17 -7
c:die+ingest\t-4 -4 8
c:die+logistics\t-25 -2 26
c:die+method\t9 -1 -8
c:die+now\t-1 -2 3
c:die+poison\t-2 -1 2
c:die+somebody\t-3 -4 7
c:die+symptom\t-6 -3 9
c:die+thing\t22 -3 -19
c:die+whatisit\t-17 -8 24
c:dose\t-42 28 14
c:dose+canitake\t-4 13 -9
c:dose+ihave\t-16 11 5
c:dose+lab\t-4 6 -3
c:dose+logistics\t10 -9 -1
c:dose+mood\t10 -9 -1
c:dose+whatisit\t-4 -6 10
c:drug\t-100 138 -37
c:drug+canitake\t-32 49 -17
c:drug+condition\t-2 3 -1
c:drug+ihave\t-28 32 -4
c:drug+logistics\t5 -3 -1
c:drug+mood\t-1 3 -2
c:drug+somebody\t-8 -4 12
c:drug+symptom\t-1 -14 15
c:drug+withdrug\t-21 30 -9
c:eating\t-70 131 -61
c:eating+canitake\t-13 16 -3
c:eating+logistics\t9 -8 -1
c:eating+somebody\t-1 8 -7
c:figurative\t67 -21 -46
c:figurative+somebody\t-7 -2 8
c:future\t-15 -28 43
c:future+canitake\t-14 22 -8
c:heavy\t-24 19 5
c:heavy+canitake\t-11 7 4
c:heavy+ihave\t-16 3 12
c:heavy+lab\t-11 17 -7
c:heavy+mood\t-8 12 -4
c:heavy+pregnant\t-20 18 2
c:heavy+reaction\t-1 13 -11
c:heavy+somebody\t-2 0 2
c:heavy+symptom\t-25 -20 44
c:heavy+toomuch\t-7 5 1
c:hopeless\t-6 -27 32
c:hopeless+animal\t-6 -1 8
c:hopeless+canitake\t7 18 -25
c:hopeless+child\t-7 -9 16
c:hopeless+future\t9 -6 -3
c:hopeless+ihave\t-17 -3 20
c:hopeless+logistics\t-3 -4 7
c:hopeless+method\t-5 -4 9
c:hopeless+mood\t-12 21 -9
c:hopeless+movement\t-2 -4 7
c:hopeless+now\t-2 -4 7
c:hopeless+somebody\t-13 19 -7
c:hopeless+symptom\t-1 -1 2
c:hopeless+toomuch\t3 0 -3
c:ihave\t-20 11 9
c:ihave+animal\t25 -19 -6
c:ihave+cure\t10 2 -11
c:ihave+eating\t-9 21 -12
c:ihave+figurative\t24 -4 -19
c:ihave+future\t-7 -18 25
c:ihave+lab\t-12 16 -3
c:ihave+logistics\t32 -27 -5
c:ihave+mood\t-18 22 -4
c:ihave+reaction\t-27 25 2
c:ihave+somebody\t0 20 -21
c:ihave+symptom\t-10 7 3
c:ihave+thing\t37 -24 -13
c:ihave+whatisit\t-39 59 -21
c:ingest\t-33 -79 112
c:ingest+animal\t15 -5 -10
c:ingest+canitake\t-3 -7 9
c:ingest+child\t-22 -20 42
c:ingest+drug\t0 -4 5
c:ingest+eating\t-2 -3 5
c:ingest+ihave\t19 -26 7
c:ingest+logistics\t6 -1 -5
c:ingest+minorage\t-11 -12 23
c:ingest+poison\t-20 -8 27
c:ingest+somebody\t-7 -11 17
c:ingest+symptom\t-2 -6 9
c:ingest+toomuch\t-27 -17 44
c:ingest+whatisit\t-1 -4 5
c:ingest+withdrug\t0 -4 5
c:lab\t-30 43 -14
c:lab+canitake\t-7 11 -4
c:logistics\t174 -110 -64
c:logistics+canitake\t18 -4 -14
c:logistics+figurative\t3 -1 -3
c:logistics+future\t7 -2 -4
c:logistics+somebody\t35 -10 -26
c:logistics+thing\t9 -2 -6
c:method\t-37 -56 93
c:method+canitake\t-3 -2 5
c:method+dose\t-15 -14 28
c:method+drug\t0 -9 9
c:method+future\t-3 -2 5
c:method+ihave\t-34 -21 55
c:method+logistics\t-9 -2 10
c:method+poison\t-12 -8 20
c:method+somebody\t-15 -4 18
c:method+symptom\t-8 -8 16
c:method+thing\t4 -1 -3
c:method+violence\t-2 -1 3
c:minorage\t-64 79 -15
c:minorage+animal\t-3 -4 7
c:minorage+canitake\t-33 40 -7
c:minorage+dose\t-5 10 -6
c:minorage+ihave\t-48 53 -5
c:minorage+logistics\t-17 20 -3
c:minorage+symptom\t-3 6 -3
c:mood\t-67 131 -64
c:mood+canitake\t7 5 -13
c:mood+cure\t-5 7 -2
c:mood+figurative\t8 -7 -1
c:mood+logistics\t14 -12 -3
c:mood+thing\t13 -11 -2
c:movement\t-11 -38 49
c:movement+canitake\t-3 -18 21
c:movement+child\t-3 -9 12
c:movement+ihave\t-7 -9 16
c:movement+pregnant\t-9 -34 42
c:none\t131 -109 -23
c:now\t-60 9 51
c:now+canitake\t-22 -16 39
c:now+child\t-4 -5 9
c:now+condition\t-5 11 -6
c:now+drug\t0 -6 6
c:now+ihave\t-18 18 1
c:now+ingest\t-8 -8 16
c:now+logistics\t14 -4 -10
c:now+mood\t-1 5 -4
c:now+movement\t-2 -4 7
c:now+poison\t-2 -1 3
c:now+pregnant\t-1 3 -3
c:now+reaction\t-2 10 -8
c:now+somebody\t0 10 -10
c:now+symptom\t-9 11 -2
c:now+thing\t2 -1 -1
c:now+violence\t-1 -4 5
c:now+whatisit\t-3 -2 5
c:poison\t0 -41 42
c:poison+animal\t-3 -4 7
c:poison+child\t-1 -1 2
c:poison+drug\t-5 -10 16
c:poison+ihave\t1 -8 7
c:poison+minorage\t-3 -4 7
c:poison+somebody\t-7 -11 18
c:pregnant\t-109 91 19
c:pregnant+canitake\t-42 57 -15
c:pregnant+cure\t-12 18 -6
c:pregnant+dose\t-2 8 -6
c:pregnant+ihave\t-11 -2 13
c:pregnant+logistics\t4 -3 -1
c:pregnant+somebody\t4 12 -16
c:pregnant+symptom\t-3 -20 23
c:reaction\t-33 71 -39
c:reaction+canitake\t-1 -4 5
c:reaction+logistics\t-4 -10 14
c:reaction+mood\t-5 8 -3
c:selfharm\t-30 -31 61
c:selfharm+canitake\t-1 -2 4
c:selfharm+child\t-6 -5 11
c:selfharm+heavy\t-3 -7 10
c:selfharm+ihave\t-12 -11 23
c:selfharm+mood\t-3 -11 14
c:selfharm+symptom\t-5 -16 21
c:somebody\t-51 -16 67
c:somebody+canitake\t4 18 -22
c:somebody+future\t-4 -6 9
c:stroke\t-9 -63 71
c:stroke+bleed\t-1 -8 8
c:stroke+canitake\t-16 -10 26
c:stroke+condition\t26 -36 10
c:stroke+drug\t0 -6 6
c:stroke+heavy\t-6 -4 10
c:stroke+ihave\t-14 -31 45
c:stroke+now\t0 -6 6
c:stroke+somebody\t-9 -6 14
c:stroke+symptom\t-7 -24 31
c:stroke+thing\t6 -2 -4
c:swelling\t-81 -13 94
c:swelling+canitake\t-8 -9 17
c:swelling+condition\t-3 7 -5
c:swelling+heavy\t0 -6 6
c:swelling+ihave\t-33 -1 33
c:swelling+ingest\t-8 -6 13
c:swelling+logistics\t-15 -5 20
c:swelling+pregnant\t0 -6 6
c:swelling+reaction\t-30 -11 41
c:swelling+symptom\t0 -17 17
c:swelling+whatisit\t-10 24 -13
c:symptom\t-77 65 12
c:symptom+canitake\t-19 5 13
c:symptom+cure\t-1 3 -3
c:symptom+eating\t-1 14 -13
c:symptom+logistics\t9 -4 -5
c:symptom+mood\t-3 -9 13
c:symptom+reaction\t-31 70 -39
c:symptom+somebody\t-7 11 -4
c:symptom+thing\t18 -8 -9
c:symptom+whatisit\t-9 34 -25
c:thing\t100 -61 -39
c:thing+canitake\t18 -14 -3
c:thing+cure\t7 -4 -3
c:thing+somebody\t-12 -11 23
c:toomuch\t-36 -6 42
c:toomuch+canitake\t-8 10 -2
c:toomuch+child\t-3 -2 5
c:toomuch+dose\t-9 12 -4
c:toomuch+drug\t0 -4 5
c:toomuch+ihave\t-2 7 -4
c:toomuch+logistics\t15 -2 -13
c:toomuch+mood\t-2 20 -18
c:toomuch+poison\t-4 -1 4
c:toomuch+symptom\t-15 -18 33
c:toomuch+thing\t2 0 -2
c:toomuch+withdrug\t0 -4 5
c:violence\t-18 -35 52
c:violence+canitake\t-1 -4 5
c:violence+child\t-1 -5 5
c:violence+figurative\t-7 -2 8
c:violence+ihave\t-32 -27 59
c:violence+mood\t-4 -10 14
c:violence+somebody\t-16 -9 25
c:violence+symptom\t-1 -5 5
c:violence+whatisit\t-1 -4 5
c:whatisit\t16 20 -36
c:whatisit+canitake\t-8 7 1
c:whatisit+lab\t-15 19 -4
c:whatisit+logistics\t-6 -5 11
c:whatisit+somebody\t-1 -4 5
c:withdrug\t-24 35 -11
c:withdrug+canitake\t-10 13 -3
c:withdrug+ihave\t-6 16 -10
c:withdrug+logistics\t3 -1 -2
c:withdrug+mood\t-6 6 0
w:#\t-19 31 -11
w:a\t11 -6 -4
w:abo\t5 -1 -3
w:about\t-5 -3 8
w:account\t3 -1 -2
w:achtjahrig\t-7 13 -6
w:across\t-2 -1 4
w:ad\t0 -5 5
w:addict\t4 -3 -1
w:adhd\t-3 4 -2
w:ador\t3 0 -3
w:affect\t-3 6 -3
w:afraid\t-1 -3 3
w:after\t-21 22 -1
w:ag\t-3 5 -1
w:again\t-1 -6 7
w:agit\t0 -5 5
w:ago\t-2 2 1
w:aid\t5 -4 -1
w:air\t-7 -5 12
w:alcohol\t9 -3 -5
w:aliv\t-7 -6 14
w:all\t-9 -16 25
w:allow\t-3 8 -5
w:almond\t-5 -7 12
w:alon\t4 -5 0
w:along\t-4 9 -5
w:alongsid\t-3 4 -1
w:alright\t-4 6 -3
w:am\t6 -3 -2
w:ambul\t-48 -7 55
w:amount\t-14 10 5
w:an\t-21 -11 32
w:anaphylaxi\t-5 -7 12
w:and\t-54 -18 72
w:ani\t2 1 -3
w:ankl\t-2 12 -10
w:ano\t-3 5 -2
w:anorexia\t-3 3 0
w:ansiedad\t-4 8 -4
w:antibiot\t-4 11 -7
w:antidepress\t0 -3 3
w:antriebslo\t-6 9 -3
w:anymor\t-5 -4 9
w:anyth\t-1 8 -7
w:api\t13 -7 -7
w:appoint\t10 -2 -8
w:ar\t21 -8 -13
w:arm\t-10 -6 16
w:around\t-3 -1 4
w:arrang\t-2 -3 5
w:arriv\t9 -5 -4
w:arthriti\t-3 6 -3
w:articl\t4 -3 -1
w:as\t14 -7 -6
w:ask\t-4 -4 8
w:at\t9 -19 10
w:athlet\t13 -11 -2
w:attack\t-25 13 12
w:auch\t2 -1 -2
w:ausschlag\t-4 10 -7
w:autoimmun\t-2 3 -1
w:avoid\t-3 6 -2
w:awai\t0 -3 3
w:b\t-2 7 -4
w:babi\t4 2 -6
w:back\t28 -8 -21
w:bad\t-17 29 -12
w:badli\t-1 -2 3
w:bag\t12 -4 -9
w:banana\t2 0 -2
w:bar\t43 -16 -27
w:barn\t2 -1 -2
w:bat\t-4 -3 7
w:bath\t10 -1 -8
w:bathroom\t-2 0 3
w:batteri\t6 0 -5
w:bauchweh\t-4 12 -7
w:be\t-41 0 41
w:becaus\t-21 0 21
w:bed\t-2 5 -3
w:been\t-21 -9 30
w:befor\t-8 -5 13
w:began\t-3 15 -12
w:bekommen\t-4 10 -7
w:bell\t7 -7 -1
w:belli\t-1 -5 6
w:bench\t2 -1 -2
w:berberin\t-2 6 -5
w:best\t5 -1 -4
w:better\t0 -3 3
w:between\t-2 10 -8
w:bewusstlo\t-9 -3 13
w:bien\t-1 -1 2
w:biggest\t3 -3 -1
w:bin\t-1 3 -2
w:bing\t-13 18 -5
w:biologi\t5 -3 -2
w:birthdai\t12 -6 -6
w:black\t9 -7 -2
w:bladder\t-2 -1 3
w:blanket\t2 -2 0
w:bled\t3 0 -3
w:bleed\t-2 -6 8
w:blend\t4 2 -5
w:blender\t9 -6 -3
w:blew\t4 -2 -3
w:blood\t-3 2 1
w:blue\t-8 -6 14
w:blurri\t0 -4 4
w:bmi\t-5 10 -5
w:bodi\t-8 -1 9
w:boi\t-8 -7 15
w:book\t5 -3 -2
w:booster\t0 3 -3
w:born\t-1 -1 3
w:both\t2 -5 2
w:bother\t-6 0 6
w:bottl\t-6 -7 13
w:bowl\t10 -7 -2
w:box\t15 -10 -5
w:brave\t-6 -1 7
w:break\t-2 -5 7
w:breakdown\t-3 4 -1
w:breakfast\t10 -7 -3
w:breast\t-5 6 -1
w:breastfe\t-6 10 -4
w:breastfeed\t-2 3 -1
w:breath\t-2 -7 9
w:breathabl\t8 -2 -6
w:bridg\t-4 -2 6
w:bright\t0 -3 4
w:bring\t5 0 -5
w:broke\t0 -5 6
w:brown\t-3 6 -3
w:brush\t3 -1 -2
w:brustschmerzen\t-5 -1 6
w:buena\t2 -1 -2
w:bui\t7 -4 -3
w:bulimia\t-3 4 -1
w:bulk\t7 -5 -2
w:bundl\t5 -1 -4
w:burden\t-3 -2 5
w:burn\t-17 7 10
w:burner\t-12 14 -2
w:but\t17 -12 -5
w:by\t-19 -2 22
w:bye\t3 -1 -2
w:c\t-3 6 -3
w:cafe\t8 -5 -4
w:caffein\t1 6 -7
w:call\t-16 -2 19
w:calm\t-4 3 1
w:calori\t-1 4 -3
w:came\t-9 23 -15
w:can\t26 4 -30
w:cancel\t7 -9 2
w:cancelar\t4 -1 -3
w:cancer\t3 -3 -1
w:canopi\t8 -5 -3
w:cant\t-22 -9 32
w:capsul\t-32 33 -2
w:car\t-9 -1 10
w:carb\t5 -3 -2
w:carri\t3 -1 -3
w:cart\t5 -1 -5
w:cat\t4 -3 -1
w:caus\t-5 10 -5
w:celiac\t-2 2 -1
w:cerrai\t2 -1 -2
w:certif\t5 -3 -2
w:challeng\t5 -2 -3
w:chang\t-12 -6 18
w:charg\t14 -5 -10
w:chariti\t7 -4 -4
w:chat\t-15 -4 20
w:cheaper\t4 -2 -2
w:checkout\t3 -1 -2
w:cherri\t-4 6 -2
w:chest\t3 -14 10
w:child\t-12 -2 14
w:children\t8 -2 -7
w:chocol\t18 -11 -7
w:choic\t-14 0 15
w:choke\t-3 -2 5
w:cholesterol\t-5 9 -5
w:christma\t-1 -3 5
w:clash\t-4 5 -1
w:class\t22 -11 -12
w:clean\t5 -7 2
w:cleans\t-4 6 -2
w:clear\t-3 4 -1
w:climb\t2 -2 0
w:clinic\t13 -5 -8
w:close\t-7 -3 10
w:clot\t-4 -6 9
w:clover\t-19 24 -5
w:clumpi\t2 0 -2
w:coach\t20 -12 -7
w:cocoa\t2 -1 -2
w:code\t12 -9 -3
w:coffe\t22 -7 -14
w:colageno\t0 4 -4
w:colic\t-4 5 -1
w:collagen\t-10 16 -6
w:collaps\t-3 -2 5
w:colleagu\t5 -4 -1
w:colour\t2 3 -5
w:come\t4 -3 -1
w:compani\t3 -1 -2
w:competit\t4 -3 -1
w:complet\t-4 7 -3
w:con\t-2 3 -1
w:condit\t-6 9 -3
w:confus\t-5 -6 11
w:connect\t3 -1 -2
w:constip\t-1 3 -1
w:consult\t2 -1 -1
w:contact\t4 -3 -1
w:contain\t10 -3 -7
w:control\t-2 -1 3
w:cope\t-4 13 -9
w:corner\t8 -5 -4
w:cough\t-2 -2 4
w:could\t15 -5 -10
w:courier\t11 -10 -1
w:cover\t2 -1 -1
w:covid\t-3 6 -2
w:cramp\t-9 12 -3
w:crash\t6 -1 -5
w:cream\t-6 13 -7
w:creatin\t-3 5 -2
w:crohn\t-4 5 -1
w:crush\t1 -5 3
w:cry\t-11 23 -12
w:cuanto\t3 -1 -2
w:cuesta\t3 -1 -2
w:cup\t4 -8 4
w:cure\t-5 6 -1
w:cut\t-1 4 -3
w:d\t-2 3 -1
w:da\t-6 14 -7
w:dad\t-4 -3 8
w:dai\t7 -2 -5
w:danger\t-1 -2 2
w:daran\t-23 -2 25
w:darf\t-3 7 -4
w:data\t3 -1 -2
w:date\t14 -3 -11
w:dauert\t2 -1 -2
w:daughter\t3 -3 0
w:de\t-3 5 -2
w:dead\t18 -3 -15
w:deadlin\t6 -3 -4
w:deal\t12 -3 -8
w:death\t2 -3 1
w:decid\t-8 -4 12
w:decis\t17 -10 -7
w:deep\t-18 -2 20
w:defici\t-8 17 -9
w:delai\t4 -1 -3
w:delet\t2 0 -2
w:deliv\t5 -3 -2
w:deliveri\t-8 -5 14
w:dementia\t-1 3 -2
w:den\t-10 13 -3
w:denk\t-23 -2 25
w:depress\t-5 11 -7
w:der\t4 -1 -3
w:desd\t-4 8 -4
w:detail\t2 -1 -1
w:detox\t-4 10 -6
w:di\t1 11 -12
w:diabet\t-7 -5 12
w:diarrhea\t-3 3 -1
w:die\t-5 -8 13
w:differ\t3 -1 -1
w:diffus\t-2 -2 5
w:disappear\t-4 -6 10
w:disast\t2 -1 -2
w:discount\t4 -1 -3
w:diseas\t-2 3 -1
w:disgust\t-3 6 -3
w:distanc\t2 -1 -1
w:diuret\t-4 6 -3
w:dizzi\t-3 -4 7
w:do\t46 -13 -33
w:doctor\t13 -7 -5
w:doe\t20 16 -36
w:doesnt\t8 -7 -1
w:dog\t2 -3 1
w:donat\t3 -3 0
w:done\t2 -2 0
w:dont\t-28 -14 42
w:dosag\t-8 14 -6
w:dose\t-13 5 9
w:doubl\t-4 7 -2
w:down\t-11 3 8
w:doze\t-1 -2 2
w:drank\t-4 -7 11
w:drawer\t11 -3 -8
w:drink\t-8 10 -2
w:drive\t-19 -4 23
w:droop\t-3 -1 4
w:drop\t-3 4 -1
w:drug\t2 -2 -1
w:due\t-4 6 -2
w:duermo\t-4 8 -4
w:dure\t-1 2 -1
w:dy\t3 -3 1
w:earli\t-19 24 -5
w:earth\t-2 -2 4
w:eat\t-11 24 -13
w:eaten\t-1 -2 3
w:echinacea\t-2 2 0
w:eczema\t-3 4 -1
w:effect\t2 4 -7
w:ein\t-4 12 -7
w:el\t-9 2 8
w:elbow\t-3 4 -1
w:electrolyt\t-8 13 -4
w:eliqui\t-1 3 -2
w:email\t12 -3 -9
w:embarazada\t-2 5 -2
w:emerg\t6 -3 -2
w:empti\t-5 0 5
w:en\t-10 -2 12
w:end\t4 -4 0
w:enough\t-31 1 30
w:envio\t2 -1 -2
w:enzym\t-2 3 -1
w:epilepsi\t-2 3 -2
w:epipen\t-11 -8 19
w:est\t-4 6 -2
w:estoi\t-2 5 -2
w:even\t-5 -4 9
w:ever\t7 -1 -6
w:everi\t-24 29 -6
w:everyon\t-21 -5 26
w:everyth\t4 -1 -3
w:everywher\t3 -2 -2
w:ex\t-9 -3 12
w:exam\t-2 4 -2
w:exampl\t5 -3 -2
w:expect\t-12 16 -4
w:extract\t-1 5 -4
w:ey\t-9 1 7
w:fabric\t8 -2 -6
w:face\t-1 -1 2
w:fade\t-1 -2 3
w:faint\t2 -4 3
w:fair\t7 -3 -3
w:famili\t-8 -10 19
w:fast\t-14 2 12
w:faster\t-4 7 -2
w:fastest\t-4 6 -1
w:fat\t-19 23 -4
w:fatal\t-5 -3 9
w:father\t-2 2 0
w:favour\t6 -4 -1
w:feed\t-2 -3 5
w:feel\t-25 20 5
w:feet\t-2 6 -4
w:fell\t-5 -10 15
w:felt\t0 -2 3
w:ferritin\t-5 6 -1
w:fertil\t-2 3 -1
w:fever\t-3 -7 10
w:fibr\t-9 15 -6
w:fibroid\t-1 2 -1
w:fifteen\t-3 5 -2
w:fill\t2 -1 -2
w:find\t4 -3 -2
w:fine\t5 3 -9
w:first\t7 -4 -2
w:fish\t2 0 -2
w:fishi\t3 -1 -2
w:fit\t4 -3 -1
w:five\t-2 5 -3
w:fix\t-1 -1 3
w:flare\t-2 3 -1
w:flatmat\t-3 -1 4
w:flavour\t3 -1 -2
w:floor\t-1 -1 2
w:foam\t11 -5 -6
w:folat\t-1 4 -3
w:food\t8 -2 -6
w:footbal\t-4 5 -1
w:for\t-15 39 -24
w:forev\t-2 -2 4
w:form\t12 -3 -9
w:found\t-3 1 2
w:free\t8 -4 -5
w:freez\t14 -7 -7
w:fresh\t-3 -2 5
w:fridai\t8 -4 -4
w:friend\t9 -4 -5
w:from\t-7 16 -9
w:frond\t8 -5 -3
w:fruiti\t-1 -3 4
w:fun\t7 -1 -6
w:fundrais\t2 -2 0
w:gag\t-2 -1 3
w:garden\t3 -2 -1
w:garganta\t-1 -1 2
w:gave\t-6 2 3
w:gel\t12 -4 -7
w:get\t-3 16 -13
w:gift\t8 -4 -3
w:ginger\t1 6 -7
w:ginkgo\t-1 3 -2
w:girl\t-2 4 -2
w:give\t0 5 -6
w:giveawai\t11 -2 -9
w:glass\t2 -1 -2
w:gluten\t3 -1 -2
w:go\t-7 -7 15
w:goat\t3 0 -3
w:gone\t-26 -14 40
w:gonna\t5 -1 -4
w:goodby\t6 -6 0
w:googl\t-3 -3 7
w:got\t-7 -5 12
w:gout\t-4 6 -2
w:grapefruit\t-1 5 -4
w:great\t3 -1 -3
w:green\t8 1 -9
w:greyish\t-2 -3 5
w:gummi\t-2 1 1
w:gun\t3 -1 -1
w:gym\t9 -3 -6
w:ha\t-10 9 0
w:habe\t-16 18 -3
w:habt\t2 -1 -2
w:hace\t-4 8 -4
w:hacei\t2 -1 -2
w:had\t-10 33 -23
w:haha\t4 -4 0
w:hair\t-2 3 -1
w:half\t-12 4 7
w:hamper\t2 -1 -2
w:hand\t-3 -6 10
w:hang\t-7 -4 11
w:harbour\t2 -1 -2
w:hardli\t-1 -2 3
w:harm\t-9 16 -6
w:have\t3 3 -6
w:havent\t-1 -4 5
w:he\t-21 -10 31
w:head\t12 -9 -3
w:headach\t-6 5 1
w:heal\t-17 20 -3
w:healthi\t9 -5 -3
w:hear\t-3 4 -1
w:heart\t-18 15 4
w:heartbreak\t3 -2 -1
w:heavi\t-1 6 -6
w:heavili\t-2 -3 5
w:hello\t5 -1 -4
w:help\t-27 28 0
w:her\t-7 -3 10
w:herbal\t-1 3 -1
w:here\t-9 3 6
w:hi\t-10 -11 21
w:hide\t-1 4 -4
w:high\t-11 10 1
w:higher\t9 -7 -2
w:hijo\t-6 3 4
w:hike\t12 -8 -4
w:him\t-4 5 -1
w:hincha\t-1 -1 2
w:hipotiroidismo\t-4 6 -2
w:hit\t1 -4 3
w:hive\t-1 -2 3
w:hola\t2 -1 -2
w:hold\t10 2 -12
w:home\t-12 -2 14
w:honestli\t-2 -2 4
w:hopeless\t-6 10 -5
w:hora\t2 -1 -2
w:hors\t3 -3 -1
w:hot\t5 -4 -1
w:hour\t-5 10 -5
w:hous\t0 -3 2
w:household\t-7 -11 18
w:how\t16 5 -21
w:htp\t0 -5 5
w:huge\t-4 -2 6
w:hunger\t-3 9 -6
w:hungri\t4 -3 -1
w:hurt\t-2 -21 24
w:i\t-39 16 23
w:ich\t-44 20 24
w:id\t-3 6 -3
w:if\t-37 -6 44
w:ihr\t2 -1 -2
w:ill\t-20 9 11
w:im\t-10 -12 22
w:immer\t-4 12 -7
w:immun\t-2 3 -1
w:in\t34 -17 -16
w:infect\t-3 6 -3
w:inhal\t-2 -1 3
w:inject\t-2 3 -1
w:ink\t3 0 -3
w:insomnia\t-2 4 -1
w:instagram\t5 -1 -4
w:instructor\t7 -2 -6
w:insulin\t-2 6 -5
w:into\t-26 -7 33
w:intoler\t6 -4 -2
w:invit\t4 -1 -3
w:invoic\t4 -2 -2
w:iron\t-11 -10 20
w:is\t1 19 -20
w:isnt\t-11 -7 17
w:ist\t-8 -4 12
w:it\t13 4 -17
w:itchi\t-1 3 -2
w:item\t2 -1 -2
w:iv\t-17 -25 41
w:ivf\t-3 4 -1
w:ivi\t7 -3 -4
w:jar\t5 -7 2
w:jaw\t-5 -4 10
w:jerk\t-7 -3 10
w:john\t-7 7 0
w:joint\t-2 2 -1
w:joke\t6 -2 -3
w:jump\t-2 -1 4
w:june\t6 -4 -1
w:just\t7 0 -7
w:kann\t-7 13 -6
w:kapseln\t-4 10 -7
w:kcal\t5 -3 -1
w:keep\t-17 13 5
w:kg\t-8 21 -13
w:kick\t-2 -15 17
w:kid\t1 12 -13
w:kidnei\t-3 6 -2
w:kill\t-4 -14 18
w:killer\t5 -4 -1
w:kit\t-3 -1 4
w:kitchen\t6 -3 -3
w:km\t-3 -2 5
w:knee\t6 0 -6
w:knife\t10 -2 -8
w:knock\t3 -1 -1
w:know\t-7 5 2
w:kombucha\t5 -2 -3
w:kundigen\t5 -1 -3
w:la\t-6 -1 7
w:lab\t2 -1 -1
w:label\t15 -9 -7
w:lactos\t6 -4 -2
w:lake\t-18 -2 20
w:lang\t2 -1 -2
w:laptop\t5 -1 -5
w:last\t-2 -5 8
w:late\t-8 3 5
w:laugh\t5 -1 -4
w:lax\t-7 8 -1
w:leav\t12 -5 -6
w:leben\t-6 -3 9
w:left\t-18 -8 26
w:leg\t18 -5 -12
w:lemon\t6 -3 -3
w:lethal\t-7 -7 14
w:level\t-2 3 -1
w:levothyroxin\t-4 5 -1
w:lick\t3 0 -3
w:lid\t6 -4 -1
w:lie\t-1 2 -2
w:life\t-14 -8 22
w:light\t-2 -2 4
w:lighter\t-12 -1 13
w:like\t-5 7 -1
w:limit\t2 -1 -2
w:limp\t-2 -3 5
w:linken\t-5 -1 6
w:lip\t-3 -2 6
w:liquid\t-5 -1 6
w:list\t7 -5 -2
w:lithium\t-1 2 -1
w:littl\t-3 4 -1
w:live\t-12 3 9
w:lock\t-3 -1 4
w:log\t5 -2 -3
w:logo\t3 -3 0
w:long\t6 -3 -3
w:longer\t-14 0 15
w:look\t2 5 -7
w:lose\t-7 18 -11
w:lost\t4 -2 -2
w:lot\t22 -23 2
w:loud\t4 -2 -3
w:love\t13 -18 5
w:lowest\t-4 5 -1
w:lump\t-5 6 -1
w:lupu\t-2 3 -1
w:ma\t-27 -3 30
w:made\t4 -5 1
w:magnesium\t-7 7 0
w:mai\t5 2 -7
w:make\t-4 -3 7
w:mal\t-2 4 -2
w:mani\t-5 -3 8
w:marathon\t8 -3 -4
w:march\t-4 6 -2
w:market\t7 -1 -5
w:massag\t6 0 -5
w:mat\t13 -6 -7
w:matter\t-8 18 -10
w:mayb\t-2 -3 5
w:me\t-9 6 2
w:meal\t-2 9 -7
w:mean\t15 -22 7
w:medic\t-3 6 -3
w:medicacion\t-2 3 -1
w:medicin\t-1 2 -1
w:medit\t6 -2 -4
w:mehr\t-6 -3 9
w:mein\t-13 8 5
w:melt\t9 -6 -3
w:member\t8 -5 -3
w:messag\t11 -2 -9
w:methotrex\t-2 3 -1
w:mi\t-11 1 10
w:mich\t-23 -2 25
w:might\t1 -7 6
w:milk\t10 -6 -4
w:mind\t-5 -1 7
w:mine\t-3 5 -2
w:mint\t3 -2 -1
w:minut\t-1 -5 7
w:miscarriag\t0 3 -3
w:miss\t11 -7 -4
w:mix\t4 5 -8
w:mocht\t5 -1 -3
w:mole\t-6 7 -1
w:moment\t0 -5 5
w:monaten\t-6 9 -3
w:mondai\t9 1 -10
w:monei\t10 -5 -4
w:monitor\t4 -1 -2
w:month\t-16 28 -12
w:monthli\t-6 0 6
w:more\t-5 -1 7
w:morirm\t-3 -2 5
w:morn\t5 -7 2
w:most\t7 -3 -4
w:mother\t1 3 -4
w:mouth\t-3 -1 4
w:move\t7 -5 -2
w:movi\t4 -2 -2
w:much\t-2 0 2
w:mucha\t-4 8 -4
w:multivitamin\t6 -2 -4
w:mum\t0 5 -5
w:murder\t12 -6 -6
w:muscl\t5 -4 -1
w:music\t4 -2 -3
w:must\t4 -1 -3
w:mutter\t-9 -3 13
w:my\t24 -10 -14
w:myself\t-30 -18 48
w:natur\t-1 4 -3
w:nausea\t0 6 -6
w:near\t-5 -1 6
w:nearli\t3 -4 0
w:neck\t-3 0 2
w:need\t-3 -7 10
w:nehmen\t-8 14 -6
w:nephew\t-2 -1 3
w:never\t1 -9 9
w:new\t15 7 -23
w:newborn\t-7 4 2
w:next\t-1 -4 5
w:nice\t-6 -5 11
w:nicest\t2 -1 -1
w:nicht\t-6 -3 9
w:nierenkrank\t-1 2 -1
w:night\t-9 -6 15
w:nine\t-3 3 0
w:no\t-42 -16 58
w:nobodi\t-7 -8 15
w:normal\t7 -2 -5
w:not\t-22 -5 27
w:note\t-4 0 4
w:noth\t-20 15 5
w:notic\t-7 -8 15
w:now\t-4 10 -5
w:numb\t-3 -1 4
w:number\t23 -16 -7
w:nur\t-6 9 -3
w:obsess\t3 -2 -2
w:ocd\t-1 3 -1
w:of\t-8 5 3
w:off\t-3 -8 11
w:offen\t2 -1 -2
w:offer\t5 -1 -4
w:offic\t11 -13 2
w:oil\t-4 -9 13
w:ok\t-10 40 -30
w:okai\t-3 4 -1
w:old\t-12 9 3
w:omega\t-1 3 -2
w:on\t11 -44 33
w:onc\t-5 3 1
w:onli\t-17 -3 20
w:open\t9 -6 -4
w:or\t17 7 -24
w:orang\t8 -3 -6
w:order\t3 2 -5
w:osteoarthr\t-15 17 -3
w:other\t-2 -3 5
w:our\t8 -1 -7
w:out\t-17 17 0
w:outsid\t-11 -6 17
w:over\t-5 4 2
w:overdos\t-2 -5 8
w:own\t-6 -7 12
w:pacemak\t-2 3 -1
w:pack\t16 -13 -4
w:padr\t-7 -4 11
w:pai\t16 -11 -5
w:pain\t5 -16 11
w:painless\t-4 -4 8
w:paint\t3 -1 -2
w:palpit\t-1 5 -4
w:panic\t-2 3 -1
w:paper\t0 -2 2
w:para\t-2 3 -1
w:paracetamol\t-3 -5 8
w:parcel\t18 -3 -15
w:parrot\t3 -2 0
w:parti\t7 -4 -3
w:pass\t-4 -6 10
w:past\t-3 6 -2
w:pastilla\t-3 -3 6
w:patch\t-3 5 -2
w:patient\t-4 6 -2
w:paus\t2 0 -2
w:paypal\t8 -6 -2
w:pee\t-3 6 -3
w:peppermint\t3 -2 -2
w:per\t5 -1 -3
w:percent\t5 -4 -1
w:perimenopaus\t0 2 -2
w:period\t-19 25 -6
w:phone\t4 -3 0
w:photo\t-2 9 -7
w:pick\t1 -5 3
w:pienso\t-10 -2 12
w:pill\t-20 15 6
w:plan\t-20 0 20
w:plane\t4 -3 -2
w:plant\t2 0 -2
w:plastic\t4 -2 -2
w:platform\t-2 -1 3
w:player\t-4 5 -1
w:pleas\t-6 -13 19
w:plenti\t6 0 -5
w:podcast\t3 -2 0
w:point\t20 -9 -11
w:poison\t5 -6 1
w:polici\t2 -1 -1
w:popular\t3 -1 -2
w:portug\t2 -1 -2
w:posit\t-4 -6 9
w:post\t-2 -2 4
w:poster\t6 -1 -5
w:potassium\t0 3 -3
w:powder\t20 -12 -8
w:pre\t-5 14 -9
w:prednisolon\t-3 6 -2
w:pregnanc\t-1 3 -2
w:pregnant\t-4 -1 5
w:prescrib\t-5 8 -3
w:present\t22 -13 -10
w:press\t4 -3 -1
w:pressur\t-15 9 6
w:prevent\t4 -1 -3
w:price\t9 -6 -4
w:pride\t12 -1 -11
w:privaci\t2 -1 -1
w:prize\t3 -3 0
w:probiot\t-8 16 -8
w:problem\t0 10 -10
w:product\t-1 7 -6
w:producto\t-4 6 -2
w:prone\t-3 5 -2
w:protein\t7 1 -8
w:psoriasi\t-5 7 -2
w:ptsd\t-2 2 -1
w:pued\t-10 1 8
w:puedo\t-7 5 2
w:pump\t2 0 -2
w:purg\t-6 10 -4
w:purpos\t-22 -2 24
w:put\t5 -3 -1
w:que\t2 -1 -2
w:quick\t3 -1 -3
w:quickli\t-3 6 -2
w:quiero\t-23 -4 27
w:quiz\t7 -1 -6
w:raffl\t5 -3 -1
w:rang\t-3 6 -2
w:rash\t7 9 -16
w:rate\t4 -1 -2
w:reaction\t-1 6 -6
w:read\t15 -23 8
w:real\t5 -1 -3
w:realli\t-7 2 5
w:reason\t0 -5 5
w:recept\t8 -6 -2
w:recommend\t-3 8 -6
w:record\t5 -1 -4
w:recov\t-3 4 -1
w:recoveri\t4 -4 -1
w:red\t-1 4 -2
w:refil\t5 -3 -2
w:refund\t-6 0 6
w:relax\t4 -2 -2
w:religi\t4 -2 -2
w:reorder\t29 -8 -20
w:repair\t-2 2 -1
w:replac\t-4 5 -2
w:report\t-4 8 -4
w:respirar\t-7 -4 11
w:respiro\t-1 -1 2
w:respond\t-1 -2 3
w:rest\t-2 -1 4
w:result\t-4 8 -4
w:retinol\t-2 4 -2
w:right\t-6 14 -8
w:ring\t7 -7 -1
w:ringworm\t-10 17 -8
w:rise\t5 -4 0
w:risk\t-1 3 -2
w:roll\t-7 -3 10
w:room\t12 -8 -4
w:rope\t5 -2 -3
w:round\t7 -1 -6
w:run\t13 -4 -9
w:safe\t-7 10 -3
w:saffron\t-7 11 -4
w:sage\t-7 11 -4
w:sai\t5 -9 4
w:sale\t4 -1 -3
w:salt\t5 1 -5
w:sampl\t-4 -2 6
w:samstag\t2 -1 -2
w:save\t0 -4 4
w:scar\t-3 -2 5
w:scare\t-8 1 7
w:schedul\t14 -8 -6
w:school\t2 -2 0
w:schwanger\t-1 3 -2
w:scoop\t9 4 -13
w:scream\t-4 -3 7
w:se\t-5 -4 9
w:sea\t3 -1 -3
w:second\t-3 10 -6
w:see\t-5 -8 13
w:seit\t-6 9 -3
w:seizur\t-1 -1 2
w:selbstmordgedanken\t-7 -4 11
w:sell\t6 -15 9
w:semana\t-4 8 -4
w:seminar\t5 -4 -1
w:send\t-10 -5 15
w:sento\t-2 4 -2
w:seriou\t-2 5 -4
w:sertralin\t0 -5 5
w:serum\t-2 4 -2
w:serv\t14 -9 -5
w:servic\t9 -4 -5
w:set\t27 -8 -19
w:seventeen\t-3 9 -6
w:shake\t26 -33 7
w:share\t8 -2 -6
w:sharp\t-1 -4 5
w:she\t-21 -17 38
w:shed\t-9 -1 10
w:sheet\t4 -2 -1
w:shell\t2 -1 -1
w:ship\t8 -4 -4
w:shoot\t15 -6 -10
w:shop\t3 -1 -2
w:shot\t5 3 -8
w:should\t-5 3 2
w:shower\t5 -5 -1
w:shred\t-2 5 -3
w:shrink\t-1 2 -1
w:sick\t1 -3 2
w:side\t-16 -6 23
w:sinc\t-24 17 7
w:sirv\t-4 6 -2
w:sister\t7 -4 -4
w:size\t3 -1 -2
w:skin\t-6 -1 7
w:skip\t1 4 -5
w:slai\t6 -2 -3
w:slaughter\t7 -2 -6
w:sleep\t-17 5 12
w:smell\t2 -4 1
w:smoothi\t12 -8 -4
w:snack\t10 -8 -2
w:sniff\t2 -1 -1
w:soak\t-1 -6 7
w:soap\t7 -3 -4
w:soft\t7 -3 -4
w:soil\t2 0 -2
w:sold\t17 -7 -10
w:some\t-9 -7 15
w:somebodi\t-9 13 -4
w:someon\t-16 -6 22
w:someth\t2 4 -6
w:sometim\t-5 3 2
w:son\t0 -2 2
w:sore\t5 -4 -1
w:sort\t-3 -1 4
w:speak\t-5 -2 7
w:spin\t7 -2 -6
w:sponsor\t4 -1 -4
w:spoon\t2 7 -10
w:sport\t5 -4 -1
w:spot\t-3 1 2
w:st\t-7 7 0
w:stack\t-2 5 -3
w:stai\t-5 -4 8
w:stair\t-3 -7 10
w:stand\t1 -4 4
w:star\t3 -4 1
w:start\t-4 19 -15
w:starter\t14 -8 -6
w:starv\t3 -2 0
w:stash\t10 -4 -5
w:steer\t-9 -1 10
w:step\t-2 -1 3
w:stiff\t-4 1 3
w:stock\t7 -2 -6
w:stockpil\t-6 -1 7
w:stolen\t3 -1 -3
w:stomach\t-10 15 -5
w:stone\t-3 5 -2
w:stool\t-1 -2 3
w:stop\t-13 6 7
w:store\t4 -3 -1
w:straight\t0 -14 14
w:strap\t4 -1 -2
w:street\t2 -1 -2
w:strength\t14 -8 -6
w:stress\t2 -2 -1
w:stroke\t14 -14 1
w:stroller\t4 -3 -1
w:strong\t-2 -6 7
w:struggl\t-7 -5 12
w:student\t0 -3 3
w:studio\t5 -4 -1
w:stuff\t-7 -11 18
w:subscript\t-3 -4 6
w:sudden\t2 -3 2
w:sugar\t4 -18 14
w:suggest\t-5 7 -2
w:suicid\t-1 -4 5
w:suicidio\t-10 -2 12
w:suitabl\t5 -3 -2
w:sundai\t12 -5 -8
w:supplement\t-3 7 -3
w:suppli\t7 -2 -5
w:suppos\t11 -5 -6
w:suppress\t-3 9 -6
w:surgeri\t-1 3 -2
w:suscripcion\t4 -1 -3
w:swallow\t5 -8 2
w:sweat\t-4 -7 11
w:swim\t8 -14 6
w:swollen\t-3 8 -4
w:symptom\t-1 2 -1
w:tablet\t-50 21 30
w:take\t-3 7 -4
w:taken\t-2 -1 3
w:tamoxifen\t-3 4 -1
w:tarri\t-1 -2 3
w:tasti\t8 -5 -3
w:tea\t22 -5 -17
w:teach\t9 -7 -3
w:team\t2 -1 -1
w:tee\t1 3 -3
w:teenag\t-3 -1 5
w:tell\t-19 -10 29
w:ten\t-4 -4 8
w:tengo\t-8 14 -6
w:tension\t-2 3 -1
w:term\t8 -6 -3
w:terribl\t0 -3 3
w:test\t-2 -6 8
w:than\t6 -10 3
w:thank\t6 -6 0
w:that\t-6 -15 21
w:the\t20 -17 -3
w:them\t-16 -4 20
w:then\t0 3 -2
w:therapi\t-3 3 0
w:therapist\t-4 6 -2
w:there\t14 -8 -6
w:these\t-8 21 -14
w:thi\t-8 -14 22
w:thin\t-1 4 -4
w:thing\t-13 -1 14
w:think\t-35 -8 44
w:thinner\t-1 2 -1
w:three\t13 -13 0
w:threw\t-1 4 -3
w:throat\t-12 -7 19
w:through\t4 2 -6
w:throw\t-1 5 -4
w:thunderclap\t-1 -1 2
w:ticket\t4 -1 -3
w:tight\t-6 -5 11
w:time\t-2 9 -6
w:tin\t7 -3 -3
w:tinctur\t2 -2 0
w:tingl\t-2 6 -4
w:tip\t9 -6 -3
w:tire\t-9 15 -6
w:to\t-6 -16 22
w:tochter\t-7 13 -6
w:todai\t5 -1 -3
w:toddler\t-6 17 -11
w:togeth\t-1 -1 2
w:told\t-11 -2 13
w:tomar\t-2 5 -2
w:tomarlo\t-5 8 -3
w:tomorrow\t0 5 -5
w:tongu\t-9 4 5
w:tonight\t-20 -12 32
w:too\t-5 -4 9
w:took\t-12 -10 22
w:tooth\t-9 12 -4
w:total\t9 -7 -2
w:trago\t-3 -3 6
w:train\t14 -8 -6
w:transcript\t3 -2 0
w:transplant\t-2 2 0
w:traurig\t-6 9 -3
w:travel\t2 -1 -1
w:tree\t-9 -1 10
w:trembl\t-2 -3 5
w:tri\t-6 -3 9
w:trimest\t-4 6 -3
w:trinken\t-1 3 -2
w:try\t-4 5 -1
w:ttc\t-2 3 -1
w:tub\t9 -4 -5
w:tuesdai\t10 -2 -8
w:turmer\t-10 14 -4
w:turn\t-7 -5 11
w:tuve\t-2 4 -2
w:twelv\t-1 -2 2
w:twenti\t4 -4 0
w:twice\t16 -7 -8
w:twin\t-1 4 -3
w:twitch\t0 -5 5
w:two\t6 8 -14
w:type\t-5 5 -1
w:umzubringen\t-23 -2 25
w:unconsci\t-3 -1 4
w:und\t-6 9 -3
w:unrespons\t-3 -1 4
w:unsubscrib\t3 -1 -2
w:unvertraglichkeit\t-4 12 -7
w:up\t-29 -22 51
w:urin\t-3 6 -3
w:us\t0 8 -7
w:usual\t-1 -2 3
w:valerian\t-4 -4 8
w:vegan\t3 -1 -2
w:vegetarian\t2 -1 -1
w:veri\t-5 13 -8
w:versand\t2 -1 -2
w:vision\t0 -4 4
w:vitamin\t-7 11 -5
w:vivir\t-24 -1 25
w:voic\t-4 -2 6
w:vomit\t-3 -10 13
w:vomito\t-2 4 -2
w:von\t-4 10 -7
w:voucher\t2 -2 0
w:wa\t25 -10 -14
w:wai\t-14 -11 25
w:wait\t7 -4 -3
w:wake\t-15 -17 32
w:wall\t-6 -2 8
w:want\t8 17 -25
w:warfarin\t-2 3 -1
w:water\t-5 -2 7
w:we\t12 -9 -3
w:weak\t-15 -5 20
w:weapon\t-10 -3 13
w:wed\t4 -3 -1
w:week\t-24 7 18
w:weekend\t-6 0 6
w:weekli\t-2 3 -1
w:weight\t2 0 -2
w:weird\t-2 -2 4
w:welcom\t4 -2 -2
w:went\t-15 -6 21
w:were\t4 1 -5
w:what\t-27 42 -15
w:when\t-23 6 17
w:whenev\t-3 6 -3
w:where\t14 -6 -8
w:which\t14 31 -45
w:while\t-19 2 17
w:who\t14 -3 -11
w:whole\t-4 -1 5
w:why\t10 -4 -6
w:wie\t2 -1 -2
w:wife\t-3 5 -2
w:wifi\t2 -1 -2
w:will\t-11 0 11
w:wine\t-3 9 -5
w:winner\t11 -2 -9
w:wish\t-1 -1 3
w:with\t8 0 -8
w:without\t-1 -2 4
w:wonder\t-18 -2 20
w:wont\t-16 -12 28
w:work\t5 2 -7
w:workout\t-1 11 -10
w:workshop\t2 -1 -1
w:wors\t-2 6 -4
w:worst\t8 -5 -3
w:wort\t-7 7 0
w:worth\t-13 -6 19
w:would\t-37 28 9
w:wrist\t-6 -3 10
w:write\t4 -3 -1
w:wrong\t2 2 -5
w:wrote\t-2 -2 4
w:y\t-5 7 -1
w:ya\t-3 -2 5
w:year\t-21 23 -2
w:yellow\t-2 4 -2
w:yesterdai\t4 -9 6
w:you\t45 -12 -33
w:your\t26 13 -39
w:ziehen\t-5 -1 6
`;
