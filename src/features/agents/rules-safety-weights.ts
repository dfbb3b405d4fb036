/** Fitted by `node scripts/fit-safety.ts` to the messages in `evals/`. Not edited by hand. */

/** One line per feature: name, then what it adds to answer, escalate and emergency, in hundredths. */
export const SAFETY_WEIGHTS = `
b:# ano\t-6 9 -3
b:# can\t-10 10 0
b:# capsul\t-2 7 -4
b:# kcal\t3 -2 -1
b:# kg\t-10 19 -9
b:# month\t-3 5 -2
b:# over\t-8 8 0
b:# week\t-11 -7 18
b:# which\t-1 2 -2
b:# year\t-8 9 0
b:a babi\t0 2 -2
b:a bottl\t-8 5 3
b:a case\t10 -8 -2
b:a child\t-6 5 1
b:a dai\t4 4 -7
b:a famili\t7 -4 -3
b:a friend\t7 -2 -5
b:a glass\t-4 -7 12
b:a heart\t-10 5 6
b:a leg\t2 -1 -2
b:a lot\t-3 -3 5
b:a month\t-8 12 -4
b:a new\t7 -4 -3
b:a nurs\t4 -2 -2
b:a pacemak\t-6 7 -1
b:a pain\t12 -4 -8
b:a pictur\t6 -7 2
b:a present\t12 -7 -5
b:a problem\t-2 9 -7
b:a rash\t0 -6 6
b:a stroke\t1 -6 5
b:a student\t7 -2 -4
b:a wall\t-4 -1 5
b:about the\t6 -3 -3
b:addict to\t11 -9 -3
b:after a\t-8 9 -1
b:after hike\t6 -4 -1
b:after the\t-8 0 8
b:after your\t-1 -8 10
b:ag can\t-7 7 -1
b:all of\t-11 -4 15
b:all the\t-9 3 6
b:am i\t13 -6 -7
b:amount of\t-9 -2 11
b:an ambul\t-21 -4 25
b:an articl\t3 -2 -1
b:and cant\t-8 -11 19
b:and dizzi\t-1 -10 11
b:and ha\t0 4 -4
b:and he\t-4 -1 5
b:and hi\t-3 -1 4
b:and i\t-9 -10 20
b:and im\t-19 -21 40
b:and is\t-9 10 -1
b:and it\t-6 5 1
b:and iv\t-3 -2 5
b:and keep\t-2 -2 4
b:and my\t-19 -3 22
b:and noth\t-3 11 -8
b:and now\t-6 -2 8
b:and sai\t-6 -4 10
b:and swollen\t0 -2 2
b:and thi\t-3 -1 4
b:and want\t-1 10 -10
b:and wont\t-5 -5 10
b:ani more\t-6 5 0
b:ani of\t2 0 -2
b:anyth for\t2 2 -4
b:anyth to\t-2 3 -1
b:ar ani\t-2 3 -1
b:ar in\t5 -3 -2
b:ar miss\t-3 -2 5
b:ar the\t9 -5 -4
b:articl about\t3 -2 -1
b:at onc\t6 -3 -3
b:at what\t-7 7 -1
b:at work\t6 -4 -2
b:at your\t5 -1 -4
b:babi is\t-2 3 -1
b:babi shower\t6 -4 -1
b:bar is\t8 -5 -3
b:be around\t5 0 -5
b:be here\t-10 -4 14
b:becaus i\t-9 1 8
b:befor or\t3 -2 -1
b:befor the\t-7 -3 10
b:belli pain\t-1 -4 5
b:between the\t7 -3 -4
b:blew my\t2 -1 -1
b:blood in\t-4 3 1
b:blood orang\t3 -1 -3
b:bother with\t-9 0 9
b:bottl of\t-9 5 4
b:bring it\t-7 11 -4
b:bring my\t4 -4 -1
b:broke the\t5 -4 -1
b:bui the\t2 0 -2
b:burnt my\t-9 4 5
b:by accid\t8 -2 -6
b:calm drop\t-5 8 -2
b:came back\t5 1 -6
b:can children\t-7 7 -1
b:can i\t21 8 -29
b:can it\t6 -4 -2
b:can the\t8 -7 -1
b:can we\t2 -1 -1
b:can you\t8 -4 -4
b:can your\t-7 13 -6
b:cancel my\t-2 -1 4
b:cant see\t-3 -2 5
b:cant stand\t-3 -7 10
b:cant stop\t-2 2 0
b:cant think\t-4 -11 15
b:capsul help\t-2 5 -3
b:chang my\t6 -4 -2
b:children corner\t9 -5 -4
b:chocol bar\t7 -5 -3
b:choke on\t-2 -1 3
b:clash with\t-5 6 -1
b:clean the\t6 -5 -1
b:cold and\t-4 8 -3
b:come in\t8 -5 -4
b:corner in\t9 -5 -4
b:could it\t-2 3 -1
b:could you\t3 -2 -1
b:cry everi\t-5 7 -2
b:cuanto cuesta\t4 -1 -3
b:cuesta el\t4 -1 -3
b:dai #\t1 -9 8
b:dai is\t4 -1 -3
b:dai which\t-4 5 -1
b:darf ich\t4 1 -5
b:den tee\t0 2 -2
b:desd hace\t-7 12 -5
b:die dose\t11 -7 -4
b:differ between\t3 -2 -1
b:dishwash safe\t12 -9 -3
b:do i\t13 2 -15
b:do it\t-1 -2 3
b:do the\t11 -7 -4
b:do you\t21 5 -26
b:do your\t-1 2 -1
b:doe a\t2 0 -2
b:doe collagen\t-4 5 0
b:doe it\t-12 7 5
b:doe my\t-3 9 -5
b:doe the\t21 -11 -10
b:done with\t9 -2 -7
b:dont bother\t-9 0 9
b:dont have\t-4 4 -1
b:dont plan\t-9 -2 11
b:dont wake\t-2 -5 7
b:dosag for\t-11 16 -5
b:dose for\t-6 7 -2
b:dose of\t-10 2 8
b:drank the\t4 0 -4
b:drink your\t-9 1 8
b:drop for\t-5 8 -2
b:el colageno\t1 2 -3
b:electrolyt mix\t-2 3 -1
b:empti the\t-1 -2 3
b:end it\t9 -1 -7
b:end my\t4 -2 -3
b:end thing\t-8 0 9
b:envio a\t3 -1 -2
b:even notic\t-13 -3 16
b:everi dai\t-7 6 1
b:everi even\t-6 4 2
b:fast for\t-3 5 -1
b:fat burner\t-9 11 -2
b:feel like\t-6 -4 10
b:fell down\t-6 -6 12
b:fever and\t-2 -10 12
b:find the\t4 -2 -1
b:fine for\t2 1 -3
b:foot bath\t5 -4 -1
b:for good\t-5 -3 9
b:for me\t-6 16 -11
b:for month\t-10 6 3
b:for my\t2 19 -21
b:for our\t3 -1 -3
b:for sleep\t-3 5 -2
b:for someth\t-2 -1 3
b:for three\t-4 7 -4
b:for two\t-2 3 -2
b:forgot my\t7 -2 -5
b:from you\t6 -1 -5
b:front of\t-4 -3 7
b:gave awai\t-5 -2 7
b:get a\t6 -4 -2
b:get off\t3 -1 -2
b:get out\t-4 7 -3
b:get the\t14 -3 -11
b:gibt es\t4 -1 -2
b:ginger shot\t3 -1 -2
b:go on\t7 -3 -4
b:go to\t-7 -3 10
b:goodby and\t8 -2 -6
b:got a\t-1 -3 3
b:got the\t2 -2 -1
b:gummi and\t-7 -3 9
b:ha been\t2 1 -2
b:ha dementia\t-1 3 -2
b:ha lock\t-1 -1 2
b:ha the\t5 -2 -3
b:habe ich\t-5 13 -8
b:habt ihr\t3 -1 -2
b:had a\t-1 12 -12
b:had my\t-2 2 -1
b:had to\t5 -3 -2
b:half a\t-5 12 -7
b:hand cream\t4 -2 -2
b:hat die\t-2 -2 4
b:have a\t7 -7 -1
b:have an\t-4 6 -3
b:have it\t-1 -2 3
b:have no\t3 -5 2
b:have them\t0 4 -4
b:have to\t1 -4 3
b:havent felt\t-2 -4 5
b:he sai\t-3 0 3
b:head and\t-1 -1 2
b:headach see\t0 -2 2
b:heart attack\t-10 5 6
b:heart shape\t5 -3 -2
b:help me\t5 -1 -4
b:her arm\t-2 -1 3
b:here ar\t2 -1 -1
b:here tomorrow\t-3 -2 5
b:here which\t-2 4 -2
b:hi head\t-1 -1 2
b:hit hi\t-1 -1 2
b:hot coffe\t6 -5 -1
b:how do\t3 13 -17
b:how long\t3 -2 -1
b:how mani\t6 -9 3
b:how much\t5 5 -9
b:how to\t-4 5 -1
b:hurt my\t0 8 -8
b:hurt myself\t-2 -8 9
b:husband want\t5 -3 -2
b:i began\t-1 11 -10
b:i bring\t4 -4 -1
b:i bui\t6 -4 -3
b:i burn\t-3 -4 7
b:i cancel\t7 -4 -3
b:i cant\t3 -1 -3
b:i chang\t6 -4 -2
b:i could\t6 -5 -1
b:i dont\t-29 -7 37
b:i drank\t-9 -2 11
b:i drink\t-9 8 1
b:i feel\t-12 12 1
b:i find\t7 -2 -4
b:i forgot\t7 -2 -5
b:i get\t-2 16 -14
b:i give\t-1 3 -2
b:i had\t-6 16 -10
b:i have\t-17 9 8
b:i hear\t3 2 -5
b:i just\t-4 5 -1
b:i keep\t-20 8 12
b:i lost\t8 -1 -7
b:i mean\t-7 -2 8
b:i mix\t7 -6 -1
b:i move\t2 0 -2
b:i need\t2 -1 -1
b:i order\t-5 7 -1
b:i pai\t2 -2 -1
b:i put\t6 -5 -1
b:i skip\t2 0 -2
b:i start\t3 -2 -1
b:i still\t-1 -3 4
b:i stop\t-13 9 5
b:i take\t-2 8 -6
b:i think\t-12 -7 19
b:i took\t1 -3 2
b:i us\t-5 5 0
b:i wa\t5 -4 -1
b:i want\t4 -4 0
b:i wont\t-3 0 3
b:ich da\t-2 2 -1
b:ich die\t10 -7 -3
b:ich habe\t-12 8 3
b:id like\t-2 6 -4
b:if i\t-14 -7 21
b:if im\t-7 8 -1
b:ill be\t-11 0 11
b:im #\t-3 2 1
b:im a\t6 -2 -3
b:im afraid\t-1 -1 2
b:im bleed\t5 -3 -2
b:im depress\t-9 11 -2
b:im done\t9 -2 -7
b:im fifteen\t-3 5 -2
b:im go\t-2 -1 3
b:im lactos\t5 -2 -3
b:im on\t-5 6 -2
b:im shake\t1 -11 10
b:im write\t3 -2 -1
b:in front\t-4 -3 7
b:in green\t2 -1 -2
b:in march\t0 4 -4
b:in my\t-4 3 1
b:in stock\t4 -1 -3
b:in them\t5 -2 -3
b:in your\t1 1 -2
b:instead of\t6 -3 -3
b:into hi\t-2 -2 4
b:iron tablet\t-5 -2 6
b:is #\t-12 12 0
b:is a\t1 2 -3
b:is allow\t-3 4 0
b:is creatin\t-6 8 -2
b:is dead\t7 0 -6
b:is in\t16 -11 -5
b:is it\t-3 16 -14
b:is kill\t4 -1 -3
b:is limp\t-2 -2 4
b:is my\t17 -6 -11
b:is on\t4 -2 -2
b:is pregnant\t-1 4 -4
b:is that\t4 12 -16
b:is the\t18 2 -20
b:is there\t24 -9 -15
b:is thi\t-14 9 5
b:is try\t-7 -9 15
b:is your\t2 2 -5
b:it all\t-4 -3 8
b:it an\t1 2 -3
b:it and\t-3 -2 4
b:it back\t7 -3 -4
b:it be\t4 -1 -3
b:it contain\t2 0 -2
b:it down\t-7 11 -4
b:it fine\t-2 2 0
b:it get\t0 -3 2
b:it hurt\t-8 3 5
b:it in\t5 -3 -2
b:it on\t2 -1 -1
b:it safe\t-4 4 0
b:it said\t5 -1 -3
b:it still\t-2 9 -7
b:it with\t6 -4 -1
b:iv been\t-1 -2 3
b:iv got\t-1 -6 6
b:iv had\t-5 -1 5
b:iv made\t-3 -1 5
b:iv pick\t-8 -6 13
b:jar and\t-3 -2 6
b:john wort\t-5 5 0
b:just like\t6 -1 -4
b:just want\t4 -8 5
b:kann ich\t5 -1 -4
b:kill me\t9 -4 -5
b:kill myself\t-3 -2 5
b:know if\t-2 4 -2
b:la tension\t-3 4 -1
b:lactos intoler\t5 -2 -3
b:last month\t-2 5 -4
b:last night\t5 -7 2
b:last week\t-10 -5 14
b:laugh at\t5 -1 -4
b:leav it\t8 -5 -3
b:like a\t-6 7 -1
b:like the\t3 -2 0
b:like to\t2 5 -6
b:limp and\t-2 -2 4
b:live on\t-7 14 -7
b:look for\t4 -4 -1
b:lose hair\t-5 9 -4
b:lose weight\t-3 5 -2
b:lost the\t10 -2 -8
b:lot number\t12 -7 -4
b:lot of\t-4 -2 6
b:love the\t6 -4 -2
b:love your\t2 -2 0
b:made me\t5 -3 -2
b:made up\t-3 -1 5
b:mai i\t-2 7 -5
b:mai we\t12 -10 -1
b:marathon which\t3 -1 -2
b:me an\t-5 -3 8
b:me and\t-8 -4 12
b:me im\t-2 9 -7
b:me off\t4 0 -3
b:me with\t4 -2 -2
b:mean it\t-2 -1 3
b:methotrex weekli\t-4 6 -2
b:mi hijo\t-5 3 2
b:mix the\t4 -3 -1
b:monei back\t6 -2 -4
b:month box\t-5 -1 5
b:month for\t-5 0 5
b:most carb\t3 -1 -2
b:most popular\t2 -1 -1
b:move hous\t2 0 -2
b:much caffein\t-2 3 0
b:much is\t3 -3 -1
b:much vitamin\t2 -2 -1
b:multivitamin with\t9 -7 -2
b:my #\t-2 2 0
b:my babi\t2 -3 1
b:my blood\t-2 5 -3
b:my chest\t-1 -3 4
b:my colleagu\t8 -5 -2
b:my daughter\t4 -4 0
b:my doctor\t2 0 -2
b:my dog\t2 -1 -1
b:my ex\t-5 -1 6
b:my flatmat\t-4 -1 6
b:my gym\t4 -1 -3
b:my head\t8 -4 -4
b:my heart\t-3 4 -1
b:my husband\t3 -4 0
b:my kid\t9 0 -9
b:my last\t10 -2 -8
b:my left\t-15 -4 19
b:my leg\t4 -1 -3
b:my mind\t-3 -1 4
b:my monei\t6 -2 -4
b:my mother\t-1 3 -2
b:my mum\t3 8 -11
b:my neck\t-4 10 -6
b:my order\t2 0 -2
b:my own\t-3 -3 6
b:my parcel\t13 0 -12
b:my partner\t-2 -1 3
b:my phone\t4 -1 -3
b:my roommat\t-2 -1 3
b:my sister\t6 -2 -3
b:my sleep\t-1 -3 4
b:my son\t2 -5 3
b:my subscript\t-2 -2 4
b:my teenag\t-5 1 4
b:my therapi\t-3 3 0
b:my throat\t-3 -2 6
b:my toddler\t-1 3 -2
b:my tongu\t-5 2 3
b:my water\t-10 -5 15
b:need anyth\t-4 -2 6
b:need next\t-5 -1 5
b:never got\t5 -2 -3
b:new on\t7 -4 -3
b:next month\t-5 -1 5
b:next week\t15 -1 -14
b:nicht mehr\t-10 -3 13
b:night and\t-4 5 -2
b:nine year\t-3 9 -5
b:no quiero\t-4 -1 6
b:nobodi would\t-13 -3 16
b:not for\t-17 -1 18
b:notic if\t-13 -3 16
b:now im\t0 -3 3
b:now my\t5 -3 -1
b:of breath\t-3 3 0
b:of caffein\t-4 -2 6
b:of it\t-14 1 13
b:of magnesium\t-6 -3 10
b:of me\t-5 -3 9
b:of my\t-3 -3 5
b:of pill\t-4 -3 6
b:of wine\t1 4 -5
b:of your\t-25 9 16
b:off my\t-1 4 -4
b:offic want\t7 -4 -3
b:ok for\t-7 15 -8
b:ok to\t5 -4 -2
b:old at\t-2 -7 9
b:on go\t-5 0 5
b:on it\t2 -1 -1
b:on mondai\t6 -2 -4
b:on my\t-4 6 -2
b:on purpos\t-10 0 11
b:on side\t-3 -5 8
b:on sundai\t-2 -3 5
b:on your\t-2 -3 6
b:onli thing\t-6 -5 10
b:or after\t3 -2 -1
b:order the\t-9 9 0
b:our babi\t-2 2 -1
b:out and\t-3 2 0
b:out of\t-1 7 -6
b:over #\t-8 8 0
b:over and\t-1 -2 4
b:over the\t3 -1 -2
b:overdos on\t-5 -3 9
b:pain balm\t3 -2 -1
b:pain in\t-1 -2 3
b:para la\t-3 4 -1
b:percent off\t5 -3 -2
b:pick the\t-8 -6 13
b:pick up\t4 -3 -1
b:plan to\t-12 -2 14
b:pleas end\t12 -2 -10
b:pleas send\t-11 -2 12
b:pleas tell\t-3 -1 5
b:pre workout\t-5 12 -7
b:pregnanc safe\t7 -6 -2
b:pregnant and\t-1 -5 6
b:pregnant with\t-1 -1 2
b:present for\t12 -4 -8
b:press contact\t3 -2 -1
b:pressur tablet\t-1 3 -2
b:price rise\t4 -2 -2
b:protein powder\t-5 6 -1
b:puedo tomar\t-5 8 -3
b:read your\t6 -3 -3
b:reorder pleas\t12 -2 -11
b:replac my\t-3 4 -1
b:right now\t2 -5 2
b:safe for\t-7 8 -2
b:sai he\t-4 -1 5
b:sampl how\t9 -5 -5
b:scare of\t-9 1 8
b:sell it\t6 -1 -5
b:sell the\t2 0 -2
b:sell your\t5 -2 -2
b:send a\t3 -2 -2
b:shake and\t-15 0 15
b:shake ha\t2 -1 -1
b:shake have\t5 -2 -3
b:shake the\t8 -5 -3
b:shape tin\t5 -3 -2
b:she want\t-3 -3 6
b:ship fee\t4 -1 -3
b:shop is\t2 -2 -1
b:should i\t-4 1 3
b:sick of\t-1 -3 4
b:side and\t-1 -1 2
b:side effect\t1 3 -4
b:sign up\t5 -3 -2
b:sinc i\t-6 7 -1
b:sinc last\t-6 -3 8
b:sinc mondai\t1 4 -5
b:sinc yesterdai\t-5 -1 6
b:sleep and\t-3 -2 5
b:sleep tablet\t-1 -5 5
b:so hungri\t3 -2 -1
b:sold out\t4 -1 -3
b:someth for\t5 -1 -4
b:speech is\t-5 -1 7
b:st john\t-5 5 0
b:stand on\t-5 -2 7
b:start the\t-2 4 -2
b:stiff neck\t-4 -5 9
b:still need\t-4 -2 7
b:still sold\t13 -11 -2
b:stroke of\t6 -3 -2
b:student rate\t7 -2 -4
b:stung by\t-1 -2 3
b:subscript i\t-4 -2 5
b:sugar is\t-3 -2 4
b:suitabl for\t6 -5 -1
b:swallow a\t-5 -1 6
b:sweat and\t0 -3 3
b:swollen hand\t0 -2 2
b:tablet for\t-9 0 9
b:take the\t13 -8 -5
b:take thi\t-2 2 -1
b:take to\t-7 -4 10
b:tea a\t-2 3 -1
b:tea for\t2 -1 -1
b:tea have\t7 -5 -2
b:tea is\t2 -1 -1
b:tell me\t-2 -4 6
b:tell my\t-16 -4 20
b:ten minut\t-7 -3 9
b:ten time\t-5 -1 6
b:thank for\t-11 -2 13
b:that doesnt\t4 -8 5
b:the babi\t-3 5 -3
b:the bar\t-1 2 -2
b:the blood\t4 -4 -1
b:the bottl\t7 -7 -1
b:the capsul\t0 -8 7
b:the chang\t7 -2 -5
b:the coach\t2 -1 -1
b:the cocoa\t3 -1 -2
b:the collagen\t1 -5 4
b:the courier\t8 -7 -1
b:the cream\t-3 12 -9
b:the dai\t-6 -6 13
b:the differ\t3 -2 -1
b:the diffus\t-2 0 3
b:the dog\t-3 -2 4
b:the dose\t-5 7 -2
b:the drop\t3 -1 -2
b:the drug\t5 -3 -2
b:the electrolyt\t-2 3 -1
b:the even\t7 -6 -1
b:the fair\t7 -4 -3
b:the fat\t-9 9 0
b:the first\t-5 6 -2
b:the floor\t-7 -2 8
b:the form\t11 -3 -8
b:the ginger\t3 -1 -2
b:the granola\t3 -1 -2
b:the green\t1 2 -3
b:the group\t-2 -1 2
b:the gummi\t-2 -1 3
b:the heart\t3 -1 -2
b:the immun\t-1 2 -1
b:the invoic\t2 -1 -1
b:the iron\t2 -7 5
b:the jar\t4 -7 2
b:the joint\t2 -1 -1
b:the kid\t5 -4 -1
b:the label\t15 -10 -4
b:the last\t-5 -3 9
b:the leaflet\t2 0 -2
b:the lid\t3 -1 -2
b:the light\t-4 -5 9
b:the magnesium\t6 -4 -2
b:the massag\t-2 5 -3
b:the monthli\t-4 0 5
b:the morn\t3 -2 -1
b:the most\t6 -3 -3
b:the mug\t9 -6 -3
b:the multivitamin\t8 -5 -3
b:the new\t2 7 -9
b:the next\t-2 -3 5
b:the night\t-15 -5 20
b:the offer\t3 -1 -3
b:the onli\t-9 -5 14
b:the open\t2 -2 0
b:the page\t6 -1 -5
b:the pain\t4 -4 0
b:the parcel\t6 -1 -5
b:the powder\t9 -11 2
b:the pre\t-5 12 -7
b:the price\t6 -2 -3
b:the probiot\t-10 12 -1
b:the protein\t-9 10 -2
b:the pump\t7 -4 -2
b:the raffl\t4 -3 -1
b:the refund\t-8 0 8
b:the right\t-5 6 0
b:the roof\t-3 0 3
b:the shake\t4 -8 4
b:the shaker\t4 -2 -2
b:the ship\t5 -1 -4
b:the shop\t3 -2 -1
b:the sleep\t-1 -5 6
b:the stair\t-1 -6 7
b:the tablet\t-2 -1 3
b:the tea\t7 7 -14
b:the trial\t8 -1 -8
b:the tub\t2 -1 -1
b:the two\t8 -3 -4
b:the vanilla\t5 -3 -3
b:the vitamin\t-4 -4 7
b:the weekend\t2 -1 -1
b:the weight\t2 -1 -1
b:the wrong\t4 -1 -3
b:the yearli\t7 -3 -4
b:thi chat\t-3 -1 4
b:thi is\t2 -9 8
b:think about\t-11 -2 13
b:think im\t-4 -1 5
b:think of\t-7 -2 9
b:throat is\t-3 -2 5
b:throw up\t-10 -2 11
b:time doe\t4 -4 -1
b:time the\t-5 -1 6
b:to be\t-4 -6 10
b:to drink\t7 -4 -3
b:to get\t-6 1 4
b:to go\t-3 -1 4
b:to hurt\t-1 -7 7
b:to kill\t-6 -3 9
b:to know\t3 -4 1
b:to leav\t5 -4 -1
b:to lose\t-8 16 -8
b:to my\t-3 -10 13
b:to sell\t5 -2 -2
b:to sleep\t-3 -2 5
b:to try\t-3 4 -1
b:to your\t8 -3 -5
b:told me\t-5 -2 7
b:tomar el\t-3 5 -2
b:tomorrow can\t-5 8 -3
b:took the\t-5 -1 6
b:try for\t0 3 -2
b:try the\t-2 3 -1
b:try to\t-7 -9 15
b:two box\t3 -2 -1
b:two code\t3 -2 -1
b:two year\t-2 0 2
b:type #\t-3 0 3
b:up after\t-5 8 -3
b:up my\t-3 -6 9
b:us my\t-2 -3 5
b:us the\t-2 5 -2
b:us two\t3 -2 -1
b:vitamin c\t-2 3 -1
b:vitamin d\t-2 4 -2
b:wai out\t-6 -2 8
b:wake up\t-7 -7 14
b:want #\t5 -2 -2
b:want it\t-3 -2 5
b:want someth\t3 1 -4
b:want the\t-1 6 -5
b:want to\t-13 19 -5
b:we us\t4 -3 -1
b:week along\t-8 11 -3
b:week and\t-15 -7 22
b:week should\t-1 -8 8
b:were a\t3 0 -2
b:what ag\t-6 7 -1
b:what can\t-6 8 -2
b:what colour\t4 -4 -1
b:what could\t-3 6 -3
b:what do\t-5 9 -4
b:what doe\t13 -5 -7
b:what dose\t-2 5 -3
b:what els\t6 -3 -3
b:what i\t-6 -5 11
b:what is\t0 -7 8
b:what the\t-8 9 -1
b:what time\t8 -4 -4
b:what wrong\t-2 3 -1
b:when doe\t4 -3 -1
b:when i\t-3 -3 5
b:when im\t-6 0 6
b:when is\t3 -1 -2
b:when it\t5 -1 -4
b:when the\t6 -1 -4
b:when your\t-6 8 -2
b:where do\t9 -3 -5
b:where is\t6 -3 -2
b:which bar\t6 -4 -2
b:which capsul\t-6 6 -1
b:which gel\t4 -1 -2
b:which of\t-23 20 3
b:which product\t1 2 -2
b:which shake\t3 2 -5
b:which snack\t3 -2 -1
b:which tea\t4 0 -4
b:who is\t3 0 -2
b:why is\t5 -3 -2
b:wie lang\t3 -1 -2
b:will my\t4 -1 -3
b:with food\t5 -1 -4
b:with it\t-3 3 0
b:with me\t-2 1 2
b:with milk\t2 -2 -1
b:with my\t2 -3 0
b:with your\t17 -2 -16
b:wont be\t5 -1 -4
b:wont come\t-3 -1 5
b:wont need\t-8 -1 9
b:wont respond\t2 -2 -1
b:wont stop\t-4 -4 8
b:workout ok\t-1 6 -4
b:would even\t-13 -3 16
b:would it\t-10 8 2
b:would like\t4 -2 -2
b:would the\t-1 4 -3
b:write an\t3 -2 -1
b:wrong with\t-1 2 -1
b:wrote the\t5 -3 -2
b:y no\t-6 4 2
b:ya no\t-6 -2 8
b:year ago\t-3 4 -1
b:year old\t-14 9 5
b:yearli plan\t7 -3 -4
b:you a\t8 -7 -1
b:you do\t6 -4 -1
b:you have\t7 1 -8
b:you recommend\t-6 8 -3
b:you sell\t-2 -9 11
b:you send\t5 -3 -2
b:you suggest\t-6 6 0
b:you take\t-8 -4 12
b:you think\t-7 8 -1
b:your balm\t-4 10 -5
b:your bar\t1 -9 8
b:your best\t4 -2 -3
b:your chocol\t4 -3 0
b:your compani\t3 -1 -2
b:your detox\t-5 8 -3
b:your page\t-9 -1 10
b:your podcast\t4 -2 -2
b:your poster\t4 -1 -3
b:your press\t3 -2 -1
b:your product\t-12 2 10
b:your shake\t-9 10 -1
b:your tea\t-4 1 3
base\t115 -127 -47
c:aid\t-53 -21 75
c:aid+canitake\t6 -1 -5
c:aid+future\t7 -5 -2
c:aid+item\t10 1 -11
c:aid+somebody\t0 -2 2
c:animal\t20 -20 0
c:animal+canitake\t15 -10 -4
c:animal+future\t-10 -2 12
c:bleed\t-21 -38 59
c:bleed+body\t2 0 -2
c:bleed+canitake\t-3 5 -2
c:bleed+condition\t2 -3 1
c:bleed+drug\t-3 7 -5
c:bleed+heavy\t-23 -12 36
c:bleed+ihave\t-22 10 12
c:bleed+item\t4 7 -11
c:bleed+lab\t-3 5 -2
c:bleed+logistics\t3 0 -3
c:bleed+now\t-4 -7 11
c:bleed+pregnant\t-18 -29 47
c:bleed+shopq\t13 -11 -2
c:bleed+sore\t-1 -9 10
c:bleed+symptom\t-18 -15 33
c:bleed+whatisit\t-7 15 -9
c:bleed+withdrug\t-3 7 -4
c:body\t-12 -11 22
c:body+bodypart\t4 -20 16
c:body+canitake\t-3 -11 14
c:body+cure\t16 -12 -4
c:body+item\t-24 23 0
c:body+shopq\t38 -17 -21
c:body+somebody\t-43 33 10
c:body+sore\t-32 12 20
c:bodypart\t-5 -10 14
c:bodypart+canitake\t-9 -4 14
c:bodypart+somebody\t-11 -7 18
c:breath\t-49 -54 103
c:breath+body\t-3 -2 4
c:breath+canitake\t-17 -20 37
c:breath+child\t-9 -10 19
c:breath+drug\t-1 -10 11
c:breath+ihave\t-24 -19 43
c:breath+item\t-12 -7 19
c:breath+logistics\t6 -1 -5
c:breath+now\t-12 -6 18
c:breath+reaction\t0 -5 5
c:breath+somebody\t-12 -5 16
c:breath+swelling\t-13 -9 22
c:breath+symptom\t-2 -13 16
c:breath+whatisit\t-6 12 -7
c:canitake\t-7 64 -57
c:canitake+cure\t-3 3 0
c:chest\t-63 -19 82
c:chest+body\t-28 -13 41
c:chest+bodypart\t-4 -3 8
c:chest+breath\t0 -2 2
c:chest+canitake\t-9 16 -7
c:chest+heavy\t-6 -6 12
c:chest+ihave\t-9 2 7
c:chest+item\t12 -2 -10
c:chest+logistics\t11 -2 -8
c:chest+now\t-13 -4 17
c:chest+symptom\t-11 -17 28
c:chest+toomuch\t0 -3 3
c:child\t-103 115 -12
c:child+body\t-13 -5 19
c:child+bodypart\t-2 0 2
c:child+canitake\t-3 33 -30
c:child+dose\t-6 14 -8
c:child+eating\t-1 6 -5
c:child+future\t-12 18 -6
c:child+ihave\t-1 -38 39
c:child+item\t-45 44 1
c:child+logistics\t16 -14 -1
c:child+minorage\t0 5 -4
c:child+pregnant\t-2 9 -8
c:child+shopq\t-6 6 0
c:child+somebody\t-12 34 -22
c:child+sore\t-1 -18 19
c:child+symptom\t-3 6 -3
c:child+thing\t20 -15 -5
c:child+whatisit\t-2 -7 9
c:collapse\t-72 -49 122
c:collapse+body\t-27 -12 39
c:collapse+bodypart\t-5 -4 9
c:collapse+child\t-5 -8 13
c:collapse+drug\t0 -10 10
c:collapse+heavy\t-1 -2 3
c:collapse+ihave\t-20 -19 40
c:collapse+ingest\t-3 0 4
c:collapse+item\t0 -3 3
c:collapse+logistics\t-2 0 2
c:collapse+now\t-1 -1 3
c:collapse+somebody\t-29 -11 40
c:collapse+symptom\t-4 -18 23
c:collapse+thing\t5 -1 -4
c:collapse+toomuch\t-2 -3 5
c:condition\t-110 187 -77
c:condition+aid\t-1 4 -3
c:condition+body\t12 8 -20
c:condition+canitake\t-45 31 13
c:condition+cure\t-42 48 -6
c:condition+figurative\t-11 13 -2
c:condition+ihave\t-67 69 -1
c:condition+item\t-36 54 -18
c:condition+lab\t-3 4 -1
c:condition+logistics\t8 -7 -1
c:condition+price\t8 -8 0
c:condition+shopq\t-1 11 -10
c:condition+somebody\t-2 8 -6
c:condition+symptom\t-2 -23 25
c:condition+thing\t14 -9 -5
c:condition+whatisit\t-12 16 -5
c:cure\t4 58 -61
c:die\t-82 -74 155
c:die+body\t10 -2 -9
c:die+bodypart\t15 -1 -14
c:die+canitake\t-21 -3 24
c:die+chest\t-4 -1 5
c:die+child\t-3 -9 12
c:die+dose\t-8 -7 14
c:die+eating\t-1 -8 9
c:die+figurative\t21 2 -23
c:die+future\t-3 0 3
c:die+heavy\t20 -2 -18
c:die+ihave\t16 -14 -2
c:die+ingest\t-1 -8 9
c:die+item\t-11 -4 15
c:die+logistics\t-32 0 32
c:die+method\t12 -1 -11
c:die+pregnant\t-2 6 -4
c:die+resolve\t-7 0 7
c:die+shopq\t-41 -14 55
c:die+somebody\t-3 -9 12
c:die+symptom\t-7 -3 10
c:die+thing\t30 -3 -28
c:die+threat\t12 0 -12
c:die+whatisit\t-8 -7 14
c:dose\t-39 38 1
c:dose+body\t11 -10 -1
c:dose+canitake\t7 7 -14
c:dose+ihave\t-22 15 7
c:dose+item\t-31 7 23
c:dose+lab\t-8 10 -2
c:dose+logistics\t6 -6 0
c:dose+mood\t6 -6 0
c:dose+shopq\t-33 2 31
c:dose+whatisit\t4 -17 13
c:drug\t-115 165 -50
c:drug+bodypart\t-5 10 -5
c:drug+canitake\t-38 53 -15
c:drug+dose\t-1 2 -1
c:drug+ihave\t-33 39 -6
c:drug+item\t-37 37 0
c:drug+logistics\t11 -10 -1
c:drug+mood\t-1 3 -3
c:drug+shopq\t-31 38 -7
c:drug+somebody\t-3 7 -4
c:drug+symptom\t-2 -24 26
c:drug+withdrug\t-32 47 -15
c:eating\t-111 168 -57
c:eating+canitake\t-18 20 -1
c:eating+item\t-25 27 -2
c:eating+logistics\t8 -6 -1
c:eating+shopq\t-53 56 -3
c:eating+somebody\t-1 6 -5
c:figurative\t62 -11 -51
c:figurative+canitake\t-2 6 -4
c:figurative+item\t10 -4 -6
c:figurative+somebody\t-11 -1 12
c:future\t-8 -13 21
c:future+canitake\t-21 24 -3
c:heavy\t-29 22 6
c:heavy+body\t-6 -18 24
c:heavy+bodypart\t-4 -9 13
c:heavy+canitake\t-13 2 10
c:heavy+ihave\t-32 6 26
c:heavy+item\t-11 28 -17
c:heavy+lab\t-20 31 -11
c:heavy+mood\t-8 15 -7
c:heavy+pregnant\t-9 11 -3
c:heavy+shopq\t9 -6 -4
c:heavy+symptom\t-18 -30 48
c:heavy+toomuch\t-4 11 -7
c:hopeless\t-26 -18 44
c:hopeless+animal\t-10 -2 12
c:hopeless+canitake\t6 23 -29
c:hopeless+child\t-6 -14 20
c:hopeless+drug\t-1 -3 4
c:hopeless+future\t4 -9 5
c:hopeless+ihave\t-6 -3 9
c:hopeless+ingest\t-1 -3 4
c:hopeless+item\t-5 -5 11
c:hopeless+logistics\t8 -3 -5
c:hopeless+method\t-13 -8 21
c:hopeless+mood\t-15 27 -12
c:hopeless+movement\t-2 -5 7
c:hopeless+now\t-2 -5 7
c:hopeless+poison\t-1 -3 4
c:hopeless+resolve\t2 -6 3
c:hopeless+shopq\t-12 -4 16
c:hopeless+somebody\t-14 22 -8
c:hopeless+symptom\t-1 -2 4
c:hopeless+toomuch\t3 0 -2
c:ihave\t-26 20 6
c:ihave+aid\t-1 4 -3
c:ihave+animal\t17 -15 -2
c:ihave+body\t18 2 -20
c:ihave+bodypart\t8 -3 -5
c:ihave+cure\t-1 25 -24
c:ihave+eating\t-10 20 -10
c:ihave+figurative\t17 3 -19
c:ihave+future\t3 -15 12
c:ihave+item\t2 3 -4
c:ihave+lab\t-5 9 -3
c:ihave+logistics\t38 -28 -10
c:ihave+mood\t-19 27 -8
c:ihave+reaction\t-24 30 -6
c:ihave+resolve\t-7 -9 16
c:ihave+shopq\t-49 51 -2
c:ihave+somebody\t13 15 -29
c:ihave+sore\t-35 14 21
c:ihave+symptom\t14 -17 4
c:ihave+thing\t36 -25 -10
c:ihave+threat\t-32 -18 50
c:ihave+whatisit\t-18 54 -36
c:ingest\t-52 -89 141
c:ingest+animal\t23 -5 -18
c:ingest+body\t30 -10 -20
c:ingest+bodypart\t-2 -7 9
c:ingest+canitake\t-5 -4 9
c:ingest+child\t-41 -40 81
c:ingest+cure\t-15 29 -15
c:ingest+drug\t-2 -8 10
c:ingest+eating\t-1 -8 9
c:ingest+ihave\t14 -9 -5
c:ingest+item\t-15 -50 64
c:ingest+logistics\t22 -1 -21
c:ingest+minorage\t-9 -25 34
c:ingest+poison\t-15 -9 24
c:ingest+shopq\t24 -10 -14
c:ingest+somebody\t-4 -17 20
c:ingest+symptom\t9 -8 -2
c:ingest+toomuch\t-27 -12 39
c:ingest+whatisit\t-2 -7 9
c:ingest+withdrug\t0 -5 5
c:item\t50 -5 -44
c:item+animal\t29 -14 -15
c:item+bodypart\t-44 15 29
c:item+canitake\t9 1 -10
c:item+cure\t-17 19 -2
c:item+future\t-12 20 -8
c:item+somebody\t0 -3 3
c:item+thing\t20 -15 -5
c:lab\t-50 69 -20
c:lab+body\t-3 3 -1
c:lab+canitake\t-11 15 -4
c:lab+item\t-3 5 -3
c:lab+shopq\t11 -9 -2
c:logistics\t184 -114 -82
c:logistics+aid\t7 -1 -6
c:logistics+body\t-3 -8 11
c:logistics+bodypart\t-11 -6 17
c:logistics+canitake\t23 -6 -17
c:logistics+figurative\t4 -1 -2
c:logistics+future\t22 -3 -19
c:logistics+item\t-4 -18 22
c:logistics+price\t4 -3 -1
c:logistics+resolve\t-21 -1 22
c:logistics+shopq\t21 -15 -6
c:logistics+somebody\t45 -12 -33
c:logistics+sore\t2 -1 -1
c:logistics+thing\t9 -2 -7
c:method\t-64 -40 104
c:method+canitake\t-3 -4 7
c:method+dose\t-23 -8 31
c:method+drug\t-1 -3 4
c:method+future\t-5 -4 9
c:method+ihave\t-38 -16 54
c:method+item\t-28 -26 53
c:method+logistics\t-8 -2 10
c:method+poison\t-13 -2 15
c:method+shopq\t-36 -10 46
c:method+somebody\t-13 -2 16
c:method+symptom\t-7 -8 15
c:method+thing\t3 -1 -2
c:method+threat\t25 -4 -21
c:method+violence\t-2 0 2
c:method+withdrug\t-1 10 -9
c:minorage\t-84 97 -14
c:minorage+animal\t-2 -3 5
c:minorage+body\t-2 -6 8
c:minorage+bodypart\t-2 -6 8
c:minorage+canitake\t-36 44 -8
c:minorage+dose\t-7 15 -8
c:minorage+ihave\t-59 61 -2
c:minorage+item\t-29 29 0
c:minorage+logistics\t-21 24 -3
c:minorage+shopq\t-16 18 -2
c:minorage+somebody\t0 4 -4
c:minorage+symptom\t-2 3 -2
c:mood\t-92 168 -75
c:mood+canitake\t7 4 -11
c:mood+cure\t-7 8 -1
c:mood+figurative\t7 -7 0
c:mood+item\t-26 35 -9
c:mood+logistics\t11 -10 -1
c:mood+shopq\t6 -2 -4
c:mood+sore\t-6 9 -3
c:mood+thing\t13 -12 -1
c:movement\t-14 -42 56
c:movement+canitake\t-2 -20 22
c:movement+child\t-3 -9 12
c:movement+ihave\t-6 -7 12
c:movement+item\t-2 -20 22
c:movement+pregnant\t-12 -37 49
c:none\t134 -93 -41
c:now\t-48 8 40
c:now+body\t-21 20 1
c:now+bodypart\t-2 5 -3
c:now+canitake\t-17 -21 38
c:now+child\t-5 -5 10
c:now+condition\t-6 10 -4
c:now+cure\t-15 30 -15
c:now+drug\t0 -8 8
c:now+future\t4 -1 -3
c:now+ihave\t-35 25 10
c:now+ingest\t-15 16 0
c:now+item\t0 17 -18
c:now+logistics\t24 -3 -21
c:now+mood\t-1 6 -5
c:now+movement\t-2 -5 7
c:now+poison\t-2 -1 3
c:now+pregnant\t-6 8 -2
c:now+reaction\t-1 6 -5
c:now+shopq\t1 -9 8
c:now+somebody\t12 5 -16
c:now+symptom\t-10 19 -9
c:now+thing\t11 -3 -8
c:now+threat\t-11 -10 22
c:now+violence\t-2 -4 6
c:now+whatisit\t-4 -2 6
c:poison\t-18 -22 40
c:poison+animal\t-2 -3 5
c:poison+drug\t-1 -4 5
c:poison+ihave\t5 -5 1
c:poison+item\t-25 -15 41
c:poison+minorage\t-2 -3 5
c:poison+shopq\t-5 -4 9
c:poison+thing\t4 -1 -3
c:pregnant\t-131 108 22
c:pregnant+body\t-3 -17 20
c:pregnant+canitake\t-66 83 -17
c:pregnant+cure\t-18 28 -11
c:pregnant+dose\t-2 6 -4
c:pregnant+figurative\t-2 6 -4
c:pregnant+ihave\t-16 -6 22
c:pregnant+item\t-46 47 -1
c:pregnant+logistics\t11 -8 -3
c:pregnant+shopq\t-19 33 -14
c:pregnant+somebody\t3 12 -16
c:pregnant+sore\t-1 -9 10
c:pregnant+symptom\t-4 -31 35
c:price\t47 -25 -22
c:price+item\t5 -3 -2
c:price+shopq\t13 -10 -4
c:price+somebody\t3 -2 -2
c:reaction\t-56 106 -50
c:reaction+body\t-7 26 -19
c:reaction+bodypart\t-5 0 6
c:reaction+canitake\t-1 -5 6
c:reaction+item\t-24 13 11
c:reaction+logistics\t3 -13 11
c:reaction+mood\t-4 8 -4
c:reaction+sore\t-24 46 -21
c:resolve\t-125 -54 180
c:resolve+animal\t-6 -2 9
c:resolve+canitake\t-6 -12 18
c:resolve+future\t20 -5 -15
c:resolve+item\t-12 -4 16
c:resolve+shopq\t-12 -4 16
c:resolve+somebody\t-3 -1 3
c:selfharm\t-41 -20 61
c:selfharm+body\t-6 -9 15
c:selfharm+bodypart\t-1 -2 3
c:selfharm+child\t-17 10 7
c:selfharm+future\t-12 18 -6
c:selfharm+heavy\t-2 -4 6
c:selfharm+ihave\t-6 -9 15
c:selfharm+item\t-12 18 -6
c:selfharm+mood\t-1 -13 14
c:selfharm+symptom\t-5 -24 29
c:shopq\t108 -56 -57
c:shopq+animal\t2 -2 0
c:shopq+canitake\t7 8 -16
c:shopq+cure\t-4 9 -5
c:shopq+future\t4 -2 -2
c:shopq+item\t-20 4 16
c:shopq+somebody\t-11 14 -3
c:shopq+thing\t4 -3 -1
c:somebody\t-85 -8 93
c:somebody+canitake\t9 22 -32
c:somebody+future\t-10 -6 16
c:sore\t-30 30 0
c:sore+bodypart\t-27 17 10
c:sore+canitake\t-6 9 -3
c:sore+item\t-11 2 9
c:sore+somebody\t-1 -18 19
c:stroke\t-15 -74 89
c:stroke+aid\t-1 4 -3
c:stroke+bleed\t-4 -8 11
c:stroke+body\t3 -15 12
c:stroke+bodypart\t-6 -2 7
c:stroke+canitake\t-27 -4 32
c:stroke+condition\t47 -46 -1
c:stroke+drug\t0 -8 8
c:stroke+heavy\t-5 -4 9
c:stroke+ihave\t-31 -29 60
c:stroke+item\t-15 1 14
c:stroke+now\t0 -8 8
c:stroke+somebody\t-14 -5 19
c:stroke+symptom\t-3 -25 28
c:stroke+thing\t8 -4 -4
c:swelling\t-87 -9 96
c:swelling+aid\t-12 -4 16
c:swelling+body\t-27 8 19
c:swelling+bodypart\t-11 -6 17
c:swelling+canitake\t-3 -11 14
c:swelling+condition\t-3 9 -6
c:swelling+ihave\t-39 5 35
c:swelling+ingest\t-10 -5 16
c:swelling+item\t-29 -11 41
c:swelling+logistics\t-10 -6 16
c:swelling+pregnant\t0 -6 6
c:swelling+reaction\t-35 -7 42
c:swelling+shopq\t6 -4 -2
c:swelling+sore\t-4 -5 10
c:swelling+symptom\t-3 -27 30
c:swelling+whatisit\t-11 26 -15
c:symptom\t-121 76 44
c:symptom+aid\t0 -2 2
c:symptom+body\t-29 39 -11
c:symptom+bodypart\t4 7 -11
c:symptom+canitake\t-14 -15 29
c:symptom+cure\t6 -2 -4
c:symptom+eating\t-1 22 -22
c:symptom+item\t-15 25 -9
c:symptom+logistics\t15 -5 -10
c:symptom+mood\t-2 -9 11
c:symptom+reaction\t-30 61 -31
c:symptom+shopq\t19 -26 7
c:symptom+somebody\t4 -3 0
c:symptom+sore\t19 2 -21
c:symptom+thing\t18 -7 -12
c:symptom+threat\t-3 -3 6
c:symptom+whatisit\t-32 57 -26
c:thing\t109 -65 -44
c:thing+canitake\t16 -14 -2
c:thing+cure\t5 -2 -2
c:thing+somebody\t-32 -17 50
c:threat\t-5 -20 25
c:threat+item\t17 -1 -15
c:threat+somebody\t-6 -5 11
c:threat+thing\t12 0 -12
c:toomuch\t-31 -4 35
c:toomuch+body\t1 -7 6
c:toomuch+bodypart\t-2 -3 6
c:toomuch+canitake\t-10 13 -3
c:toomuch+dose\t-15 20 -5
c:toomuch+drug\t0 -5 5
c:toomuch+ihave\t-6 15 -9
c:toomuch+item\t-54 -7 60
c:toomuch+logistics\t11 -1 -9
c:toomuch+mood\t-4 18 -14
c:toomuch+poison\t-16 -4 20
c:toomuch+shopq\t-16 -10 26
c:toomuch+somebody\t0 -3 3
c:toomuch+symptom\t-24 -17 40
c:toomuch+thing\t8 -1 -7
c:toomuch+withdrug\t0 -5 5
c:violence\t-4 -38 41
c:violence+body\t14 -3 -10
c:violence+canitake\t-2 -3 6
c:violence+child\t0 -3 4
c:violence+figurative\t9 -4 -5
c:violence+ihave\t-35 -27 62
c:violence+mood\t-8 -15 23
c:violence+somebody\t-20 -7 27
c:violence+symptom\t-1 -4 4
c:violence+threat\t-18 -3 21
c:whatisit\t-4 62 -58
c:whatisit+body\t-1 10 -9
c:whatisit+bodypart\t-10 20 -9
c:whatisit+canitake\t-8 14 -6
c:whatisit+item\t11 -18 7
c:whatisit+lab\t-32 37 -5
c:whatisit+logistics\t4 -4 -1
c:whatisit+shopq\t2 -24 22
c:whatisit+somebody\t-2 -7 9
c:withdrug\t-11 38 -27
c:withdrug+canitake\t-13 14 -1
c:withdrug+ihave\t-12 30 -19
c:withdrug+item\t-5 2 3
c:withdrug+mood\t-8 8 0
c:withdrug+shopq\t-18 19 -1
w:abo\t3 -1 -3
w:about\t-10 2 8
w:accid\t12 -3 -9
w:accord\t2 -2 -1
w:account\t3 -1 -2
w:achtjahrig\t-8 15 -7
w:across\t-7 -2 9
w:ad\t0 -5 5
w:addict\t17 -13 -4
w:address\t2 -1 -1
w:adhd\t-5 6 -1
w:ador\t2 0 -2
w:affect\t-2 5 -3
w:afraid\t-1 -2 3
w:after\t-9 2 7
w:ag\t-9 10 -1
w:again\t-5 2 3
w:agit\t0 -5 5
w:ago\t-14 2 12
w:aid\t3 -2 -1
w:air\t-9 -3 12
w:alcohol\t4 -1 -3
w:aliv\t-13 -8 21
w:all\t-22 -24 45
w:allem\t-3 -2 5
w:allergi\t2 -1 -1
w:allow\t-7 10 -3
w:almond\t-5 -8 13
w:alon\t4 -10 6
w:along\t-13 17 -4
w:alongsid\t-4 5 -1
w:alreadi\t-1 -2 3
w:alright\t-18 26 -8
w:am\t19 -9 -10
w:ambul\t-38 -8 46
w:amount\t-16 1 16
w:anaphylaxi\t-5 -8 13
w:ani\t9 6 -15
w:ankl\t-1 13 -12
w:ano\t-9 13 -5
w:anorexia\t-3 3 0
w:ansiedad\t-5 8 -4
w:answer\t-2 -1 2
w:anti\t5 -5 0
w:antibiot\t-17 18 -2
w:antriebslo\t-9 12 -3
w:anxieti\t4 -2 -2
w:anymor\t-9 -6 15
w:anyth\t-12 13 -1
w:anzutun\t-5 -1 7
w:api\t16 -5 -11
w:appoint\t6 -2 -4
w:ar\t48 -5 -43
w:arm\t-9 -3 12
w:around\t8 0 -8
w:arrang\t-2 -2 4
w:arriv\t14 -4 -9
w:arthriti\t-2 6 -4
w:articl\t4 -4 -1
w:ashwagandha\t-2 2 0
w:ask\t-11 -3 14
w:asleep\t-2 -1 4
w:atemnot\t-13 -2 15
w:athlet\t5 -4 -1
w:attack\t-24 15 8
w:auch\t3 -1 -2
w:aufgegessen\t-2 -2 3
w:aufwachen\t-4 -2 5
w:ausschlag\t-6 15 -10
w:autoimmun\t-1 2 -1
w:avail\t4 -2 -2
w:avoid\t-2 3 -1
w:aw\t0 -2 2
w:awai\t-9 0 9
w:awak\t-2 0 3
w:b\t-2 15 -12
w:babi\t4 -1 -4
w:back\t25 -11 -14
w:bad\t-16 23 -6
w:badg\t11 -8 -3
w:badli\t-1 -2 2
w:bag\t18 -6 -12
w:ball\t2 -2 0
w:balm\t-1 15 -14
w:bar\t32 -25 -8
w:barista\t7 -5 -2
w:barn\t3 -1 -1
w:bat\t-10 -4 14
w:batch\t3 -2 0
w:bath\t21 -10 -11
w:bathroom\t-2 -1 3
w:batteri\t8 -1 -7
w:bauchweh\t-7 16 -10
w:be\t-26 -3 30
w:becaus\t-18 -5 23
w:bed\t-3 4 -1
w:bee\t-2 -3 5
w:been\t-32 -9 41
w:befor\t4 -7 2
w:began\t-2 17 -15
w:beginn\t4 -2 -2
w:bekommen\t-6 15 -10
w:bell\t11 -10 -1
w:belli\t-2 -9 12
w:belt\t-8 9 -1
w:bench\t2 -1 -1
w:berberin\t-2 7 -5
w:best\t10 10 -19
w:beta\t-4 4 0
w:better\t-4 -5 8
w:between\t-5 13 -8
w:bewusstlo\t-12 -2 15
w:bien\t-3 -1 4
w:biggest\t3 -2 0
w:bin\t-2 4 -2
w:bing\t-24 26 -1
w:biologi\t5 -2 -2
w:bird\t8 -4 -3
w:birth\t-2 -2 4
w:birthdai\t13 -5 -9
w:black\t7 -7 0
w:bladder\t-2 -1 2
w:blade\t-3 -1 4
w:blanket\t2 1 -3
w:bled\t3 0 -2
w:bleed\t6 -7 0
w:blend\t2 1 -2
w:blender\t12 -8 -3
w:blew\t3 -1 -2
w:blind\t-8 -4 12
w:blister\t-1 6 -5
w:blocker\t-4 4 0
w:blood\t-9 -4 13
w:blue\t-7 -5 12
w:blurri\t-2 -4 6
w:blutverdunn\t-6 8 -2
w:blutverdunnern\t-2 2 -1
w:bmi\t-9 11 -3
w:bodi\t-12 0 12
w:boi\t-7 -8 15
w:boil\t-7 -9 15
w:bone\t-8 18 -10
w:book\t7 -2 -5
w:booster\t1 4 -4
w:born\t-6 -2 9
w:both\t-3 -3 6
w:bother\t-14 0 14
w:bottl\t-10 -9 19
w:bought\t-2 -2 4
w:bowl\t6 -4 -2
w:box\t7 -8 0
w:brain\t4 -2 -2
w:brave\t-8 0 8
w:brazo\t-9 -3 12
w:break\t-1 -8 10
w:breakdown\t-3 5 -2
w:breakfast\t12 -7 -5
w:breast\t8 -1 -7
w:breastfe\t-9 14 -5
w:breastfeed\t2 3 -5
w:breath\t-8 -11 19
w:breathabl\t12 -1 -10
w:bridg\t-7 3 5
w:bright\t-1 -5 5
w:bring\t-5 13 -9
w:broke\t7 -8 1
w:broken\t9 -6 -3
w:brown\t-4 9 -5
w:brush\t4 -2 -2
w:brust\t-8 -7 15
w:brustschmerzen\t-2 0 3
w:budg\t2 -1 -2
w:bui\t13 -9 -4
w:build\t0 2 -2
w:bulimia\t-3 5 -1
w:bulk\t13 -10 -3
w:bundl\t4 -1 -3
w:burden\t-3 -2 5
w:burn\t-8 -2 10
w:burner\t-13 17 -4
w:burnt\t-13 6 7
w:butcher\t6 -4 -2
w:butt\t6 -2 -4
w:c\t-5 6 -1
w:cafe\t15 -8 -6
w:caffein\t-5 3 1
w:call\t-10 -4 13
w:calm\t-17 14 4
w:calori\t-9 19 -9
w:came\t4 5 -10
w:campu\t3 -2 -1
w:can\t33 6 -39
w:canaria\t3 -1 -2
w:cancel\t19 -10 -9
w:cancelar\t2 0 -2
w:cancer\t4 -4 0
w:candl\t13 -4 -9
w:canopi\t7 -4 -3
w:cant\t-18 -21 40
w:capsul\t-25 29 -4
w:car\t-7 -1 8
w:carb\t6 -3 -4
w:care\t17 -16 -1
w:caregiv\t4 -4 0
w:carri\t-4 8 -4
w:cart\t2 -1 -2
w:case\t15 -12 -3
w:cat\t2 -2 -1
w:caus\t-6 16 -10
w:certifi\t3 -2 -1
w:chai\t3 -1 -3
w:chair\t8 -7 -1
w:challeng\t2 -1 -1
w:chang\t-9 -11 20
w:charg\t14 -4 -10
w:chariti\t6 -2 -3
w:chat\t-26 -4 30
w:cheaper\t5 -2 -2
w:checkout\t4 -2 -3
w:cherri\t-5 5 0
w:chest\t-4 -11 15
w:chew\t4 -1 -3
w:child\t-11 6 5
w:children\t3 -8 5
w:chocol\t14 -9 -5
w:choic\t-8 -2 9
w:choke\t-3 -2 5
w:cholesterol\t-5 10 -4
w:choos\t10 -4 -6
w:christma\t-2 -2 4
w:circl\t8 -5 -3
w:claim\t5 -3 -1
w:clash\t-7 9 -1
w:class\t32 -14 -18
w:clean\t5 -7 2
w:cleans\t-4 6 -2
w:cliff\t-18 -3 21
w:climb\t-4 -5 9
w:clinic\t10 -4 -6
w:close\t-4 -3 8
w:clot\t-5 -2 7
w:cloth\t2 -1 -1
w:clover\t-3 5 -3
w:clumpi\t4 -2 -3
w:coach\t17 -10 -6
w:cocoa\t4 -2 -2
w:code\t6 -3 -3
w:coeliac\t8 -6 -2
w:coffe\t-2 -4 5
w:colageno\t2 3 -5
w:cold\t3 6 -9
w:colic\t-4 4 -1
w:collaps\t-3 -1 5
w:colleagu\t12 -8 -4
w:collect\t2 -2 0
w:colour\t7 -3 -4
w:come\t4 -19 15
w:compani\t4 -1 -3
w:complet\t-3 5 -2
w:concentr\t-9 1 8
w:condit\t-13 16 -3
w:confirm\t17 -2 -14
w:confus\t-6 -6 12
w:connect\t3 -1 -2
w:contact\t4 -4 -1
w:contagi\t7 -5 -2
w:contain\t6 -1 -5
w:control\t-2 0 2
w:cope\t-5 17 -12
w:corner\t14 -8 -6
w:cosi\t2 -1 -1
w:cough\t-2 -2 4
w:could\t7 3 -10
w:courier\t16 -13 -3
w:cours\t11 -10 -2
w:covid\t-2 3 -1
w:cramp\t-10 16 -6
w:crash\t2 -1 -2
w:cream\t1 17 -17
w:creatin\t-12 17 -5
w:crema\t-8 12 -4
w:crohn\t-8 10 -2
w:crp\t-7 12 -4
w:crush\t0 -3 3
w:cry\t-13 24 -12
w:cuando\t7 -4 -3
w:cuanto\t6 -2 -4
w:cuesta\t6 -2 -4
w:cup\t7 -9 2
w:cure\t-14 15 -1
w:custom\t-13 -2 15
w:cut\t-7 7 0
w:d\t-4 7 -3
w:da\t-15 26 -11
w:dad\t-3 -1 4
w:dai\t4 -3 -1
w:danger\t-1 -4 5
w:daran\t-6 -2 9
w:darf\t6 1 -7
w:darker\t-8 17 -10
w:date\t17 -3 -14
w:dauert\t2 -1 -2
w:daughter\t5 -8 3
w:dead\t23 0 -23
w:deadli\t-17 -4 20
w:deadlin\t6 -2 -4
w:deal\t9 -2 -6
w:death\t5 -2 -3
w:decid\t-2 -1 3
w:decis\t21 -11 -10
w:deep\t-27 -1 28
w:deeper\t-1 -4 5
w:defici\t-8 19 -11
w:delai\t3 -1 -2
w:deliv\t3 -1 -2
w:deliveri\t-8 -3 12
w:dementia\t3 1 -4
w:denk\t-6 -2 9
w:depress\t-11 16 -6
w:desd\t-10 17 -7
w:design\t3 -1 -2
w:detox\t-8 13 -5
w:devolverlo\t7 -4 -3
w:di\t4 13 -17
w:diabet\t-6 -5 11
w:diari\t5 -4 -2
w:diarrhea\t-4 5 -1
w:dick\t-13 -2 15
w:didnt\t17 -2 -14
w:differ\t4 -2 -1
w:diffus\t-2 -1 3
w:disappear\t-5 -3 8
w:disast\t2 0 -2
w:diseas\t-2 2 0
w:disgust\t-3 7 -4
w:dishwash\t19 -14 -4
w:dissolv\t3 -2 -1
w:diuret\t-4 6 -3
w:dizzi\t-3 -9 13
w:do\t69 -16 -53
w:doctor\t13 -6 -6
w:doe\t20 20 -40
w:doesnt\t5 -13 8
w:dog\t-1 -4 5
w:donat\t2 -2 0
w:done\t13 -2 -11
w:dont\t-45 -12 58
w:dosag\t-16 24 -7
w:dose\t-7 3 4
w:doubl\t-8 10 -3
w:down\t-46 9 37
w:drank\t-3 -3 7
w:drawer\t6 -1 -5
w:drew\t11 -10 -1
w:drink\t-21 17 4
w:drive\t-41 -7 48
w:droht\t-5 -1 7
w:droop\t-2 -1 3
w:drop\t-8 11 -3
w:drown\t7 -3 -4
w:drowsi\t-2 -1 2
w:drug\t9 -7 -3
w:drunk\t-3 0 3
w:due\t-5 8 -3
w:duel\t-9 -3 12
w:duermo\t-5 8 -4
w:durchfal\t-1 3 -2
w:dy\t4 -4 0
w:earli\t5 1 -6
w:earth\t-1 -5 6
w:eat\t-22 36 -14
w:eaten\t-8 11 -3
w:echinacea\t-6 8 -2
w:eczema\t-9 10 0
w:effect\t2 5 -7
w:eight\t-2 3 -2
w:einfach\t-4 -2 5
w:electrolyt\t-13 20 -7
w:eliqui\t-2 4 -2
w:els\t9 -4 -5
w:email\t25 -4 -20
w:embarazada\t-2 4 -2
w:embarazo\t-3 5 -2
w:emerg\t8 -4 -4
w:empti\t-1 -2 3
w:end\t10 -5 -5
w:enough\t-43 2 40
w:envio\t4 -1 -3
w:enzym\t-2 3 -1
w:epilepsi\t-2 3 -2
w:epipen\t-9 -6 16
w:episod\t3 -1 -2
w:ersatzdeckel\t4 -1 -2
w:es\t7 -2 -4
w:est\t-6 8 -3
w:estoi\t-2 4 -2
w:etwa\t-5 -1 7
w:eucalyptu\t-1 -1 2
w:even\t8 -19 11
w:ever\t6 -1 -5
w:everi\t-36 30 6
w:everyon\t-30 -8 38
w:everyth\t11 -3 -9
w:everywher\t4 -2 -2
w:ex\t-8 -2 9
w:exam\t-3 4 -1
w:exampl\t5 -2 -2
w:exist\t-14 -2 16
w:expect\t-11 7 4
w:extract\t-1 5 -4
w:ey\t-19 1 19
w:eyelid\t-4 17 -13
w:fabric\t12 -1 -10
w:face\t-1 -3 4
w:fade\t-1 -13 14
w:faint\t5 -5 0
w:fair\t14 -8 -5
w:famili\t-12 -11 23
w:fast\t-19 4 15
w:faster\t-8 10 -3
w:fastest\t-8 9 -1
w:fat\t-22 27 -6
w:fatal\t-6 -1 7
w:father\t-2 2 0
w:favour\t8 -6 -2
w:fee\t6 -1 -5
w:feed\t-1 -3 5
w:feel\t-38 22 16
w:feet\t15 3 -18
w:fell\t-10 -10 20
w:felt\t-3 -5 8
w:ferritin\t-4 4 0
w:fertil\t2 2 -4
w:fever\t-7 -22 29
w:few\t-4 4 0
w:fibr\t3 10 -12
w:fifteen\t-11 5 5
w:fill\t6 -2 -3
w:find\t12 -4 -7
w:fine\t6 -1 -5
w:finish\t11 -7 -4
w:first\t-5 13 -8
w:fish\t2 -1 -2
w:fishi\t4 -2 -2
w:fist\t-2 -1 2
w:fit\t15 -12 -3
w:five\t-3 4 -2
w:fix\t-6 -2 9
w:flake\t6 -4 -2
w:flare\t-12 14 -2
w:flash\t0 -2 2
w:flat\t-11 2 9
w:flatmat\t-7 -2 9
w:flavour\t3 -1 -2
w:floor\t-9 -3 12
w:flyer\t3 -2 -1
w:foam\t-4 -4 9
w:folat\t0 2 -3
w:food\t10 -1 -10
w:foot\t8 -6 -2
w:footbal\t-9 10 -1
w:forehead\t-3 7 -4
w:forev\t-4 -2 6
w:forgot\t11 -3 -7
w:form\t27 -9 -18
w:found\t-5 2 3
w:free\t28 -17 -11
w:freez\t11 -4 -7
w:fresh\t-5 -8 14
w:freund\t-5 -1 7
w:fridai\t5 -3 -1
w:friend\t2 15 -17
w:frond\t7 -4 -3
w:front\t-6 -4 11
w:fun\t16 -3 -13
w:funni\t-7 -2 9
w:fur\t4 -1 -2
w:gag\t-2 -1 3
w:gallbladd\t-2 2 0
w:gana\t-5 9 -4
w:ganz\t-2 -1 3
w:ganzen\t-2 -2 3
w:garganta\t-2 -1 3
w:gave\t-14 1 13
w:gegessen\t-2 -1 3
w:geht\t-6 8 -2
w:gel\t17 -7 -10
w:get\t-3 12 -9
w:gibt\t5 -2 -3
w:gift\t9 -5 -4
w:ginger\t6 1 -7
w:ginkgo\t0 3 -2
w:girl\t-3 4 -1
w:give\t3 4 -7
w:giveawai\t8 -1 -8
w:glass\t-3 -12 15
w:gluten\t3 -2 -2
w:go\t-4 -22 26
w:goat\t2 0 -2
w:goe\t5 -3 -2
w:goggl\t13 -10 -3
w:gone\t-29 -11 40
w:gonna\t7 -1 -6
w:good\t2 5 -7
w:goodby\t-6 -6 12
w:googl\t-4 -5 9
w:got\t-16 12 3
w:gota\t-4 6 -2
w:gout\t-5 5 0
w:grader\t-8 12 -4
w:grandson\t0 2 -2
w:granola\t4 -2 -2
w:grapefruit\t-2 5 -3
w:green\t8 0 -8
w:grei\t-1 -1 2
w:greyish\t-1 -3 5
w:grief\t5 -4 -1
w:ground\t-12 -14 26
w:group\t3 -4 1
w:gum\t-10 23 -13
w:gummi\t-11 -1 12
w:gun\t5 -1 -4
w:gym\t11 -5 -7
w:ha\t-3 -5 8
w:habe\t-25 32 -7
w:habt\t4 -1 -3
w:hace\t-10 17 -7
w:had\t-10 30 -19
w:haha\t3 -3 0
w:hair\t-7 13 -6
w:half\t-16 13 3
w:hammer\t-7 -2 9
w:hand\t2 -21 18
w:hang\t-8 -5 13
w:hardli\t-1 -2 4
w:harm\t-14 23 -9
w:harmless\t-1 2 -1
w:hasta\t7 -4 -3
w:hat\t-11 -10 21
w:have\t-4 9 -5
w:havent\t-8 0 8
w:he\t-35 -15 51
w:head\t6 -9 2
w:heal\t-4 5 0
w:health\t2 -1 -1
w:healthi\t10 -6 -4
w:hear\t4 3 -7
w:heart\t-17 9 8
w:heavi\t2 8 -10
w:heavili\t-5 -3 8
w:held\t5 -4 -1
w:hell\t-1 -2 3
w:hello\t4 -1 -3
w:help\t-7 21 -14
w:hepat\t-3 5 -2
w:her\t-16 -3 19
w:herb\t-1 2 -1
w:herbal\t-1 6 -5
w:here\t-15 1 14
w:heut\t-3 -2 5
w:hi\t-9 -16 25
w:hibiscu\t-1 2 -2
w:hide\t0 3 -2
w:high\t-14 18 -3
w:higher\t9 -7 -2
w:hijo\t-7 5 3
w:hike\t16 -10 -5
w:hill\t6 -2 -4
w:him\t-6 2 5
w:himself\t-15 -1 16
w:hincha\t-2 -1 3
w:hipotiroidismo\t-6 8 -3
w:hit\t3 -5 1
w:hive\t-1 -2 3
w:hold\t14 -1 -13
w:home\t-20 -3 23
w:honestli\t-5 -2 7
w:hook\t3 -1 -2
w:hopeless\t-7 13 -6
w:hora\t3 -1 -2
w:hors\t3 -2 0
w:host\t4 -4 0
w:hot\t9 -7 -2
w:hour\t-17 15 2
w:hous\t-6 -4 10
w:household\t-3 -6 9
w:how\t18 10 -28
w:htp\t0 -5 5
w:huge\t-4 -1 5
w:hunger\t-3 9 -7
w:hungri\t4 -3 -1
w:hurt\t-8 -18 26
w:husband\t5 -6 1
w:hyperact\t-8 12 -4
w:i\t-46 17 29
w:ich\t-29 22 6
w:id\t-9 7 2
w:idea\t3 -1 -2
w:ihr\t4 -1 -3
w:ill\t1 -8 8
w:im\t-3 -25 28
w:immer\t-7 16 -10
w:immun\t-2 3 -2
w:includ\t3 -1 -2
w:infant\t-2 4 -2
w:infect\t-2 5 -4
w:inhal\t-2 -1 3
w:inject\t-2 2 -1
w:ink\t3 0 -2
w:insol\t3 -2 -1
w:insomnia\t-2 3 -1
w:instagram\t7 -1 -6
w:instead\t9 -4 -4
w:instructor\t11 -2 -9
w:insulin\t-3 2 0
w:intoler\t7 -2 -5
w:invit\t4 0 -3
w:invoic\t5 -2 -3
w:iron\t-10 0 10
w:is\t-1 21 -21
w:isnt\t-12 -4 16
w:ist\t-6 -3 10
w:it\t8 16 -24
w:item\t2 0 -2
w:iv\t-32 -17 49
w:ivf\t-5 7 -2
w:ivi\t4 -1 -2
w:izquierdo\t-9 -3 12
w:jar\t2 -13 11
w:jaw\t-3 -2 4
w:jerk\t-10 -2 12
w:john\t-8 7 0
w:join\t3 -2 -1
w:joint\t-1 3 -2
w:joke\t4 -2 -2
w:journal\t5 -4 -1
w:joyless\t-6 7 -1
w:juic\t4 -3 -1
w:jump\t0 -2 2
w:june\t8 -6 -2
w:just\t-5 7 -2
w:k\t-6 8 -2
w:kann\t-4 11 -7
w:kapseln\t-6 15 -10
w:kava\t-3 4 -1
w:kcal\t4 -3 -1
w:keep\t-31 9 21
w:kettlebel\t3 -2 -1
w:kg\t-15 29 -14
w:kick\t2 -19 18
w:kid\t13 8 -21
w:kidnei\t5 -1 -3
w:kill\t5 -19 14
w:killer\t2 -2 -1
w:kind\t-2 -1 3
w:kit\t1 -3 2
w:kitchen\t17 -12 -5
w:klein\t-2 -2 3
w:knee\t6 3 -8
w:knife\t8 -1 -7
w:know\t-6 4 1
w:kundigen\t3 -1 -3
w:lab\t4 -3 -2
w:label\t26 -18 -8
w:lack\t-1 2 -1
w:lactos\t8 -3 -5
w:lake\t-27 -1 28
w:lang\t4 -1 -3
w:laptop\t2 -1 -2
w:last\t-2 -14 16
w:late\t2 2 -4
w:laugh\t7 -1 -6
w:lavend\t9 -1 -8
w:lax\t-11 12 0
w:lead\t8 -5 -3
w:leaf\t-9 11 -1
w:leaflet\t6 -3 -3
w:leav\t13 -6 -7
w:leben\t-7 -2 9
w:lectur\t5 -4 -1
w:left\t-21 -5 26
w:leg\t23 -6 -17
w:lemon\t7 -5 -3
w:len\t13 -10 -3
w:lesson\t10 -4 -6
w:lethal\t-12 -4 16
w:level\t-4 5 -1
w:levothyroxin\t-7 8 -1
w:lick\t4 0 -3
w:lid\t11 -7 -4
w:life\t-6 -4 10
w:light\t-8 -10 17
w:lighter\t-5 -6 11
w:like\t-12 -5 17
w:limit\t2 -1 -1
w:limp\t-3 -4 6
w:link\t4 0 -4
w:linken\t-2 0 3
w:lip\t-1 -4 5
w:lippen\t-13 -2 15
w:liquid\t-4 0 4
w:list\t15 -10 -5
w:lithium\t-5 7 -2
w:littl\t-3 4 -1
w:live\t-12 19 -8
w:lock\t-4 -2 7
w:log\t26 -8 -17
w:logo\t3 -2 0
w:long\t6 -3 -3
w:longer\t-10 0 10
w:look\t3 7 -10
w:lose\t-18 37 -19
w:lost\t13 -3 -10
w:lot\t10 -17 7
w:loud\t3 -1 -2
w:love\t12 -19 7
w:lower\t-8 15 -7
w:lowest\t-2 2 0
w:luck\t5 -3 -1
w:lump\t-3 5 -2
w:lupu\t-3 4 -1
w:ma\t-10 -3 13
w:mach\t-3 -2 5
w:machin\t3 0 -3
w:made\t8 -9 1
w:magnesio\t-3 5 -2
w:magnesium\t-10 7 3
w:mai\t15 -5 -10
w:make\t-24 12 12
w:mal\t-3 6 -3
w:mani\t10 -14 4
w:mann\t-8 -7 15
w:marathon\t13 -5 -8
w:march\t0 6 -6
w:market\t7 -2 -6
w:mask\t-2 7 -5
w:massag\t1 4 -6
w:mat\t19 -11 -8
w:matter\t-11 19 -8
w:mayb\t0 -3 4
w:me\t-20 12 8
w:meal\t0 13 -12
w:mean\t-6 0 6
w:meant\t4 0 -4
w:medic\t-2 5 -3
w:medicacion\t-2 3 -1
w:medit\t8 -2 -6
w:mehr\t-14 -5 19
w:mein\t-30 0 30
w:melatonin\t-7 4 2
w:melt\t6 -3 -3
w:member\t8 -4 -3
w:membership\t6 -2 -4
w:menopaus\t6 -5 -1
w:mese\t-5 9 -4
w:messag\t13 -2 -11
w:metal\t2 -1 -1
w:methotrex\t-6 8 -3
w:mi\t-21 9 13
w:mich\t-6 -2 9
w:middl\t-2 -3 4
w:midwif\t3 -2 -1
w:might\t-4 -7 11
w:migrain\t5 -4 -1
w:milk\t10 -3 -7
w:milligram\t3 -1 -1
w:mind\t-5 -2 7
w:mine\t-3 5 -1
w:minut\t-8 -5 13
w:miscarriag\t0 2 -2
w:miss\t8 -8 0
w:misspelt\t9 -3 -6
w:mistook\t-7 -2 9
w:mit\t-3 0 3
w:mix\t-2 15 -13
w:mocht\t0 -2 3
w:mole\t-16 25 -10
w:moment\t0 -7 7
w:monaten\t-9 12 -3
w:mondai\t11 3 -15
w:monei\t21 -4 -17
w:monitor\t3 -1 -3
w:month\t-48 57 -9
w:monthli\t0 -4 4
w:mood\t-7 8 -1
w:more\t-6 7 0
w:morirm\t-6 -2 8
w:morn\t10 -9 -1
w:most\t15 -8 -7
w:mother\t-1 5 -4
w:mouth\t-4 -4 8
w:move\t5 -4 -1
w:movi\t3 -1 -2
w:much\t-1 3 -2
w:mucha\t-5 8 -4
w:mug\t23 -13 -11
w:multivitamin\t12 -8 -4
w:mum\t-5 9 -4
w:murder\t7 -4 -4
w:music\t4 -1 -2
w:mutter\t-12 -2 15
w:my\t6 -3 -3
w:myself\t-48 -22 71
w:nach\t-12 -2 14
w:nada\t-5 9 -4
w:nail\t-1 2 -1
w:name\t6 -4 -2
w:natur\t-3 6 -3
w:nausea\t0 4 -4
w:nauseou\t0 2 -2
w:near\t-5 -1 6
w:nearest\t3 -2 -1
w:nearli\t7 -3 -4
w:neck\t-11 6 5
w:need\t-9 -7 16
w:nehm\t-6 8 -2
w:nehmen\t-10 19 -8
w:neighbour\t7 0 -7
w:nephew\t-2 -1 3
w:never\t-4 -7 12
w:new\t17 3 -20
w:newborn\t-11 8 3
w:newslett\t2 -1 -1
w:next\t18 -7 -11
w:nice\t4 -9 5
w:nicht\t-14 -5 19
w:nierenkrank\t-2 3 0
w:night\t-33 2 32
w:nina\t-4 6 -2
w:nine\t-5 9 -4
w:no\t-33 -20 53
w:nobodi\t-20 -5 25
w:normal\t9 -4 -5
w:not\t-26 -2 28
w:note\t-4 0 5
w:noth\t-22 16 6
w:notic\t-20 -5 25
w:now\t-6 8 -2
w:numb\t-2 -1 3
w:number\t21 -12 -9
w:nur\t-9 12 -3
w:nurs\t10 -6 -4
w:nut\t6 -4 -2
w:oat\t3 -1 -1
w:off\t0 -16 17
w:offen\t3 -1 -2
w:offer\t11 -3 -8
w:offic\t19 -18 -1
w:oil\t-16 -11 27
w:ok\t-26 60 -34
w:okai\t-18 20 -2
w:old\t-15 12 3
w:omega\t-1 5 -3
w:onc\t7 1 -8
w:onli\t-12 -9 21
w:onlin\t3 -1 -3
w:open\t6 -5 -1
w:orang\t5 -1 -4
w:order\t0 6 -7
w:organ\t6 -4 -2
w:organis\t11 -10 -1
w:osteoarthr\t-2 3 0
w:other\t-3 -2 5
w:our\t6 3 -9
w:out\t-17 19 -2
w:outsid\t-15 -6 21
w:over\t-8 7 1
w:overdos\t-8 -5 13
w:own\t-4 -4 9
w:pacemak\t-9 10 -2
w:pack\t20 -17 -4
w:packung\t-2 -1 3
w:pad\t-2 -2 4
w:padr\t-10 -4 13
w:pagar\t7 -5 -3
w:page\t-3 -4 7
w:pai\t12 -5 -6
w:pain\t22 -26 4
w:painless\t-4 -4 7
w:paint\t4 -2 -2
w:paket\t3 0 -2
w:palpit\t-1 3 -3
w:panic\t-9 10 -1
w:paper\t-3 -2 5
w:para\t-2 6 -3
w:paracetamol\t-1 -2 3
w:paralys\t-2 -1 3
w:parcel\t29 -3 -26
w:part\t2 -2 0
w:parti\t4 -2 -2
w:partner\t-3 -2 5
w:pass\t-3 -6 9
w:past\t-21 3 18
w:pastilla\t-6 0 6
w:patch\t8 -4 -4
w:patient\t-2 4 -2
w:paus\t2 0 -2
w:paypal\t4 -2 -2
w:pecho\t-9 -3 12
w:pee\t-4 9 -5
w:pen\t-2 -3 5
w:peopl\t3 -2 -1
w:per\t4 -2 -2
w:percent\t7 -4 -3
w:period\t-3 6 -3
w:phone\t2 -2 0
w:photo\t-3 11 -8
w:pick\t-6 -12 18
w:pictur\t8 -11 3
w:pienso\t-15 -2 17
w:pill\t-17 -2 19
w:plan\t-13 -6 18
w:plane\t4 -3 -1
w:plant\t5 -1 -4
w:platform\t-6 -2 8
w:player\t-9 10 -1
w:pleas\t17 -19 2
w:plenti\t5 0 -4
w:plotzlich\t-8 -7 15
w:podcast\t6 -3 -3
w:point\t22 -7 -15
w:poison\t5 -3 -1
w:popular\t3 -2 -2
w:porter\t3 -2 -1
w:posit\t-5 -4 8
w:post\t10 -15 5
w:poster\t7 -2 -4
w:potassium\t-1 2 -2
w:powder\t11 -11 0
w:pre\t-7 18 -11
w:prednisolon\t-2 3 -1
w:pregnanc\t10 -7 -4
w:pregnant\t-4 -9 13
w:preparado\t-3 -1 4
w:prescrib\t-5 8 -3
w:prescript\t13 -10 -3
w:present\t26 -12 -14
w:press\t17 -7 -10
w:pressur\t-7 0 7
w:prevent\t4 0 -3
w:price\t14 -8 -7
w:pride\t9 -1 -8
w:prize\t2 -2 0
w:probiot\t-21 25 -4
w:problem\t-4 15 -11
w:product\t-15 5 10
w:producto\t-6 8 -3
w:programm\t4 -1 -2
w:project\t12 -11 -1
w:prone\t-4 5 -1
w:protein\t-6 8 -2
w:psoriasi\t-3 3 0
w:ptsd\t-4 4 -1
w:pued\t-18 10 9
w:puedo\t-1 5 -4
w:puf\t-2 -3 5
w:puffi\t-4 17 -13
w:pump\t10 -7 -4
w:puppi\t4 -1 -4
w:purg\t-13 14 -1
w:purpos\t-15 -1 16
w:put\t9 -7 -2
w:que\t3 -1 -2
w:quickli\t-3 6 -3
w:quiero\t-8 -5 13
w:quiet\t2 -1 -1
w:quiz\t14 -1 -12
w:race\t-5 9 -4
w:raffl\t8 -6 -2
w:ran\t5 -1 -3
w:rang\t-1 3 -2
w:rash\t11 3 -13
w:raspberri\t-9 11 -1
w:rate\t13 -4 -9
w:read\t11 -18 7
w:real\t5 -1 -4
w:realli\t-2 3 0
w:reason\t-10 -8 18
w:receipt\t10 -1 -9
w:recept\t8 -7 -1
w:recip\t3 -1 -2
w:recommend\t-7 12 -5
w:record\t4 -1 -4
w:recov\t-3 5 -1
w:red\t-6 10 -4
w:refil\t2 -2 -1
w:refund\t-13 0 13
w:relax\t7 -3 -4
w:relief\t4 -3 -1
w:religi\t2 0 -2
w:rent\t4 -4 0
w:reorder\t32 -7 -25
w:repair\t-2 2 -1
w:replac\t-4 5 -1
w:report\t-2 8 -6
w:reprint\t6 -4 -2
w:research\t2 -2 0
w:respirar\t-10 -4 13
w:respiro\t-2 -1 3
w:respond\t4 -2 -1
w:rest\t-7 -2 9
w:restock\t2 0 -2
w:result\t-8 11 -3
w:retinol\t-4 5 -1
w:rib\t-1 -2 3
w:riegel\t-13 -2 15
w:right\t-4 2 2
w:ring\t11 -10 -1
w:ringworm\t-10 23 -13
w:rise\t6 -3 -2
w:risk\t-1 3 -2
w:roll\t-11 -4 14
w:roof\t-5 0 5
w:room\t21 -9 -12
w:roommat\t-3 -2 5
w:rope\t4 -2 -2
w:round\t10 -1 -9
w:rower\t3 -1 -2
w:run\t15 -7 -9
w:sachet\t3 -1 -2
w:safe\t1 14 -14
w:saffron\t-8 12 -4
w:sage\t-9 14 -5
w:sai\t-2 -16 18
w:said\t7 -2 -5
w:sale\t5 -3 -2
w:salio\t-8 12 -4
w:salt\t3 0 -3
w:same\t3 -1 -2
w:sampl\t10 -8 -2
w:samstag\t3 -1 -2
w:sarpullido\t-8 12 -4
w:sauna\t-2 3 -2
w:save\t0 -6 6
w:saw\t5 -1 -4
w:scar\t-9 5 3
w:scare\t-13 2 12
w:schedul\t13 -7 -6
w:schluss\t-3 -2 5
w:schmerzen\t-8 -7 15
w:school\t13 -12 -1
w:schwanger\t-2 4 -2
w:scoop\t0 8 -9
w:scream\t-9 -5 14
w:se\t-5 -3 8
w:sea\t2 0 -2
w:search\t14 -4 -10
w:season\t3 -2 -1
w:seat\t5 -4 -1
w:second\t-3 6 -3
w:see\t-18 -9 27
w:seguir\t-3 -1 4
w:seit\t-10 15 -5
w:selbstmordgedanken\t-11 -4 15
w:self\t-4 8 -4
w:sell\t6 -19 13
w:semana\t-5 8 -4
w:seminar\t3 -2 -1
w:send\t0 -12 12
w:sent\t-1 -2 2
w:sento\t-3 6 -3
w:separ\t5 -4 -2
w:seriou\t2 2 -4
w:sertralin\t-6 2 4
w:serum\t-4 5 -1
w:serv\t4 -2 -3
w:servic\t9 -3 -6
w:set\t19 -5 -14
w:seventeen\t-4 7 -4
w:shake\t4 -27 23
w:shaker\t6 -3 -3
w:shape\t7 -4 -3
w:share\t4 -1 -3
w:sharp\t-1 -6 7
w:she\t-32 -15 47
w:shed\t-7 -1 8
w:shell\t4 -3 -1
w:ship\t14 -5 -9
w:shoot\t-5 -5 10
w:shop\t5 -1 -3
w:shot\t10 0 -10
w:should\t-6 3 3
w:show\t5 -1 -4
w:shower\t8 -7 -1
w:shred\t-2 4 -2
w:shrink\t-2 2 0
w:sich\t-5 -1 7
w:sick\t-2 -5 7
w:side\t-25 -8 33
w:sign\t8 -5 -4
w:signup\t8 -2 -6
w:simplifi\t8 -2 -6
w:sinc\t-33 23 10
w:singl\t3 -2 -2
w:sirv\t-6 8 -3
w:sister\t11 -5 -6
w:size\t4 -2 -2
w:skin\t-17 7 10
w:skip\t3 2 -5
w:slai\t4 -2 -2
w:slaughter\t11 -2 -9
w:sleep\t-19 5 14
w:slep\t3 -1 -2
w:slept\t-5 10 -5
w:slow\t-18 -3 21
w:small\t7 -5 -2
w:smaller\t2 0 -2
w:smell\t18 -11 -7
w:smoothi\t13 -9 -4
w:snack\t5 -4 -1
w:soak\t-5 -9 15
w:soap\t4 -1 -2
w:sock\t7 -5 -2
w:soft\t7 -2 -5
w:soil\t3 0 -3
w:sold\t26 -19 -7
w:some\t0 -3 3
w:somebodi\t-8 -2 10
w:someon\t-15 -15 30
w:someth\t-5 11 -6
w:sometim\t-10 3 7
w:son\t3 -6 3
w:sort\t-5 -1 6
w:spare\t2 -1 -2
w:speak\t-9 -3 12
w:speech\t-8 -2 10
w:spin\t11 -2 -9
w:sponsor\t4 -1 -3
w:spoon\t3 13 -16
w:spot\t-2 0 3
w:sprint\t6 -2 -4
w:st\t-8 7 0
w:stack\t-2 4 -2
w:stai\t-11 -5 16
w:stain\t2 -1 -1
w:stair\t-8 -11 19
w:stand\t3 -23 20
w:star\t2 -1 -1
w:stark\t-8 -7 15
w:start\t9 -3 -7
w:starter\t8 -5 -3
w:starv\t3 -2 0
w:stash\t9 -3 -6
w:steer\t-14 -2 16
w:step\t6 -5 -2
w:stiff\t-9 -4 13
w:still\t4 3 -7
w:stock\t9 -3 -6
w:stockpil\t-8 0 8
w:stolen\t3 0 -3
w:stomach\t-4 20 -16
w:stone\t-4 4 -1
w:stool\t-1 -3 4
w:stop\t-33 8 24
w:straight\t0 -13 13
w:strap\t6 -3 -3
w:strength\t8 -5 -3
w:stress\t8 -7 -1
w:stroke\t25 -19 -7
w:strong\t-3 -8 11
w:stronger\t5 -1 -4
w:struggl\t-9 -3 12
w:stuck\t8 -2 -5
w:student\t6 -6 0
w:stuff\t0 -8 8
w:stung\t-2 -3 5
w:subscript\t-1 -4 4
w:suck\t-1 -1 2
w:sudden\t6 -3 -3
w:suffoc\t8 -2 -6
w:sugar\t0 -16 16
w:suggest\t-7 8 -1
w:suicid\t-5 -3 8
w:suicidio\t-15 -2 17
w:suitabl\t4 -2 -2
w:sundai\t-3 -4 7
w:supplement\t-5 8 -3
w:suppli\t7 -1 -6
w:suppos\t5 -2 -3
w:suppress\t-3 9 -7
w:surnam\t9 -3 -6
w:suscripcion\t2 0 -2
w:swallow\t-4 -7 11
w:swap\t0 2 -2
w:sweat\t-5 -9 14
w:swim\t10 -23 13
w:swollen\t-2 5 -3
w:symptom\t4 -1 -3
w:tablet\t-27 2 25
w:take\t-20 18 2
w:taken\t8 -2 -6
w:talk\t16 -14 -2
w:tamoxifen\t-4 5 -1
w:tap\t5 -1 -4
w:tarjeta\t7 -5 -3
w:tarri\t-1 -3 4
w:tast\t5 -2 -3
w:tasti\t9 -6 -3
w:te\t-2 3 -1
w:tea\t21 -11 -9
w:teach\t8 -5 -3
w:tee\t-1 6 -5
w:teenag\t-14 11 3
w:teeth\t0 4 -4
w:tell\t-27 -11 37
w:ten\t-10 -11 21
w:tengo\t-18 25 -6
w:tension\t-4 6 -2
w:term\t9 -5 -4
w:test\t-1 -5 6
w:thank\t3 -5 2
w:thei\t3 0 -3
w:them\t-3 -5 8
w:therapi\t-4 4 0
w:therapist\t-4 7 -2
w:thi\t-23 -10 33
w:thick\t0 -12 12
w:thin\t0 3 -2
w:thing\t-33 1 32
w:think\t-50 -10 60
w:thirti\t-13 -6 20
w:though\t6 -2 -4
w:thought\t-5 10 -5
w:thread\t2 -2 0
w:three\t14 -11 -3
w:threw\t-2 3 -2
w:throat\t-8 -8 16
w:through\t-6 2 4
w:throw\t-14 -3 17
w:ticket\t2 -1 -2
w:tienda\t3 -1 -2
w:tight\t-10 -6 16
w:time\t4 1 -5
w:tin\t14 -7 -6
w:tingl\t-3 13 -10
w:tip\t8 -6 -2
w:tire\t-26 29 -3
w:tochter\t-8 15 -7
w:todai\t10 10 -20
w:toddler\t-11 19 -8
w:todo\t-3 -1 4
w:toi\t3 0 -3
w:toilet\t-4 -1 5
w:told\t-8 -3 11
w:tomar\t-11 18 -7
w:tomarlo\t-7 10 -4
w:tomo\t-4 3 1
w:tomorrow\t6 5 -11
w:tongu\t-11 -9 20
w:tonight\t-32 -14 46
w:too\t8 -10 2
w:took\t-8 -10 18
w:tooth\t-11 15 -4
w:total\t12 -9 -3
w:trade\t4 -3 -1
w:trago\t-3 -3 5
w:train\t12 -7 -5
w:transcript\t3 -2 0
w:transplant\t-2 2 0
w:traurig\t-9 12 -3
w:travel\t4 -2 -2
w:tree\t-14 -2 16
w:trembl\t0 -3 4
w:tri\t-9 -2 12
w:trial\t13 -1 -12
w:trimest\t-2 3 -1
w:trinken\t-2 4 -2
w:try\t-14 -3 17
w:tsh\t-10 12 -1
w:ttc\t-3 6 -3
w:tub\t7 -3 -4
w:tuesdai\t7 -2 -5
w:turmer\t-12 18 -6
w:turn\t-5 -7 12
w:tuve\t-3 6 -3
w:twelv\t1 -4 3
w:twenti\t2 -4 2
w:twice\t12 -5 -8
w:twin\t-4 1 3
w:twitch\t0 -5 5
w:two\t23 -7 -16
w:type\t-7 -1 9
w:ulcer\t-9 10 -1
w:umbrella\t10 -3 -7
w:umzubringen\t-6 -2 9
w:unconsci\t-5 -1 6
w:under\t-2 -7 8
w:unrespons\t-2 -1 2
w:unsubscrib\t2 0 -2
w:unvertraglichkeit\t-7 16 -10
w:upright\t-1 -3 4
w:upset\t-2 3 -1
w:urin\t-2 5 -4
w:us\t-6 13 -7
w:usual\t-1 -2 3
w:valerian\t-11 -3 14
w:vanilla\t8 -4 -4
w:vegan\t2 -1 -2
w:vegetarian\t9 -5 -3
w:veri\t-11 16 -5
w:video\t5 -1 -4
w:vision\t-2 -4 6
w:visit\t12 -11 -1
w:vitamin\t-20 14 6
w:viviendo\t-3 -1 4
w:vivir\t-4 -1 5
w:voic\t-6 -13 19
w:vomit\t-3 -11 14
w:vomito\t-3 6 -3
w:von\t-6 15 -10
w:voucher\t15 -4 -12
w:wa\t23 -8 -15
w:wai\t-10 -12 22
w:wait\t5 -2 -3
w:wake\t-11 -10 21
w:wall\t-6 -1 7
w:wallet\t6 -3 -3
w:want\t-8 27 -19
w:warfarin\t-2 3 -1
w:washabl\t6 -2 -4
w:wat\t3 -1 -2
w:water\t-18 -1 20
w:we\t28 -22 -5
w:weak\t-23 -6 28
w:wean\t0 5 -5
w:weapon\t-8 -1 9
w:wed\t4 -3 -1
w:week\t-24 0 24
w:weekend\t16 -6 -10
w:weekli\t-6 8 -3
w:weight\t-1 5 -4
w:weird\t-3 -5 8
w:welcom\t4 -2 -2
w:went\t-29 -11 40
w:werden\t-13 -2 15
w:were\t1 6 -7
w:weve\t2 0 -2
w:what\t-10 50 -39
w:when\t-12 9 2
w:whenev\t-3 7 -4
w:where\t34 -21 -14
w:which\t2 46 -48
w:while\t-30 4 26
w:whistl\t-4 -2 6
w:white\t-1 2 -1
w:who\t30 -12 -19
w:whole\t5 -5 0
w:why\t9 -5 -4
w:wie\t6 -1 -4
w:wife\t-2 2 0
w:wifi\t3 -1 -1
w:will\t-2 -5 7
w:wine\t2 6 -8
w:winner\t8 -1 -8
w:winter\t5 -3 -2
w:wish\t-6 -2 9
w:without\t-2 -8 10
w:wo\t3 0 -2
w:won\t5 -3 -1
w:wonder\t-27 -1 28
w:wont\t-17 -10 27
w:work\t22 -2 -20
w:workout\t-5 16 -11
w:world\t-2 -1 3
w:wors\t-12 25 -13
w:worst\t8 -4 -4
w:wort\t-8 7 0
w:worth\t-5 -2 7
w:would\t-50 40 10
w:wrist\t-7 -6 12
w:write\t5 -4 -1
w:written\t-9 -6 15
w:wrong\t5 2 -7
w:wrote\t-12 -8 20
w:ya\t-8 -3 12
w:year\t-30 33 -3
w:yearli\t10 -4 -6
w:yellow\t-1 7 -5
w:yesterdai\t-3 -14 16
w:yoga\t11 -9 -2
w:you\t35 -14 -22
w:your\t10 21 -31
w:zahlen\t2 -1 -2
w:ziehen\t-2 0 3
w:zuruckgeben\t13 -10 -3
`;
