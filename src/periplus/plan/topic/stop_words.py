"""Words that say nothing of what a text is about, by language; also what gives a language away."""

_LISTS = {
    "en": """
a about above after again against all also am an and any are aren as at be because been before
being below between both but by can cannot could couldn did didn do does doesn doing don down
during each else ever every few for from further get got had hadn has hasn have haven having he her
here hers herself him himself his how however i if in into is isn it its itself just ll like may me
might more most much must mustn my myself no nor not now of off on once one only or other others
our ours ourselves out over own per re s same shall shan she should shouldn since so some such t
than that the their theirs them themselves then there these they this those through thus to too
under until up upon us ve very via was wasn we were weren what when where whether which while who
whom whose why will with within without won would wouldn yet you your yours yourself yourselves
""",
    "de": """
aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei
bin bis bist da damit dann das dass dein deine dem den denn der des dessen dich die dies diese
diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas
euch euer eure für gegen gewesen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen
ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes jetzt kann kein keine
keinem keinen keiner können könnte machen man manche mehr mein meine meinem meinen meiner mich mir
mit muss musste nach nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen
seiner seit sich sie sind so solche soll sollte sondern sonst über um und uns unser unsere unter
viel vom von vor während war waren warst was weg weil weiter welche welcher wenn werde werden wie
wieder will wir wird wirst wo wollen wollte würde würden zu zum zur zwar zwischen
""",
    "fr": """
ai aie as au aucun aucune aura aurait aux avaient avais avait avant avec avez avons ayant c ce ceci
cela celle celles celui ces cet cette ceux chaque comme comment d dans de depuis des donc dont du
elle elles en encore entre es est et étaient étais était étant été être eu eux fait fut il ils j je
jusque l la le les leur leurs lors lui m ma mais me même mes moi mon n ne ni nos notre nous on ont
ou où par parce pas peut peuvent plus pour pourquoi qu quand que quel quelle quelles quels qui s sa
sans se sera serait ses si sien soi soit sommes son sont sous suis sur t ta tandis te tes toi ton
tous tout toute toutes très tu un une vers voici voilà vos votre vous y
""",
    "es": """
a al algo algunas algunos ante antes aquel aquella como con contra cual cuales cuando de del desde
donde durante e el ella ellas ellos en entre era eran eras eres es esa esas ese eso esos esta está
están estar estas este esto estos fue fueron fui ha había habían han has hasta hay he la las le les
lo los más me mi mis mucho muchos muy nada ni no nos nosotros nuestra nuestras nuestro nuestros o
os otra otras otro otros para pero poco por porque pues que qué quien quienes se sea ser si sí sido
sin sobre somos son soy su sus suya suyo también tan tanto te tengo ti tiene tienen todo todos tu
tus un una uno unos vosotros y ya yo
""",
    "it": """
a abbia abbiamo agli ai al alla alle allo anche avere aveva avevano c che chi ci coi col come con
contro cui d da dagli dai dal dalla dalle dallo degli dei del dell della delle dello di dove e è
ebbe ed era erano essere fa fra furono già gli ha hai hanno ho i il in io l la le lei li lo loro
lui ma mentre mi mia mie miei mio molto ne negli nei nel nell nella nelle nello noi non nostra
nostro o ogni per perché più poi quale quali quando quanto quella quelle quelli quello questa
queste questi questo qui se sei si sia siamo siete sono sopra sta stata stato su sua sue sugli sui
sul sulla sulle suo suoi te ti tra tu tua tuo tutti tutto un una uno vi voi
""",
    "pt": """
a à ao aos aquela aquelas aquele aqueles aquilo as às até com como da das de dela delas dele deles
depois do dos e é ela elas ele eles em entre era eram essa essas esse esses esta está estão estas
este estes eu foi foram há isso isto já lhe lhes mais mas me mesmo meu meus minha minhas muito na
não nas nem no nos nós nossa nossas nosso nossos num numa o os ou para pela pelas pelo pelos por
qual quando que quem se sem ser seu seus só sua suas são também te tem têm tinha tu tua um uma você
vocês vos
""",
    "nl": """
aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een en
er ge geen geweest haar had heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je
kan kon kunnen maar me meer men met mij mijn moet na naar niet niets nog nu of om omdat onder ons
ook op over reeds te tegen toch toen tot u uit uw van veel voor want waren was wat werd wezen wie
wil worden wordt zal ze zelf zich zij zijn zo zonder zou
""",
    "sv": """
all alla allt att av blev bli blir då de dem den denna deras dess dessa det detta dig din dina ditt
du efter ej eller en er era ert ett för från ha hade han hans har henne hennes hon honom hur här i
icke ingen inom inte jag ju kan kunde man med mellan men mig min mina mitt mot mycket ni nu när
någon något några och om oss på samma sedan sig sin sina sitt själv skulle så sådan till under upp
ut utan vad var vara vart varför vem vi vid vilka vilken vilket är än åt över
""",
    "da": """
ad af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din disse dog
du efter eller en end er et for fra ham han hans har havde have hende hendes her hos hun hvad hvis
hvor i ikke ind jeg jer jo kunne man mange med meget men mig min mine mit mod ned noget nogle nu
når og også om op os over på selv sig sin sine sit skal skulle som sådan thi til ud under var vi
vil ville vor være været
""",
    "no": """
alle andre at av bare ble bli blir da de dem den denne der deres det dette di din disse du eller en
er et etter for fordi fra før ha hadde han hans har henne her hun hva hvem hver hvis hvor hvordan
hvorfor i ikke ingen inn jeg kan kom kunne man mange med meg mer min mot mye når noe noen nå og
også om opp oss over på seg selv sin sine sitt skal skulle slik som så til under ut var ved vi vil
ville vår være vært
""",
    "fi": """
ei eivät emme en että he hän heidän hänen ja jo joka jos jotka kanssa koska kuin kuka kun me mikä
minkä minun minä mitä mukaan mutta myös ne niiden niin nuo nyt ole oli olivat olla on ovat se sekä
sen siitä sinä sitä tai tämä tämän te tuo vaan vain vielä
""",
    "ru": """
а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до
его ее её если есть ещё еще же за здесь и из или им их к как ко когда кто ли либо мне может мы на
надо наш не него нее нет ни них но ну о об однако он она они оно от очень по под при с со так также
такой там те тем то того тоже той только том ты у уже хотя чего чей чем что чтобы чье эта эти это
этот я
""",
    "pl": """
a ale bo był była było były by być co czy dla do gdy gdzie go i ich im ja jak jako je jego jej jest
jeszcze już kiedy która które którego której który których którzy lub ma mi mnie może na nad nas
nie nim o od on ona one oni oraz po pod przed przez przy się są ta tak także tam te tego tej ten to
tu ty tylko tym u w we więc wszystko z za ze że
""",
}

STOP_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split()) for language, words in _LISTS.items()
}
NO_WORDS: frozenset[str] = frozenset()
