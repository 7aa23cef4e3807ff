"""The pairs of figures that the two sides of a deal can declare together, as a stored table.

The table has exactly the pairs that some hands show. It was computed by sharing out the deck in all ways that
matter (``tests.scoring.bolognese.feasibility.every_accuso``), and is stored since that takes minutes. House
rules change nothing: they close the grande only to a player without Sole or Luna, and a player with the
Angelo may as well hold these instead of two numbers. The duty to discard excludes nothing either: there are
enough scartini, and in Millone for two the two further cards are never needed for a figure.
"""

from base64 import b85decode
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple
from zlib import decompress

#: The totals that a side can show: bit n for n points.
Figures = int


class Seats(NamedTuple):
    """The number of players on each side, and the cards in a hand when the first trick begins."""

    first: int
    second: int
    hand: int

    @property
    def turned(self) -> "Seats":
        """The seats with the sides exchanged."""
        return Seats(self.second, self.first, self.hand)

    @property
    def sides(self) -> tuple[range, range]:
        """The players of each side, by number."""
        return range(self.first), range(self.first, self.first + self.second)


def may_show(points: int, seats: Seats) -> bool:
    """Whether the first side can show exactly this many points, whatever the second side shows."""
    return may_both_show(points, 0, seats)


def may_both_show(first: int, second: int, seats: Seats) -> bool:
    """Whether in some deal the two sides show exactly these points."""
    return second >= 0 and bool(shown_beside(first, seats) >> second & 1)


def shown_beside(first: int, seats: Seats) -> Figures:
    """The totals that the second side can show when the first shows this many points; none if it cannot."""
    rows = _rows(seats)
    return rows[first] if 0 <= first < len(rows) else 0


def nearest_shown(wanted: tuple[int, ...], seats: Seats, number: int) -> list[tuple[int, ...]]:
    """The possible figures nearest to those of one side or two: the fewest changed, then the smallest
    change."""
    if len(wanted) == 2 and may_both_show(*wanted, seats):
        return [wanted]
    return near_by(wanted, seats, number)


def near_by(wanted: tuple[int, ...], seats: Seats, number: int) -> list[tuple[int, ...]]:
    """Up to `number` possible entries near these figures, or equal to them. If some change at most one
    figure, only those are returned."""
    if len(wanted) == 1:
        return [(points,) for points in _nearest(shown_beside(0, seats.turned), *wanted, number)]
    first, second = wanted
    one: list[tuple[int, ...]] = [
        (first, points) for points in _nearest(shown_beside(first, seats), second, number)
    ]
    one += [(points, second) for points in _nearest(shown_beside(second, seats.turned), first, number)]
    found = one or [
        (points, others)
        for points, row in enumerate(_rows(seats))
        for others in _nearest(row, second, number)
    ]
    return sorted(found, key=lambda pair: abs(pair[0] - first) + abs(pair[1] - second))[:number]


def _nearest(figures: Figures, wanted: int, number: int) -> list[int]:
    """Up to `number` members of a set of figures, those nearest to the wanted one."""
    above = max(wanted, 0)
    lower = _members_down(figures & (1 << above) - 1, number)
    upper = _members_up(figures >> above << above, number)
    return sorted((*lower, *upper), key=lambda points: abs(points - wanted))[:number]


def _members_up(figures: Figures, number: int) -> Iterator[int]:
    while figures and number:
        lowest = figures & -figures
        yield lowest.bit_length() - 1
        figures, number = figures ^ lowest, number - 1


def _members_down(figures: Figures, number: int) -> Iterator[int]:
    while figures and number:
        highest = figures.bit_length() - 1
        yield highest
        figures, number = figures ^ 1 << highest, number - 1


@cache
def _rows(seats: Seats) -> tuple[Figures, ...]:
    """For each figure of the first side, the figures of the second."""
    if seats not in PACKED:
        return _turned(_rows(seats.turned))
    width, packed = PACKED[seats]
    table = decompress(b85decode("".join(packed)))
    return tuple(
        int.from_bytes(table[place : place + width], "little") for place in range(0, len(table), width)
    )


def _turned(rows: tuple[Figures, ...]) -> tuple[Figures, ...]:
    """The table with the sides exchanged."""
    longest = max(row.bit_length() for row in rows)
    return tuple(
        sum((row >> points & 1) << first for first, row in enumerate(rows)) for points in range(longest)
    )


