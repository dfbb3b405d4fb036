import { type Lexicon, wordClass } from './words.ts';

// The words of health advertising, by what they do in a claim. Verbs and nouns are listed once; their forms are made.

const DISEASE = wordClass({
  nouns: `acne, addiction, allergy, aneurysm, arrhythmia, autoimmune disease, autoimmune condition, blood clot, bunion, cataract,
    chronic illness, chronic pain, cold sore, cyst, concussion, disease, erection problem, eating disorder, fibroid, fungal infection,
    gallstone, goitre, goiter, haemorrhoid, hemorrhoid, heart attack, hernia, hot flush of illness, infection, kidney stone, migraine,
    migraineur, panic attack, panic disorder, seizure, skin condition, slipped disc, stomach ulcer, gastric ulcer, peptic ulcer, mouth ulcer,
    stroke, syndrome, thyroid disorder, thyroid problem, thyroid condition, tumor, tumour, ulcer, uti, vein thrombosis, wart,
    yeast infection, verruca, polyp, sleep disorder, anxiety disorder, mood disorder, hearing loss, heart problem, lung problem,
    underactive thyroid, overactive thyroid, virus, parasite, worm infestation, bladder infection, ear infection, sinus infection,
    chest infection, superbug, food poisoning, fungus, hormone imbalance, hormonal imbalance, thyroid imbalance, heart murmur, irregular heart rhythm, frozen shoulder, herniated disc, trapped nerve, phobia, food intolerance, lactose intolerance, histamine intolerance, skin cancer, yeast overgrowth, bacterial infection, viral infection, throat infection, gum infection, nail infection, urinary infection, respiratory infection, vitamin deficiency disease, nervous disorder, blood disorder, digestive disorder, bowel disease, eye disease, skin disease, heart rhythm disorder, cavity, tooth infection, gum abscess, abscess, hive attack, allergy attack, asthma attack, gallbladder attack, bedsore, pressure sore, corn and callus, hammer toe, heel spur, bone spur, pulled muscle tear, torn ligament, concussion symptom, nosebleed disorder, pinched nerve, slipped disk, herniated disk, disc prolapse, thyroid nodule, ovarian cyst, nasal polyp, cold sore outbreak`,
  words: `adhd, ADD, alopecia, alzheimer, anaemia, anemia, anaemic, anemic, angina, anorexia, anxiety, apnea, apnoea, arthritis, arthritic, asthma,
    asthmatic, asthmatics, atherosclerosis, athlete foot, autism, autistic, autoimmune, autoimmunity, bipolar, bronchitis, bulimia, bursitis,
    cancer, cancers, cancerous, candida, candidiasis, carpal tunnel, celiac, coeliac, chickenpox, chlamydia, cholera, cirrhosis, clogged arteries,
    blocked arteries, hardened arteries, furred arteries, colitis, conjunctivitis, copd, coronary, crohn, crohns, cystitis, dementia, dengue, depression, depressive,
    dermatitis, diabetes, diabetic, diabetics, prediabetes, pre diabetes, prediabetic, diarrhoea, diarrhea, diverticulitis, dyslexia, eczema, edema, oedema, emphysema,
    endometriosis, epilepsy, epileptic, erectile dysfunction, fatty liver, fibromyalgia, fibro, flu, swine flu, bird flu, the common cold, common cold, colds, winter cold,
    gastritis, gastroenteritis, gerd, acid reflux, gingivitis, gum disease, glaucoma, gonorrhea, gout, gouty, graves disease, grave disease, hashimoto, hashimotos, hay fever, hayfever,
    heart disease, heart failure, heart attacks, hepatitis, herpes, hiv, aids virus, hpv, hypertension, hypertensive, high blood pressure, low blood pressure, high cholesterol, hyperthyroid, hyperthyroidism,
    hypothyroid, hypothyroidism, hypoglycemia, ibd, ibs, irritable bowel, impetigo, impotence, infertility, infertile, influenza, insomnia, insomniac, insomniacs, jaundice, kidney disease,
    kidney failure, leaky gut, leukaemia, leukemia, liver disease, lung disease, lupus, lyme, lymphoma, macular degeneration, malaria, measles, melanoma,
    meningitis, metabolic syndrome, MS, multiple sclerosis, mumps, nafld, nephritis, neuralgia, neuropathy, norovirus, obesity, obese, ocd, osteoarthritis, osteopenia,
    osteoporosis, pancreatitis, parkinson, parkinsons, pcos, pmdd, plantar fasciitis, pneumonia, postnatal depression, prostatitis, enlarged prostate, psoriasis,
    psychosis, ptsd, pyelonephritis, raynaud, restless legs, retinopathy, rheumatism, rheumatoid, rheumatic, ringworm, rosacea, salmonella, sarcopenia, scabies, schizophrenia, sciatica, scoliosis,
    scurvy, sepsis, shingles, sibo, sickle cell, sinusitis, sleep apnea, tendonitis, tendinitis, tennis elbow, tetanus, thrombosis, thrush, thyroid disease, tinnitus, tonsillitis, tuberculosis,
    type 1 diabetes, type 2 diabetes, type two diabetes, type 2, varicose, varicose veins, vertigo, vitiligo, whooping cough, the big c, big c, chemo, burnout syndrome, chronic fatigue, chronic fatigue syndrome, mold toxicity,
    long covid, adrenal fatigue, adrenal insufficiency, hair loss, baldness, balding, receding hairline, high blood sugar, insulin resistance, insulin resistant, hormone imbalance, hormonal imbalance, oestrogen dominance, estrogen dominance, stomach bug, winter bug, winter bugs, alzheimers, gad, bpd, stds, sti, ankylosing spondylitis, spondylitis, cellulitis, mastitis,
    sarcoidosis, scleroderma, narcolepsy, tourette, haemophilia, hemophilia, myeloma, sarcoma, carcinoma, polycystic ovaries, prolapse, incontinence, rickets, pleurisy, laryngitis, pharyngitis, labyrinthitis,
    blepharitis, dyspepsia, gastroparesis, adenomyosis, vaginosis, keratosis, keratitis, head lice, chilblains, ebola, zika, mpox, atrial fibrillation, afib, arteriosclerosis, deep vein thrombosis, dvt, pre eclampsia, preeclampsia, gestational diabetes, lymphoedema, lymphedema, bruxism, haemochromatosis, hemochromatosis, thalassaemia, nail fungus, tinea, jock itch, rubella, glandular fever, strep throat, strep, croup, rsv, bronchiolitis, rhinitis, allergic rhinitis, retinitis, myopia, astigmatism, low t, premature ejaculation, vaginismus, hyperhidrosis, rotator cuff injury, postpartum depression, seasonal affective disorder, agoraphobia, dyspraxia, sleepwalking, mcas, pots syndrome, h pylori, helicobacter, cystic fibrosis, huntington, motor neurone disease, cerebral palsy, dystonia, hypotension, tachycardia, bradycardia, costochondritis, tendinopathy, degenerative disc, pelvic inflammatory disease, interstitial cystitis, bacterial vaginosis, trichotillomania, anhedonia, psychotic, manic, mania, hypochondria, celiac disease, coeliac disease, gluten intolerance, hidradenitis, folliculitis, cradle cap, nappy rash, diaper rash, colic, teething pain, chicken pox, hand foot and mouth, kidney infection, cold and flu, colds and flu, hyperglycaemia, hyperglycemia, hyperlipidaemia, embolism, stenosis, tooth decay, gum infection, piles, mrsa, chronic cough, smoker lung, whiplash, bedwetting, snoring disorder, celiacs, dysbiosis, histaminosis, adult adhd, add and adhd, post viral fatigue, endo, perimenopausal depression, baby blues, winter depression, winter blues disorder, dry eye disease, eye floaters disease, stys`,
});

const ACHING =
  'throbbing, aching, achy, stiff, swollen, creaky, creaking, burning, inflamed, painful, numb, tingling, bleeding, weeping, scaly, flaky, itchy, itching, puffy, sore, tender, cramping, wheezing, trembling, shaky, shaking, twitching, blocked, congested, irregular, racing, pounding, cracked, raw, leaky, weak, worn out, worn, crumbling, brittle, damaged, diseased, clogged, failing, dodgy, gammy, bad, arthritic, red, blistered';
