//! What the screen looks like: the board on the left, players and moves on the right, below them what was
//! thought and said, and the line that is being typed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::board::Marks;
use super::command::WORDS;
use super::screen::Screen;
use crate::session::{Seat, Step, title};

/// Rows below the board: thought, message (two rows), input.
const BELOW: u16 = 4;

/// The narrowest column of players and moves beside the board.
const LEAST_SIDE: u16 = 16;

impl Screen {
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let record = &self.game.played.record;
        let position = record.position();
        self.board.fit(area.height.saturating_sub(2 + BELOW));
        let (width, height) = self.board.size();
        // The rules that people expect need no words.
        let variant = Some(position.variant()).filter(|text| !text.is_empty() && *text != self.usual);
        let title = format!(
            " {}{}",
            title(position.game()),
            variant.map_or(String::new(), |text| format!(" ({text})"))
        );
        let title = Line::styled(title, Style::new().add_modifier(Modifier::BOLD));
        title.render(row(area, 0), buffer);

        let needed = (width + 2, 2 + height + BELOW);
        if area.width < needed.0 || area.height < needed.1 {
            return too_small(needed, area, buffer);
        }

        let (targets, scene) = (self.entry.targets(&self.legal), position.scene());
        let occupied: Vec<_> = scene.cells.iter().map(|occupied| occupied.cell.as_str()).collect();
        let marks = Marks {
            cursor: self.entry.cursor(),
            chosen: self.entry.chosen(),
            targets: &targets,
            occupied: &occupied,
            last: record.played().last().map_or(&[], |step| &step.path),
        };
        let board = Rect { x: area.x + 1, y: area.y + 2, width, height }.intersection(area);
        let left = width + 3;
        let height = area.height.saturating_sub(BELOW);
        let side = Rect { x: area.x + left, y: area.y, width: area.width.saturating_sub(left), height };
        let is_narrow = side.width < LEAST_SIDE;
        // Without room beside the board, what was asked for takes its place until it is no longer wanted.
        let side = if is_narrow { Rect { y: area.y + 1, height: height - 1, ..area } } else { side };
        let lines = match self.list {
            _ if self.help => help(),
            Some(first) => self.legal_moves(first, side),
            None if is_narrow => vec![self.standing_line()],
            None => self.side_lines(side.height),
        };
        if !is_narrow || !(self.help || self.list.is_some()) {
            self.board.draw(&scene, &marks, board, buffer);
        }
        Paragraph::new(lines).wrap(Wrap { trim: false }).render(side.intersection(area), buffer);