#: Key: players of the first side, players of the second, cards in a hand. Value: bytes of a row, and the
#: packed rows, one for each figure of the first side; bit n is set when the second side can show n beside it.
PACKED: Final[Mapping[tuple[int, int, int], tuple[int, tuple[str, ...]]]] = {
    (1, 1, 15): (
        53,
        (
            "c-rlp!Ee+?6vjPttwya-ZCFElh@yz19#C)P7_nB?jaoHgE!MbzjD>p0p@&w2)vBVasZ{QzYC}&|{|O>a2o9(xDgo",
            "MME49m9a;><q@&&V<vDc2hyRqNQ#s)?4IWM2TH@|uFX2uD6@pP2=VB1PRhKi(vXa7E^G$PRUtxO>@q103j1)=Wwt",
            "alp??TOcG=m??PIi5PHAVae%YMF_6(aq7&jLLM-lih+mcTeXlXCh2PlSP%vBSK_wbA#N8AkC2Yl}w1zo&<qB2~7>",
            "xnkHh`Adj@|=$F$GttcGqO%P$$kenAZNra}>6(msiG{znm5t>z1YDE#@P6ZW3xlke|f;6+PmXiommytj%msPR4ml",
            "x!vi9iAs77A=q$q-~u)9Mh)E#65eN<?~aHLHO*2bU#6tt&+(Vt)1vO$Sw2fkb#|B1G7;kX(fXxv8or(nmmnO?i^}",
            "mFToJDu^yRe3S#Tm!9r)?WC5ZLRO7*)3+}Z0a0SBdom9)e;;8QP+(Ju04hx^0Q^d{L*h?_4opOwI6HOHtSdlIPAn",
            "yBO;GEG@z6>(eF&uF_fi!MlD$D3VbHn??kwX(gi8}75w4S(7YuNSQj~}wNUr88`5tj`s~3gT5Q2FUdOd>MgSa)+q",
            "1o#Udsduw6gTuaO4JjB!8GC|<SPx*jc8TP4NBHY4kB<bwMNILvV&5IfD+M5dCDaMkNlzSM5Rkc74Y6&fC#_8Q}1N",
            "B5;qZ^9T}>qb*}RWej<`}Qikt7@j!qGx6|tJ*N6ch5rL;SoCuOiL@p7&H?I7K`sNam$R5o)G$>AlDXSt%np_10?W",
            "{5lU62U608{`$!=62cuh~ExM5I=B6A;9hupN^Tfhq+P5qdI%W(7<HZ7SpJHInOeMo_!IlW-M5l?H9wncCT92enD-",
            "Jl%4q%>c5O@T3EmPrpxlUOly{gOn13R96v*h)v6;-I_GTLv{&kb1OwXFC~JVTW}Cz@e<*-qDq9|p1f$eg}xr`BHF",
            "|_#)#m&14wRY;sqnGW9hqWPr}JwvMd9~Y0%b!9B>km+Drq9z@B6A6VXp70g0fUa(MZn^LUCe;&?qgGLFqi98dN*h",
            ">&G&C2k`8VQ)<fhDekME#BZlgUon$3rTrgi>AxvZb6<)2bT>hSN7UtB1}U9zaAc4`{fG>iI0;E%pTq1&bst0goys",
            "x)7Csh$Z#SCK~?6Oxi|*Tf+hm{v|X{9-1oV*J1#5;7=%fuJt%_+9G=E#NRo<YPn3wTbu+XE{PmnR9ai3%i#y{oE&",
            "<002ix!CvtBG~aA`Zmh%l=9taW;35IIA>Ket}pZOzzYBG?tDR1y(}z^Z|xYi%GAE_TAJN6xxO0wU-(21Eo7PdBNb",
            "s#@bEqR+0*K}3*ozq?5JHp(KRp-bFE_)#I(WmpiwqeXU188%XICCs*IZ00s<(4deAJ#{bu@zlReiI`36Od<$w_pE",
            ">jzU+kuoSIotYWYDS5uJ#L!e=g_o8oGtCPKvc1Ccx;@c763mo@?-WQErgY1#U&MJ$~?R*%WZJ-axuPXH3(ewY1vc",
            ";|B*rbVuAY_gkj-tWQ!BGwRWp(a5o>Z~#%WRWk>IA$)(-``)oeYm1<e(UBDjE6n@$nK?OCy0uK1J%E<p&8AIeHOq",
            "I-GsC6(;z_}alN}9d3tVD=JiB^I|EmjWeG}zJ9>8Eip;GP9B@)1>M&qE;(5e=)>uU%N{Lg%+?h+u)?Xi7eYmh(;s",
            "5%P5<xxHk7Rjzf}<kTckJkzmrscf61!z++0YV3iMaCdR`03FO9U+}wi|t~lJS*lnuzwlU-A+W&J9Y0Wme!sY>E*<",
            "XiH$(ISWASX)YrAZa~DLETu;=5$tSEm<UXXu(CZxN^D1B!@mBV;VC%sZs-W2<Wo;x|03d7BH=cp1NP+g?Bk-ISg)",
            "cr8!#oU)y(Q9vz3N@+jUwdOzF3^swt+#vParWi`Rgj?i`xutM8Bqn3Dfd&$?p^dJ41Ggeh&ExS<>p^W?K*a#_o16",
            "1xrTv&r`jMQ2VTP6LVfRrKq89IUqao+2fp3jZAd>mle|bfEJ|e4H2&ls(#FgOps9Tf%oIf)+9ZPDDkTV?G5$oXi}",
            "6K#7d}i>Gb~Dv>b}xy$GFP5g=lJX3@{xwtGMfRx{U<OV;!gv312M$d2A>>G*_h#-L{Lz9&pB362rwwen(f7LTZM5",
            "|}%c|`2R-wK6999_?A-5#A`Q}1g-5}vt%C!;7&c&Aa0i6}&=J4N|gK}spgS^w22jflsqZyhc;d(4y5q8pkrh;THk",
            "Sy=YEsci<Oyjl1-VQ<iO%kmVAlP(qVOcSBi3R6lD;g(2*Q{c?)zBVEX9H-YqgjGuR*g<8nMBs!{IiA=!U0VM{EuI",
            "KUdF!ZLRf;Bpwh-Y-gi?a1;IPT67EU?aIoYaI*i$AE(dL--loBe`Q-TPqSR$h1$4=2iMB6)u?WId0g3xMo{(uP4a",
            "iU6<LOsPw8=F?G6r}<6)F?x#1R};t*tzyN>)L$pl<qO5Qixb8`hN)}j`QJ%xAQ37^Zrx~@NxcJp12O1=27xSch*1",
            "rxh@?L!LNj$|9<t;eMrQu&-NP;<od}nh!`$CmzO1}98dj=3&ktlKlAb@-#k^kCw81quzIMJ?D>CqjdzMy+P;ZjEd",
            "5s!5wHHaYn9+BBtkt=3K8Dr&rA4+gzSQ6xa8FqidTA|Tz&BVaz!eMh!w4b`LzAR%D3-5M9T+6ywMN3eShiYkEfOW",
            "L_~?%>(*Af?`|Cs@js!fMw9",
        ),
    ),
    (2, 2, 15): (
        64,
        (
            "c-rlqL1-M;8OPr&J48`ZG81+zC$d_LB8&(o4XF>p6z$5|s<9!Rb@uIGiOr-05rQzmh-D69c^A2trqF`dx!BF6J{8",
            "f6bzF2Q^`$7H(P}PT&85btqC+#xAs%nutYd4{u2!?(f5{-Mxqtf4_y2z1_uiYCwUuvnTEr``cur*}*U1H33XMPEa",
            "IOqQ|KGPs>^CgK$e1#IyF|MGCg(Xtc8_wOlD}u!ye*%+f8T7!l-#SITh+S6|Fe(V4!OKkqnJ2<R$et&g8W&}<7xc",
            "qVE+636a7Q`|9Sr;qYw6<t$_Nae&Pd9w3?20ZSj_#WeUo_w{Yp@@iaZY?%dL5;QoW+-C@*!q<_5S%}Ev0hxx($^F",
            "|Z&Px3c}@CW;6UzwapgZwe1e^#OX3I3$d3?cb@Q;*Id@p%0p{_4)(PhW!kTi!gKq<<?9aQ|3x{*{KY^=E3XBYi@=",
            "7>4(M$ojGOP72d^emvf>kM3W83e<0nc8re`|B~^KCFdX5zp#I3|9Y<((EXqIcjDi1^)LMIYZ>hPxBUJjORj!R=Oq",
            "I?zrL{k1)d0AbpHac4Co7tKN((eb7^XP;7xsU=b-uh=I?y<i>pYySNZx!RR8M1?!`xU-UaR-^DlJ1I@bP020;Dm!",
            "T!B5cV?Xa{5%Z2%7Zf|F+L33v2(Yy6iGkuR`%{Xn^TLc8omAvBbQbfQC~c|yS#b&(yL_u0*_n8LYk)URfFb@2V*~",
            "7CHnU)38z`1@#oos7j?3KPe(7EKWScc6$>i){f}%NgulX^!Dsb6wSK}f0RLp&Zsaq1TFcVkf3^A3N%2j`9h*z*vr",
            "I`t`Xy5#_$OM`N`vRqI`aOn>XbQG^;wM)FQT`WQT_h!<x6aSEIWGdsb*;Utx8ePX9`)SkoXfma{pe%Eq{>L6XH*_",
            "N8hY$9gM%wX+-?>8y}4=YfRd&q%|skq3>GU%qj{oUP%5Befbv}+~S42+U<|Th_@YM7J2_J<*EFI7BBO>VdC%qY5d",
            "tdy7z9}^`$S0TDRQe@+bKR>hCu!j_@aE7osl$IeK|P{t2SKYa5vVvh{h6wtmRI={~l9p!s9BI|u##rDh#({?bVP!",
            "j1ToOFv0J44S-z^?yj_Pqbv?<Wv>@{z>q|%HK2IZ(C=8`o1e?KZ(Dm-@RC41!(?6yB`{VVf&FAw~+ipZW+}352Nw",
            "Jdw(q#lfVA!FT%EQ?T@rT{aTL{dc=nnt1Qoay}IuxeR*yTE8Eogr%zljy-L>?k^6Zn|B}CIG=J#&fhRkd$e(EM+q",
            "kN*WcX|O68}6?!0$gd)@O+Evi-`1?x&8p`f}%Q6tdL#XyMEoM12uGa<lF0MuF&GHHhke)Gq{%;Lk1VM1DNG+MYiH",
            ";EytYJP|D%1&}{i_K%jO^EU?a$9o^1V(^F5Ux>1C=*H*B`d1y8KVcoZ?>j0!u<U5_V;=R9eT?~&>OVdVcI}l#HDf",
            "~GzlVWE<S&%5L9;Mt(D@V5`Yq)%W@7Va;WI<eGGhIo&mX$JSI!)|?j8{zHY~aMiSY}M9{K^je|@)PUt5gx1CyToI",
            "aGal>~exTS_;r_^Vj{E*AFy*f`z#ZmA`NR^Cu|eiTsr-?IRQR`<wr)Ycs@nzrl;VFbnC6_VJ16U-ZOZ&4Bv8PRw7",
            "1y4J#b6R<utUW9V~jFgK|{RLfL@>k?0!}z<tu2JJF5r29b^Iz^C$^QG%!5hn8OcV2$r{3u3Z({n<{+U>R85;ilkF",
            "mPHCw~uV`kpPyi$*4k>5JBRn*W|{S1UDM1od0CsL<ALPskhK2Bz<cU!T7~i+62NZA2S4L|;NY{ZJ$8Kg?*T|4VP*",
            "Bk9XSJI<f{BcD<Ev+U}H8kB$Z=%G=VV+zrKyIe6a{z9vmCC)Eb=3i-KVE*iji?sM)5d3-K$|P<75Ir;+TLkOxy9?",
            "C*kLDlFU!#3;rNoC({uR*wP}LYMK9D=V>k~D!{=wbi>$LrQ-TiR%y|aulMBg>Y_usJ0oT8>Ry1pk`jp%a+jmDqF^",
            "M--=FZ<We>q?pyUzX>7BM;Tz6L~U!{ukE#rxQ0({_p*Pr5KUF_eWnw_>1<hHFEx8gJb-8!mF+~iYBA2Kh}rQ8($6",
            "SKietO>+cpn==PanAM1zQz8Lv_{1XTGyIsgKL_hl263D+*|2mt3^j)iTO;L&Q!k6ek{J9qA{rP{8ztW+v%44pd0l",
            "=SY85t9+e_&TQnLn}7K=oTq%PQx{^|xd1JiF_QRt?}!i1;hdA^BSve<P@V`^h<(KW>2fVgLCb;7>*K->8+Y{whAf",
            "{}XRnX`Rva<?xSva_h?92+E%yZQn9kYJ3f?zg+y<pG(r>T^+5zKhn4V9sI4FOP0ScM>NI&{#?6aAo+`z!2CBFr2@",
            "jA5r5_HzJ5Ub`6UI@mnZ*`48orZ<`44sh0YNELYO}l<gbqLw`M^3%e}WVMxOs-!%wmP^|uGdpLk2f@^6V?3|Rky+",
            "c1AO`uukdrGFj#Em8REJipcXDP;c&@)ztZOc><)4}ia=^EUziycLwcFP*DH3Zv?81iyv&+wgz+My~Jq-N_#%{{#H",
            "48K;o>`MHkNf5X3erGNgO-@o|lI*C7l@weT<-*^K2?dLyzk1@=Dj6ZLFSV8&IQgr{OAFXOw{;yv-8-MHfef-w<_b",
            "--yui^Zy0`cxV#-G@`X_$=6-^$xG{`TjmpMv<o`J?!^B|!e3@v~RorsO|J{)QDKe;R-L{WtxPA^I?XpuWt12;pyc",
            "^f!?H{43)~{#1VU`J?=22%Y+Cw;=t?3Qhmn^xM?4Oi3<(ls`z{URqn<c@yG~>_2$_1JMs#yDO7a{ct0gUs}5`!|3",
            "`8^mv)S*t@&DIW?Zf{3rUiC7ygM{o9$Jr1FRP*RH?*@z6LU`!DtkdOXhGlW*(%GN3;I{|ZZtk@a_%{-MtR@sa;X{",
            "NumG`c%Fbe<tMr^sfFfpx^cn(Er!Pdl@AECy{@E{^PgS&C5XjF#mA=nvj1uf2e={Pj;1Yh`-Mv|F+*GEj|1BL;h_",
            "Iz`sqvzpaG*+k*Yueq}v7M2)|{Wv`#2sz24=xjdu*@iyVu&>27d_;(ky6gl3sR~e#j+Vtro<NwUk4AKYvyU$bx<`",
            "4O&F$L4tp#R89`5V&`)&GcPFnxyUBgGp;{y#(c1ND>UkD>mv7hGRE(N9tzUB6I$bp1m0O{TL1FH|4S|7^nbPg-AN",
            "%5kngte?g9Pb}g3AA9|z`Ab@#om?-n|HobbJNA-|ng",
        ),
    ),
    (1, 2, 18): (
        74,
        (
            "c-rlq&ubfJ8pq#pMvd&)ps_V=+{PHwmZg}oHN}JwLdHL2kt|(CwkETVktd~u9!y9>5F!Zi=HTSA-Zlp(x!9Xab2P",
            "cE*ppEYVQ+Ox(2q;)xit8+h=mSw>8$pBrR=UPIg)1HXRNnH?;r5+o$vE`zccf`uSUYp#R}WNx<-eBx}!U|90Dujr",
            "6mOkz?yz~#G=TtO0gM1tX9fjVJKwc%4d_|+T<1f#^Td%%G6#<0&u*~2MY3TQmv9mY7yb}_0(5-=_x2HBU)SnCyAZ",
            "$l5tZGh#`1Q42+vgEB#~tuf)Lkw!IVTfyx5MDylsKb0vFuT!6|aGJ^*`3;|HE^hHpB(v&j)YZFVQy>nj%fqW`m?e",
            "#WWaK*9r&h4*-rh|a<uDJMR5T?>*>TAd>sGE15D?Q8hfN27m!R5`=KZ0W-kR~&|f50X#=H0XG9FXI<vYomgVyxs?",
            "_ocVs$iy&NP#Oi)1j0BjZ+;GxD%<<(CxEUF=LDcikA?spFK@rkT*<`c4JgNR`x{@Zg+P)HpM`S#ub+~j<B4(N_!%",
            "I_x3c%^?Dno{_;*kgJR0obD^<*NxgLSeJDx6|ejkCQO4sqO<G*RgK~u##DWk6A$LP4B1yI-VV{}|kO!4A)&MLk;C",
            "4#Nfl{apG-PpPgQ^1$w*jgV_5Lb>nntn+TVOML}9e>e32D5^EF}pqp>3EQ#5-xAsJLmS-q`4rJ<JjKS)dsV@RN4s",
            "wIez|C<J-Mg$88fwnJZz!c(fN_N5V-JB(S{=T=@$`CEHA|1jkmP_FJ6PuEbO+{hIMNEJJ(HL|oTE7{}!`cE?RaPi",
            "R`G$?n*3J5C`e8Hr>pA~0Xw@|{;Lw*6c(KEPTDpM4mg763I>DhVdX9ed~e{@O$nygSQyklAs2SEEN|AQ;EQ?1C&b",
            "*|TkX-X+PrlU0R{amO~7=P!+c?NO6@(o8>FC2VFW<AC!nku1oX=)F?;$?ctU)4^6Yb%602Pwbj-DN#KP#>hCXShY",
            "iC8U*7;tr8RCIcrW3+BqWO%5mw9kE`ueD(Lf50a*+wU_6=FWM%y0lYX36;f8VY;EW4|rg$vESP47HD&w<KfY~Q()",
            "n*Hm<M{D#n`e{S(o|EV1wss!99>^j1X!M!8Q&XfHfuY?c*-0}5+=j3S=3xzJB*hM8kurfRoE)w*Ng*bBE=|8<N{e",
            "7f1-!lJ$%=WCbNdP#Kw3@lN7`k<7V6!#@XhbnbN@+w+ebSd;?*X>FOL?AGscGr++Oq(G@36iiBGp5N%%R#i-o&LC",
            "&@rkI0h9z&OsVtKjEY*%&wR;;aPDIODv-m0j)_r<$T8*V{TB+=fr49tU8&UqYNQzVL@$5%I-1xs5N*hM*ZQ85aen",
            "ET}RLm6?QbO$dlgmB>45Bn+3C=FRsaZM>5;tz;Ycdl8ax$EJ+OBC^-sVfu@c=rCuD=WHF8apIHC<Wubx5i&C=<BA",
            "}7u0-U}g~vn$u6L$^7X`+va|*f?0sVaoE90bX|I9v~I}QJv8>Y<ME&wxb75msKVcNW<0TC)QGlkd`)76m_NF=qmB",
            "mnZXJH+~?Xy8n<t)osbZj+h&(Fb?A(nQCm79EKJF-{(PBC^JIb=3&hnw%zZ{{~c07<j5aG$l0IMTWQ5MA|mUSjo|",
            "kIFZt6#<gh3<u5E-YsxZZrep7>_BUg5!vaudlE9ml*eW>|>0KZU=96ipZ>+khgc}*xbd7c$uy-jV&Qb|iGW0Dv0j",
            "i0Saf~hM6DZ@=%#@ibZQDQI+TV!5WhP;qZMM)?mRMAP>zzZ7gNSU57ijMUNS>%qOpF^DE3eK7;EcP-OkDpYjtlVx",
            "!QG9eg(jz@FEdnfY<=mvti@vjU}id{W@j84D>Z(<z=-xwAOz?WVO(coob>LVJP4|ZGM->${C~fY2fN>q2eL>&_Uz",
            "M(3#sQv95Fs##&O*%xfTn^aa94#0(*CXjd6SavZwE5G-ur9N>*L(c2j?JA5N_pe>vl71-ag*t1ANt(x>Wz-@?p*D",
            "@}DieLs0cfz(9aUNgzOq#&=FFwW#-Q=p6+Mn;xZca?rP<dZq<$)pyH|GngHCF|wk-ktYBlf60E>U3u_pX?B{CIdT",
            "G-eo@3X&QvqL>Z5S85mDT&k(vjea`32jNb_aLM)6IPy537V;07}+<jYS=BtM+jOU67R+D2hGoE`Jm~nc%C`0$RJ@",
            "aIy=YX@oHVNZ`+m)=tjL(5HPM)Pd{@{UkP30|U#x2^r2vZj1?t?O(u?xD9nAE~9@4+f|eDsMje#i9_#zCK+4D~?z",
            "M89HXvTCZNrxCnQNhVFCcgP3E*?juF2&l=#bP>|{Y|^c!d>!LH_~f1^^+I9EiU*m$fq0ZpHO6nb*7N}X+s}E&%=p",
            "SZNS~^Y1SKy%{a_r>GzO@Nw5`VY1QX-HJ`tek>i?o^P0EG*sjL!2J}^#uSJ0x8TTR!{8FWHH$Olcer2;REe|PbhZ",
            "=Be;51L9f#+N^LtLYPT@){Che8NDCt4LOa5QwJy5eEVYPkO9_ni?5TB<Xofw~WJ$H#2_A?XKHbX!P2NxG$Q#G7jn",
            "!5aW=V8W=aIDEEx}$&;yfp7H!q%V7oi9R(q7G*uZd#O8!f`h**BD)81jOQ(#x-|hC*Cp{r+adk@IDGPMt#?y!4L4",
            "Fv=PC-vZyzEH$*}Ft^M2p8<F8cc1J55h$5!vO!q0c_iGgKWk=_sEZi#NtiJ{ez($eb~bYm9g9#&U#Dj=eB9?8l!&",
            "FfsnG=;)1aAD|v?d?L4B(z^gxjOVgf{#4!U?p$IvXfkm&K7Xn6nR!stvut?Y<Bq9+jPET@1;PqK{P?u@-t};7R_e",
            "S@b&RV#^zIPj7a#J+_+(h+jd8rJb{TJ{cXF6F#*3#uTvw-i`SNKzz=cnTb^=FfJc)=W#*3#o^y!;$sKY_fps9FD<",
            "W5s%oIgz)LvM9^*IE-U-{VbFdArz$I2ea}mmcR&)A|Xq%Xl+Q#>!T<cy(n};7F5G*-MwVvhzGKzHRfTsmu7Um+`E",
            "9b!F@6dZ>pNp6unD0mRXunw%VUDO<e!(JD8ZNDOS=rXO^lm=5xy>6brG@&VF8#&MZD#`EuviCxB9Ybst23cUHmBj",
            "eWSjxffVCLS4wIaS$Z{P;Dg#?yDE5nn!icOl=0_|lYDMxF~HzBK)GcT(ler=Rbh{i;voOVhg2yNXbk@n54)-`)*#",
            "6_}h3E_?SJO>p&4z-#Zij2|=O{{f#09To",
        ),
    ),
    (1, 1, 20): (
        67,
        (
            "c-rlpO^n+_6vxL)B3cmISc(OgRmGtPgerl=9uQj9S=L%UglcaSEVc?pLYyiD2qGV<XgF|0f<wg##05^MH=>@Z<xq",
            "(esGy{|u=S-9M=p(gAqq3&d^oX_c;?OSnAW~$`uG3+-t)|R)72i_9c6qPX;0nJQ1KMc$vj$CI&td+>D2CjlTAe!q",
            "-m&_NYlD+XIUV?!(MU)OV>&jr2U-Lixd@mIuVf<J0En{nCLdAufA-FKi9oM!bGD%OjJW>GifK2W1`cf(@zG};Gr}",
            "0(y(yGbY}G;HAfn@sc9LPz@y<{nVp$cjDn?UmN`dyOYM9B$W%+OmGsOif@Dw)hb!6f3OZLVF${xtzd5Z8R@K=<T1",
            "hxZ5)vvkt|bVai%XRB60eFCIg-`Rq??8W6?|!iM}q}ANq9_770FCBc)ufHJ5zI{#Jf4@f$eMo=}h&4GgDJ`;0~t>",
            "oU(~Gpqa{@W(hkTTJpel>QFC8>E%@sCeSiWm={7-D@fQ`I&C{gqjnE$rw^r5f}M+8)a@G5pgB@?5R}fE#;u|Sw{!",
            "U(S}>>rcBZJ%5tIw^0e~)1*a@<;kqbK;xv&$Q?D?=07j_nQ7IvPnok3b3rm$1o&IZiR0EbN<VkaIAL$5jOvRWnG6",
            "zQTYoR#-<YZ{PjON0SDs8BmYu$`mPaN3xncA7{NYD)PqJLfk^PNMsKI(9B}_o^nZ3WCI(owkUb?Ln{MuIR?E>ogJ",
            "#e$ZmwBi3oGXwvMoj9MwX7mHmrlV8PLM5b*yo+U8I&M3*|R2Ysx<96+c<#gzbFJV+|0Xs+F7wLOUg#qe=&kep(hD",
            "4lR!09AuRzoVd@MClubz9>dy^(4$Ne`=RR0XGZaTV$Fx^+wR-AO>5S~-3Cc=B|H$5cgKx2ifRo5GV!D4l^D|GAKz",
            "BR}>XYUqjY(CN@Q_acUE^3q8@WbMfiqO2{ONuPq95uLPVnOa$pi*|qUhJdvYl}vQ*Q9757=l>^kw&Grh&>7!mk-(",
            "&~vGzsc`vL(vS?#1@G;E{^-+b`gwRauXEHNNvI$F63xqlI~T?m~FO~a_dZ-GGRgxk45XGNrT25>t2P&&zbkR7w8t",
            "-Q*!W(n*yKz5SD$iS6AXA3}QfCoMD^E}Xr-IW{POe)-Y7r2)oA!)`B>SYlX?KuyG?7Z2irWSrtI?EN_CBiYCrUv6",
            "eoX%m`_wb;R6FS>)I>VR~Dd)@eOB}mi><z?Jcz!c}mxtd@9R8N&1|$caIxn4gL~530l));1bY7%%T82>qs_<G3$o",
            "`@q9WP;Y#yh3us?GT#VbBgEt_*8+<yu{SCv@toR!Log_4eBRrVpnxXwP!QGL{`DmMjqlKJDRHWeIeOb1|c{s;i`v",
            "1Vsj&bNwi8Itdz+G&ii(m!(&3<0o|1h3NDHNpv<rbh?aAEf;h;%ITb3JO))QZ$jtFjeI&6zB~T0Uao>7GNw}(0en",
            "cYXfvLGT!b+?$<bfqqLazk`pm8=r?Y7={i^AdP_@G8o_A?)ZrKueOed+_(1_shm>t;l)#vSHboQdA8n|l3j{w|sw",
            "#hp*jEw))=7hK)AsG((mO;d`(IrfUyD&5(fld^`C7C+tyG{B<*MzGU*%{#D@dsTOSR$g691ZKhdV!;vvLW;$cuXf",
            ")1#MJ{(iyNZ)jMSp3zc*d8OOv*8FUUInTm&lo@;@t7LKNNRw)aec;*6yf?7depe%{b{jwmP(R^PqouqIcyspWjQ?",
            "P0Ucsz~(RV@j0ZhdlFhkL>3tYti8E~68qf}~mB^V+SRV+o-}RBUZ`O(|Rm(n*cL;djQtYf@AQbAdzeqt=8@P^OMg",
            "s7|IOx`{)XcY)4Q%31$^^U^~mCPyMioKE%*AQb_nlO1&(u|`br(G7YB2<!zXop`Pd6(0M)ZW)qP2+~QuA>rlMKcH",
            "n3_%$Qtg8utimzbjycj~)m*X}4XA2OStIayz1fzB)Y<aa<7A^qzN>@JOv7Xg0dHj?56C!O6Go!2(cU$-}8sEEEJJ",
            "FRY3FJ>xyuer@UWSJ^n!D(-9z_*Q`i^%4AItQ2J1%OWMSn}u;^um+n1&~e|Dgw;S#T`6r?a@1j^ojvc#j)>+s~BA",
            "+HpuXT4r2+O`{%MZ=>EjBxz5eIhtDJ4Cyh=Ii+gcxLyi|DL)g*K5K{35lBEJb=dJf8spz>8om)!jBvq4~L<A#p&%",
            "60HLK5iggS?PKC!K?~TkKA#Ae~5x7s0q{y(OZevnxkM7}43-7xLoheMw%x=ses&66tL03#mBTMY8B5hq5|39A;Nx",
            "<Ke^$$#h;8q4V00NQw&DrX*Z+xx9!~a7j7BD!4G6-yTSz6T?(oltm}||2JH8c4u^cyNhIIs(bk<jvU$PT^ZERi2q",
            "r=G&;F6b(SMHkX$->h8r^#U&>K2qm#!AZ}RKsB&Z0YNs~C8vb>mnM_%PnVeWLF?3ibeQabNf-bIg@2uV{BjJf#3;",
            "%Pqoa`E4<hR*Zyyl98~-;o#4<L{vo&<i|Ar$9t(WSCk-Vni@)UGRD#T?IRqHMgmN>?*#f>>}8cpp$X2{l^{$ogbr",
            "f?>$zRsDjZMb&fN8A>mn|lZ}MO{no0Szm_UWXY|)^6{?8n<ZGFpfC@(Ehg@{ZSD}o~Zi3D&)pW8gr=dW_oEJ>RQw",
            "r$pCURu+!b^9Qs$gE!RMUBBhkQ=UhT@1^+8J~YG!<OLy|{8=yK8Hz>HNM`r-L5FDoF9})s;u&&0Iv}(uGbz=UB$M",
            "7@en5uaaKe>c4yC5vMaY48^&i^DqyY8U~x&Hup$YHl245^T36N&z_G2sLhd0^(u}I-caYo)QY3<-jf2?79LJI53j",
            "}}qUt*`&xIltM+#MdFAO}Sbdrdu_u?QADvlJYm>Y)Xflig*k(_ZsRGfJhsd(~7=gaw_Q>7Q))f=6=&nWZ)e0f5ii",
            "d*5mYyWg|;YC4bj_90lp^{GgPoC)9P@Jhbs29Vd@Ni70S}r<N$BRl;{PoI@)!j4C(s8*$I;Rm)N+(Iu?>_zg<-e~",
            "hjmW=0bt)_(8@Zr!qo6Y<bYA^ZAA9kr)9H1dR%SxXi|!LhxeD96tyPq(_+=*#UVQC;{6tB$il6Uz*Edi>CslFXe)",
            "9{23OcEZ`(OKZ5s`w<MHN4MUahFF7YcV3@ramba}bf+=taog`iJQ$=q%_g=zK)z{14H^yp;",
        ),
    ),
}