const BODY_PART =
  'knee, joint, knuckle, finger, hand, wrist, elbow, shoulder, hip, ankle, foot, toe, back, neck, gum, nerve, chest, lung, airway, sinus, artery, vein, bladder, prostate, heart, spine, disc, cartilage, bone, scalp, limb, leg, jaw, throat, ear, stomach, gut, bowel, kidney, liver, thyroid, skin patch';
const cross = (adjectives: string, nouns: string): string[] =>
  wordClass({ words: adjectives }).flatMap((adjective) =>
    [...wordClass({ nouns }), 'feet', 'hands'].map((noun) => `${adjective} ${noun}`),
  );

const SYMPTOM = wordClass({
  of: [cross(ACHING, BODY_PART)],
  nouns: `joint pain, knee pain, nerve pain, back pain, chest pain, neck pain, hip pain, shoulder pain, foot pain, stiff joint, sore joint, aching joint, inflamed joint, creaky joint,
    swollen joint, swollen knee, swollen hand, swollen ankle, swollen leg, swollen finger, stiff knee, aching knee, palpitation, wheeze, flaky patch, scaly patch, itchy patch, red patch, rash, tremor, dizzy spell, fainting spell, blackout, sudden shock of pain,
    racing heart, pounding heart, tight chest, racing pulse, irregular heartbeat, panic, night terror, flare up, flare, cramping gut, bleeding gum, receding gum, burning sensation, burning bladder, stabbing pain, shooting pain, throbbing head, splitting head, throbbing temple,
    memory loss, memory lapse, blurred vision, ringing ear, bad discharge, sinus pressure, blocked sinus, blocked nose, runny nose, itchy eye, watery eye, streaming eye, sneezing fit, coughing fit, insulin spike, sugar spike, glucose spike, blood sugar spike, blood sugar crash, sugar crash, blood pressure reading, ankle fluid, puffy ankle, intrusive thought, dark thought, low mood, mood swing, hallucination, memory gap, blood sugar swing, sugar swing, glucose swing, night time pee, hot swollen joint, memory slip, senior moment, memory problem, memory trouble, word finding problem, balance problem`,
  words: `hives, wheezing, wheezy, shortness of breath, short of breath, breathlessness, breathless, pins and needles, numbness, tingling feet, tingling hands, tingling fingers, burning feet, burning in your feet, swelling, swollen, water retention, fluid retention, inflamed,
    aching joints, sore joints, painful joints, painful knees, bad knees, bad back, sore back, seized up, seized up fingers, morning stiffness, joint stiffness, stiff fingers, knotted knuckles, itching skin, itchy skin, itchy red skin, itching, red itchy, weeping skin, cracked skin, scaly skin, flaky skin, rectal bleeding, blood in stool, loose stools, bloody stools, frequent urination, night time bathroom trips, trips to the bathroom, weak bladder, leaky bladder, burning when you pee, heartburn,
    forgetfulness, mental decline, cognitive decline, ringing in your ears, ringing in the ears, nausea, vomiting, hopelessness, despair, nervous breakdown, worn out cartilage, worn cartilage, fever, temperature spikes, phlegm, chesty cough, persistent cough, sneezing, sneezes, itchy eyes, streaming eyes, watery eyes, chronic inflammation, brittle bones, thinning bones, crumbling bones, ringing in your head, ringing in my ears, ringing in my head, buzzing in your ears, ringing ears, blurry vision, blurry eyes, blurred sight, double vision, dizziness, dizzy, light headed, lightheadedness, hot painful joints, swollen glands, night sweats, chest tightness, tightness in your chest, acid in your throat, stomach acid, trembling hands, dry cough, smoker cough, post nasal drip, stuffy nose, blocked ears, bleeding gums, foamy urine, hair falling out, clumps of hair, bald spots, bald patches, thinning patches, cold sweats, pins in your feet, restless feet, pressure in your sinuses, pressure in the sinuses, pressure in your head, cloudy vision, foggy memory`,
});

const BIOMARKER = wordClass({
  nouns:
    'triglyceride, blood lipid, blood fat, liver enzyme, viral load, insulin level, sugar level, glucose level, cholesterol level, blood pressure, blood sugar, blood glucose, thyroid level, uric acid level',
  words:
    'glucose, a1c, hba1c, insulin, cholesterol, ldl, bad cholesterol, triglycerides, inflammation, inflammatory markers, uric acid, arterial plaque, plaque in your arteries, ankle fluid, raised glucose, fasting sugar, fasting glucose, morning sugar, blood sugars, sugar readings, crp, ferritin, psa levels, homocysteine, cholesterol count',
});

/** What a healthy body knows too; speaking of it is not speaking of a disease. */
const STATE = wordClass({
  nouns: `cramp, craving, energy slump, headache, hot flash, hot flush, hangover, ache, sore muscle, worry, sleepless night, restless night, afternoon slump, energy crash, wrinkle, fine line, blemish`,
  words: `tiredness, fatigue, tired, stress, stressed, bloating, bloat, bloated, soreness, stiffness, indigestion, sleeplessness, brain fog, jet lag, pms, menopause, menopausal, perimenopause, perimenopausal, the menopause, low energy,
    sluggishness, sluggish, puffiness, puffy, constipation, constipated, burnout, restlessness, irritability, period pain, period pains, exhaustion, exhausted, pain, pains, aches, wind, gas`,
});

const ORGAN = wordClass({
  nouns:
    'liver, kidney, gut, colon, thyroid, adrenal, lung, artery, organ, gland, bowel, lymph node, joint, prostate, ovary, bladder, pancreas, vein, bone',
  words:
    'lymph, lymphatic system, intestines, immune system, nervous system, bloodstream, blood, heart, brain, cartilage, skin, pores, hormones, gut lining, digestive tract, digestive system, circulation',
});

const CURE = wordClass({
  verbs: `switch off, turn off, shut down, shut off, rein in, hold back, push back, fight back, beat back, drive back, nip in the bud, put to bed, put behind you, get on top of, take the sting from, take the misery out of, knock on the head, sweep away, root out, wean you off, outrun, escape, dodge, defy, disarm, dampen, douse, extinguish, subdue, contain, cushion, spare you, spare you from, deliver you from, rescue you from, take out, take away, bring down, cool, cool down, put out, dull, numb, unblock, unclog, loosen, drain, fend, alleviate, arrest, banish, beat, block, calm, clear, clear up, combat, conquer, correct, counteract, counter, crush, cure, deal with, defeat, defend against, destroy, dissolve,
    ease, eliminate, end, eradicate, erase, fade, fight, fight off, fend off, fix, flatten, get rid of, get over, get shot of, guard against, halt, heal, help with, hold off, inhibit, keep away, keep off, kick, kill, kiss goodbye to, knock out, lift, manage, melt away, mend, mitigate, neutralise, neutralize,
    nip, outsmart, overcome, prevent, protect against, protect from, protect you from, protect you against, put an end to, quash, quell, quiet, quieten, rebuild, recover from, reduce, regrow, relieve, remedy, repair, resolve, reverse, rid, rout, say goodbye to, say farewell to, say bye to, see off, shake off, shield against, shield you from, shrink, silence, slay, slow, slow down, smash, soothe, sort, sort out, squash, starve, stave off, stop, suppress, tackle, tame, target, treat, undo, ward off, wave goodbye to, wipe out, work on, work against, zap,
    come to grips with, take care of, take the edge off, take the sting out of, take the fire out of, make short work of, turn around, turn back, free yourself from, free you from, free you of, liberate, save you from, keep at bay, leave behind, drive out, drive away, chase away, send packing, knock down, cut short, break free from, help people with, help you with, improve, lower, lessen, diminish, minimise, minimize, control, delay, bring relief, bring relief from, reduce the risk of, lower the risk of, cut the risk of, cut your risk of, lower your risk of, reduce your risk of, slash your risk of, see the back of, flush out, undo the damage of, clear out, wash away, help sufferers of`,
  words: `goodbye, farewell, bye bye, so long, adios, goodbye to, farewell to, no more, fewer, free of, free from, freedom from, relief from, relief for, protection from, protection against, defence against, defense against, immunity to, immunity against, immune to, antidote to, healing, at bay`,
});