        let bottom = area.height.saturating_sub(BELOW);
        let thought = head(&self.thought, usize::from(area.width.saturating_sub(2)));
        Line::styled(format!(" {thought}"), Style::new().fg(Color::Gray)).render(row(area, bottom), buffer);
        let message = Rect { height: 2, ..row(area, bottom + 1) }.intersection(area);
        let message_text = format!(" {}", self.said());
        Paragraph::new(message_text).wrap(Wrap { trim: false }).render(message, buffer);
        Line::from(vec![
            Span::styled(" > ", Style::new().fg(Color::Gray)),
            Span::raw(tail(&self.typed, usize::from(area.width.saturating_sub(5)))),
            Span::styled(" ", Style::new().add_modifier(Modifier::REVERSED)),
        ])
        .render(row(area, bottom + 3), buffer);
    }

    /// Who is to move or has won, and what was said last.
    fn said(&self) -> String {
        let status = self.game.status();
        let status = if status.ends_with('.') { status } else { format!("{status}.") };
        let mut message = self.message.chars();
        let first = message.next().map_or(String::new(), |first| first.to_uppercase().to_string());
        format!("{status} {first}{}", message.as_str())
    }

    /// As many legal moves from the `first` on as there is room for, and how many there are.
    fn legal_moves(&self, first: usize, side: Rect) -> Vec<Line<'static>> {
        let width = usize::from(side.width);
        let mut rows = vec![String::new()];
        let mut shown = 0;
        for step in self.legal.iter().skip(first) {
            let row = rows.last_mut().expect("there is a row");
            if row.is_empty() || row.chars().count() + 2 + step.text.chars().count() <= width {
                *row += if row.is_empty() { "" } else { "  " };
                *row += &step.text;
            } else if rows.len() + 3 < usize::from(side.height) {
                rows.push(step.text.clone());
            } else {
                break;
            }
            shown += 1;
        }
        self.listed.set(shown);
        let (from, to, all) = (first + 1, first + shown, self.legal.len());
        let title =
            if shown == all { format!("All {all} moves") } else { format!("Moves {from} to {to} of {all}") };
        let more = if to < all { "'moves' for more" } else { "'moves' to end" };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut lines = vec![Line::styled(title, bold)];
        lines.extend(rows.into_iter().map(Line::raw));
        lines.push(Line::styled(more, Style::new().fg(Color::Gray)));
        lines
    }

    /// How everybody stands, in one row.
    fn standing_line(&self) -> Line<'static> {
        let position = self.game.played.record.position();
        let seats = position.tally().into_iter().enumerate().flat_map(|(seat, points)| {
            let text = format!("{} {} {points}", self.board.sign(seat as u8), position.seat_name(seat));
            [Span::raw(" "), Span::styled(text, self.board.ink(seat as u8))]
        });
        Line::from_iter(seats)
    }

    fn side_lines(&self, height: u16) -> Vec<Line<'static>> {
        let record = &self.game.played.record;
        let position = record.position();
        let (scene, tally) = (position.scene(), position.tally());
        let mut lines = Vec::new();
        for (seat, who) in self.game.played.seats.iter().enumerate() {
            let to_move = record.ending().is_none() && position.to_move() == seat;
            let of = |counts: &Option<Vec<u32>>| counts.as_ref().and_then(|all| all.get(seat)).copied();
            let (sign, points) = (self.board.sign(seat as u8), tally.get(seat).copied().unwrap_or(0));
            let mut text = format!("{sign} {} {points}", position.seat_name(seat));
            for (name, count) in
                [("res.", of(&scene.reserves)), ("cap.", of(&scene.captured)), ("hand", of(&scene.hand))]
            {
                text += &count.filter(|&n| n > 0).map_or(String::new(), |n| format!(" {name} {n}"));
            }
            let style = self.board.ink(seat as u8);
            let style = if to_move { style.add_modifier(Modifier::BOLD) } else { style };
            lines.push(Line::from(vec![
                Span::styled(if to_move { "> " } else { "  " }, style),
                Span::styled(text, style),
                Span::styled(format!(" {}", who_text(who)), Style::new().fg(Color::Gray)),
            ]));
        }
        lines.push(Line::default());
        let keys = [
            "F1 help  F2 hint",
            "F3 undo  F4 redo",
            "F5 analysis",
            &format!("cursor: {}", self.entry.cursor()),
        ];
        let room = usize::from(height).saturating_sub(lines.len() + keys.len() + 1);
        let numbered: Vec<_> = record.played().iter().enumerate().collect();
        for (index, Step { text, .. }) in &numbered[numbered.len().saturating_sub(room)..] {
            lines.push(Line::raw(format!("{:>4} {text}", index + 1)));
        }
        lines.push(Line::default());
        lines.extend(keys.map(|key| Line::styled(key.to_owned(), Style::new().fg(Color::Gray))));
        lines
    }
}

fn who_text(seat: &Seat) -> String {
    match seat {
        Seat::Human {} => "you".to_owned(),
        Seat::Program { name } => name.clone(),
        Seat::Engine { level, .. } => match (level.time_ms, level.depth) {
            _ if level.level().is_some() => {
                level.level().map_or(String::new(), |level| level.name().to_owned())
            }
            (Some(time), _) if time % 1000 == 0 => format!("engine {} s", time / 1000),
            (Some(time), _) => format!("engine {time} ms"),
            (_, depth) => format!("engine depth {}", depth.unwrap_or(0)),
        },
    }
}

/// Instead of a board that would lose its edge.
fn too_small((width, height): (u16, u16), area: Rect, buffer: &mut Buffer) {
    let text = format!(
        "This board needs {width} columns and {height} rows; here are {} and {}. Enlarge the terminal, or leave with \
         Ctrl-C and play with --typed.",
        area.width, area.height
    );
    Paragraph::new(text).wrap(Wrap { trim: false }).render(area, buffer);
}

fn help() -> Vec<Line<'static>> {
    let mut lines = vec![Line::raw("Type a move, or:")];
    lines.extend(WORDS.iter().map(|(word, _, meaning)| {
        Line::from(vec![
            Span::styled(format!("{word:<9}"), Style::new().add_modifier(Modifier::BOLD)),
            Span::raw(*meaning),
        ])
    }));
    lines
}

fn row(area: Rect, row: u16) -> Rect {
    Rect { y: area.y.saturating_add(row), height: 1, ..area }.intersection(area)
}

