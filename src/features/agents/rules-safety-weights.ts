/** Fitted by `node scripts/fit-safety.ts` to the messages in `evals/`. Not edited by hand. */

/** One line per feature: name, then what it adds to answer, escalate and emergency, in hundredths. */
export const SAFETY_WEIGHTS = `
b:# ano\t-6 9 -3
b:# capsul\t-3 7 -4
b:# kcal\t3 -2 -1
b:# kg\t-10 19 -9
b:# month\t-3 5 -2
b:# over\t-8 8 0
b:# week\t-11 -7 18
b:# which\t-1 2 -2
b:# year\t-8 11 -2
b:a babi\t0 2 -2
b:a bottl\t-3 -2 6
b:a case\t10 -8 -2
b:a child\t-6 5 1
b:a dai\t4 3 -7
b:a famili\t7 -4 -3
b:a friend\t7 -2 -5
b:a glass\t-4 -2 6
b:a heart\t-10 5 6
b:a leg\t2 -1 -2
b:a lot\t-3 -3 5
b:a month\t-8 12 -4
b:a new\t7 -4 -3
b:a nurs\t4 -2 -2
b:a pacemak\t-6 7 -1
b:a pain\t12 -4 -8
b:a pictur\t6 -8 2
b:a present\t13 -7 -5
b:a problem\t-3 10 -7
b:a stroke\t1 -6 5
b:a student\t7 -3 -4
b:a wall\t-4 -1 5
b:about the\t6 -3 -3
b:addict to\t11 -9 -2
b:after a\t-8 9 -1
b:after hike\t6 -4 -1
b:after the\t-8 0 8
b:after your\t-2 -8 10
b:ag can\t-7 7 -1
b:all of\t-11 -4 15
b:all the\t-9 3 6
b:am i\t14 -6 -8
b:amount of\t-10 -2 12
b:an ambul\t-21 -4 25
b:an articl\t3 -2 -1
b:and cant\t-8 -12 19
b:and dizzi\t-1 -10 11
b:and ha\t0 4 -4
b:and he\t-4 -1 5
b:and hi\t-3 -1 4
b:and i\t-9 -7 16
b:and im\t-20 -21 41
b:and is\t-9 10 -1
b:and it\t-6 5 1
b:and iv\t-3 -2 5
b:and keep\t-2 -2 4
b:and my\t-19 -3 22
b:and noth\t-3 11 -8
b:and now\t-6 -2 9
b:and sai\t-6 -4 10
b:and swollen\t0 -2 2
b:and thi\t-3 -1 4
b:and want\t-2 12 -10
b:and wont\t-5 -5 10
b:ani more\t-6 5 0
b:ani of\t3 0 -3
b:anyth for\t3 2 -4
b:anyth to\t-2 3 -1
b:ar ani\t-2 3 -1
b:ar in\t3 -2 -1
b:ar miss\t-3 -2 5
b:ar the\t9 -5 -4
b:articl about\t3 -2 -1
b:at onc\t7 -3 -3
b:at what\t-7 7 -1
b:at work\t6 -3 -2
b:at your\t4 -1 -4
b:babi is\t-2 3 -1
b:babi shower\t6 -5 -1
b:bar is\t8 -6 -3
b:be around\t5 0 -4
b:be here\t-10 -4 14
b:becaus i\t-9 1 8
b:befor or\t3 -2 -1
b:befor the\t-7 -2 10
b:belli pain\t-1 -4 5
b:between the\t7 -3 -4
b:blew my\t2 -1 -2
b:blood in\t-4 3 1
b:blood orang\t3 -1 -3
b:bother with\t-9 0 9
b:bottl of\t-4 -2 6
b:bring it\t-7 11 -4
b:bring my\t4 -3 -1
b:broke the\t5 -4 -1
b:bui the\t1 2 -2
b:burnt my\t-9 4 5
b:by accid\t9 -2 -7
b:calm drop\t-6 8 -2
b:came back\t5 1 -6
b:can children\t-7 7 -1
b:can i\t20 9 -29
b:can it\t6 -4 -2
b:can the\t7 -7 -1
b:can you\t8 -4 -4
b:can your\t-3 6 -4
b:cancel my\t-2 -1 4
b:cant see\t-3 -2 5
b:cant stand\t-3 -7 10
b:cant stop\t-2 2 0
b:cant think\t-4 -10 14
b:capsul help\t-2 5 -3
b:chang my\t6 -4 -2
b:children corner\t10 -5 -4
b:chocol bar\t7 -4 -3
b:choke on\t-2 -1 3
b:clash with\t-5 6 -1
b:clean the\t6 -5 -1
b:cold and\t-4 7 -3
b:come in\t8 -5 -4
b:corner in\t10 -5 -4
b:could it\t-2 3 -1
b:could you\t3 -2 -2
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
b:do you\t22 4 -26
b:do your\t-1 2 -1
b:doe a\t2 1 -3
b:doe collagen\t-4 5 0
b:doe it\t-12 8 5
b:doe my\t-3 9 -6
b:doe the\t20 -10 -10
b:done with\t9 -2 -7
b:dont bother\t-9 0 9
b:dont have\t-4 4 -1
b:dont plan\t-9 -2 11
b:dont wake\t-3 -5 8
b:dosag for\t-10 16 -5
b:dose for\t-5 7 -2
b:dose of\t-10 2 8
b:drank the\t4 0 -4
b:drink your\t-10 2 8
b:drop for\t-5 8 -2
b:el colageno\t2 2 -3
b:electrolyt mix\t-2 3 -2
b:empti the\t-1 -2 3
b:end it\t9 -1 -8
b:end my\t5 -2 -3
b:end thing\t-9 0 9
b:envio a\t3 -1 -2
b:even notic\t-13 -3 16
b:everi dai\t-7 7 1
b:everi even\t-6 4 2
b:fast for\t-3 5 -1
b:fat burner\t0 3 -3
b:feel like\t-6 -4 10
b:fell down\t-6 -6 12
b:fever and\t-1 -5 7
b:find the\t4 -2 -1
b:fine for\t2 1 -3
b:fine to\t2 -1 -1
b:foot bath\t5 -4 -1
b:for good\t-6 -3 9
b:for me\t-5 16 -11
b:for month\t-10 7 3
b:for my\t2 19 -21
b:for our\t3 -1 -3
b:for sleep\t-3 5 -2
b:for someth\t-2 -1 3
b:for three\t-3 7 -4
b:for two\t-2 3 -2
b:forgot my\t7 -2 -5
b:from you\t6 -1 -5
b:front of\t-4 -2 7
b:gave awai\t-5 -2 7
b:get a\t6 -4 -2
b:get off\t3 -1 -2
b:get out\t-4 7 -3
b:get the\t14 -3 -11
b:gibt es\t4 -1 -2
b:ginger shot\t3 -1 -2
b:go on\t7 -3 -4
b:go to\t-7 -3 11
b:good for\t1 1 -2
b:goodby and\t8 -2 -6
b:got a\t0 -3 4
b:got the\t2 -2 -1
b:gummi and\t-7 -3 9
b:ha been\t2 0 -2
b:ha dementia\t-1 3 -2
b:ha lock\t-1 -1 3
b:ha the\t5 -2 -2
b:habe ich\t-5 13 -8
b:habt ihr\t3 -1 -2
b:had a\t-1 12 -12
b:had my\t-2 2 -1
b:had to\t5 -3 -2
b:half a\t-6 12 -6
b:hand cream\t4 -2 -2
b:hat die\t-2 -2 4
b:have a\t8 -7 -1
b:have an\t-4 6 -2
b:have it\t-1 -2 3
b:have no\t3 -5 2
b:have the\t-1 3 -1
b:have them\t0 4 -4
b:have to\t1 -4 3
b:havent felt\t-2 -4 6
b:he sai\t-2 0 3
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
b:how do\t3 13 -17
b:how long\t3 -2 -1
b:how mani\t8 -7 0
b:how much\t5 4 -9
b:how to\t-4 5 -1
b:hurt my\t0 5 -5
b:hurt myself\t-2 -8 10
b:husband want\t5 -3 -2
b:i began\t-1 11 -10
b:i bring\t4 -3 -1
b:i bui\t5 -2 -3
b:i burn\t-3 -4 8
b:i cancel\t6 -4 -3
b:i cant\t3 1 -3
b:i chang\t6 -4 -2
b:i could\t5 -4 -1
b:i dont\t-30 -7 37
b:i drank\t-9 -2 11
b:i drink\t-5 2 3
b:i feel\t-12 13 -2
b:i find\t7 -2 -4
b:i forgot\t7 -2 -5
b:i get\t-2 16 -14
b:i give\t-1 3 -2
b:i had\t-6 16 -10
b:i have\t-18 10 8
b:i hear\t3 2 -5
b:i just\t-5 6 -1
b:i keep\t-21 9 12
b:i lost\t8 -1 -7
b:i mean\t-7 -1 8
b:i mix\t5 -4 -1
b:i move\t2 0 -2
b:i order\t3 -2 -1
b:i pai\t2 -2 -1
b:i skip\t2 0 -2
b:i start\t3 -1 -1
b:i still\t-1 -3 4
b:i stop\t-14 9 5
b:i take\t-3 9 -6
b:i think\t-12 -8 19
b:i took\t1 -3 2
b:i us\t-4 5 -1
b:i wa\t-3 -2 5
b:i want\t4 -5 1
b:i wont\t-3 0 4
b:ich da\t-2 2 -1
b:ich die\t10 -7 -3
b:ich habe\t-12 8 3
b:id like\t-2 7 -4
b:if i\t-14 -7 21
b:if im\t-7 8 -1
b:ill be\t-11 0 11
b:im #\t5 -6 1
b:im a\t5 -2 -3
b:im afraid\t-1 -2 3
b:im bleed\t5 -3 -2
b:im depress\t-10 12 -2
b:im done\t9 -2 -7
b:im fifteen\t-4 7 -2
b:im go\t-2 -2 3
b:im lactos\t5 -2 -3
b:im on\t-5 7 -2
b:im shake\t1 -11 10
b:im write\t3 -2 -1
b:in front\t-4 -2 7
b:in green\t2 -1 -1
b:in march\t0 4 -4
b:in my\t-4 3 1
b:in stock\t4 -1 -4
b:in them\t5 -2 -3
b:in your\t1 1 -2
b:instead of\t5 -2 -3
b:into hi\t-2 -2 4
b:is #\t-12 12 0
b:is a\t1 2 -3
b:is allow\t-3 4 0
b:is creatin\t-6 9 -2
b:is dead\t7 0 -6
b:is in\t16 -11 -5
b:is it\t-2 16 -14
b:is kill\t4 -1 -3
b:is limp\t-2 -2 4
b:is my\t17 -6 -11
b:is on\t4 -2 -2
b:is pregnant\t-1 4 -4
b:is that\t3 12 -15
b:is the\t18 2 -20
b:is there\t24 -9 -15
b:is thi\t-14 7 6
b:is try\t-7 -9 15
b:is your\t2 3 -5
b:it all\t-4 -4 7
b:it an\t1 2 -3
b:it and\t-3 -2 4
b:it back\t7 -3 -5
b:it be\t4 -1 -3
b:it contain\t2 0 -2
b:it down\t-7 11 -4
b:it fine\t-2 2 0
b:it get\t0 -3 3
b:it hurt\t-8 1 7
b:it on\t2 -1 -1
b:it safe\t-4 4 0
b:it said\t5 -1 -3
b:it still\t-2 9 -7
b:it with\t6 -5 -1
b:iv been\t-1 -2 3
b:iv got\t0 -6 6
b:iv had\t-5 -1 6
b:iv made\t-3 -1 5
b:iv pick\t-8 -6 14
b:jar and\t-3 -3 6
b:just like\t6 -1 -4
b:just want\t4 -9 5
b:kann ich\t5 -1 -4
b:kill me\t9 -4 -5
b:kill myself\t-3 -3 6
b:know if\t-2 4 -2
b:la tension\t-3 4 -1
b:lactos intoler\t5 -2 -3
b:last month\t-2 5 -4
b:last night\t-2 -6 7
b:last week\t-9 -4 14
b:laugh at\t4 -1 -4
b:leav it\t8 -5 -3
b:like a\t-6 7 -1
b:like the\t3 -2 -1
b:like to\t2 5 -6
b:limp and\t-2 -2 4
b:live on\t-7 14 -7
b:look for\t4 -4 -1
b:lose hair\t-5 9 -4
b:lose weight\t-3 4 -2
b:lost the\t10 -2 -8
b:lot number\t11 -7 -4
b:lot of\t-4 -2 6
b:love the\t7 -4 -2
b:love your\t2 -2 0
b:made me\t5 -3 -2
b:made up\t-3 -1 5
b:mai i\t-2 8 -5
b:mai we\t12 -10 -2
b:marathon which\t3 -1 -2
b:me an\t-4 -3 7
b:me and\t-8 -3 11
b:me im\t-2 10 -7
b:me off\t4 0 -4
b:me with\t4 -2 -2
b:mean it\t-2 -1 3
b:methotrex weekli\t-4 6 -2
b:mi hijo\t-5 3 2
b:monei back\t6 -2 -4
b:month box\t-4 -1 5
b:month for\t-5 0 5
b:most carb\t3 -1 -2
b:most popular\t2 -1 -1
b:move hous\t2 0 -2
b:much caffein\t-2 3 0
b:much is\t3 -3 -1
b:much vitamin\t2 -2 0
b:multivitamin with\t9 -7 -2
b:my #\t-2 4 -2
b:my babi\t2 -3 1
b:my blood\t-2 4 -3
b:my chest\t-1 -3 4
b:my colleagu\t8 -5 -3
b:my daughter\t4 -5 1
b:my doctor\t2 0 -2
b:my ex\t-5 -1 6
b:my flatmat\t-4 -1 6
b:my gym\t4 -1 -3
b:my head\t8 -4 -4
b:my heart\t-3 4 -1
b:my husband\t3 -4 1
b:my kid\t9 -1 -8
b:my last\t11 -2 -9
b:my left\t-14 -4 19
b:my leg\t4 -1 -3
b:my mind\t-3 -1 4
b:my monei\t6 -2 -4
b:my mother\t-2 3 -2
b:my mum\t3 7 -10
b:my neck\t-4 10 -5
b:my order\t2 0 -2
b:my own\t-3 -3 6
b:my parcel\t12 0 -12
b:my partner\t-2 -1 3
b:my phone\t4 -1 -3
b:my roommat\t-2 -1 3
b:my sister\t6 -2 -4
b:my sleep\t-1 -3 4
b:my son\t2 -5 3
b:my subscript\t-3 -2 5
b:my teenag\t-6 0 5
b:my therapi\t-3 3 0
b:my throat\t-3 -2 5
b:my toddler\t0 6 -6
b:my tongu\t-5 2 3
b:my water\t-10 -6 15
b:need anyth\t-4 -2 6
b:need next\t-4 -1 5
b:never got\t5 -1 -3
b:new on\t7 -4 -3
b:next month\t-4 -1 5
b:next week\t15 -1 -13
b:nicht mehr\t-10 -3 13
b:night and\t-3 6 -2
b:nine year\t-3 9 -5
b:no quiero\t-5 -1 6
b:nobodi would\t-13 -3 16
b:not for\t-17 -1 18
b:notic if\t-13 -3 16
b:now im\t0 -3 3
b:now my\t4 -3 -2
b:of breath\t-3 3 0
b:of caffein\t-4 -2 6
b:of it\t-14 -2 16
b:of me\t-6 -3 8
b:of my\t-3 -3 5
b:of pill\t-4 -2 6
b:of your\t-23 11 12
b:off my\t-1 4 -4
b:offic want\t7 -4 -3
b:ok for\t-7 15 -8
b:ok to\t6 -4 -2
b:on go\t-4 0 5
b:on it\t2 -1 -1
b:on mondai\t6 -2 -5
b:on my\t-4 6 -1
b:on purpos\t-10 -1 10
b:on side\t-3 -5 8
b:on sundai\t-2 -3 5
b:on your\t-2 -4 6
b:onli thing\t-6 -5 11
b:or after\t3 -2 -1
b:our babi\t-2 2 -1
b:out and\t-3 2 0
b:out of\t-1 7 -6
b:over #\t-8 8 0
b:over and\t-1 -3 4
b:over the\t3 -1 -2
b:overdos on\t-5 -3 8
b:pain balm\t2 -2 -1
b:pain in\t-1 -2 3
b:para la\t-3 4 -1
b:percent off\t5 -3 -2
b:pick the\t-8 -6 14
b:pick up\t3 -2 -1
b:plan to\t-12 -2 14
b:pleas end\t12 -2 -11
b:pleas send\t-11 -2 12
b:pleas tell\t-3 -1 5
b:pre workout\t-5 12 -7
b:pregnanc safe\t7 -5 -2
b:pregnant and\t-1 -5 6
b:pregnant with\t-1 -1 2
b:present for\t12 -4 -8
b:press contact\t3 -2 -1
b:pressur tablet\t-1 3 -2
b:price rise\t3 -2 -2
b:protein powder\t-5 6 -1
b:puedo tomar\t-4 8 -3
b:read your\t6 -3 -3
b:reorder pleas\t13 -2 -11
b:replac my\t-3 4 -1
b:right now\t2 -4 2
b:safe for\t-6 8 -2
b:sai he\t-4 -1 5
b:sampl how\t9 -5 -5
b:scare of\t-10 2 8
b:sell it\t6 -1 -5
b:sell the\t3 0 -2
b:sell your\t4 -2 -2
b:send a\t3 -2 -2
b:shake and\t-16 0 16
b:shake ha\t3 -2 -1
b:shake have\t5 -2 -3
b:shake the\t8 -5 -3
b:shape tin\t5 -3 -2
b:she want\t-3 -3 6
b:ship fee\t4 -1 -3
b:shop is\t2 -2 -1
b:should i\t-4 2 2
b:sick of\t-1 -3 4
b:side and\t-1 -1 2
b:side effect\t1 3 -5
b:sign up\t5 -3 -2
b:sinc i\t-6 6 0
b:sinc last\t-5 -2 8
b:sinc mondai\t1 4 -6
b:sinc yesterdai\t-5 -1 6
b:sleep and\t-4 -2 6
b:sleep tablet\t-1 -5 6
b:so hungri\t3 -2 -1
b:sold out\t4 -1 -3
b:someth for\t5 -1 -4
b:speech is\t-5 -2 7
b:stand on\t-4 -2 7
b:start the\t-2 4 -2
b:stiff neck\t-4 -6 9
b:still need\t-4 -2 7
b:still sold\t14 -12 -2
b:stroke of\t6 -4 -2
b:student rate\t6 -3 -4
b:stung by\t-1 -2 3
b:subscript i\t-4 -1 6
b:sugar is\t-2 -2 4
b:suitabl for\t6 -5 -1
b:swallow a\t-5 -1 7
b:sweat and\t0 -2 2
b:swollen hand\t0 -2 2
b:tablet for\t-9 0 9
b:take the\t13 -8 -5
b:take thi\t-2 2 -1
b:tea a\t-3 4 -1
b:tea for\t2 -1 -1
b:tea have\t7 -5 -2
b:tea is\t2 -1 -1
b:tell me\t-2 -4 6
b:tell my\t-15 -4 19
b:ten minut\t-7 -3 9
b:ten time\t-5 -1 6
b:thank for\t-11 -2 13
b:the babi\t-3 6 -3
b:the bar\t-1 2 -2
b:the blood\t4 -4 -1
b:the bottl\t7 -6 -1
b:the capsul\t0 -8 7
b:the chang\t7 -2 -5
b:the coach\t2 -1 -1
b:the cocoa\t3 -1 -2
b:the collagen\t-1 -3 4
b:the courier\t8 -7 -1
b:the cream\t-3 12 -9
b:the dai\t-6 -6 13
b:the differ\t3 -2 -1
b:the diffus\t-2 0 3
b:the dose\t-5 7 -2
b:the drop\t3 -1 -2
b:the drug\t5 -3 -2
b:the electrolyt\t-2 3 -2
b:the even\t7 -6 -1
b:the fair\t7 -4 -3
b:the first\t-5 6 -1
b:the form\t11 -3 -8
b:the ginger\t3 -1 -2
b:the granola\t3 -1 -2
b:the green\t1 2 -3
b:the group\t-2 -1 2
b:the gummi\t-2 -1 3
b:the heart\t3 -1 -2
b:the immun\t-1 2 -1
b:the invoic\t2 -1 -1
b:the iron\t2 -6 4
b:the jar\t4 -7 3
b:the joint\t2 -1 -1
b:the kid\t5 -4 -1
b:the label\t15 -10 -4
b:the last\t-5 -3 8
b:the leaflet\t2 0 -2
b:the lid\t3 -1 -2
b:the light\t-4 -6 9
b:the magnesium\t5 -4 -1
b:the massag\t-2 5 -3
b:the monthli\t-4 0 4
b:the morn\t3 -2 -1
b:the most\t7 -3 -3
b:the mug\t9 -6 -4
b:the multivitamin\t8 -5 -3
b:the new\t2 7 -9
b:the next\t-5 -2 6
b:the night\t-16 -4 19
b:the offer\t3 -1 -3
b:the onli\t-9 -6 15
b:the page\t7 -1 -5
b:the pain\t4 -4 0
b:the parcel\t6 -1 -5
b:the pill\t5 -7 3
b:the powder\t9 -11 2
b:the pre\t-5 12 -7
b:the price\t5 -2 -3
b:the probiot\t-11 12 -1
b:the protein\t-9 11 -2
b:the pump\t7 -4 -2
b:the raffl\t4 -3 -1
b:the refund\t-8 0 8
b:the right\t-5 5 -1
b:the roof\t-3 0 3
b:the shake\t4 -8 4
b:the shaker\t4 -2 -2
b:the ship\t5 -1 -4
b:the shop\t3 -2 -1
b:the sleep\t-1 -5 6
b:the stair\t-1 -6 7
b:the tablet\t-2 -1 3
b:the tea\t7 8 -15
b:the trial\t9 -1 -8
b:the tub\t2 -1 -1
b:the two\t8 -3 -4
b:the vanilla\t5 -2 -3
b:the vitamin\t-4 -4 8
b:the weekend\t2 -1 -1
b:the weight\t2 -2 -1
b:the wrong\t4 -1 -3
b:the yearli\t7 -3 -4
b:thi chat\t-3 -1 4
b:thi is\t3 -10 7
b:think about\t-11 -2 13
b:think im\t-5 -1 5
b:think of\t-7 -2 9
b:throat is\t-3 -2 5
b:throw up\t-9 -2 12
b:time doe\t4 -4 -1
b:time the\t-5 -1 6
b:to be\t-4 -6 10
b:to drink\t7 -4 -3
b:to get\t-6 2 4
b:to go\t-3 -2 5
b:to hurt\t-1 -7 8
b:to kill\t-7 -3 10
b:to know\t3 -4 0
b:to leav\t5 -4 -1
b:to lose\t-8 16 -9
b:to my\t-3 -11 14
b:to sell\t4 -2 -2
b:to sleep\t-4 -2 6
b:to try\t-3 4 -1
b:to your\t8 -3 -6
b:told me\t-5 -2 7
b:tomar el\t-3 5 -2
b:tomorrow can\t-5 9 -4
b:took the\t-5 -1 5
b:try for\t0 2 -2
b:try the\t-2 3 -1
b:try to\t-7 -9 15
b:two box\t3 -2 -1
b:two code\t3 -2 -1
b:two year\t-2 -1 2
b:type #\t-4 0 3
b:up after\t-5 8 -3
b:up my\t-3 -6 9
b:us my\t-2 -3 5
b:us the\t-2 5 -2
b:us two\t3 -2 -1
b:vitamin c\t-2 3 -1
b:vitamin d\t-2 4 -2
b:wai out\t-6 -2 8
b:wake up\t-4 -6 10
b:want #\t5 -3 -2
b:want it\t-3 -2 5
b:want someth\t3 1 -4
b:want the\t-1 7 -5
b:want to\t-14 19 -5
b:we us\t4 -3 -1
b:week along\t-8 11 -3
b:week and\t-15 -7 22
b:week should\t-1 -7 8
b:were a\t3 0 -2
b:what ag\t-6 7 -1
b:what can\t-7 9 -2
b:what colour\t5 -4 -1
b:what could\t-3 6 -3
b:what do\t-4 8 -4
b:what doe\t12 -5 -8
b:what dose\t-2 5 -3
b:what els\t6 -3 -3
b:what i\t-6 -6 12
b:what is\t0 -8 8
b:what the\t-8 9 -1
b:what time\t8 -4 -4
b:what wrong\t-2 4 -2
b:when doe\t4 -3 -1
b:when i\t-2 -3 5
b:when im\t-6 0 6
b:when is\t3 -1 -2
b:when it\t5 -1 -4
b:when your\t-6 8 -2
b:where do\t9 -3 -5
b:where is\t6 -3 -2
b:which bar\t7 -4 -2
b:which capsul\t-6 6 -1
b:which gel\t4 -2 -2
b:which of\t-24 20 4
b:which product\t1 2 -2
b:which shake\t3 2 -5
b:which snack\t2 -2 -1
b:which tea\t4 0 -4
b:who is\t2 0 -2
b:why is\t5 -3 -2
b:wie lang\t3 -1 -2
b:will my\t4 -1 -3
b:with food\t5 -1 -4
b:with it\t-3 3 0
b:with me\t-3 1 2
b:with milk\t2 -2 -1
b:with my\t2 -2 0
b:with your\t17 -2 -16
b:wont be\t4 -1 -3
b:wont come\t-3 -1 5
b:wont need\t-8 -1 9
b:wont respond\t3 -2 -1
b:wont stop\t-4 -4 8
b:workout ok\t-1 6 -4
b:would even\t-13 -3 16
b:would like\t4 -2 -2
b:would the\t-1 4 -4
b:write an\t3 -2 -1
b:wrong with\t-1 2 -2
b:wrote the\t5 -3 -2
b:y no\t-6 4 2
b:ya no\t-5 -2 8
b:year ago\t-3 4 -1
b:year old\t-15 11 5
b:yearli plan\t7 -3 -4
b:you a\t8 -7 -1
b:you do\t6 -5 -1
b:you have\t7 0 -8
b:you recommend\t-6 8 -3
b:you sell\t-2 -8 10
b:you send\t5 -3 -2
b:you suggest\t-6 6 0
b:you take\t-8 -4 13
b:you think\t-7 8 -1
b:your balm\t-4 10 -5
b:your bar\t1 -9 8
b:your best\t4 -2 -3
b:your chocol\t3 -3 0
b:your compani\t3 -1 -2
b:your page\t-9 -1 11
b:your podcast\t4 -2 -2
b:your poster\t4 -1 -3
b:your press\t3 -2 -1
b:your product\t-13 3 10
b:your shake\t-9 10 -1
b:your tea\t-5 1 3
base\t113 -126 -45
c:aid\t-52 -22 74
c:aid+canitake\t6 -1 -5
c:aid+future\t7 -5 -2
c:aid+item\t10 1 -11
c:aid+somebody\t-1 -2 2
c:animal\t21 -19 -2
c:animal+canitake\t15 -11 -4
c:animal+future\t-10 -2 13
c:bleed\t-20 -38 58
c:bleed+body\t2 0 -2
c:bleed+canitake\t-3 5 -2
c:bleed+condition\t2 -3 1
c:bleed+drug\t-3 7 -5
c:bleed+heavy\t-23 -12 35
c:bleed+ihave\t-21 11 11
c:bleed+item\t4 7 -11
c:bleed+lab\t-3 5 -2
c:bleed+logistics\t3 0 -3
c:bleed+now\t-4 -7 11
c:bleed+pregnant\t-17 -30 48
c:bleed+shopq\t13 -11 -2
c:bleed+sore\t-1 -10 12
c:bleed+symptom\t-18 -16 34
c:bleed+whatisit\t-7 15 -9
c:bleed+withdrug\t-3 7 -4
c:body\t-11 -13 23
c:body+bodypart\t5 -21 17
c:body+canitake\t-3 -10 13
c:body+cure\t16 -12 -4
c:body+item\t-25 24 2
c:body+shopq\t38 -17 -21
c:body+somebody\t-43 33 10
c:body+sore\t-32 9 23
c:bodypart\t-4 -11 14
c:bodypart+canitake\t-9 -5 14
c:bodypart+somebody\t-11 -7 18
c:breath\t-48 -54 103
c:breath+body\t-3 -2 5
c:breath+canitake\t-17 -19 36
c:breath+child\t-9 -10 19
c:breath+drug\t-1 -10 11
c:breath+ihave\t-24 -20 44
c:breath+item\t-12 -7 19
c:breath+logistics\t5 -1 -5
c:breath+now\t-13 -5 18
c:breath+reaction\t0 -4 5
c:breath+somebody\t-12 -5 17
c:breath+swelling\t-13 -9 22
c:breath+symptom\t-2 -14 16
c:breath+whatisit\t-5 12 -7
c:canitake\t-9 64 -55
c:canitake+cure\t-3 3 0
c:chest\t-63 -19 82
c:chest+body\t-28 -12 41
c:chest+bodypart\t-4 -3 8
c:chest+breath\t0 -2 2
c:chest+canitake\t-10 17 -7
c:chest+heavy\t-6 -6 12
c:chest+ihave\t-8 1 8
c:chest+item\t12 -2 -10
c:chest+logistics\t11 -2 -8
c:chest+now\t-14 -4 17
c:chest+symptom\t-11 -18 28
c:chest+toomuch\t0 -3 3
c:child\t-102 116 -15
c:child+body\t-14 -6 21
c:child+bodypart\t-2 0 3
c:child+canitake\t-3 32 -29
c:child+dose\t-6 14 -8
c:child+eating\t-1 5 -4
c:child+future\t-13 18 -6
c:child+ihave\t0 -37 37
c:child+item\t-45 42 3
c:child+logistics\t13 -12 -1
c:child+minorage\t-1 5 -4
c:child+pregnant\t-2 9 -7
c:child+shopq\t-6 6 1
c:child+somebody\t-12 38 -26
c:child+symptom\t-2 14 -12
c:child+thing\t20 -15 -5
c:child+whatisit\t-3 -7 9
c:collapse\t-71 -46 117
c:collapse+body\t-28 -12 40
c:collapse+bodypart\t-5 -4 9
c:collapse+child\t-5 -8 13
c:collapse+drug\t0 -12 12
c:collapse+heavy\t-2 -2 4
c:collapse+ihave\t-21 -22 43
c:collapse+ingest\t-3 -1 4
c:collapse+item\t0 -3 4
c:collapse+logistics\t-2 0 3
c:collapse+somebody\t-29 -11 39
c:collapse+symptom\t-2 -15 17
c:collapse+thing\t4 -1 -4
c:collapse+toomuch\t-2 -3 5
c:condition\t-109 187 -78
c:condition+aid\t-1 4 -3
c:condition+body\t12 8 -20
c:condition+canitake\t-45 32 13
c:condition+cure\t-43 49 -6
c:condition+figurative\t-11 12 -2
c:condition+ihave\t-68 69 -1
c:condition+item\t-36 54 -18
c:condition+lab\t-3 4 -1
c:condition+logistics\t7 -7 -1
c:condition+price\t8 -8 0
c:condition+shopq\t-1 11 -10
c:condition+somebody\t-2 7 -5
c:condition+symptom\t-2 -24 25
c:condition+thing\t14 -9 -5
c:condition+whatisit\t-11 16 -5
c:cure\t4 57 -61
c:die\t-80 -76 156
c:die+body\t11 -2 -9
c:die+bodypart\t15 -1 -15
c:die+canitake\t-20 -3 23
c:die+chest\t-4 -1 5
c:die+child\t-3 -10 13
c:die+dose\t-9 -8 17
c:die+eating\t-1 -9 10
c:die+figurative\t21 2 -23
c:die+future\t-3 0 3
c:die+heavy\t21 -2 -19
c:die+ihave\t16 -16 0
c:die+ingest\t-1 -9 10
c:die+item\t-11 -4 15
c:die+logistics\t-32 0 33
c:die+method\t12 -1 -11
c:die+pregnant\t-2 6 -4
c:die+resolve\t-7 0 7
c:die+shopq\t-44 -15 59
c:die+somebody\t-3 -10 13
c:die+symptom\t-7 -3 11
c:die+thing\t31 -3 -28
c:die+threat\t12 0 -12
c:die+whatisit\t-9 -8 17
c:dose\t-42 39 3
c:dose+body\t12 -10 -1
c:dose+canitake\t7 8 -15
c:dose+ihave\t-21 13 9
c:dose+item\t-35 9 26
c:dose+lab\t-8 10 -2
c:dose+logistics\t5 -4 0
c:dose+mood\t5 -4 0
c:dose+shopq\t-37 2 34
c:dose+whatisit\t3 -18 15
c:drug\t-110 157 -47
c:drug+bodypart\t-5 10 -6
c:drug+canitake\t-40 57 -17
c:drug+condition\t-1 2 -1
c:drug+dose\t-2 2 -1
c:drug+ihave\t-35 41 -6
c:drug+item\t-39 39 -1
c:drug+logistics\t9 -8 -1
c:drug+mood\t-1 4 -3
c:drug+shopq\t-35 42 -7
c:drug+somebody\t-3 7 -4
c:drug+symptom\t-2 -24 26
c:drug+withdrug\t-33 48 -15
c:eating\t-111 167 -56
c:eating+canitake\t-18 20 -2
c:eating+item\t-25 27 -2
c:eating+logistics\t7 -5 -1
c:eating+shopq\t-53 56 -3
c:eating+somebody\t-1 5 -4
c:figurative\t63 -12 -52
c:figurative+canitake\t-2 6 -4
c:figurative+item\t10 -5 -6
c:figurative+somebody\t-10 -1 11
c:future\t-7 -13 20
c:future+canitake\t-21 24 -3
c:heavy\t-27 21 6
c:heavy+body\t-6 -18 24
c:heavy+bodypart\t-4 -9 13
c:heavy+canitake\t-12 2 10
c:heavy+ihave\t-32 5 27
c:heavy+item\t-11 28 -17
c:heavy+lab\t-20 31 -11
c:heavy+mood\t-7 14 -7
c:heavy+pregnant\t-9 11 -3
c:heavy+shopq\t9 -6 -3
c:heavy+symptom\t-18 -31 49
c:heavy+toomuch\t-4 11 -7
c:hopeless\t-28 -15 43
c:hopeless+animal\t-10 -2 13
c:hopeless+canitake\t8 21 -29
c:hopeless+child\t-5 -14 18
c:hopeless+drug\t-1 -3 4
c:hopeless+future\t4 -9 5
c:hopeless+ihave\t-5 -5 9
c:hopeless+ingest\t-1 -3 4
c:hopeless+item\t6 -1 -5
c:hopeless+logistics\t7 -3 -4
c:hopeless+method\t-13 -8 21
c:hopeless+mood\t-14 26 -12
c:hopeless+movement\t-2 -4 6
c:hopeless+now\t-2 -4 6
c:hopeless+poison\t-1 -3 4
c:hopeless+resolve\t12 -2 -10
c:hopeless+somebody\t-13 22 -8
c:hopeless+symptom\t-1 -3 4
c:hopeless+toomuch\t3 0 -3
c:ihave\t-26 19 6
c:ihave+aid\t-1 4 -3
c:ihave+animal\t18 -13 -5
c:ihave+body\t19 1 -20
c:ihave+bodypart\t9 -4 -5
c:ihave+cure\t-1 25 -24
c:ihave+eating\t-11 21 -9
c:ihave+figurative\t16 3 -19
c:ihave+future\t3 -15 12
c:ihave+item\t0 4 -4
c:ihave+lab\t-5 9 -3
c:ihave+logistics\t48 -42 -5
c:ihave+mood\t-19 29 -10
c:ihave+reaction\t-24 29 -5
c:ihave+resolve\t-10 -9 19
c:ihave+shopq\t-49 49 -1
c:ihave+somebody\t14 16 -30
c:ihave+sore\t-34 27 6
c:ihave+symptom\t13 -14 1
c:ihave+thing\t35 -25 -10
c:ihave+threat\t-32 -19 50
c:ihave+whatisit\t-19 54 -35
c:ingest\t-51 -90 141
c:ingest+animal\t24 -3 -21
c:ingest+body\t30 -10 -20
c:ingest+bodypart\t-2 -7 9
c:ingest+canitake\t-5 -4 9
c:ingest+child\t-41 -41 82
c:ingest+cure\t-15 30 -15
c:ingest+drug\t-1 -8 10
c:ingest+eating\t-1 -9 10
c:ingest+ihave\t13 -8 -5
c:ingest+item\t-15 -48 63
c:ingest+logistics\t22 0 -22
c:ingest+minorage\t-9 -23 32
c:ingest+poison\t-14 -6 20
c:ingest+shopq\t24 -10 -14
c:ingest+somebody\t-4 -18 21
c:ingest+symptom\t9 -9 -1
c:ingest+toomuch\t-25 -12 37
c:ingest+whatisit\t-3 -7 9
c:ingest+withdrug\t0 -5 5
c:item\t52 -6 -46
c:item+animal\t30 -12 -18
c:item+bodypart\t-45 15 30
c:item+canitake\t10 -5 -5
c:item+cure\t-18 20 -2
c:item+future\t-13 20 -7
c:item+somebody\t0 -5 6
c:item+thing\t20 -15 -5
c:lab\t-50 70 -20
c:lab+body\t-3 4 -1
c:lab+canitake\t-11 15 -4
c:lab+item\t-2 5 -3
c:lab+shopq\t11 -9 -2
c:logistics\t187 -119 -81
c:logistics+aid\t7 -1 -6
c:logistics+body\t-4 -6 10
c:logistics+bodypart\t-11 -5 17
c:logistics+canitake\t38 -23 -14
c:logistics+figurative\t3 -1 -2
c:logistics+future\t21 -3 -18
c:logistics+item\t-4 -17 21
c:logistics+price\t4 -3 -1
c:logistics+resolve\t-23 -1 24
c:logistics+shopq\t18 -12 -6
c:logistics+somebody\t43 -10 -33
c:logistics+thing\t9 -2 -7
c:method\t-64 -41 105
c:method+canitake\t-3 -4 7
c:method+dose\t-23 -8 31
c:method+drug\t-1 -3 4
c:method+future\t-5 -4 9
c:method+ihave\t-37 -16 54
c:method+item\t-28 -27 55
c:method+logistics\t-8 -1 10
c:method+poison\t-15 -3 18
c:method+shopq\t-38 -11 49
c:method+somebody\t-13 -2 16
c:method+symptom\t-7 -8 15
c:method+thing\t2 -1 -1
c:method+threat\t25 -3 -22
c:method+violence\t-2 0 2
c:method+withdrug\t-1 10 -9
c:minorage\t-73 88 -16
c:minorage+body\t-2 -6 8
c:minorage+bodypart\t-2 -6 8
c:minorage+canitake\t-16 25 -9
c:minorage+dose\t-7 15 -9
c:minorage+ihave\t-47 51 -4
c:minorage+item\t-30 33 -3
c:minorage+logistics\t3 -2 -1
c:minorage+shopq\t-17 18 -1
c:minorage+somebody\t0 4 -4
c:minorage+symptom\t-2 3 -2
c:mood\t-93 168 -76
c:mood+canitake\t6 5 -11
c:mood+cure\t-7 8 -1
c:mood+figurative\t7 -7 0
c:mood+item\t-27 36 -9
c:mood+logistics\t9 -8 -1
c:mood+shopq\t6 -3 -4
c:mood+sore\t-6 8 -2
c:mood+thing\t13 -12 -1
c:movement\t-14 -42 55
c:movement+canitake\t-2 -20 21
c:movement+child\t-2 -9 11
c:movement+ihave\t-5 -7 13
c:movement+item\t-2 -20 21
c:movement+pregnant\t-12 -37 50
c:none\t136 -94 -42
c:now\t-44 4 40
c:now+body\t-21 20 1
c:now+bodypart\t-1 5 -3
c:now+canitake\t-8 -34 42
c:now+child\t-5 -5 9
c:now+condition\t-6 11 -5
c:now+cure\t-15 30 -15
c:now+drug\t0 -6 6
c:now+future\t3 -1 -2
c:now+ihave\t-37 27 10
c:now+ingest\t-17 17 0
c:now+item\t9 1 -10
c:now+logistics\t23 -2 -20
c:now+mood\t-1 6 -5
c:now+movement\t-2 -4 6
c:now+poison\t-2 -1 3
c:now+pregnant\t-8 10 -2
c:now+reaction\t-2 8 -6
c:now+shopq\t0 -8 8
c:now+somebody\t12 6 -18
c:now+symptom\t-11 21 -10
c:now+thing\t11 -3 -8
c:now+threat\t-11 -11 22
c:now+violence\t-2 -3 6
c:now+whatisit\t-4 -2 6
c:poison\t-18 -21 39
c:poison+drug\t-1 -3 5
c:poison+ihave\t7 -3 -3
c:poison+item\t-25 -13 39
c:poison+shopq\t-7 -4 12
c:poison+thing\t3 -1 -2
c:pregnant\t-131 109 22
c:pregnant+body\t-3 -17 20
c:pregnant+canitake\t-65 85 -20
c:pregnant+cure\t-17 28 -10
c:pregnant+dose\t-1 6 -4
c:pregnant+figurative\t-2 6 -4
c:pregnant+ihave\t-17 -5 22
c:pregnant+item\t-48 49 -1
c:pregnant+logistics\t11 -8 -3
c:pregnant+shopq\t-18 32 -14
c:pregnant+somebody\t3 12 -15
c:pregnant+sore\t-1 -10 12
c:pregnant+symptom\t-4 -33 37
c:price\t48 -25 -23
c:price+item\t5 -3 -2
c:price+shopq\t14 -10 -4
c:price+somebody\t3 -2 -2
c:reaction\t-56 106 -50
c:reaction+body\t-7 25 -18
c:reaction+bodypart\t-5 -1 6
c:reaction+canitake\t-1 -4 5
c:reaction+item\t-24 13 11
c:reaction+logistics\t1 -11 10
c:reaction+mood\t-4 8 -4
c:reaction+sore\t-23 42 -19
c:resolve\t-120 -54 174
c:resolve+animal\t-7 -3 10
c:resolve+canitake\t-7 -13 20
c:resolve+future\t19 -5 -14
c:resolve+somebody\t-3 -1 4
c:selfharm\t-26 -17 43
c:selfharm+body\t-7 -11 18
c:selfharm+bodypart\t-1 -2 3
c:selfharm+child\t-19 10 9
c:selfharm+future\t-13 18 -6
c:selfharm+heavy\t-2 -5 7
c:selfharm+ihave\t-7 -11 18
c:selfharm+item\t-13 18 -6
c:selfharm+mood\t-1 -14 15
c:selfharm+symptom\t-6 -25 32
c:shopq\t111 -55 -61
c:shopq+animal\t2 -2 0
c:shopq+canitake\t8 8 -16
c:shopq+cure\t-4 9 -5
c:shopq+future\t4 -2 -2
c:shopq+item\t-18 8 10
c:shopq+somebody\t-12 14 -2
c:shopq+thing\t4 -3 -1
c:somebody\t-84 -8 92
c:somebody+canitake\t8 22 -30
c:somebody+future\t-9 -6 15
c:sore\t-28 33 -5
c:sore+bodypart\t-28 15 13
c:sore+canitake\t-6 9 -3
c:sore+item\t-11 1 10
c:stroke\t-14 -74 89
c:stroke+aid\t-1 4 -3
c:stroke+bleed\t-4 -8 12
c:stroke+body\t2 -15 13
c:stroke+bodypart\t-6 -2 8
c:stroke+canitake\t-27 -4 31
c:stroke+condition\t48 -47 -1
c:stroke+drug\t0 -6 6
c:stroke+heavy\t-6 -4 9
c:stroke+ihave\t-32 -28 60
c:stroke+item\t-15 0 15
c:stroke+now\t0 -6 6
c:stroke+somebody\t-15 -5 20
c:stroke+symptom\t-3 -24 28
c:stroke+thing\t8 -4 -5
c:swelling\t-87 -9 95
c:swelling+aid\t-11 -4 16
c:swelling+body\t-27 9 18
c:swelling+bodypart\t-11 -5 16
c:swelling+canitake\t-4 -10 14
c:swelling+condition\t-3 9 -6
c:swelling+ihave\t-39 5 34
c:swelling+ingest\t-10 -6 16
c:swelling+item\t-30 -11 41
c:swelling+logistics\t-10 -5 15
c:swelling+pregnant\t0 -6 6
c:swelling+reaction\t-35 -8 43
c:swelling+shopq\t5 -4 -2
c:swelling+sore\t-4 -6 10
c:swelling+symptom\t-3 -27 30
c:swelling+whatisit\t-11 27 -16
c:symptom\t-119 76 43
c:symptom+aid\t-1 -2 2
c:symptom+body\t-30 40 -10
c:symptom+bodypart\t3 6 -9
c:symptom+canitake\t-14 -17 31
c:symptom+cure\t6 -2 -4
c:symptom+eating\t-1 22 -21
c:symptom+item\t-16 24 -7
c:symptom+logistics\t14 -5 -9
c:symptom+mood\t-2 -10 12
c:symptom+reaction\t-30 61 -30
c:symptom+shopq\t19 -26 7
c:symptom+somebody\t4 2 -7
c:symptom+sore\t20 10 -30
c:symptom+thing\t19 -7 -12
c:symptom+threat\t-3 -4 7
c:symptom+whatisit\t-31 57 -26
c:thing\t111 -65 -46
c:thing+canitake\t17 -14 -2
c:thing+cure\t5 -2 -3
c:thing+somebody\t-33 -18 51
c:threat\t-4 -21 25
c:threat+item\t17 -1 -16
c:threat+somebody\t-7 -6 12
c:threat+thing\t12 0 -12
c:toomuch\t-41 -1 42
c:toomuch+body\t1 -7 5
c:toomuch+bodypart\t-2 -3 5
c:toomuch+canitake\t-8 12 -4
c:toomuch+dose\t-15 20 -5
c:toomuch+drug\t0 -5 5
c:toomuch+ihave\t-5 15 -10
c:toomuch+item\t-53 -7 60
c:toomuch+logistics\t12 -1 -11
c:toomuch+mood\t-3 18 -14
c:toomuch+poison\t-15 -4 19
c:toomuch+shopq\t-15 -10 25
c:toomuch+somebody\t0 -3 2
c:toomuch+symptom\t-23 -16 39
c:toomuch+thing\t10 -1 -9
c:toomuch+withdrug\t0 -5 5
c:violence\t-3 -38 41
c:violence+body\t15 -3 -11
c:violence+canitake\t-2 -3 5
c:violence+child\t-1 -4 5
c:violence+figurative\t9 -4 -6
c:violence+ihave\t-35 -27 62
c:violence+mood\t-8 -15 23
c:violence+somebody\t-20 -8 28
c:violence+symptom\t-1 -5 5
c:violence+threat\t-17 -3 20
c:whatisit\t-4 62 -57
c:whatisit+body\t-1 10 -9
c:whatisit+bodypart\t-10 20 -9
c:whatisit+canitake\t-8 14 -6
c:whatisit+item\t10 -17 7
c:whatisit+lab\t-33 38 -5
c:whatisit+logistics\t4 -3 -1
c:whatisit+shopq\t1 -25 24
c:whatisit+somebody\t-3 -7 9
c:withdrug\t-12 40 -28
c:withdrug+canitake\t-13 14 -1
c:withdrug+ihave\t-12 31 -19
c:withdrug+item\t-6 2 3
c:withdrug+mood\t-8 8 0
c:withdrug+shopq\t-18 19 -1
w:abo\t4 -1 -3
w:about\t-10 3 8
w:accid\t13 -3 -10
w:accord\t2 -2 -1
w:account\t2 -1 -2
w:achtjahrig\t-8 15 -7
w:across\t-7 -2 9
w:ad\t0 -6 6
w:addict\t17 -13 -4
w:adhd\t-5 6 -1
w:ador\t2 0 -2
w:affect\t-2 5 -3
w:afraid\t-1 -2 4
w:after\t-9 2 6
w:ag\t-9 10 -1
w:again\t-6 2 4
w:agit\t0 -6 6
w:ago\t-14 2 12
w:aid\t3 -2 -1
w:air\t-9 -3 12
w:alcohol\t4 -1 -3
w:aliv\t-13 -8 21
w:all\t-22 -24 46
w:allem\t-4 -2 5
w:allergi\t3 -1 -1
w:allow\t-7 10 -3
w:almond\t-5 -8 13
w:alon\t4 -10 6
w:along\t-13 17 -4
w:alongsid\t-4 5 -1
w:alreadi\t-1 -1 3
w:alright\t-18 26 -8
w:am\t20 -9 -10
w:ambul\t-37 -8 46
w:amount\t-17 0 17
w:anaphylaxi\t-5 -8 13
w:ani\t8 7 -15
w:ankl\t-1 13 -12
w:ano\t-8 13 -5
w:anorexia\t-3 3 0
w:ansiedad\t-5 8 -4
w:answer\t-2 -1 2
w:anti\t6 -5 0
w:antibiot\t-17 18 -1
w:antriebslo\t-9 12 -3
w:anxieti\t4 -2 -2
w:anymor\t-8 -6 15
w:anyth\t-12 13 -1
w:anzutun\t-5 -2 7
w:api\t16 -6 -11
w:appoint\t6 -2 -5
w:ar\t45 -3 -42
w:arm\t-9 -3 12
w:around\t7 0 -7
w:arrang\t-2 -3 4
w:arriv\t15 -5 -10
w:arthriti\t-2 6 -4
w:articl\t4 -3 -1
w:ashwagandha\t-2 2 0
w:ask\t-11 -3 13
w:asleep\t-2 -1 4
w:atemnot\t-13 -2 15
w:athlet\t5 -4 0
w:attack\t-24 16 8
w:auch\t3 -1 -2
w:aufgegessen\t-2 -2 3
w:aufwachen\t-4 -2 6
w:ausschlag\t-6 15 -10
w:autoimmun\t-1 2 -1
w:avail\t4 -2 -2
w:avoid\t-2 3 -1
w:aw\t0 -2 2
w:awai\t-11 1 10
w:awak\t-2 0 2
w:b\t-2 15 -12
w:babi\t4 -1 -3
w:back\t26 -11 -15
w:bad\t-16 23 -6
w:badg\t11 -8 -3
w:badli\t-1 -2 3
w:bag\t17 -6 -12
w:balm\t-1 15 -14
w:bar\t32 -24 -8
w:barista\t7 -5 -2
w:barn\t3 -1 -1
w:bat\t-10 -4 14
w:batch\t3 -2 0
w:bath\t22 -11 -12
w:bathroom\t-2 -1 3
w:batteri\t8 -1 -7
w:bauchweh\t-6 17 -10
w:be\t-26 -4 30
w:becaus\t-18 -4 23
w:bed\t-3 4 -1
w:bee\t-2 -3 5
w:been\t-33 -9 42
w:befor\t4 -6 2
w:began\t-2 17 -15
w:beginn\t4 -2 -2
w:bekommen\t-6 15 -10
w:bell\t11 -10 -1
w:belli\t-2 -9 12
w:belt\t-8 9 -1
w:bench\t2 -1 -1
w:berberin\t-2 8 -6
w:best\t10 9 -19
w:beta\t-4 4 0
w:better\t-3 -5 8
w:between\t-5 13 -8
w:bewusstlo\t-12 -2 15
w:bien\t-3 -1 4
w:biggest\t3 -2 0
w:bin\t-2 4 -2
w:bing\t-24 25 -1
w:biologi\t5 -3 -2
w:bird\t8 -4 -3
w:birth\t-2 -1 4
w:birthdai\t13 -5 -9
w:black\t9 -5 -4
w:bladder\t-2 -1 2
w:blade\t-3 -1 4
w:blanket\t2 1 -3
w:bled\t2 0 -2
w:bleed\t7 -6 0
w:blend\t2 1 -2
w:blender\t12 -9 -3
w:blew\t4 -1 -3
w:blind\t-8 -4 12
w:blister\t-1 5 -4
w:blocker\t-4 4 0
w:blood\t-9 -4 13
w:blue\t-7 -5 12
w:blurri\t-2 -4 6
w:blutverdunn\t-6 8 -2
w:blutverdunnern\t-2 2 -1
w:bmi\t-8 11 -3
w:bodi\t-12 0 12
w:boi\t-7 -8 16
w:boil\t-7 -9 16
w:bone\t-8 18 -10
w:book\t7 -2 -5
w:booster\t1 4 -4
w:born\t-7 -3 9
w:both\t-2 -3 5
w:bother\t-14 0 14
w:bottl\t-4 -19 23
w:bought\t-2 -2 4
w:bowl\t6 -4 -2
w:box\t8 -7 -1
w:brain\t4 -2 -2
w:brave\t-8 0 8
w:brazo\t-9 -3 12
w:break\t-2 -8 10
w:breakdown\t-3 5 -2
w:breakfast\t12 -7 -5
w:breast\t8 0 -7
w:breastfe\t-9 14 -5
w:breastfeed\t2 3 -5
w:breath\t-8 -11 19
w:breathabl\t12 -1 -11
w:bridg\t-7 3 4
w:bright\t-1 -5 6
w:bring\t-5 13 -9
w:broke\t7 -8 1
w:broken\t9 -6 -3
w:brown\t-4 9 -4
w:brush\t4 -2 -2
w:brust\t-8 -7 15
w:brustschmerzen\t-2 0 3
w:budg\t2 -1 -2
w:bui\t10 -6 -5
w:build\t0 3 -2
w:bulimia\t-3 5 -1
w:bulk\t13 -10 -3
w:bundl\t4 -1 -3
w:burden\t-3 -3 6
w:burn\t-8 -2 10
w:burner\t0 4 -4
w:burnt\t-14 6 8
w:butcher\t6 -4 -2
w:c\t-5 6 -1
w:cafe\t15 -8 -6
w:caffein\t-4 3 1
w:call\t-9 -4 13
w:calm\t-17 14 3
w:calori\t-9 19 -9
w:came\t5 5 -10
w:campu\t3 -2 -1
w:can\t36 1 -37
w:canaria\t3 -1 -2
w:cancel\t20 -11 -9
w:cancelar\t2 0 -2
w:cancer\t4 -4 0
w:candl\t13 -4 -9
w:canopi\t8 -4 -3
w:cant\t-19 -19 38
w:capsul\t-23 32 -9
w:car\t-7 -1 8
w:carb\t6 -3 -3
w:care\t17 -16 -1
w:caregiv\t4 -4 0
w:carri\t-4 8 -4
w:cart\t2 -1 -2
w:case\t15 -12 -3
w:cat\t2 -2 -1
w:caus\t-6 16 -10
w:certifi\t3 -1 -1
w:chai\t3 -1 -3
w:chair\t8 -7 -1
w:challeng\t2 -1 -1
w:chang\t-8 -10 18
w:charg\t2 -1 -1
w:chariti\t6 -2 -4
w:chat\t-26 -4 30
w:cheaper\t5 -3 -3
w:checkout\t4 -2 -3
w:cherri\t-5 5 0
w:chest\t-4 -11 15
w:chew\t4 -1 -3
w:child\t-12 6 6
w:children\t3 -9 5
w:chocol\t12 -8 -5
w:choic\t-9 -1 10
w:choke\t-4 -2 5
w:cholesterol\t-5 10 -5
w:choos\t9 -3 -6
w:christma\t-2 -3 4
w:circl\t8 -5 -3
w:claim\t5 -4 -1
w:clash\t-8 9 -1
w:class\t28 -13 -15
w:clean\t5 -7 3
w:cleans\t-4 6 -2
w:cliff\t-18 -3 21
w:climb\t-4 -5 9
w:clinic\t10 -4 -6
w:close\t-5 -3 7
w:clot\t-5 -2 7
w:cloth\t2 -1 -1
w:clover\t-3 5 -3
w:clumpi\t4 -2 -3
w:coach\t17 -10 -7
w:cocoa\t4 -2 -3
w:code\t7 -4 -3
w:coeliac\t8 -6 -2
w:coffe\t-9 2 6
w:colageno\t3 3 -5
w:cold\t3 6 -10
w:colic\t-4 4 -1
w:collagen\t-1 2 -1
w:collaps\t-4 -2 5
w:colleagu\t12 -8 -4
w:colour\t8 -4 -4
w:come\t4 -20 16
w:compani\t4 -1 -3
w:complet\t-3 5 -2
w:concentr\t-9 2 8
w:condit\t-12 16 -4
w:confirm\t17 -2 -15
w:confus\t-6 -6 12
w:connect\t3 -2 -2
w:contact\t4 -3 -1
w:contagi\t7 -4 -2
w:contain\t6 -1 -5
w:control\t-2 0 2
w:cope\t-5 16 -12
w:corner\t14 -8 -6
w:cosi\t2 -1 -1
w:cough\t-3 -2 4
w:could\t6 4 -10
w:courier\t16 -13 -3
w:cours\t11 -10 -2
w:covid\t-2 3 -1
w:cramp\t-10 16 -6
w:crash\t3 -1 -2
w:cream\t0 17 -17
w:creatin\t-14 20 -6
w:crema\t-8 12 -4
w:crohn\t-8 10 -2
w:crp\t-7 12 -4
w:crush\t0 -3 3
w:cry\t-12 24 -12
w:cuando\t8 -5 -3
w:cuanto\t7 -2 -4
w:cuesta\t7 -2 -4
w:cup\t8 -9 1
w:cure\t-14 15 -1
w:custom\t-13 -2 15
w:cut\t-6 7 -1
w:d\t-3 7 -3
w:da\t-15 26 -12
w:dad\t-3 -1 4
w:dai\t4 -3 -1
w:danger\t-1 -3 5
w:daran\t-7 -2 9
w:darf\t6 1 -7
w:darker\t-8 18 -10
w:date\t17 -3 -15
w:dauert\t2 -1 -2
w:daughter\t5 -10 5
w:dead\t23 0 -23
w:deadli\t-17 -4 21
w:deadlin\t6 -2 -4
w:deal\t9 -2 -6
w:death\t6 -2 -4
w:decid\t-2 -1 3
w:decis\t21 -13 -8
w:deep\t-27 -1 28
w:deeper\t-2 -4 5
w:defici\t-8 19 -11
w:delai\t3 -1 -2
w:deliv\t3 -1 -2
w:deliveri\t-9 -3 12
w:dementia\t3 0 -4
w:denk\t-7 -2 9
w:depress\t-11 17 -6
w:desd\t-10 17 -7
w:design\t3 -1 -2
w:detox\t-1 2 -1
w:devolverlo\t8 -5 -3
w:di\t4 13 -17
w:diabet\t-7 -5 11
w:diari\t5 -4 -2
w:diarrhea\t-4 5 -1
w:dick\t-13 -2 15
w:didnt\t17 -2 -15
w:differ\t4 -2 -1
w:diffus\t-2 -2 4
w:digest\t-2 2 0
w:disappear\t-5 -3 8
w:disast\t2 0 -2
w:disgust\t-3 7 -4
w:dishwash\t18 -13 -5
w:dissolv\t3 -2 -1
w:diuret\t-4 7 -3
w:dizzi\t-3 -9 13
w:do\t69 -17 -52
w:doctor\t13 -7 -6
w:doe\t25 13 -38
w:doesnt\t6 -4 -1
w:dog\t-1 -3 4
w:donat\t2 -2 0
w:done\t13 -2 -11
w:dont\t-46 -13 58
w:dosag\t-16 23 -8
w:dose\t-6 2 3
w:doubl\t-7 10 -3
w:down\t-45 9 37
w:drank\t-3 -3 6
w:drawer\t6 -1 -5
w:drew\t11 -10 -1
w:drink\t-17 10 6
w:drive\t-41 -7 48
w:droht\t-5 -2 7
w:droop\t-2 -1 3
w:drop\t-8 10 -3
w:drown\t7 -3 -4
w:drowsi\t-2 -1 2
w:drug\t8 -6 -3
w:drunk\t-3 0 3
w:due\t-5 8 -3
w:duel\t-9 -3 12
w:duermo\t-5 8 -4
w:durchfal\t-1 3 -2
w:dy\t4 -4 0
w:earli\t5 1 -6
w:earth\t-1 -4 6
w:eat\t-24 38 -14
w:eaten\t-8 10 -2
w:echinacea\t-6 9 -3
w:eczema\t-10 10 0
w:effect\t2 5 -7
w:eight\t-2 3 -2
w:einfach\t-4 -2 6
w:electrolyt\t-13 20 -7
w:eliqui\t-2 4 -2
w:els\t9 -4 -5
w:email\t25 -4 -21
w:embarazada\t-2 4 -2
w:embarazo\t-2 5 -2
w:emerg\t8 -4 -4
w:empti\t-1 -2 3
w:end\t10 -5 -6
w:enough\t-43 3 40
w:envio\t5 -1 -3
w:enzym\t-2 3 -1
w:epilepsi\t-2 3 -2
w:epipen\t-8 -6 15
w:episod\t4 -1 -3
w:ersatzdeckel\t4 -1 -3
w:es\t7 -3 -4
w:est\t-6 8 -3
w:estoi\t-2 4 -2
w:etwa\t-5 -2 7
w:eucalyptu\t-1 -2 2
w:even\t8 -19 11
w:ever\t6 -1 -5
w:everi\t-30 21 10
w:everyon\t-29 -8 38
w:everyth\t12 -3 -9
w:everywher\t4 -2 -2
w:ex\t-8 -1 9
w:exam\t-3 4 -1
w:exampl\t5 -3 -2
w:exist\t-14 -2 16
w:expect\t-11 7 4
w:extract\t-1 5 -4
w:ey\t-20 2 18
w:eyelid\t-4 17 -13
w:fabric\t12 -1 -11
w:face\t-1 -3 5
w:fade\t-1 -4 5
w:faint\t6 -2 -4
w:fair\t14 -9 -5
w:famili\t-10 -12 22
w:fast\t-20 5 15
w:faster\t-7 10 -3
w:fastest\t-9 9 -1
w:fat\t-10 16 -6
w:fatal\t-7 -1 9
w:father\t-2 2 0
w:favour\t8 -7 -1
w:fee\t6 -1 -5
w:feed\t-2 -3 5
w:feel\t-37 24 13
w:feet\t15 3 -18
w:fell\t-10 -10 19
w:felt\t-3 -6 9
w:ferritin\t-4 4 0
w:fertil\t2 2 -4
w:fever\t-6 -15 21
w:few\t-4 4 0
w:fibr\t3 10 -13
w:fifteen\t-13 8 5
w:fill\t6 -2 -3
w:find\t12 -4 -8
w:fine\t8 0 -7
w:finish\t11 -7 -4
w:first\t-5 13 -8
w:fish\t2 -1 -2
w:fishi\t4 -2 -2
w:fist\t-2 -1 2
w:fit\t14 -11 -4
w:five\t-2 4 -2
w:fix\t-7 -3 9
w:flake\t6 -4 -2
w:flare\t-12 14 -2
w:flash\t0 -2 2
w:flat\t-11 1 9
w:flatmat\t-7 -2 8
w:flavour\t3 -1 -2
w:floor\t-9 -3 12
w:flyer\t3 -2 -1
w:foam\t-5 -4 9
w:folat\t1 2 -3
w:food\t10 -1 -9
w:foot\t8 -6 -2
w:footbal\t-9 10 -1
w:forehead\t-3 7 -3
w:forev\t-4 -2 6
w:forgot\t11 -3 -8
w:form\t28 -9 -19
w:found\t-5 3 2
w:free\t28 -17 -11
w:freez\t12 -4 -7
w:fresh\t-6 -9 15
w:freund\t-5 -2 7
w:fridai\t4 -3 -1
w:friend\t3 15 -18
w:frond\t8 -4 -3
w:front\t-7 -3 10
w:fun\t17 -3 -14
w:funni\t-7 -2 9
w:fur\t4 -1 -3
w:gag\t-2 -1 3
w:gallbladd\t-2 3 -1
w:gana\t-5 9 -4
w:ganz\t-2 -1 3
w:ganzen\t-2 -2 3
w:garganta\t-2 -1 3
w:gave\t-14 1 13
w:gegessen\t-2 -1 3
w:geht\t-6 8 -2
w:gel\t17 -7 -10
w:gelatin\t2 -1 -1
w:get\t-3 12 -9
w:gibt\t6 -2 -4
w:gift\t9 -4 -4
w:ginger\t6 1 -7
w:ginkgo\t0 2 -2
w:girl\t-3 4 -1
w:give\t3 4 -7
w:giveawai\t8 -1 -8
w:glass\t-3 -3 6
w:gluten\t3 -1 -2
w:go\t-4 -23 26
w:goat\t2 0 -2
w:goe\t5 -3 -2
w:goggl\t12 -9 -3
w:gone\t-28 -11 39
w:gonna\t6 -1 -6
w:good\t2 4 -6
w:goodby\t-6 -7 12
w:googl\t-4 -5 9
w:got\t-16 13 3
w:gota\t-4 6 -2
w:gout\t-5 5 0
w:grader\t-8 12 -4
w:grandson\t0 2 -2
w:granola\t4 -2 -2
w:grapefruit\t-2 6 -4
w:green\t8 0 -8
w:grei\t-1 -1 2
w:greyish\t-2 -3 5
w:grief\t5 -4 -1
w:ground\t-11 -14 26
w:group\t3 -4 1
w:gum\t-9 23 -13
w:gummi\t-12 0 12
w:gun\t5 -1 -4
w:gym\t11 -4 -7
w:ha\t-2 0 2
w:habe\t-25 32 -7
w:habt\t4 -1 -3
w:hace\t-10 17 -7
w:had\t-10 30 -19
w:haha\t4 -3 0
w:hair\t-7 13 -6
w:halal\t2 -1 -1
w:half\t-16 14 2
w:hammer\t-7 -2 9
w:hand\t2 -20 19
w:hang\t1 -2 2
w:hardli\t-1 -2 4
w:harm\t-15 24 -9
w:harmless\t-1 2 -1
w:hasta\t8 -5 -3
w:hat\t-11 -10 21
w:have\t-5 10 -6
w:havent\t-8 0 8
w:he\t-35 -15 51
w:head\t7 -9 2
w:heal\t-5 5 0
w:health\t2 -1 -1
w:healthi\t10 -6 -4
w:hear\t4 3 -7
w:heart\t-16 9 7
w:heavi\t2 8 -10
w:heavili\t-5 -3 8
w:held\t5 -4 -1
w:hell\t-1 -2 3
w:hello\t3 -1 -2
w:help\t-3 14 -11
w:hepat\t-3 4 -2
w:her\t-16 -3 19
w:herb\t-1 2 -1
w:herbal\t-1 6 -5
w:here\t-14 1 14
w:heut\t-4 -2 5
w:hi\t-9 -16 25
w:hibiscu\t-1 2 -1
w:hide\t0 2 -2
w:high\t-14 18 -3
w:higher\t9 -7 -2
w:hijo\t-7 4 3
w:hike\t16 -11 -5
w:hill\t7 -3 -4
w:him\t-6 1 5
w:himself\t-15 -1 16
w:hincha\t-2 -1 3
w:hipotiroidismo\t-6 8 -3
w:hit\t3 -5 1
w:hive\t-1 -2 3
w:hold\t14 -1 -13
w:home\t-20 -3 23
w:honestli\t-4 -2 7
w:hook\t3 -1 -2
w:hopeless\t-7 13 -6
w:hora\t3 -1 -2
w:hors\t3 -2 0
w:host\t4 -4 0
w:hour\t-17 15 2
w:hous\t-7 -3 10
w:household\t-3 -6 10
w:how\t20 12 -32
w:htp\t0 -6 6
w:huge\t-4 -1 5
w:hunger\t-2 9 -7
w:hungri\t5 -3 -1
w:hurt\t-9 -22 32
w:husband\t5 -6 1
w:hyperact\t-8 12 -4
w:i\t-45 17 28
w:ich\t-28 22 6
w:id\t-9 7 2
w:idea\t3 -1 -2
w:ihr\t4 -1 -3
w:ill\t1 -10 9
w:im\t0 -27 28
w:immer\t-6 17 -10
w:immun\t-2 3 -2
w:includ\t3 -1 -2
w:infant\t-2 4 -2
w:infect\t-2 5 -3
w:inhal\t-2 -1 3
w:inject\t-2 3 -1
w:ink\t2 0 -2
w:insol\t3 -2 -1
w:insomnia\t-2 3 -1
w:instagram\t6 -1 -6
w:instead\t8 -4 -4
w:insulin\t-3 3 0
w:intoler\t7 -2 -5
w:invit\t4 -1 -3
w:invoic\t4 -2 -3
w:iron\t-11 1 10
w:is\t0 20 -20
w:isnt\t-12 -4 16
w:ist\t-6 -4 10
w:it\t4 18 -22
w:item\t2 0 -2
w:iv\t-32 -18 49
w:ivf\t-6 8 -2
w:ivi\t4 -1 -2
w:izquierdo\t-9 -3 12
w:jar\t2 -13 11
w:jaw\t-3 -2 5
w:jerk\t-11 -2 12
w:john\t0 -3 3
w:join\t3 -2 -1
w:joint\t-1 3 -2
w:joke\t4 -2 -3
w:journal\t5 -4 -1
w:joyless\t-6 7 -1
w:juic\t4 -4 -1
w:jump\t0 -2 2
w:june\t8 -7 -1
w:just\t-6 9 -3
w:k\t-6 8 -2
w:kann\t-4 11 -7
w:kapseln\t-6 15 -10
w:kava\t-3 4 -1
w:kcal\t4 -3 -1
w:keep\t-31 9 21
w:kettlebel\t3 -2 -1
w:kg\t-15 29 -14
w:kick\t-4 -17 21
w:kid\t13 7 -20
w:kidnei\t5 -2 -3
w:kill\t5 -20 15
w:killer\t2 -2 -1
w:kind\t-2 -1 3
w:kit\t0 -3 3
w:kitchen\t18 -13 -5
w:klein\t-2 -2 3
w:knee\t6 3 -8
w:knife\t8 -1 -7
w:know\t-5 4 1
w:kostet\t2 -1 -1
w:kundigen\t4 -1 -3
w:lab\t4 -3 -2
w:label\t27 -18 -9
w:lack\t-1 2 -1
w:lactos\t8 -3 -5
w:lake\t-27 -1 28
w:lang\t4 -1 -3
w:laptop\t2 -1 -2
w:last\t-8 -12 21
w:late\t2 1 -3
w:laugh\t7 -1 -6
w:lavend\t9 -2 -7
w:lax\t-11 11 0
w:lead\t8 -5 -3
w:leaf\t-9 10 -1
w:leaflet\t6 -3 -3
w:leav\t14 -7 -8
w:leben\t-7 -1 9
w:lectur\t5 -4 0
w:left\t-21 -6 27
w:leg\t23 -6 -18
w:lemon\t8 -5 -3
w:len\t12 -9 -3
w:lesson\t10 -3 -6
w:lethal\t-12 -4 16
w:level\t-4 5 -1
w:levothyroxin\t-7 8 -1
w:lick\t4 0 -3
w:lid\t11 -7 -4
w:life\t-6 -4 10
w:light\t-7 -10 18
w:lighter\t-6 -6 11
w:like\t-12 -5 17
w:limit\t2 -1 -1
w:limp\t-3 -4 7
w:link\t4 0 -4
w:linken\t-2 0 3
w:lip\t-1 -4 5
w:lippen\t-13 -2 15
w:liquid\t-4 0 5
w:list\t15 -10 -5
w:lithium\t-5 7 -2
w:littl\t-3 4 -1
w:live\t-12 20 -8
w:lock\t-4 -3 7
w:log\t25 -7 -18
w:logo\t3 -2 -1
w:long\t6 -3 -3
w:longer\t-10 0 10
w:look\t3 8 -11
w:lose\t-17 37 -20
w:lost\t13 -3 -10
w:lot\t10 -16 6
w:loud\t3 -1 -2
w:love\t4 -17 13
w:lower\t-8 15 -7
w:lowest\t-2 3 0
w:luck\t5 -4 -1
w:lump\t-3 5 -2
w:lupu\t-3 4 -1
w:ma\t-10 -3 13
w:mach\t-4 -2 5
w:machin\t3 0 -3
w:made\t9 -10 1
w:magnesio\t-2 5 -2
w:magnesium\t-13 8 5
w:mai\t14 -4 -10
w:make\t-24 12 12
w:mal\t-3 6 -4
w:mani\t12 -11 -1
w:mann\t-8 -7 15
w:marathon\t14 -6 -8
w:march\t1 6 -6
w:market\t7 -2 -6
w:mask\t-1 6 -5
w:massag\t1 5 -6
w:mat\t19 -12 -8
w:matter\t-3 8 -5
w:mayb\t0 -3 3
w:me\t-20 13 7
w:meal\t-1 13 -12
w:mean\t-7 0 6
w:meant\t4 0 -4
w:medic\t-2 5 -3
w:medicacion\t-2 3 -1
w:medicin\t0 2 -2
w:medit\t9 -2 -7
w:mehr\t-15 -5 19
w:mein\t-30 0 30
w:melatonin\t-7 5 2
w:melt\t6 -4 -2
w:member\t8 -4 -3
w:membership\t6 -2 -4
w:menopaus\t6 -5 -1
w:mese\t-5 9 -4
w:messag\t14 -2 -12
w:metal\t2 -1 -1
w:methotrex\t-6 9 -3
w:mi\t-21 8 13
w:mich\t-7 -2 9
w:middl\t-2 -3 4
w:midwif\t3 -2 -1
w:might\t-4 -7 11
w:migrain\t5 -4 0
w:milk\t10 -3 -7
w:mind\t-4 -2 7
w:mine\t-3 5 -1
w:minut\t-9 -4 14
w:miscarriag\t0 2 -2
w:miss\t9 -8 -1
w:misspelt\t9 -3 -6
w:mistook\t-8 -2 10
w:mit\t-3 0 3
w:mix\t-5 18 -14
w:mocht\t0 -2 3
w:mole\t-15 25 -10
w:moment\t0 -7 7
w:monaten\t-9 12 -3
w:mondai\t11 4 -15
w:monei\t21 -4 -17
w:monitor\t3 -1 -3
w:month\t-48 58 -10
w:monthli\t1 -4 3
w:mood\t-7 8 -1
w:more\t-6 7 0
w:morirm\t-5 -2 8
w:morn\t10 -8 -1
w:most\t15 -8 -7
w:mother\t-1 5 -4
w:mouth\t-4 -4 8
w:move\t5 -4 -1
w:movi\t3 -1 -3
w:much\t-2 3 -1
w:mucha\t-5 8 -4
w:mug\t23 -12 -11
w:multivitamin\t12 -8 -5
w:mum\t-5 8 -4
w:murder\t6 -3 -4
w:muscl\t0 2 -2
w:music\t4 -2 -3
w:mutter\t-12 -2 15
w:my\t4 -2 -3
w:myself\t-42 -21 63
w:nach\t-12 -2 14
w:nada\t-5 9 -4
w:nail\t-1 2 -1
w:name\t6 -4 -2
w:natur\t-3 6 -3
w:nausea\t0 3 -3
w:nauseou\t0 2 -2
w:near\t-5 -1 6
w:nearest\t3 -2 -1
w:nearli\t8 -4 -4
w:neck\t-11 5 5
w:need\t-8 -6 15
w:nehm\t-6 8 -2
w:nehmen\t-10 19 -8
w:neighbour\t7 0 -7
w:nephew\t-2 -1 3
w:never\t1 -5 4
w:new\t17 3 -20
w:newborn\t-11 8 3
w:next\t15 -6 -9
w:nice\t5 -9 4
w:nicht\t-15 -5 19
w:nierenkrank\t-2 3 0
w:night\t-36 -5 42
w:nina\t-4 6 -2
w:nine\t-5 9 -3
w:no\t-33 -20 52
w:nobodi\t-20 -5 26
w:normal\t9 -4 -5
w:not\t-27 -1 28
w:note\t-4 0 5
w:noth\t-23 19 4
w:notic\t-20 -5 26
w:now\t-7 11 -3
w:numb\t-2 -1 3
w:number\t21 -12 -9
w:nur\t-9 12 -3
w:nurs\t10 -6 -4
w:nut\t7 -5 -2
w:oat\t3 -1 -1
w:off\t1 -17 16
w:offen\t3 -1 -2
w:offer\t11 -3 -8
w:offic\t20 -18 -2
w:oil\t-17 -11 28
w:ok\t-25 60 -34
w:okai\t-18 20 -2
w:old\t-17 15 2
w:omega\t-2 6 -4
w:onc\t8 0 -9
w:onli\t-13 -9 22
w:onlin\t3 -1 -3
w:open\t4 -3 -1
w:orang\t5 -1 -4
w:order\t10 -5 -5
w:organ\t6 -4 -2
w:organis\t10 -9 -1
w:osteoarthr\t-2 3 0
w:other\t-3 -3 6
w:our\t6 3 -9
w:out\t-17 19 -3
w:outsid\t-15 -6 21
w:over\t-8 7 1
w:overdos\t-7 -5 12
w:own\t-5 -4 9
w:pacemak\t-9 10 -2
w:pack\t21 -16 -5
w:packung\t-2 -1 3
w:pad\t-2 -1 4
w:padr\t-9 -4 13
w:page\t-4 -4 8
w:pai\t12 -5 -7
w:pain\t22 -27 5
w:painless\t-3 -4 7
w:paint\t4 -2 -2
w:paket\t3 0 -2
w:palpit\t-1 4 -3
w:panic\t-10 11 -1
w:paper\t-3 -2 5
w:para\t-2 5 -3
w:paracetamol\t-1 -2 2
w:paralys\t-3 -1 4
w:parcel\t28 -2 -26
w:part\t2 -2 0
w:parti\t5 -2 -3
w:partner\t-4 -1 5
w:pass\t-3 -6 9
w:past\t-21 3 18
w:pastilla\t-6 0 6
w:patch\t8 -3 -4
w:patient\t-2 4 -2
w:paus\t2 0 -2
w:paypal\t4 -2 -2
w:pecho\t-9 -3 12
w:pee\t-4 9 -4
w:pen\t-2 -3 5
w:peopl\t3 -2 -1
w:per\t4 -2 -2
w:percent\t7 -4 -3
w:period\t-3 6 -3
w:phone\t2 -2 0
w:photo\t-3 11 -9
w:pick\t-7 -12 19
w:pictur\t9 -12 3
w:pienso\t-15 -2 17
w:pill\t-12 -10 22
w:plan\t-13 -6 19
w:plane\t4 -3 -1
w:plant\t5 -1 -4
w:platform\t-6 -2 8
w:player\t-9 10 -1
w:pleas\t18 -19 1
w:plenti\t5 0 -4
w:plotzlich\t-8 -7 15
w:podcast\t6 -3 -3
w:point\t22 -7 -15
w:poison\t4 -4 -1
w:popular\t3 -2 -2
w:porter\t3 -2 -1
w:posit\t-4 -4 8
w:post\t10 -15 5
w:poster\t7 -2 -4
w:potassium\t-1 2 -2
w:powder\t11 -11 -1
w:pre\t-8 19 -11
w:prednisolon\t-2 3 -1
w:pregnanc\t10 -7 -4
w:pregnant\t-5 -8 13
w:preparado\t-3 -1 4
w:prescrib\t-5 8 -4
w:prescript\t12 -9 -3
w:present\t27 -12 -15
w:press\t18 -7 -11
w:pressur\t-7 0 7
w:prevent\t4 -1 -3
w:price\t13 -6 -7
w:pride\t9 -1 -8
w:prize\t2 -2 0
w:probiot\t-21 25 -4
w:problem\t-5 16 -11
w:product\t-15 5 10
w:producto\t-6 8 -3
w:programm\t4 -1 -2
w:project\t12 -11 -1
w:prone\t-4 5 -1
w:protein\t-6 8 -2
w:psoriasi\t-3 3 0
w:ptsd\t-4 4 -1
w:pued\t-18 9 9
w:puedo\t-6 8 -2
w:puf\t-2 -3 5
w:puffi\t-4 17 -13
w:pump\t10 -6 -4
w:puppi\t4 -1 -4
w:purg\t-13 14 -1
w:purpos\t-15 -1 16
w:put\t4 -4 -1
w:que\t3 -1 -2
w:quickli\t-3 6 -3
w:quiero\t-8 -5 13
w:quiet\t2 -1 -1
w:quiz\t14 -1 -13
w:race\t-5 10 -5
w:raffl\t8 -6 -2
w:ran\t5 -1 -3
w:rang\t-2 3 -2
w:rash\t11 8 -19
w:raspberri\t-9 10 -1
w:rate\t13 -5 -8
w:read\t11 -18 8
w:real\t5 -1 -4
w:realli\t-3 3 0
w:reason\t-10 -7 17
w:receipt\t10 -1 -9
w:recept\t8 -7 -1
w:recip\t4 -1 -2
w:recommend\t-7 12 -5
w:record\t4 -1 -4
w:recov\t-3 5 -1
w:red\t-6 9 -4
w:refil\t2 -2 -1
w:refund\t-13 0 13
w:relax\t7 -3 -4
w:relief\t4 -3 -1
w:religi\t2 -1 -2
w:rent\t4 -4 0
w:reorder\t34 -8 -26
w:repair\t-2 3 -1
w:replac\t-4 5 -1
w:report\t-2 8 -6
w:reprint\t6 -4 -2
w:research\t2 -2 0
w:respirar\t-9 -4 13
w:respiro\t-2 -1 3
w:respond\t4 -3 -1
w:rest\t-7 -2 9
w:restock\t3 0 -2
w:result\t-8 11 -4
w:retinol\t-4 5 -1
w:rib\t-1 -2 3
w:riegel\t-13 -2 15
w:right\t-3 3 0
w:ring\t11 -10 -1
w:ringworm\t-10 21 -11
w:rise\t5 -2 -3
w:risk\t-1 3 -2
w:roll\t-11 -4 15
w:roof\t-5 0 5
w:room\t21 -9 -12
w:roommat\t-3 -2 5
w:rope\t5 -2 -2
w:round\t11 -1 -10
w:rower\t3 -1 -2
w:run\t16 -7 -9
w:sachet\t3 -2 -2
w:safe\t0 14 -14
w:saffron\t-8 12 -4
w:sage\t-9 14 -5
w:sai\t-1 -16 17
w:said\t7 -2 -5
w:sale\t5 -3 -2
w:salio\t-8 12 -4
w:salt\t3 0 -3
w:same\t3 -1 -2
w:sampl\t10 -8 -2
w:samstag\t3 -1 -2
w:sarpullido\t-8 12 -4
w:sauna\t-2 3 -2
w:save\t0 -7 7
w:saw\t5 -1 -4
w:scar\t-9 5 5
w:scare\t-15 3 12
w:schedul\t14 -7 -6
w:schluss\t-4 -2 5
w:schmerzen\t-8 -7 15
w:school\t13 -12 -1
w:schwanger\t-2 4 -2
w:scoop\t1 7 -8
w:scream\t-9 -5 14
w:se\t-5 -3 8
w:sea\t2 0 -2
w:search\t14 -4 -10
w:season\t4 -2 -1
w:seat\t5 -4 0
w:second\t-3 6 -3
w:see\t-18 -9 27
w:seguir\t-3 -1 4
w:seit\t-10 15 -5
w:selbstmordgedanken\t-11 -4 15
w:self\t-5 9 -4
w:sell\t5 -17 12
w:semana\t-5 8 -4
w:seminar\t3 -2 -1
w:send\t0 -12 12
w:sent\t-1 -2 2
w:sento\t-3 6 -4
w:separ\t5 -4 -2
w:seriou\t2 2 -4
w:sertralin\t-6 1 5
w:serum\t-4 5 -1
w:serv\t4 -2 -3
w:servic\t9 -3 -6
w:set\t19 -5 -15
w:seventeen\t-5 9 -4
w:shake\t3 -26 24
w:shaker\t6 -3 -3
w:shape\t7 -4 -3
w:share\t4 -1 -3
w:sharp\t-1 -5 7
w:she\t-33 -15 48
w:shed\t-7 -1 8
w:shell\t4 -3 -1
w:ship\t14 -4 -10
w:shoot\t-5 -5 10
w:shop\t4 -1 -3
w:shot\t10 0 -10
w:should\t-6 3 2
w:show\t5 -1 -4
w:shower\t8 -7 -1
w:shred\t-3 5 -2
w:shrink\t-2 2 0
w:sich\t-5 -2 7
w:sick\t-2 -5 7
w:side\t-25 -8 33
w:sign\t8 -5 -4
w:signup\t8 -2 -6
w:simplifi\t8 -2 -6
w:sinc\t-33 22 11
w:singl\t4 -2 -2
w:sirv\t-6 8 -3
w:sister\t11 -5 -6
w:size\t4 -2 -2
w:skin\t-17 6 11
w:skip\t3 2 -5
w:slai\t4 -2 -3
w:sleep\t-15 7 9
w:slep\t3 -1 -2
w:slept\t-5 10 -5
w:slipper\t2 -1 -1
w:slow\t-18 -3 21
w:small\t7 -5 -2
w:smaller\t2 0 -2
w:smell\t17 -11 -6
w:smoothi\t14 -9 -4
w:snack\t4 -3 -1
w:soak\t-5 -9 15
w:soap\t4 -1 -2
w:sock\t7 -5 -2
w:soft\t7 -2 -5
w:soil\t4 0 -3
w:sold\t26 -19 -7
w:some\t0 -3 3
w:somebodi\t-8 -2 10
w:someon\t-15 -15 30
w:someth\t-4 10 -6
w:sometim\t-10 3 7
w:son\t3 -7 4
w:sort\t-5 -1 6
w:spare\t2 -1 -1
w:speak\t-9 -3 12
w:speech\t-8 -2 10
w:sponsor\t4 -1 -3
w:spoon\t3 10 -13
w:spot\t-2 0 3
w:sprint\t7 -3 -4
w:st\t0 -3 3
w:stack\t-3 5 -2
w:stai\t-10 -5 16
w:stain\t2 -1 -1
w:stair\t-8 -11 19
w:stand\t3 -23 21
w:star\t2 -1 -1
w:stark\t-8 -7 15
w:start\t9 -2 -7
w:starter\t8 -5 -3
w:starv\t2 -2 0
w:stash\t9 -3 -6
w:steer\t-14 -2 16
w:step\t7 -5 -2
w:stiff\t-9 -4 14
w:still\t4 4 -8
w:stock\t9 -2 -6
w:stockpil\t-8 0 8
w:stolen\t3 0 -3
w:stomach\t-4 20 -16
w:stone\t-4 4 -1
w:stop\t-33 9 24
w:straight\t0 -13 13
w:strap\t6 -3 -3
w:strength\t7 -5 -3
w:stress\t8 -7 -1
w:stroke\t26 -19 -7
w:strong\t-3 -8 11
w:stronger\t5 -1 -4
w:struggl\t-9 -3 12
w:stuck\t8 -2 -6
w:student\t6 -6 0
w:stuff\t-1 -8 9
w:stung\t-2 -3 5
w:subscript\t-2 -3 5
w:suck\t-1 -2 2
w:sudden\t7 -3 -4
w:suffoc\t8 -2 -6
w:sugar\t-1 -17 17
w:suggest\t-7 9 -1
w:suicid\t-5 -3 8
w:suicidio\t-15 -2 17
w:suitabl\t5 -2 -2
w:sundai\t-3 -4 7
w:supplement\t-5 9 -4
w:suppli\t7 -1 -6
w:suppos\t5 -2 -3
w:suppress\t-2 9 -7
w:surnam\t9 -3 -6
w:suscripcion\t2 0 -2
w:swallow\t-4 -8 12
w:swap\t0 2 -2
w:sweat\t-5 -9 13
w:swim\t10 -23 13
w:swollen\t-2 5 -2
w:symptom\t5 -1 -3
w:tablet\t-27 2 24
w:take\t-17 19 -2
w:taken\t8 -2 -6
w:talk\t16 -14 -1
w:tamoxifen\t-4 5 -1
w:tap\t5 -1 -4
w:tast\t5 -2 -3
w:tasti\t9 -6 -3
w:te\t-2 3 -1
w:tea\t20 -10 -10
w:teach\t8 -5 -3
w:tee\t-1 6 -5
w:teenag\t-15 10 5
w:teeth\t0 4 -4
w:tell\t-26 -11 37
w:ten\t-10 -11 21
w:tengo\t-18 25 -6
w:tension\t-4 6 -2
w:term\t9 -5 -4
w:test\t-1 -5 6
w:thank\t4 -5 1
w:thei\t3 0 -3
w:them\t-1 -5 6
w:therapi\t-4 4 0
w:therapist\t-5 7 -2
w:thi\t-22 -11 33
w:thick\t0 -12 12
w:thin\t0 2 -2
w:thing\t-34 1 33
w:think\t-50 -9 60
w:thirti\t-13 -7 20
w:though\t7 -3 -4
w:thought\t-5 10 -5
w:thread\t2 -2 0
w:three\t13 -13 -1
w:threw\t-2 3 -2
w:throat\t-8 -8 16
w:through\t-6 2 4
w:throw\t-14 -4 17
w:ticket\t2 0 -2
w:tienda\t3 -1 -2
w:tight\t-10 -6 16
w:time\t5 1 -6
w:tin\t14 -7 -6
w:tingl\t-3 13 -10
w:tip\t8 -6 -2
w:tire\t-26 29 -3
w:tochter\t-8 15 -7
w:todai\t10 10 -20
w:toddler\t-11 24 -14
w:todo\t-3 -1 4
w:toi\t3 0 -3
w:toilet\t-4 -1 5
w:told\t-8 -3 11
w:tomar\t-10 18 -7
w:tomarlo\t-7 10 -4
w:tomo\t-4 3 1
w:tomorrow\t6 5 -11
w:tongu\t-12 -9 20
w:tonight\t-33 -13 45
w:too\t8 -10 2
w:took\t-8 -10 18
w:tooth\t-11 15 -4
w:total\t12 -9 -3
w:trade\t4 -3 -1
w:trago\t-3 -3 5
w:train\t11 -6 -5
w:transcript\t3 -3 0
w:transplant\t-2 2 0
w:traurig\t-9 12 -3
w:travel\t4 -2 -2
w:tree\t-14 -2 16
w:trembl\t0 -3 3
w:trial\t13 -1 -12
w:trimest\t-2 3 -1
w:trinken\t-2 4 -2
w:try\t-14 -4 18
w:tsh\t-11 12 -1
w:ttc\t-3 6 -3
w:tub\t7 -3 -4
w:tuesdai\t7 -2 -5
w:turmer\t-13 19 -6
w:turn\t-5 -8 13
w:tuve\t-3 6 -4
w:twelv\t1 -4 3
w:twenti\t2 -4 2
w:twice\t2 -2 0
w:twin\t-4 1 3
w:twitch\t0 -6 6
w:two\t23 -6 -16
w:type\t-7 -1 9
w:ulcer\t-9 10 -1
w:umbrella\t10 -3 -7
w:umzubringen\t-7 -2 9
w:unconsci\t-5 -1 6
w:under\t-1 2 -1
w:unrespons\t-2 -1 3
w:unsubscrib\t2 0 -2
w:unvertraglichkeit\t-6 17 -10
w:upright\t-1 -3 4
w:upset\t-2 3 -1
w:urin\t-2 5 -3
w:us\t-15 15 0
w:usual\t-1 -2 3
w:valerian\t-11 -3 14
w:vanilla\t8 -4 -4
w:vegan\t2 -1 -2
w:vegetarian\t9 -6 -3
w:veri\t-11 16 -5
w:video\t5 -1 -4
w:vision\t-2 -4 6
w:visit\t12 -11 -1
w:vitamin\t-21 14 6
w:viviendo\t-3 -1 4
w:vivir\t-4 -1 5
w:voic\t-6 -13 20
w:vomit\t-3 -11 14
w:vomito\t-3 6 -4
w:von\t-6 15 -10
w:voucher\t15 -3 -12
w:wa\t14 -6 -8
w:wai\t-10 -12 22
w:wait\t5 -2 -3
w:wake\t-6 -9 15
w:wall\t-6 -1 7
w:wallet\t6 -3 -3
w:want\t-10 29 -19
w:warfarin\t-3 3 -1
w:washabl\t6 -3 -4
w:wat\t3 -1 -2
w:water\t-18 -2 20
w:we\t28 -23 -6
w:weak\t-22 -6 28
w:wean\t0 5 -5
w:weapon\t-8 -1 9
w:wed\t4 -3 -1
w:week\t-23 0 23
w:weekend\t17 -6 -11
w:weekli\t-6 9 -3
w:weight\t-1 4 -4
w:weird\t-3 -5 8
w:welcom\t4 -2 -2
w:went\t-29 -12 40
w:werden\t-13 -2 15
w:were\t0 7 -7
w:weve\t3 0 -2
w:what\t-11 50 -38
w:when\t-15 11 4
w:whenev\t-3 7 -4
w:where\t35 -21 -14
w:which\t1 47 -48
w:while\t-30 4 26
w:whistl\t-4 -2 6
w:white\t-1 2 -1
w:who\t30 -11 -19
w:whole\t5 -5 0
w:why\t9 -5 -4
w:wie\t6 -1 -4
w:wife\t-2 2 0
w:wifi\t3 -1 -1
w:will\t-1 -5 7
w:wine\t8 -4 -4
w:winner\t8 -1 -8
w:winter\t5 -3 -2
w:wish\t-7 -3 9
w:without\t-2 -8 10
w:wo\t3 0 -2
w:won\t5 -4 -1
w:wonder\t-27 -1 28
w:wont\t-18 -10 28
w:work\t22 -1 -21
w:workout\t-6 17 -11
w:world\t-2 -1 3
w:wors\t-12 25 -13
w:worst\t8 -4 -4
w:wort\t0 -3 3
w:worth\t-5 -2 7
w:would\t-46 40 6
w:wrist\t-7 -6 13
w:write\t5 -4 -1
w:written\t-9 -7 16
w:wrong\t5 2 -7
w:wrote\t-12 -8 20
w:ya\t-8 -3 11
w:year\t-32 36 -4
w:yearli\t11 -4 -6
w:yellow\t-2 7 -6
w:yesterdai\t6 -12 6
w:yoga\t11 -9 -2
w:you\t35 -13 -23
w:your\t15 18 -33
w:zahlen\t2 -1 -2
w:ziehen\t-2 0 3
w:zuruckgeben\t13 -10 -3
`;