/** A disease as the one who gives way: "my eczema vanished". */
const GONE = wordClass({
  verbs: `vanish, disappear, clear, clear up, fade, retreat, heal, improve, go away, go quiet, calm down, settle, settle down, subside, lift, shrink, melt away, dissolve, back off, ease, ease off, stop, be history, be gone, be a memory, be over, die down, meet its match, pack its bags, go into remission, leave, behave, surrender, evaporate, recede, reverse, be under control, be cured, stay away, stay in its box, unlearn, outgrow, train away, stand down, give up, give in, bow out, wave the white flag, lose its grip, loosen its grip`,
  words: `a memory, memory, won't know what hit, not know what hit, stand no chance, thing of the past, yesterday, old news, gone, in remission, remission, in its box, in check, under control, at bay, history, a distant memory, a thing of the past, has met its match, met its match, stands no chance, doesn't stand a chance, didn't stand a chance, didn't get the memo, hates, hate, free, has gone, has not come back, hasn't come back, haven't come back, hasn't bothered, never came back, never returned, no longer, beater, buster, busting, killer, killing, fighter, fighting, fixer, slayer, crusher, blocker, melter, proof, relief, remedy, remedies, cure, cures, healing, treatment, treatments, reversal, rescue, defence, defense, shield, support, solution, solutions, antidote, protocol, prevention, recovery`,
});

/** What an illness does to people; a product that stops it from doing so is said to prevent it. */
const INVADE = wordClass({
  verbs:
    'get past, get in, get near, get through, get hold, latch, latch on, take hold, settle in, set in, come near, come close, come back, return, touch, strike, stick, spread, break through, find a way, creep in, creep back, reach, stay, last, bother, trouble, visit, win, slip past, get started, get going, get a foot in, begin, start, take root, catch you, find you',
});

/** How an ill body is said to welcome a product: "rheumatoid hands adore it". */
const ADORE = wordClass({
  verbs: 'love, adore, thank, appreciate, respond, welcome, applaud, crave, rejoice, enjoy',
});

/** What a plant may not be said to do, in the words of everyday life. */
const EFFECT = wordClass({
  verbs:
    'take the edge off, drift off, nod off, doze off, wind down, switch off, unwind, perk up, perk you up, pick you up, wake you up, lift you, lift your spirits, keep you going, give you wings, give wings, see you through, carry you through, get you through, pep you up, recharge you, soften, quiet your mind, quieten your mind, clear your head, ground you, centre you, settle you, knock you out, put you to sleep, send you to sleep, lull you',
});

const REMEDY = wordClass({
  nouns:
    'remedy, cure, antidote, treatment, solution, answer, fix, medicine, shield, weapon, tonic, therapy, elixir, saviour, savior, lifeline, defence, defense, breakthrough, game changer, alternative, ally, helper, prescription, healer, protocol, bodyguard',
  words: 'relief, help, support, protection, healing, hope, lifesaver, godsend, first aid',
});

const BOTANICAL = wordClass({
  nouns: `adaptogen, nootropic, medicinal mushroom, functional mushroom, mushroom, herb, botanical, probiotic, polyphenol, chlorophyll shot, live culture, friendly bacteria, good bacteria, gut bacteria, bacterial culture, live bacteria, lactobacillus, plant extract, herbal extract, medicinal plant, bitter herb, bitters, peptide, ceramide, astaxanthin, phytoestrogen, isoflavone, flavonoid, carotenoid, enzyme`,
  words: `ashwagandha, saffron, turmeric, curcumin, ginkgo, gingko, ginseng, lion mane, lions mane, reishi, chaga, cordyceps, turkey tail, milk thistle, green tea, matcha, guarana, valerian, maca, sea moss, seamoss, irish moss, elderberry, rosehip, cherry, tart cherry, cbd, cannabidiol, hemp, hemp oil,
    collagen, probiotics, vinegar, apple cider vinegar, cider vinegar, bitter melon, berberine, black cohosh, st john wort, echinacea, rhodiola, holy basil, tulsi, moringa, spirulina, chlorella, wheatgrass, aloe vera, aloe, ginger, garlic, cinnamon, chamomile, camomile, lavender, lemon balm, passionflower, hops, hibiscus, hawthorn, horsetail, nettle, dandelion, burdock, fenugreek, saw palmetto, cranberry, pomegranate, acai, goji, beetroot, beet, olive leaf, oregano oil, black seed oil, black seed, nigella, boswellia, frankincense, devil claw, arnica, peppermint, fennel, artichoke, bilberry, lutein, quercetin, resveratrol, coq10, glucosamine, chondroitin, msm, l theanine, theanine, gaba, melatonin, 5 htp, bee pollen, propolis, royal jelly, manuka, manuka honey, bone broth, kefir, kombucha, colostrum, shilajit, mucuna, gotu kola, bacopa, schisandra, astragalus, cat claw, yerba mate, charcoal, bentonite, zeolite, psyllium, inulin, hyaluronic acid, nad, nmn, creatine, bcaa, bcaas, alpha lipoic acid, vitex, agnus castus, dong quai, evening primrose, evening primrose oil, red clover, sage, thyme, willow bark, cocoa, kelp, seaweed, aronia, tremella, pine bark, rose hip, kudzu, kava, mullein, plantain leaf, sour cherry, pine tea, herbal tea, herbal tincture, essential oil, essential oils, adaptogens, nootropics, mushrooms, herbs, cherries, mushrooms, oats beta glucan`,
});

const NUTRIENT = wordClass({
  nouns: `vitamin, mineral, multivitamin, b vitamin, omega 3, omega`,
  words: `vitamin a, vitamin b, vitamin b6, vitamin b12, vitamin c, vitamin d, vitamin d3, vitamin e, vitamin k, vitamin k2, b12, b6, d3, b complex, b vitamins, biotin, folate, folic acid, niacin, riboflavin, thiamin, thiamine, pantothenic acid, calcium, magnesium, zinc, iron, iodine, selenium, chromium, copper, manganese, potassium, phosphorus, molybdenum, choline, dha, epa, fibre, fiber, protein, omega 3, electrolytes, caffeine, fish oil, cod liver oil`,
});

const PRODUCT_NOUN = wordClass({
  nouns: `supplement, capsule, gummy, tincture, drop, powder, blend, formula, serum, cream, balm, spray, patch, tablet, pill, shake, smoothie, scoop, juice, shot, sachet, softgel, tea, tonic, elixir, lozenge, oil, extract, syrup, gel, brew, latte, coffee, drip, infusion, concentrate, bar, snack, granola, cacao, broth, stack, bundle, starter kit, box, greens, superfood, programme, program, plan, course, coaching, session, retreat, class, method, protocol, device, mask, bath, salt, crystal, bracelet, ritual, massage, sauna, breathwork, cryotherapy, hydrotherapy, aromatherapy, reflexology, cupping, hypnosis, osteopathy, homeopathy, homoeopathy, light therapy, oxygen therapy, float tank, cold plunge, ice bath, sound bath, facial, toner, cleanser, moisturiser, moisturizer, lotion, soap, shampoo, pessary, suppository, chew, diffuser, inhaler stick, hair oil, eye drop blend, mouthwash, toothpaste, insole, brace, sleeve, lamp, wearable, yoga, pilates, meditation, acupuncture, hypnotherapy, reiki, therapy, treatment, consultation, kit, jar, tub, bottle, salve, ointment, roll on, pillow, blanket, mat, app, membership, package, diet, cleanse, fast, enzyme, cushion, glove, rinse, strap, insole, corset, headset, earring, magnet, humidifier, mouthguard, pillowcase, lolly, vaporiser, vaporizer`,
  words: `@name, reishi concentrate, this stuff, our range, this range, iv lounge, iv, greens powder`,
});

const PRODUCT = wordClass({ words: 'our, we, us', of: [PRODUCT_NOUN, BOTANICAL, NUTRIENT] });