/// The beginning of a text that is longer than its place, in whole words.
fn head(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let fits: String = text.chars().take(width.saturating_sub(1)).collect();
    let whole = fits.rsplit_once(' ').map_or(fits.as_str(), |(whole, _)| whole);
    format!("{whole} …")
}

/// The end of a text that is longer than its place.
fn tail(text: &str, width: usize) -> String {
    let length = text.chars().count();
    text.chars().skip(length.saturating_sub(width)).collect()
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    use super::super::Game;
    use super::*;
    use crate::session::{Engines, Level, Played, Record, Setting};

    const FULL: Rect = Rect { x: 0, y: 0, width: 80, height: 24 };

    fn screen(game: &str, players: Option<usize>, variant: &str) -> Screen {
        let variant = Some(variant.to_owned());
        let start = Setting { game: game.to_owned(), players, variant, position: None }.open().ok().unwrap();
        let seats = vec![Seat::Human {}; start.players()];
        let played = Played::new(Record::new(start), seats);
        let hint = Level::depth(2);
        Screen::new(Game { played, hint, threads: 1, engines: Engines::default(), seed: 0 })
    }

    fn shown(screen: &Screen, area: Rect) -> Vec<String> {
        let mut buffer = Buffer::empty(area);
        screen.draw(area, &mut buffer);
        let row = |y| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..area.height).map(row).collect()
    }

    #[test]
    fn every_board_fits_into_80_by_24() {
        for (game, players, variant) in [
            ("othello", None, ""),
            ("checkers", None, ""),
            ("focus", Some(4), ""),
            ("focus", Some(3), ""),
            ("virus", Some(4), "size=8"),
            ("chinese-checkers", Some(6), ""),
            ("abalone", None, "belgian"),
        ] {
            let mut screen = screen(game, players, variant);
            let (width, height) = screen.board.size();
            assert!(width <= 56 && 2 + height + BELOW <= 24, "{game}: {width} x {height}");
            for ply in 0..30 {
                let legal = screen.game.played.record.position().legal();
                screen.game.played.record.play(&legal[ply * 7 % legal.len()].text).unwrap();
            }
            let rows = shown(&screen, FULL);
            let text = rows.join("\n");
            for expected in ["F1 help", "cursor:", "to move.", "  30 "] {
                assert!(text.contains(expected), "{game} does not show {expected}:\n{text}");
            }
            let last = screen.game.played.record.start().geometry().cells.pop().unwrap().cell;
            assert!(text.contains(&last) || game == "focus", "{game} does not show {last}:\n{text}");
            let signs = if game == "focus" { ["1 Player 1", "2 Player 2"] } else { ["● ", "○ "] };
            assert!(
                signs.iter().all(|sign| text.contains(sign)),
                "{game} does not say who has what:\n{text}"
            );
            screen.help = true;
            assert!(shown(&screen, FULL).join("\n").contains("end the program"), "{game}");
        }
    }

    #[test]
    fn every_piece_can_be_told_without_colours() {
        let star = shown(&screen("chinese-checkers", Some(6), ""), FULL).join("\n");
        for marble in ["●0", "○22", "◆110", "◇120", "▲100", "△10"] {
            assert!(star.contains(marble), "{marble} is missing:\n{star}");
        }
        let focus = shown(&screen("focus", Some(4), ""), FULL);
        assert!(focus.iter().any(|row| row.starts_with(" 8 ")), "{focus:#?}");
        assert!(focus.iter().any(|row| row.trim_start().starts_with("a     b     c")), "{focus:#?}");
    }

    #[test]
    fn every_legal_move_is_listed_or_said_to_be_more() {
        let mut screen = screen("abalone", None, "");
        let all: Vec<_> = screen.legal.iter().map(|step| step.text.clone()).collect();
        let mut seen = String::new();
        for _ in 0..all.len() {
            screen.obey(super::super::command::Command::Moves);
            if screen.list.is_none() {
                break;
            }
            let text = shown(&screen, FULL).join("\n");
            assert!(text.contains(&format!("of {}", all.len())) || text.contains("All "), "{text}");
            seen += &text;
        }
        assert!(screen.list.is_none(), "the list ends");
        assert!(all.iter().all(|mv| seen.contains(mv)), "{seen}");
    }

    #[test]
    fn a_narrow_terminal_is_told_what_is_needed() {
        let screen = screen("focus", Some(4), "");
        let (width, height) = screen.board.size();
        let narrow = shown(&screen, Rect { width: width + 1, ..FULL }).join(" ");
        assert!(narrow.contains(&format!("needs {} columns", width + 2)), "{narrow}");
        let just = shown(&screen, Rect { width: width + 2, height: height + 2 + BELOW, ..FULL }).join("\n");
        assert!(just.contains("to move.") && just.contains("h "), "{just}");
        assert!(just.contains("2 Player 2 13"), "{just}");
        // A low one shows the rows of the board without rows between.
        let low =
            shown(&self::screen("othello", None, ""), Rect { width: 50, height: 20, ..FULL }).join("\n");
        assert!(low.contains("h8") && low.contains("to move."), "{low}");
        let mut thinking = self::screen("othello", None, "");
        thinking.thought = "49 % to win, 14 moves ahead: d3 c5 f6 f5".to_owned();
        thinking.message = "there is no move to undo".to_owned();
        let small = shown(&thinking, Rect { width: 38, height: 14, ..FULL }).join("\n");
        assert!(small.contains("ahead: d3 c5 …") && small.contains("There is"), "{small}");
        // What is asked for takes the board's place.
        let mut screen = self::screen("othello", None, "");
        let narrow = Rect { width: 50, ..FULL };
        screen.help = true;
        assert!(shown(&screen, narrow).join("\n").contains("end the program"));
        screen.help = false;
        screen.obey(super::super::command::Command::Moves);
        assert!(shown(&screen, narrow).join("\n").contains("All 4 moves"));
    }

    #[test]
    fn colours_and_marks_mean_what_they_say() {
        let mut screen = screen("othello", None, "");
        let cell = |screen: &Screen, name: &str| {
            let mut buffer = Buffer::empty(FULL);
            screen.draw(FULL, &mut buffer);
            let places = screen.game.played.record.start().geometry().cells;
            let place = places.iter().find(|place| place.cell == name).unwrap();
            buffer[(1 + (4.0 * place.x) as u16, 2 + (2.0 * place.y) as u16)].clone()
        };
        let (black, white) = (cell(&screen, "e4"), cell(&screen, "d4"));
        assert_eq!((black.symbol(), black.fg), ("●", Color::Indexed(16)));
        assert_eq!((white.symbol(), white.fg), ("○", Color::Indexed(231)));
        assert!(cell(&screen, "f5").modifier.contains(Modifier::UNDERLINED), "a legal square");
        assert!(!cell(&screen, "a1").modifier.contains(Modifier::UNDERLINED));
        screen.obey(super::super::command::Command::Move("f5".to_owned()));
        assert_eq!(cell(&screen, "f5").bg, Color::Indexed(136), "the last move");
        assert_ne!(cell(&screen, "a1").bg, Color::Indexed(136));
    }

    #[test]
    fn any_size_is_survived() {
        let screen = screen("chinese-checkers", Some(6), "");
        for (width, height) in [(1, 1), (10, 3), (79, 23), (30, 60), (200, 5)] {
            shown(&screen, Rect { x: 0, y: 0, width, height });
        }
    }

    #[test]
    fn keys_move_choose_and_type() {
        let mut screen = screen("othello", None, "");
        let press = |screen: &mut Screen, code| screen.press(KeyEvent::new(code, KeyModifiers::NONE));
        for c in "f5".chars() {
            press(&mut screen, KeyCode::Char(c));
        }
        assert!(shown(&screen, FULL).join("\n").contains("> f5"));
        press(&mut screen, KeyCode::Enter);
        assert_eq!(screen.game.played.record.ply(), 1);
        assert!(shown(&screen, FULL).join("\n").contains("White to move."));
        while screen.entry.cursor() != "f4" {
            let (row, column) = (&screen.entry.cursor()[1..], &screen.entry.cursor()[..1]);
            let code = if column < "f" { KeyCode::Right } else { KeyCode::Down };
            let code = if row > "4" { KeyCode::Up } else { code };
            press(&mut screen, code);
        }
        press(&mut screen, KeyCode::Enter);
        assert_eq!(screen.game.played.record.played()[1].text, "f4");
        press(&mut screen, KeyCode::F(3));
        assert_eq!(screen.game.played.record.ply(), 1);
        press(&mut screen, KeyCode::F(4));
        assert_eq!(screen.game.played.record.ply(), 2);
        for c in "a1".chars() {
            press(&mut screen, KeyCode::Char(c));
        }
        press(&mut screen, KeyCode::Enter);
        assert!(shown(&screen, FULL).join("\n").contains("'a1' is not a legal move here"));
    }
}
