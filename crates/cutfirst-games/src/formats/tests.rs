//! Games that people and other programs have played and written down, and games at random.

use cutfirst::random::Random;
use proptest::prelude::*;

use super::*;
use crate::catalog::GAMES;

/// What a text is recognised as, and its games, which must survive being written and read again.
fn read(text: &str) -> (&'static str, Vec<PlayedGame>) {
    let format = Format::of(text).unwrap();
    let games = format.read(text).unwrap();
    let written = format.write(&games).unwrap();
    assert_eq!(Format::of(&written).unwrap().name, format.name, "{written}");
    assert_eq!(format.read(&written).as_ref(), Ok(&games), "{written}");
    (format.name, games)
}

fn error(format: &str, text: &str) -> String {
    Format::named(format).unwrap().read(text).unwrap_err().to_string()
}

/// As CheckerBoard's collections are written, with `x` in steps, lines that break anywhere and blanks after tags.
const PDN: &str = "\
[Event \"US National 1946\"]
[Black \"E Fuller\"] \r
[White \"MF Tinsley\"]
[Result \"1-0\"]
1. 11-15 23-18 2. 9-14 18x11 3. 8x15 22-18 4. 15x22 25x18x9 5. 5x14 27-23 6.
4-8 29x25 7. 8-11 24-19 8. 6-9 26-22 9. 11-15 32-27 10. 15x24 28x19 11. 7-11
30-26 12. 3-7 22-18 13. 12-16 19x12 10x15 1-0

[Event \"US National 1946\"]
[Black \"MF Tinsley\"]
[White \"M Chamblee\"]
[Result \"0-1\"]
1. 10x14 {a step} 22-17 2. 14-18! 23x14 (2... 22x15 3. 11x18 {or not}) 3. 9x18 26-23 $1 4. 6-9 23x14
5. 9x18 30-26 6. 2-6 26-23 7. 6-9 23x14 ; to the end of the line
8. 9x18 31-26 9. 5-9 17-13 10. 11-15 13x6 11. 1x10 25-22 12. 18x25 29x22 13. 10x14 27-23
14. 8-11 24-19 15. 15x24 28x19 0-1
";

#[test]
fn checkers_games_of_others() {
    let (format, games) = read(PDN);
    assert_eq!((format, games.len()), ("pdn", 2));
    let first = &games[0];
    assert_eq!((first.game, &*first.variant, first.moves.len()), ("checkers", "english", 27));
    assert_eq!(first.names, ["E Fuller", "MF Tinsley"]);
    assert_eq!(first.tag("Event"), Some("US National 1946"));
    assert_eq!(first.winners, Some(vec![0]), "the first number is Black's");
    // Word 12 was written 29x25, and captures nothing.
    assert_eq!((&*first.moves[11], &*first.moves[7]), ("29-25", "25x18x9"));
    assert_eq!((games[1].moves.len(), &games[1].winners), (30, &Some(vec![1])));
}

/// The game by which the PDN 3.0 specification shows what it means for checkers, with comments as lidraughts writes them and the
/// last jump by its ends alone.
const PDN_3: &str = "\
[Event \"Double Corner Dyke\"]
[Black \"Jordan,A\"]
[White \"Tesheliet,F\"]
[Result \"1/2-1/2\"]
[Variant \"From Position\"]
[GameType \"21,B,8,8,N1,0\"]

1.  9-14 { [%clock w0:03:00 B0:02:58] } 1... 22-17 2. 11-15 $1 25-22 3. 15-19 {the
 corner} 23x16 (3... 24x15 4. 10x19 (4. 9-13) 23x16 {[%eval -0.2]} 5. 12x19)
4. 12x19 24x15 5. 10x19 17x10 6.  6x15 21-17 7.  5-9 29-25 8.  8-12 25-21
9.  7-10 17-13 10.  1-6 27-24 11.  4-8 32-27 12.  9-14 27-23 13.  3-7 23x16
14. 12x19 22-17 15.  7-11 26-23 16. 19x26 30x23 17.  8-12 24-20 18. 15-18 23-19
19. 11-15 20-16 20. 15x24 28x19 21.  2-7 31-26 22. 18-23 26-22 23. 23-27 16-11!
24.  7x23* 22-18 *
";

#[test]
fn checkers_games_with_comments_variations_and_clocks() {
    let (format, games) = read(PDN_3);
    assert_eq!((format, games.len(), &*games[0].variant), ("pdn", 1, "english"));
    assert_eq!((games[0].moves.len(), &*games[0].moves[46]), (48, "7x16x23"));
    assert_eq!(games[0].winners, Some(vec![0, 1]));
    // Without the number of the rules, a variant must be one of ours.
    assert!(error("pdn", "[Variant \"Frisian\"]\n1. 11-15").contains("unknown checkers variant"));
}

#[test]
fn checkers_from_a_position_with_white_to_move() {
    let text = "[SetUp \"1\"]\n[FEN \"W:W27,19,18,11,7,6,5:B28,26,25,20,17,10,9,4,3,2.\"]\n\n1... 7-30?! *\n";
    assert!(error("pdn", text).starts_with("game 1: move 1: "));
    let text = "[FEN \"W:W18:B1,15\"]\n1. ... 18x11 2. 1-6 1-1";
    let (format, games) = read(text);
    assert_eq!((format, &*games[0].moves.join(" ")), ("pdn", "18x11 1-6"));
    assert_eq!(games[0].winners, Some(vec![0, 1]));
    assert!(Format::named("pdn").unwrap().write(&games).unwrap().contains("1. ... 18x11 2. 1-6 1/2-1/2"));
    assert_eq!(read("B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29\n").0, "fen");
    assert_eq!(
        error("pdn", "[GameType \"20\"] 1. 32-28"),
        "game 1: GameType 20 is another game of draughts; English checkers is 21"
    );
}

/// A game that Edax played under NBoard, with a pass that was recorded after the end.
const GGF: &str = "(;GM[Othello]PC[NBoard]DT[2014-01-29 23:05:30 GMT]PB[edax]PW[edax]RE[?]TI[0//0]TY[8]\
BO[8 ---------------------------O*------*O--------------------------- *]\
B[F5]W[F4]B[E3]W[F6]B[E6]W[C5]B[G5]W[D3]B[D6]W[F7]B[G6]W[E7]B[C6]W[D7]B[F3]W[C4]B[F8]W[H6]B[B5]W[E8]B[C7]W[G8]\
B[D8]W[C8]B[C2]W[A6]B[C3]W[H5]B[B4]W[A3]B[B6]W[G3]B[G4]W[H4]B[A5]W[A4]B[B7]W[C1]B[B3]W[D2]B[F2]W[E2]B[B8]W[A8]\
B[A7]W[G7]B[E1]W[D1]B[B1]W[G2]B[H1]W[B2]B[H3]W[G1]B[H2]W[PA];)";

#[test]
fn othello_games_of_others() {
    let (format, games) = read(GGF);
    let game = &games[0];
    assert_eq!((format, game.moves.len(), &*game.moves[0]), ("ggf", 56, "f5"));
    assert_eq!((game.tag("Date"), game.tag("Site")), (Some("2014-01-29 23:05:30 GMT"), Some("NBoard")));
    // As GGS writes it: blanks between rows, small letters, evaluations and times, a number before games.
    let ggs = "2 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[a]PW[b]RB[2197.01]RW[2199.72]\
        TI[05:00//02:00]TY[8]RE[-2.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[d3//0.01]W[c5/-1.50/0.01]B[e6//5.42];)(;GM[Othello]TY[8r4]BO[8 --*O-----------------------O*------*O--------------------------- *]B[F5];)";
    let (_, games) = read(ggs);
    assert_eq!((&*games[0].moves.join(" "), &games[0].winners), ("d3 c5 e6", &Some(vec![1])));
    assert_eq!(games[0].tag("RB"), Some("2197.01"));
    assert!(games[1].start.as_deref().is_some_and(|start| start.starts_with("--XO")));
    // Two games at the same time from an opening of 18 discs, as GGS sends them, and what an annotator may add.
    let two = "2 (;GM[Othello]PC[GGS/os]PB[edax]PW[Roxane]TI[05:00//02:00]TY[s8r18:l]RE[-10.000]KM[-2]\
        BO[8 --**O--- --**---- --*OO--- ****OO-- ---O*--- --O-*--- -------- -------- *]B[f1/-6.00/26.00]W[C5/8.00]\
        CO[both \\[here\\] and (;there;)];)(;GM[Othello]PC[GGS/os]PB[Roxane]PW[edax]TY[s8r18:l]\
        BO[8 --**O--- --**---- --*OO--- ****OO-- ---O*--- --O-*--- -------- -------- *]B[F1]W[C5]B[D6//];)";
    let (_, games) = read(two);
    assert_eq!((games.len(), &*games[0].moves.join(" "), games[1].moves.len()), (2, "f1 c5", 3));
    assert_eq!(games[0].tag("KM"), Some("-2"));
    for other in ["10", "88", "a8", "8a", "s6r10"] {
        let wrong = error("ggf", &format!("(;GM[Othello]TY[{other}]B[F5];)"));
        assert_eq!(wrong, format!("game 1: TY[{other}] is not Othello on 8 by 8 squares"));
    }
    assert_eq!(error("ggf", "(;GM[Go]B[F5];)"), "game 1: GM[Go] is not Othello");
    assert_eq!(
        error("ggf", "(;GM[Othello]W[F5];)"),
        "game 1: move 1: it is not Black's turn".replace("Black", "White")
    );
    assert!(error("ggf", "(;GM[Othello]B[F5").contains("no ;) ends the game"));
}

#[test]
fn othello_move_strings() {
    let (format, games) = read("# two games\nF5D6C3D3C4\n\nf5 f6 e6 f4\n");
    assert_eq!((format, games.len()), ("transcript", 2));
    assert_eq!(games[0].moves, ["f5", "d6", "c3", "d3", "c4"]);
    let shortest = "e6f4e3f6g5d6e7f5c5"; // White has nothing left after nine moves.
    let (_, games) = read(shortest);
    assert_eq!(games[0].winners, Some(vec![0]));
    for passes in ["pa", "--", " PASS pass", "psps"] {
        let (_, games) = read(&format!("{shortest}{passes}"));
        assert_eq!(games[0].moves.len(), 9, "{passes}");
    }
    for text in ["F5-D6-C3", "1. f5 d6 2. c3", "1.F5 2.D6 3.C3", "f5, d6, c3"] {
        assert_eq!(read(text).1[0].moves, ["f5", "d6", "c3"], "{text}");
    }
    assert!(error("transcript", "f5pa").contains("'pa' is not a legal move"));
    assert!(error("transcript", "f5\nf5f5").starts_with("line 2: move 2: "));
    // The whole game of NBoard without its passes.
    let whole = Format::named("ggf").unwrap().read(GGF).unwrap();
    let text = Format::named("transcript").unwrap().write(&whole).unwrap();
    assert_eq!(read(&text).1[0].moves, whole[0].moves);
}

#[test]
fn othello_positions_with_scores() {
    let ffo = "% FFO 41\n-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X; H4:+0; H3:-2; F8:-2; % as Edax solves it\n";
    let (format, games) = read(ffo);
    assert_eq!((format, games[0].tag("Scores")), ("obf", Some("H4:+0 H3:-2 F8:-2")));
    assert!(error("obf", &ffo.replace("H4", "A8")).starts_with("line 2: 'A8' is not a legal move"));
}

/// The last game of the world championship of 2015, as it was put on a page.
const ABA_PRO: &str = "Belgian daisy
1.a1b2 i5h5 2.a2b3 i6h6 3.b3c4 g4g5 4.i9h8 h6g6 5.c2c3 c6c7d6 6.g7g9f7 g5h5f4 7.b2c3 h4g4 8.h7i8h6 a4b4a3 9.e5d5 \
g4f4 10.b4b5 f4e4 11.c5b4 g6f5 12.f7f9e7 f5e5 13.b5b6c5 f6e5 14.a3b4a4 e6d6 15.e9e8 c6d6 16.b5c5 d7c6 17.b6b5 c6d6 \
18.h8h9g7 f5e4 19.b1a1 c2c3 20.g7g8f7 f6e6 21.a4b5 e4d4 22.g6h6g7 c3c4 23.c7b6 d7c6 24.g7i7f6 d4c4 25.a1b2 a4b5 \
26.f8f7 d7d6 27.g6g5 b4c4 28.e7f7 c6d6 29.h6g5 f6e6 30.g7g6 b3b4 31.g6f5 c2d2 32.b6c7 c6c5 33.f7f6 d2e3 34.c2d2 d6d5 \
35.f5e4 b5c5 36.d1d2 c5d5 37.d3e4 c2c3 38.e4d3 e3e4 39.d2d3 c3c4 40.e8e7 d6c5 41.c7d8 e4e5 42.d8e8 b4c4 43.g4f4 e7e6 \
44.e8f8e7 d7d6 45.e3f4 a3b3 46.d3d4 d7c6 47.h5g4 b3a3 48.g4g5 e4e5 49.e8f8 b4c4 50.g5g6 c6c5 51.d6d5 e7e6 52.h6g6 a3b4 \
53.d4d5 c3d4 54.d5d6 d8c7 55.e6d6 b4c5 56.e7d7 g8h8 57.f6g7 i9i8 58.f7g7";

#[test]
fn abalone_games_of_others() {
    let (format, games) = read(ABA_PRO);
    let game = &games[0];
    assert_eq!((format, &*game.variant, game.moves.len()), ("aba-pro", "belgian", 115));
    assert_eq!(game.winners, None, "nobody wrote who had won, and no sixth marble was pushed off");
    let (_, games) = read("[Black \"a\"]\n[Result \"0-1\"]\n\n1. A1B2 I9H8 0-1\n\nGerman daisy\n1. b1c2 *");
    assert_eq!(
        (&*games[0].variant, &games[0].winners, &*games[1].variant),
        ("standard", &Some(vec![1]), "german")
    );
    let (_, games) = read("Belgian Daisy:\n1. A1B2, I5H5 2. A2B3 - I6H6");
    assert_eq!(games[0].moves, ["A1B2", "I5H5", "A2B3", "I6H6"]);
    assert!(error("aba-pro", "Mars 1.a1b2").contains("'Mars' is no move"));
}

#[test]
fn every_game_has_a_text() {
    let text = "[Game \"focus\"]\n[Players \"3\"]\n[Seat2 \"a \\\"b\\\" \\\\c\"]\n[Result \"1/2 0 1/2\"]\n[Round \"2\"]\n\n";
    let (format, games) = read(text);
    assert_eq!((format, games[0].names[1].as_str()), ("text", "a \"b\" \\c"));
    assert_eq!((&games[0].winners, games[0].tag("Round")), (&Some(vec![0, 2]), Some("2")));
    for (wrong, hint) in [
        ("[Players \"2\"]", "there is no tag [Game"),
        ("[Game \"chess\"]", "unknown game 'chess'; choose"),
        ("[Game \"virus\"]\n[Players \"x\"]", "'x' is no number of players"),
        ("[Game \"virus\"]\n[Players \"9\"]", "2, 3 or 4 players, not 9"),
        ("[Game \"othello\"] [Result \"1 1\"]", "does not share one point among 2 players"),
        ("[Game \"othello\"] f5 f5", "move 2: 'f5' is not a legal move"),
        ("[Game \"othello\" f5", "line 1: a tag is written"),
        ("[Game \"othello\"] { f5", "line 1: a comment that no '}' ends"),
        ("[Game \"othello\"]\n( f5 (", "line 2: a variation that no ')' ends"),
        ("[Game \"othello\"] ]", "a ']' that closes nothing"),
        ("", "there is no game in this text text"),
    ] {
        let error = error("text", wrong);
        assert!(error.contains(hint), "{wrong}: {error}");
    }
}

#[test]
fn formats_are_for_their_games() {
    let virus = PlayedGame::new("virus", None, None, None, "a2").unwrap();
    let error = Format::named("pdn").unwrap().write(&[virus]).unwrap_err().to_string();
    assert_eq!(error, "game 1: pdn is for checkers, not virus; choose text");
    assert!(Format::named("sgf").err().unwrap().to_string().contains("choose text, ggf, obf"));
    assert!(Format::of("Dear Sir,").err().unwrap().to_string().starts_with("'Dear Sir,' begins no format"));
    let usual: Vec<_> = GAMES.iter().map(|info| Format::usual(info.name).name).collect();
    assert_eq!(usual, ["ggf", "pdn", "text", "text", "text", "aba-pro"]);
}

/// A random game of so many plies, begun after so many others.
struct AtRandom(u64);

impl GameVisitor for AtRandom {
    type Output = PlayedGame;

    fn visit<G: BoardGame>(self) -> PlayedGame {
        let mut random = Random::new(self.0);
        let players = G::INFO.players[random.below(G::INFO.players.len())];
        let variant =
            G::INFO.variants.get(random.below(G::INFO.variants.len().max(1))).map(|variant| variant.name);
        let mut course = Course::<G>::new(Some(players), variant, None).unwrap();
        let plies = random.below(120);
        let skipped = if random.below(2) == 0 { 0 } else { random.below(20) };
        let mut legal = Vec::new();
        for ply in 0..plies + skipped {
            legal.clear();
            course.now.moves(&mut legal);
            if legal.is_empty() {
                break;
            }
            course.play(legal[random.below(legal.len())]);
            if ply + 1 == skipped {
                course = Course::new(Some(players), variant, Some(&course.now.position_text())).unwrap();
            }
        }
        let mut game = PlayedGame::of(course);
        let winners = (random.below(3) > 0).then(|| vec![random.below(players)]);
        game.names[random.below(players)] = "R. (1)".to_owned();
        game.with_stated(winners)
    }
}

#[test]
fn games_at_random_survive_their_formats() {
    for info in GAMES {
        for seed in 0..200 {
            let game = with_game(info.name, AtRandom(seed)).unwrap();
            for format in FORMATS.iter().filter(|format| format.game.is_none_or(|own| own == info.name)) {
                let is_transcript = format.name == "transcript";
                if format.is_position || is_transcript && (game.start.is_some() || game.moves.is_empty()) {
                    continue;
                }
                let written = format.write(std::slice::from_ref(&game)).unwrap();
                let mut again = format.read(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
                if is_transcript {
                    // It holds neither names nor results.
                    again[0].names.clone_from(&game.names);
                    again[0].winners.clone_from(&game.winners);
                }
                assert_eq!(again, std::slice::from_ref(&game), "{} {written}", format.name);
            }
        }
    }
}

#[test]
fn a_game_without_moves_is_one_of_several() {
    let (_, games) = read("[Game \"othello\"]\n\n[Game \"othello\"]\n[Seat1 \"she\"]\n\nf5\n");
    let moves: Vec<_> = games.iter().map(|game| game.moves.len()).collect();
    assert_eq!((moves, &*games[0].names[0]), (vec![0, 1], ""));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[-\\[\\](){};:*/.,a-iA-IKWBXO0-9x\" \n]{0,60}") {
        for format in FORMATS {
            if let Ok(games) = format.read(&text) {
                let written = format.write(&games).unwrap();
                prop_assert_eq!(format.read(&written), Ok(games));
            }
        }
    }
}