const FUNCTION = wordClass({
  nouns: `mood, memory, hormone, joint, bone, muscle, nail, metabolism, nerve, gut, liver, artery, reflex, libido, cell, tendon, evening, night, mind, thought, kidney, hormone level`,
  words: `focus, concentration, sleep, energy, stamina, endurance, immunity, immune system, immune health, immune function, immune defences, immune defenses, immune response, defences, defenses, digestion, gut health, gut flora, microbiome, skin, hair, circulation, blood flow, blood circulation, heart, heart health, brain, brain power, brain function, vision, eyesight, eyes, alertness, clarity, mental clarity, calm, calmness, relaxation, relaxed, stress, recovery, muscle recovery, mobility, flexibility, vitality, balance, hormonal balance, thyroid, thyroid function, cortisol, stress hormone, stress levels, bones, joints, muscles, regularity, ageing, aging, fertility, sex drive, testosterone, oestrogen, estrogen, bloating, bloat, tiredness, fatigue, cravings, appetite, anti ageing, anti aging, detoxification, cognition, cognitive function, nerves, hunger, soreness, cramps, period pain, period pains, hot flushes, hot flashes, menopause, body, breathing, lungs, airways, throat, urinary tract, bladder, prostate, youth, longevity, resilience, cellular health, elasticity, collagen production, complexion, glow, deep sleep, nightmares, fat metabolism, blood pressure, blood sugar, blood sugar levels, cholesterol, brain fog, worry, tension, sleeplessness, indigestion, water retention, performance, learning, attention, sharpness`,
});

const IMPROVE = wordClass({
  verbs: `support, promote, maintain, boost, sharpen, improve, help, help with, enhance, strengthen, stimulate, balance, rebalance, regulate, restore, nourish, calm, soothe, ease, relax, aid, assist, fuel, feed, optimise, optimize, increase, raise, lift, lower, reduce, cut, fight, speed up, accelerate, quicken, protect, keep, encourage, trigger, activate, supercharge, power, power up, turbocharge, energise, energize, revive, revitalise, revitalize, refresh, renew, reset, rejuvenate, rebuild, repair, build, sustain, stabilise, stabilize, take care of, look after, care for, beat, banish, clear, sort, settle, elevate, amplify, unlock, unleash, deepen, heal, brighten, steady, defend, fortify, firm, plump, smooth, tone, slow, delay, help build, help you, help to, help your, wake up, switch on, tackle, combat, relieve, end, conquer, quiet, quieten, melt, melt away, tame, love, work on, do wonders for, work wonders for, awaken, replenish, bring back, top up, strip away, prime, arm, shield, ramp up, dial up, dial down, turn up, turn down, soften, balance out, kick start, kickstart, jump start, jumpstart, get rid of, put back`,
  words: `for a, for better, for deeper, for stronger, for sharper, for more, for calmer, for brighter, for healthy, for your, for faster, for clearer, for less, for steady, for lasting, for natural, good for, great for, brilliant for, ideal for, perfect for, best for, support for, means, gives you, give you, gives your, give your, brings you, brings, bring`,
});

/** Said in praise of the body in a way that no register sentence would. */
const EXAGGERATE = wordClass({
  verbs:
    'kick, boot, punch, hammer, blast, knock out, send packing, chase away, shake off, show the door, rocket, boost, supercharge, turbocharge, banish, beat, fight, crush, smash, skyrocket, unleash, unlock, maximise, maximize, power up, ramp up, conquer, wipe out, zap, fire up, kick start, kickstart, supersize, max out, bulletproof, armour, armor, fortify, sharpen, speed up, melt, cure, fix, transform, ignite, defeat, strengthen, lift, sort out, sort, energise, energize, revive, rescue, see off, improve, enhance, increase, protect, keep, make, give, end, stop, get rid of, sweep away, recharge, restore, reset, shield, guard, help, support, promote, aid',
  words:
    'unbeatable, limitless, unstoppable, superhuman, invincible, bulletproof, endless, ultimate, boundless, unrivalled, turbo, super, rock solid, iron, like a champion, all day long, better, stronger, faster, sharper, maximum, instant',
});

const VAGUE_BENEFIT = wordClass({
  words: `superfood, superfoods, wellbeing, well being, wellness in a, good for you, good for your, feel fantastic, feel amazing, feel your best, feel great, feel good, feel incredible, feel wonderful, feel alive, feel unstoppable, look and feel, gut friendly, heart healthy, brain food, brain boosting, skin food, immune boosting, immunity boosting, mood boosting, health boosting, healthier you, healthy glow, glow from within, glow from the inside, from the inside out, nature multivitamin, wonder food, powerhouse, nutrient dense goodness, goodness your body, your body will thank you, your body will love, be your best self, best version of yourself, full of goodness, packed with goodness, healthful, health giving, health in a, health benefits, nourish your body, vitality, revitalising, revitalizing, rejuvenating, energising, energizing, body loves, tummy loves, happy tummy, happy gut, gut loving, loved by your gut, kind to your gut, immune support, antioxidant rich, full of antioxidants, packed with antioxidants, rich in antioxidants, wholesome goodness, healthy way, set you up for, healthiest, live longer, stay well, stay healthy, keep healthy, keeps you healthy, keep you healthy, fighting fit, pure goodness, loves you back, love you back, healthy habit in a, does you good, do you good, doing you good`,
});

const DRUG = wordClass({
  nouns: `statin, antidepressant, anti depressant, antihistamine, sleeping tablet, sleeping pill, inhaler, antibiotic, vaccine, vaccination, painkiller, pain killer, steroid, beta blocker, blood thinner, blood pressure pill, blood pressure tablet, blood pressure medication, thyroid medication, prescription drug, prescription pill, prescription, prescription medication, prescription medicine, ssri, stimulant, sedative, opioid, benzo, ppi, antacid, anti inflammatory drug, water tablet, water pill, diuretic, heart pill, heart tablet, thyroid pill, thyroid tablet, hormone tablet, the pill, flu jab, jab, booster jab, chemo, puffer, eye drop, steroid cream, insulin injection, injection, tranquilliser, anxiety med, med, pharmaceutical, anaesthetic, big pharma pill`,
  words: `ozempic, wegovy, mounjaro, zepbound, saxenda, rybelsus, semaglutide, tirzepatide, liraglutide, glp 1, metformin, insulin, adderall, ritalin, xanax, valium, prozac, zoloft, lexapro, citalopram, sertraline, hrt, ibuprofen, aspirin, paracetamol, acetaminophen, tylenol, advil, nurofen, naproxen, codeine, chemotherapy, radiotherapy, radiation, dialysis, lithium, warfarin, omeprazole, levothyroxine, lisinopril, viagra, cialis, botox, accutane, roaccutane, ambien, melatonin prescription, finasteride, minoxidil, prednisone, gabapentin, tramadol, medication, medications, medicine, medicines, drugs, meds, surgery, your tablets, your pills, pills, her pills, his pills, my pills, my tablets, their pills, vaccines, vaccinated, skinny jab, skinnyjab, weight loss injection, weight loss injections, weight loss jab, weight loss jabs, weight loss pen, slimming jab, slimming jabs, fat jab, fat jabs, morphine, laxatives, laxative, cortisone, nyquil, gaviscon, rennie,, imodium, benadryl, zyrtec, claritin, allegra, ventolin, metamucil, fentanyl, ketamine, vicodin, percocet, oxycontin, zopiclone, diazepam, fluoxetine, amitriptyline, propranolol, ramipril, amlodipine, simvastatin, atorvastatin, lipitor, crestor, synthroid, humira, methotrexate, prednisolone, viagra pills, modafinil, concerta, vyvanse, elvanse, klonopin, ativan, lunesta, trazodone, nexium, prilosec, pepto, voltarol, voltaren, calpol, strepsils, allopurinol, warfarin tablets`,
});

const POM = wordClass({
  nouns:
    'weight loss injection, weight loss jab, weight loss pen, skinny jab, slimming jab, slimming injection, slimming pen, fat jab, diet jab, diet injection, botox injection, anti wrinkle injection, prescription weight loss treatment, injectable pen, weekly pen, weekly jab, weekly injection, weight loss jab, weight loss injection, weight loss pen, weight loss shot, fat loss jab, fat loss injection, fat loss pen, fat loss shot, slimming jab, slimming injection, slimming pen, slimming shot, skinny jab, skinny injection, skinny pen, skinny shot, diet jab, diet injection, diet pen, diet shot, appetite jab, appetite injection, appetite pen, appetite shot, fat jab, fat injection, fat pen, fat shot, obesity jab, obesity injection, obesity pen, obesity shot, wrinkle jab, wrinkle injection, wrinkle pen, wrinkle shot, lip filler jab, lip filler injection, lip filler pen, lip filler shot',
  words:
    'ozempic, wegovy, mounjaro, zepbound, saxenda, rybelsus, semaglutide, tirzepatide, liraglutide, glp 1, glp 1s, glp1, skinnyjab, botox, viagra, sildenafil, cialis, tadalafil, finasteride, tretinoin, accutane, roaccutane, melatonin tablets, antibiotics, hrt patches, metformin, modafinil, xanax, ambien, propecia, minoxidil tablets',
});
const SALES = wordClass({
  verbs: 'order, buy, reserve, book, ship, deliver, purchase, subscribe, sell, stock, offer',
  nouns:
    'price, discount, offer, consultation, appointment, subscription, delivery, queue, waiting list, deal, sofa, doorstep, slot, supply, month, clinic, doorstep',
  words:
    'from, free, save, off, £, $, €, in stock, available, now, today, online, here, without, yours, get, want, start, started, same day, next day, no wait',
});

const MEDIC = wordClass({
  nouns:
    'doctor, gp, physician, cardiologist, dermatologist, pharmacist, nurse, midwife, dietitian, dietician, nutritionist, therapist, surgeon, pediatrician, paediatrician, gynaecologist, gynecologist, psychiatrist, psychologist, neurologist, oncologist, rheumatologist, urologist, dentist, hospital, clinician, endocrinologist, gastroenterologist, chiropractor, physiotherapist, physio, health professional, healthcare professional, health care professional, health care provider, healthcare provider, medical professional, practitioner, specialist, consultant, obstetrician, herbalist, vet, medic, ob gyn',
  words: 'dr, MD, doc, docs, md, mds, drs',
});

const BUTTON = wordClass({ words: 'link, code, discount code, promo code, referral code' });

const CHILD = wordClass({
  nouns:
    'child, kid, toddler, teen, teenager, baby, infant, newborn, schoolchild, tween, youngster, son, daughter, preschooler, little one, under ten, under five, adolescent, boy, girl, grandchild, pupil, student athlete, schooler, grade schooler, middle schooler, first grader, kindergartner, offspring, kiddy',
  words:
    'ages, aged, children, babies, kiddo, kiddos, year old, year olds, schoolchildren, school age, grandchildren, bub',
});
const PREGNANT = wordClass({
  nouns:
    'pregnancy, mum to be, mom to be, bump, expectant mother, nursing mother, nursing mum, nursing mom, breastfeeding mum, new mum, new mom, trimester',
  words:
    'pregnant, expecting, nursing, breastfeeding, breast feeding, postpartum, trying to conceive, lactating, while you are carrying, mums to be, moms to be',
});
const EATING_DISORDER = wordClass({
  words:
    'eating disorder, eating disorders, anorexia, anorexic, anorexics, bulimia, bulimic, bulimics, disordered eating, binge eating, orthorexia, binge eater, binge eaters',
});
const SLIMMING = wordClass({
  verbs: 'slim, slim down, diet, fast, detox, lose weight, burn fat, cleanse',
  words:
    'slimming, weight loss, weightloss, weight, fat burner, fat burners, fat burning, slimming pills, slimming tea, slimming shake, slimming shakes, diet pill, diet pills, diet tea, detox teas, skinny teas, appetite suppressants, meal replacement, meal replacements, calorie, calories, calorie counting, calorie tracking, calorie deficit, skinny, lean, baby weight, detox tea, slim tea, skinny tea, flat belly, flat tummy, appetite, appetite suppressant, fasting, diet, keto, size zero, thinner, macros',
});
const SAFE = wordClass({
  words:
    'safe, safely, harmless, gentle enough, fine, suitable, okay, ok, all right, alright, perfect, no problem, not a problem, no worries, ideal, trusted, approved, good to go, gentle',
});

const WL_VERB = wordClass({
  verbs: `lose, drop, shed, burn, burn off, melt, melt away, melt off, trim, slim, shrink, strip, torch, blast, blitz, incinerate, zap, shift, ditch, whittle, drain, dissolve, shave, shave off, knock off, get rid of, pull off, sweat off, kiss goodbye to, say goodbye to, wave goodbye to, flush, come off`,
  words:
    'down, minus, lighter, gone, slimmer, smaller, thinner, less of, off your, off my, off her, off his, leaner, lost',
});
const WL_UNIT = wordClass({
  words:
    'lb, lbs, pound, pounds, kg, kgs, kilo, kilos, kilogram, kilograms, stone, stones, inch, inches, cm, centimetre, centimetres, centimeter, centimeters, dress size, dress sizes, clothes size, size, sizes, %, percent, per cent, jeans sizes, belt notches, notches, trouser sizes, belt holes, jeans size, trouser size, belt size, waist size, pant size, pants size, clothing size, jean size, bra size',
});
const FAT_PART = wordClass({
  words:
    'belly, bellies, thigh, thighs, waist, waistline, hips, tummy, love handles, bum, belly fat, stubborn fat, stubborn belly fat, body fat, visceral fat, muffin top, back fat, arm fat, bingo wings, double chin, midriff, saddlebags, cellulite, spare tyre, spare tire, bulges, flab, fat, weight, body weight, extra weight, excess weight, pounds, kilos',
});
const NUMBER = wordClass({
  words: `one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, fifteen, twenty, thirty, forty, fifty, hundred, half a, half, @number, a couple of, a few, several, dozen, double digits, every`,
});
const PERIOD = wordClass({
  nouns:
    'day, week, month, fortnight, weekend, hour, night, year, minute, session, summer, season, workday, morning',
  words:
    'overnight, easter, christmas, memorial day, halloween, thanksgiving, new year, bank holiday, by friday, by june, by july, by august, spring, autumn, winter, bikini season, beach season',
});

const GUARANTEE = wordClass({
  verbs: 'guarantee, promise, assure',
  words:
    "guaranteed, guarantees, always works, never fails, works every time, works for everyone, works for everybody, 100 % effective, 100 % success, 100 percent effective, no exceptions, without exception, assured, results guaranteed, certain to, bound to, foolproof, failsafe, fail safe, surefire, sure fire, cannot fail, can't fail, can't go wrong, every single time, every single person, zero failures, or your money back if you aren't cured, certain",
});
const OUTCOME = wordClass({
  verbs: 'sleep, feel, lose, cure, heal, improve, transform, wake up',
  nouns: 'result, outcome, transformation, difference, improvement, change, success, pound, kilo',
  words:
    'weight loss, better sleep, clear skin, glowing skin, relief, more energy, energy, calmer, younger, fitter, healthier, pain free, slimmer, stronger, happier, bloating, sleep, focus, effective, recovery, calm, glow, radiance, radiant, comfort, mobility, flexibility, clarity, confidence, freely, pain relief, weight off, clearer skin, smoother skin, clearer, better skin, thicker hair, smooth skin, flexible, flexible joints, pain gone',
});

const PROOF = wordClass({
  words: `clinically proven, clinically tested, clinically shown, clinically validated, clinically backed, clinically studied, clinically effective, scientifically proven, scientifically tested, scientifically backed, scientifically validated, scientifically formulated, scientifically shown, medically proven, medically tested, lab proven, laboratory proven, proven to, proven by, proven by science, proven results, proven effective, proven formula, science backed, backed by science, backed by research, backed by studies, backed by clinical, backed by doctors, backed by scientists, research backed, research proves, research shows, research says, science proves, science shows, science says, science confirms, studies show, studies prove, studies confirm, studies suggest, studies have shown, studies have proven, a study shows, trials show, trials prove, clinical strength, clinical grade, pharmaceutical grade, medical grade, medical standards, medical strength, hospital grade, hospital strength, doctor grade, pharma grade, prescription strength, fda registered, fda inspected, fda cleared facility, harvard study, harvard research, peer reviewed, evidence based formula, evidence backed, gold standard study, double blind, shown in studies, proven in, proven, scientists agree, scientists have found, scientists found, scientists discovered, researchers found, researchers have found, researchers agree, experts agree, laboratory tests show, tests show, according to science, science behind it is settled, the science is in, the science is clear, scientific breakthrough, tested in clinical, studied by`,
});
const AGENCY = wordClass({
  words:
    'fda, nhs, efsa, mhra, cdc, ema, european commission, food and drug administration, food standards agency, fsa, eu commission, department of health, ministry of health, government, WHO, world health organization, world health organisation, health canada, bfarm, nih, ftc, federal trade commission, medicines agency, health ministry, the eu, european food safety authority',
});
const APPROVE = wordClass({
  verbs:
    'approve, certify, trust, endorse, recommend, back, authorise, authorize, license, clear, accredit, verify, validate, confirm, rate, favour, favor, choose, prefer, sign off, rubber stamp, bless, recognise, recognize, vouch, support, green light, greenlight, vet, swear by, rely on, stand behind, stand by',
  nouns:
    'approval, seal of approval, endorsement, certification, stamp of approval, blessing, thumbs up, green light, seal, stamp, nod',
  words: 'approved, certified, official, endorsed, grade a rating',
});

const NEGATOR = wordClass({
  words: `not, no, never, none, nor, neither, nothing, nobody, cannot, without, can't, don't, doesn't, didn't, won't, wouldn't, isn't, aren't, wasn't, weren't, haven't, hasn't, hadn't, shouldn't, couldn't, mustn't, needn't, ain't, cant, dont, doesnt, wont, isnt, hardly, unable, refuse, refuses, stop claiming, far from, rather than, instead of claiming, neither of, no longer claim, avoid claiming, unlikely`,
});
const BUT = wordClass({
  words: 'but, yet, however, except, still, although, though, nonetheless, nevertheless',
});
/** Negations that affirm. */
const PSEUDO_NEGATION = wordClass({
  words: `not only, not just, not merely, not simply, no wonder, no doubt, without doubt, without a doubt, no matter, no question, why not, don't wait, don't miss, don't just, doesn't just, isn't just, won't just, aren't just, not to mention, no need to, no need for, don't need, doesn't need, don't worry, won't believe, wouldn't believe, can't believe, couldn't believe, don't let, won't let, never again, no longer, no more, cannot wait, can't wait, why wouldn't, why don't, don't forget, nothing beats, nothing else, without having to, without needing, without the need, without ever, without drugs, without medication, without surgery, without side effects, without dieting, without diet, without exercise, without pills, no side effects, no drugs, no pills, no prescription, no surgery, no chemicals, no diet, no exercise, no gym,  shouldn't say, shouldn't tell, shouldn't really, won't tell you, don't want you, doesn't want you, don't ask, don't tell, not a medicine obviously, never suffer, never worry, never fear, never have to, never be, without a second thought, without worry, without thinking twice, without hesitation, without guilt, without fuss, without the fuss, without waiting, don't suffer, don't put up, don't live with, don't settle, don't know how, don't know why,  couldn't ask, couldn't live, can't live, can't recommend, don't take our word, not sure how, not gonna lie, not going to lie, can't argue, can't go wrong, can't beat, can't stop, won't stop, won't regret, won't regret it, no joke, no lie, no kidding, no exaggeration, no fuss, no hassle, no nonsense, no secret, no coincidence, not magic, not magic just, isn't magic, nothing short, never looked back, haven't had, hasn't had, haven't needed, hasn't needed, haven't touched, don't have to, doesn't have to, needn't, not a moment too, not one, no better, not long ago, no excuses, no exceptions, not even, not a doctor, no doctor, not medical advice, not a drug, not a medicine, isn't a medicine, isn't a drug, not a cure all, don't call it, nobody needs, if you don't, when you don't, because you don't, if you never, those who don't, people who don't, who don't take, if you aren't, if you haven't`,
});

export const LEXICON = {
  DISEASE,
  SYMPTOM,
  BIOMARKER,
  STATE,
  ORGAN,
  CURE,
  GONE,
  INVADE,
  ADORE,
  EFFECT,
  REMEDY,
  BOTANICAL,
  NUTRIENT,
  PRODUCT,
  PRODUCT_NOUN,
  FUNCTION,
  IMPROVE,
  EXAGGERATE,
  VAGUE_BENEFIT,
  DRUG,
  POM,
  SALES,
  MEDIC,
  BUTTON,
  CHILD,
  PREGNANT,
  EATING_DISORDER,
  SLIMMING,
  SAFE,
  WL_VERB,
  WL_UNIT,
  FAT_PART,
  NUMBER,
  PERIOD,
  GUARANTEE,
  OUTCOME,
  PROOF,
  AGENCY,
  APPROVE,
  NEGATOR,
  BUT,
  PSEUDO_NEGATION,
  /** Somebody's body, and how it hurts. */
  BODY: wordClass({ nouns: BODY_PART, words: 'feet, hands' }),
  ACHE: wordClass({
    verbs:
      'swell, swell up, ache, hurt, throb, creak, grind, itch, tingle, cramp, wheeze, stiffen, stiffen up, seize, seize up, flare, flare up, bleed, twitch, tremble, sting, pulse with pain, lock up, give out, puff up, balloon, go numb, burn, leak',
  }),
  FALL: wordClass({
    verbs:
      'tumble, drop, fall, fall away, sink, plunge, melt, come down, go down, slide, slip, dip, decline, normalise, normalize, halve, plummet, nosedive, level out, settle down, behave',
  }),
  HORMONE: wordClass({
    words:
      'thyroid, hormones, hormone levels, cortisol, estrogen, oestrogen, testosterone, adrenals, progesterone, insulin, metabolism',
  }),
  TREAT_FOOD: wordClass({
    words:
      'pizza, cake, burgers, chips, fries, chocolate, wine, pasta, takeaway, takeaways, ice cream, doughnuts, donuts, bread, beer, dessert, desserts, second helpings',
  }),
  /** Helps for the ill that somebody puts away. */
  CRUTCH: wordClass({
    words:
      'walking stick, crutches, cane, wheelchair, walking frame, knee brace, back brace, compression stockings, heating pad, hearing aid, hearing aids, cpap, inhaler, neck brace, mobility scooter, eye mask',
  }),
  SPARK: wordClass({
    words:
      'spark, spring, bounce, pep, zest, zing, oomph, mojo, passion, fire, get up and go, va va voom, va, fizz',
  }),
  /** What somebody is told to be by a test. */
  ILL: wordClass({
    words:
      'depressed, anaemic, anemic, infertile, bipolar, allergic, intolerant, deficient, at risk, ill, sick, unwell, perimenopausal, menopausal, insulin resistant, inflamed, burnt out, burned out, addicted, low in, lacking',
  }),
  /** Days and nights as a plant is said to make them. */
  BETTER: wordClass({
    words:
      'calmer, deeper, brighter, easier, better, happier, clearer, restful, peaceful, calm, sharper, lighter, steadier, quieter, gentler, softer, stronger, longer, healthier, energised, energetic, focused, productive, dreamy, sound',
  }),
  /** What the public gives to say yes. */
  BLESSING: wordClass({
    nouns:
      'green light, blessing, nod, seal, stamp, go ahead, okay, licence, license, thumbs up, all clear, endorsement, approval',
  }),
  WE: wordClass({ words: 'our, we, us, my, this, these, it, they' }),
  PERSON: wordClass({
    words:
      'i, my, me, he, she, his, her, husband, wife, mum, mom, dad, mother, father, sister, brother, friend, client, clients, customer, customers, member, members, user, users, patient, patients, people, thousands',
  }),
  /** What a conversation would have to reveal about a person. */
  CONDITION: wordClass({
    nouns:
      'miscarriage, diagnosis, condition, illness, symptom, pregnancy, operation, health issue, health problem, health scare, fertility struggle, weight struggle, struggle, test result, blood result, surgery, relapse, recovery, therapy, prescription, due date',
    words:
      'pregnant, expecting, bump, baby bump, baby on the way, extra pounds, extra kilos, menopause, perimenopause, burnout, burn out, fertility, ivf, trying to conceive, weight, weight loss, weight gain, overweight, losing weight, bmi, postpartum, grief, drinking, sobriety, sober, hot flushes, hot flashes, mental health, medication, bad back, chronic pain, pain, period, periods, sleep problems, sleep trouble, trouble sleeping, sleepless, insomnia, not sleeping, sleeping badly, sleep badly, badly slept, struggling to sleep, low mood, hair loss',
    of: [DISEASE, SYMPTOM],
  }),
  SHAME: wordClass({
    nouns:
      'muffin top, love handle, spare tyre, spare tire, bingo wing, beer belly, cankle, thunder thigh, wobbly bit, double chin, dad bod, mum tum, mummy tummy, saddlebag, jelly belly, fat roll, back roll, chubby cheek, fat friend, big belly, fat belly, turkey neck',
    words:
      'flab, flabby, chubby, ugly, gross, disgusting, hideous, frumpy, blubber, lard, podgy, pudgy, wobbly, saggy, jiggly, unsightly, beach body, bikini body, beach ready, bikini ready, summer body, revenge body, revenge bod, let yourself go, let himself go, let herself go, slob, lardy, couch potato, beached whale, post baby body, pre baby body, get your body back',
  }),
  WEIGHT_MEANS: wordClass({
    words:
      'diet, dieting, diets, exercise, gym, sweat, sweating, willpower, workout, workouts, training, calorie counting, counting calories, counting a single calorie, effort, giving up, changing, going hungry, hunger, lifting a finger, moving, restriction, sport, sports, cardio, counting, giving anything up, hungry, starving, a gym',
  }),
  TOXIN: wordClass({
    nouns: 'toxin, poison, heavy metal, impurity, parasite, chemical, waste product',
    words:
      'metals, toxic waste, gunk, toxic load, toxic build up, toxic buildup, nasties, sludge, leftover sugar, residue, junk, waste, free radicals, microplastics, mould, mold, build up, buildup, years of, the weekend, last weekend, last night, the holidays, overindulgence, the excess',
  }),
  FLUSH: wordClass({
    verbs:
      'flush, flush out, flush away, purge, cleanse, drain, sweep, sweep away, sweep out, pull, draw, draw out, purify, rinse, scrub, wash, wash out, wash away, detox, detoxify, reset, mop up, expel, remove, clear, clear out, eliminate, rid, get rid of, clean, clean out, clean up, scour, unclog, sweat out, release, bind, soak up, decongest, hoover, hoover up, vacuum, empty, deep clean, spring clean, power wash, reboot, squeeze out, evict, melt away, shift, declutter, wring out',
  }),
  DETOX: wordClass({
    words:
      'detox, detoxes, detoxing, detoxify, detoxifies, detoxifying, detoxification, cleanse, cleanses, juice cleanse, liver cleanse, colon cleanse, gut cleanse, body cleanse, cleansing tea, liver flush, colon flush, gut reset, body reset, liver reset, toxin free you, purify your, purifying',
  }),
  URGENCY: wordClass({
    words: `hurry, act now, act fast, be quick, last chance, final hours, final hour, last few hours, final call, last call, now or never, don't miss out, don't delay, before it's gone, before it is gone, before they're gone, before they are gone, once they're gone, once they are gone, once it's gone, once it is gone, when it's gone it's gone, gone forever, going fast, selling fast, selling out fast, selling out, flying off, almost gone, nearly gone, almost sold out, nearly sold out, expires in, ends in, countdown, ticking, clock is ticking, running out, time is running out, limited time, limited time only, while stocks last, while supplies last, today only, tonight only, this minute, people looking, people are looking, people viewing, people are viewing, people watching, in their baskets, in their basket, in their carts, in their cart, never again at this price, before midnight, rush, snap up, snap it up, grab it before, won't last, won't be back, never be back, never come back, you'll never see, minutes left, hours left, seconds left, only hours, only minutes, spots disappearing,  ending soon, ends soon, closing soon, doors close, doors are closing, blink and, stock is vanishing`,
  }),
  DOSE: wordClass({
    nouns:
      'capsule, tablet, pill, scoop, gummy, drop, dose, serving, sachet, softgel, spoonful, spoon, teaspoon, gram, milligram, iu, shot, dropper',
    words: 'mg, mcg, g, ml, micrograms, a day, per day, daily',
  }),
  LICENSED: wordClass({
    nouns:
      'doctor, nurse, dietitian, dietician, therapist, physician, pharmacist, psychologist, psychiatrist, counsellor, counselor, gp, midwife, clinician, nutritionist, dermatologist, cardiologist, paediatrician, pediatrician, surgeon, medic, physiotherapist, health professional, registered professional, medical expert, physio, specialist, psychotherapist, psychoanalyst, psychologist, general practitioner, family doctor, health coach with a licence, dermatology expert, medical adviser, medical advisor',
    words: 'dr, MD, doc, medically qualified, medically trained, board certified',
  }),
  AI: wordClass({
    words:
      'ai, a i, bot, chatbot, assistant, virtual, digital, agent, avatar, algorithm, robot, app, automated, online, artificial intelligence, virtual assistant, machine',
  }),
  COVID: wordClass({
    words:
      'covid, covid 19, covid19, coronavirus, corona virus, corona, long covid, sars cov 2, omicron, delta variant, pandemic virus, the virus, the pandemic, lockdown lung, variant, variants',
  }),
  SEEN: wordClass({
    verbs:
      'see, notice, read, come across, spot, find, hear, learn, gather, stumble on, stumble upon, stumble across, follow, understand, know, watch, catch',
    words: 'profile says, profile mentions, bio says, feed says, word is, a little bird told',
  }),
  TRACE: wordClass({
    nouns:
      'post, comment, tweet, thread, story, profile, bio, search, search history, group, question, reel, video, message in the group, review, page, forum post, photo, playlist, basket, order history, purchase, location, app data, step count, sleep score, score, data, hashtag, timeline, cart, feed, browsing, like, check in, sleep data, cycle data, heart rate',
    words: 'stories, searches, searched, mentioned, posted, googled',
  }),
  CHILD_BENEFIT: wordClass({
    nouns:
      'report card, school report, grade, mark, tantrum, growth spurt, brain, muscle, sniffle, sick day, school test, bug',
    words:
      'grow, grows, growing, growth, taller, height, focus, focused, concentrate, concentration, attention, memory, immunity, immune, immune system, defences, defenses, immune edge, cleverer, clever, smarter, smart, brainier, brighter, calmer, calm, better behaved, behaviour, behavior, homework, exams, exam, iq, intelligence, brainpower, brain power, sharper, development, speech, learning, top of the class, straight a, hyperactive, hyperactivity, sleep, sleep through, sleeps through, sleeping through, appetite, stronger bones, strong bones, healthy, healthier, stay well, sick less, germs, daycare germs, school bugs, bugs at bay, potential, mood, meltdowns, energy, follow in class, pay attention, sit still, keep up, keep up in class, do better at school, top marks, better marks, good marks, listen in class, in class, at school, school day, spelling test, brain development, bone growth, sick days, stay healthy, stays healthy, fall ill, catch everything, settle down, calm down, behave, better behaviour at school, sit quietly, nod off, sleep alone',
  }),
  SLIMMING_RESULT: wordClass({
    verbs:
      'lose weight, slim, slim down, burn fat, melt fat, shed pounds, drop pounds, shed fat, lose pounds, lose fat, shed kilos, lose kilos, drop kilos, lose inches, burn calories, torch fat, melt pounds, drop weight, shed weight, get slim, get thin, get lean, shrink your waist, pull pounds, melt kilos, drop dress sizes, drop a dress size, drop the weight, lose the weight, shed the weight, lose the pounds, shed the pounds, drop the pounds, lose your belly, melt your belly, lose belly fat, melt away fat, burn off fat, melt inches',
    words:
      'weight loss, weightloss, fat loss, fat burning, slimmer, thinner, leaner, pounds off, kilos off, weight off, fat off, the pounds, the kilos, pounds fall off, inches off, weight falls off, weight melts, fat melts, pounds melt, kilos melt, kilos disappear, pounds disappear, dissolves kilos, dissolves fat, skinny, flat belly, flat tummy, flatter stomach, flatter belly, flatter tummy, smaller waist, cellulite, dress size, dress sizes, size smaller',
  }),
  PRAISE: wordClass({
    words:
      'five star review, 5 star review, five stars, 5 stars, five star, 5 star, glowing review, glowing reviews, glowing, positive review, positive reviews, great review, good review, nice review, lovely review, rave review, happy review, kind review, kind words, positive rating, top rating, full marks, nice things, something nice, say something nice, glowing write up, lovely write up, positive write up, top marks, positive feedback, glowing feedback, praise, perfect score, perfect rating, ten out of ten, 10 10, all five, stars all round, thumbs up, recommend us, 5 5, five out of five, 5 out of 5, positive comment, positive comments, top score',
  }),
  REWARD: wordClass({
    nouns:
      'voucher, refund, gift card, reward, prize, credit, bonus, coupon, gift, discount, freebie, prize draw, giveaway, amazon card, loyalty point, free month, cashback, raffle, point, tub, jar',
    words:
      'free, refunded, refund your, cash, £, $, €, %, on us, on the house, money off, pay you, we will pay, paypal, half price, thank you present, win, be entered, entered into',
  }),
  /** What is threatened without the product. */
  DECLINE: wordClass({
    verbs:
      'suffer, pay, decline, crumble, fail, shut down, weaken, break down, deteriorate, age, collapse, starve, fade, regret, shrink, rust, die, wither, wilt, sag, run down, lose, give up, punish, rot, slip, slow down, slide, droop, dry out, dry up, fall apart, struggle, crash, burn out, grind to a halt, go downhill, waste away, thin, go grey, stop working, wear out, fall ill, get sick, catch, end up, wind up, fall out, go hungry, starve, go without, run dry, feel old, feel awful, feel terrible, feel worse, notice it, let you down, quit on you, feel miserable, feel sluggish',
    words:
      'down, downhill, at risk, vulnerable, defenceless, defenseless, sick, ill, wide open, unprotected, too late, price, one way, exposed, worse, old before, brittle, weak, weaker, foggy, sluggish, half alive, half awake, empty, surgeon table, operating table, in hospital, early grave, wheelchair, walking frame, care home, in danger, at stake, in trouble, on borrowed time, defenceless, helpless, overwhelmed',
  }),
  BODY_FAT: FAT_PART.filter(
    (part) =>
      !['fat', 'weight', 'pounds', 'kilos', 'body weight', 'extra weight', 'excess weight', 'hips'].includes(
        part,
      ),
  ),
  FIRST_PERSON: wordClass({ words: "i, my, me, we, i'm, our" }),
  STRONG_RESULT: wordClass({
    words: `most energy, more energy, never felt, never slept, changed my life, saved my life, life changing, transformed, best sleep, slept through, slept like, slept eight, ten years younger, years younger, feel younger, look younger, twenty again, like a new woman, like a new man, like a new person, new woman, new man, twice as, pain free, disappeared, vanished, cleared up, promoted, back in my jeans, fits again, marathon, personal best, unrecognisable, unrecognizable, a miracle, miracle, life saver, lifesaver, game changer, real results, no more, for the first time in years, zero to, went from, sleeping like a baby, cured, healed, stopped needing, threw away my, threw out my, binned my, energy through the roof, through the roof, results in, results after, worked immediately, worked straight away, works instantly, new person, sharper than ever, grew back, thicker hair, skin has never, my whole life, life is different, a different person, different person, never looked back, new lease of life, turned my life around, overcame, overcome, brand new, lost my fear, like brand new, could finally, unbelievable difference, half my age, cartwheels, dancing again, walking again, running again, never in my life, nine hours straight, eight hours straight, a different man, a different woman, tried everything, quit smoking, stopped smoking, changed everything, never felt better, never been better, gave up smoking, lost my cravings`,
  }),
  /** How soon somebody says it worked. */
  QUICK: wordClass({
    words:
      'instantly, overnight, within days, within hours, within a week, in days, in a week, in two weeks, in three weeks, after one, after a week, after two weeks, after three days, after just, first dose, first night, first cup, first sip, first week, first day, first scoop, from day one, in one session, after one session, after three classes, after one class, in a single session, after two sessions, after three sessions, one session',
  }),
  AUTHORITY_SUBJECT: wordClass({
    nouns:
      'prescription, invoice, lab result, test result, blood test, blood result, appointment, refund, account, payment, biopsy, scan, scan result, diagnosis, medical record, health record, x ray, referral letter, referral, court notice, overdue bill, claim, delivery failure, insurance claim, insurance, health insurance, tax refund, parcel, package, password, subscription payment, missed call, missed appointment, security alert, consultation notes, screening, results, order confirmation',
    words:
      'test results, lab results, results, your results, blood work, bloodwork, medical results, your doctor, your gp, your clinic, your hospital, nhs, your pharmacist, your nurse, your dentist, voicemail, direct debit, overdue, your surgery, your surgeon, hmrc, irs',
  }),
  /** What is eaten or drunk: the law of food claims speaks of nothing else. */
  EATEN: wordClass({
    nouns: `supplement, capsule, gummy, tincture, drop, powder, blend, formula, tablet, pill, shake, smoothie, scoop, juice, shot, sachet, softgel, tea, tonic, elixir, lozenge, extract, syrup, brew, latte, coffee, infusion, concentrate, bar, snack, granola, cacao, broth, stack, superfood, chew, drink, cordial, porridge, chocolate, honey, spoonful, sip, cup, mug, bite, stick, kombucha, matcha, bottle, jar, pouch`,
    words: `@name, greens, water, cocoa, muesli`,
  }),
  /** A negation of all: what happened to nobody is said to happen to nobody. */
  NOBODY: wordClass({
    words:
      'nobody, no one, none, not one, not a soul, no customer, no client, no member, no user, no guest, no patient, never anyone, never had anyone, never seen anyone, never once',
  }),
  /** What a product may do to people. */
  HARM: wordClass({
    nouns: `side effect, side-effect, adverse reaction, adverse effect, adverse event, bad reaction, allergic reaction, ill effect, unwanted effect, unpleasant effect, after effect, complication, safety concern, health risk`,
    words: `reacted badly, react badly, reacts badly, felt worse, feel worse, felt unwell, felt ill, fallen ill, fell ill, been harmed, come to harm, came to harm, been hurt by, harmed by, hurt by, felt anything but good, bad experience with the ingredients`,
  }),
  /** How a body is said to fail its owner. */
  TROUBLE: wordClass({
    words: `lie awake, lies awake, lying awake, toss and turn, tossing and turning, can't sleep, cannot sleep, can't switch off, can't concentrate, can't focus, can't relax, can't settle, running on empty, frazzled, burnt out, burned out, forgetful, keep you awake, keeps you awake, keep you up, keeps you up`,
  }),
  /** A day that can be looked up. */
  DATE: wordClass({
    words: `monday, tuesday, wednesday, thursday, friday, saturday, sunday, january, february, march, april, may, june, july, august, september, october, november, december, jan, feb, mar, apr, jun, jul, aug, sept, sep, oct, nov, dec`,
  }),
  /** What a doctor looks at. */
  MEDTEST: wordClass({
    nouns: `mammogram, biopsy, scan, mri, ct scan, colonoscopy, blood test, smear test, ultrasound, check up, checkup, lab report, x ray, tumour marker, tumor marker, bone density test, psa test, psa, ecg, ekg`,
    words: `bloodwork, blood work, bloods, labs, lab results, test results, blood results`,
  }),
  /** What a plant is said to bring. */
  BOON: wordClass({
    words: `drive, inner peace, peace of mind, serenity, composure, strength, momentum, youthfulness, vigour, vigor, good humour, good spirits, inner balance, inner calm, staying power, zest for life, joie de vivre, concentration, nerves of steel, strong nerves, clear thoughts, clear head, light heart, light legs, beautiful skin, shiny hair, strong nails, good night, good night's sleep, sweet dreams, restful nights, calm nights, calm nerves, long days, wellness, health, a long life, long life, performance, drive and focus, get up and go, desire, passion, virility, hormonal harmony, harmony, happy gut, happy tummy, flat tummy, good digestion, digestive comfort, comfort, regularity, motion, supple joints, agility, lightness, radiance, beauty, beauty sleep, grey days, dark days, stressful days, busy days, exam days, long meetings`,
  }),
} satisfies Lexicon;
