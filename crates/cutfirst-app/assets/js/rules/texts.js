// The rules of each game: a few paragraphs, each with a position in which they can be tried.

const FOCUS =
  ".,.,.,./.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,11000,1,.,.,./.,.,.,00,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,./1,.,.,1 0 1,0 - 0,0";

/** Black's marbles are about to arrive. */
const ARRIVING =
  "./../.../..../............./............/.........../........../111111111/1........./.........../...0......../............./.000/000/00/0 0";

const capital = (word) => word[0].toUpperCase() + word.slice(1);

const so = () => "So it goes by these rules.";

/**
 * A part is {title, text, setup, task, done}: `setup` is what the board shows, `task` says what to try there, `done(state)` what
 * has happened after a move, for the state after it. `others` are the variants and options that New game offers; a part there may
 * have `choices` instead of a setup, each {name, about, setup}.
 */
export const RULES = {
  othello: {
    aim: "When nobody can move any more, whoever has more discs on the board has won.",
    parts: [
      {
        title: "Enclose and turn",
        text: [
          "Black begins. A disc may be put on an empty square only where it encloses discs of the other colour: they lie in a straight line, without a gap, between the new disc and another one of yours. All that are enclosed are turned.",
        ],
        setup: {},
        task: "Try it: put a disc on one of the marked squares.",
        done: ({ scores }) => `One disc was turned: ${scores[0]} are black now, ${scores[1]} white.`,
      },
      {
        title: "In all directions",
        text: ["A disc turns what it encloses in all eight directions at once. What is turned does not turn others in its wake."],
        setup: { moves: ["f5", "d6", "c3", "d3", "c4"] },
        task: "White to move. Some squares turn one disc, others two or more.",
        done: ({ scores }) => `Now ${scores[0]} discs are black and ${scores[1]} white.`,
      },
      {
        title: "Who cannot move passes",
        text: [
          "You must turn at least one disc, and may not pass if you can. Who cannot move passes, and the other goes on. When both cannot, the game is over. Corners can never be turned, so they are worth a lot.",
        ],
        setup: { position: `XO${"-".repeat(62)} O` },
        task: "White has no move here: press Pass, then let Black move.",
        done: ({ to_move: toMove }) => (toMove === 0 ? "White has passed; Black encloses b1 from c1." : "That is how it goes on."),
      },
    ],
  },
  checkers: {
    aim: "Who has no pieces left, or cannot move, has lost.",
    parts: [
      {
        title: "Men step forward",
        text: [
          "Black begins. Men step one dark square diagonally forward.",
        ],
        setup: { variant: "english" },
        task: "Click a man, then where it goes; or drag it.",
        done: () => "That was a step. It is White's turn.",
      },
      {
        title: "You must capture",
        text: ["A man jumps over an opposing piece beside it onto the free square behind, and takes it. Who can capture must."],
        setup: { variant: "english", position: "B:W18,30:B5,14" },
        task: "Black has two men, but only one move.",
        done: ({ scores }) => (scores[1] === 1 ? "The white man is gone." : "That is how it goes on."),
      },
      {
        title: "And go on capturing",
        text: ["If the piece can capture again from where it lands, it goes on in the same move, to the end."],
        setup: { variant: "english", position: "B:W10,18:B6" },
        task: "Click the man and then the last square of its jumps.",
        done: ({ scores }) => (scores[1] === 0 ? "Two at once: White has nothing left, and Black has won." : "That is how it goes on."),
      },
      {
        title: "Kings",
        text: ["A man that reaches the last row becomes a king, which moves and captures backward as well. A position that is there for the third time makes a draw."],
        setup: { variant: "english", position: "B:WK3:B26" },
        task: "Bring the man to the last row.",
        done: () => "It has a crown now, and may go back.",
      },
    ],
    others: [
      {
        title: "Captures as you like",
        text: ["The experiments of the papers play with optional captures. A chain of jumps may stop after any jump, or must be completed."],
        choices: [
          { name: "May stop", about: "Jump once, twice, or not at all.", setup: { variant: "relaxed", position: "B:W10,18,30:B6,1" } },
          {
            name: "Must be completed",
            about: "Jump twice or not at all.",
            setup: { variant: "relaxed,chains=complete", position: "B:W10,18,30:B6,1" },
          },
        ],
        done: so,
      },
    ],
  },
  focus: {
    aim: "Who can no longer move has lost. Among three or four, whoever first has captured ten pieces of others wins.",
    parts: [
      {
        title: "Stacks move as far as they are high",
        text: [
          "You own the stacks that have your piece on top. A stack moves in a straight line, not diagonally, as many cells as it has pieces; a single piece one cell. Where it lands, it lies on top of what was there.",
        ],
        setup: {},
        task: "Move a piece onto a neighbour: that makes a stack of two.",
        done: () => "Whose piece is on top owns the stack.",
      },
      {
        title: "Split a stack",
        text: ["You may also take pieces off the top and move only those, as many cells as you take. What they uncover belongs to whose piece is then on top."],
        setup: { position: FOCUS },
        task: "The high stack in the middle can move by one, two, three or more cells.",
        done: () => "The distance says how many pieces have moved.",
      },
      {
        title: "No more than five",
        text: [
          "A stack holds five pieces. What is too much leaves at the bottom: your own pieces go to your reserve, others are captured. Instead of moving, you may put a piece of your reserve on any cell.",
        ],
        setup: { position: FOCUS },
        task: "Move d4 onto d6, or take a piece from the reserve below the board.",
        done: ({ scene }) => `In reserve: ${scene.reserves.join(" and ")}. Captured: ${scene.captured.join(" and ")}.`,
      },
    ],
    others: [
      {
        title: "Whole stacks",
        text: ["Played so, a stack moves with all its pieces or not at all."],
        setup: { variant: "whole", position: FOCUS },
        task: "The stack of two can move; the stack of five would leave the board.",
        done: so,
      },
      {
        title: "A win by captures",
        text: ["Among three or four, who first has captured ten pieces wins; New game takes any other number, for two as well."],
        setup: { variant: "captures=1", position: FOCUS },
        task: "Here one capture is enough: make a stack of more than five with an orange piece at its bottom.",
        done: ({ outcome }) => outcome?.text ?? so(),
      },
      {
        title: "Three players",
        text: ["Everybody has thirteen pieces, but only twelve have a place on the board."],
        choices: [
          {
            name: "Put it first",
            about: "Your first turn puts the thirteenth on an empty cell.",
            setup: { players: 3, variant: "captures=10" },
          },
          { name: "In reserve", about: "The thirteenth waits in the reserve.", setup: { players: 3, variant: "captures=10,hand=reserve" } },
          { name: "Twelve each", about: "There is no thirteenth.", setup: { players: 3, variant: "captures=10,hand=none" } },
        ],
        done: so,
      },
    ],
  },
  virus: {
    aim: "When the board is full, whoever owns the most squares has won; or who is alone on it before.",
    parts: [
      {
        title: "Infect",
        text: [
          "Everybody begins in a corner. On your turn infect a square beside one of yours, above, below, left or right of it, that is not yours yet. It becomes yours, and so do all squares beside it, whoever owned them.",
        ],
        setup: { players: 2, variant: "end=full" },
        task: "Infect a square.",
        done: ({ scores }) => `${scores[0]} squares are yours now.`,
      },
      {
        title: "Take from others",
        text: ["The squares of others are taken in the same way. Who has none left is out of the game."],
        setup: { players: 2, variant: "end=full", moves: ["b1", "e4", "c2", "c4"] },
        task: "Choose a square whose neighbours belong to the other player.",
        done: ({ scores }) => `Now it stands ${scores.join(" to ")}.`,
      },
    ],
    others: [
      {
        title: "Board, neighbours and end",
        text: ["Any board from three to eight squares a side, other start squares, and these."],
        choices: [
          { name: "8 × 8", about: "More room: corners lie far from each other.", setup: { players: 4, variant: "end=full,size=8" } },
          {
            name: "Corners touch",
            about: "A square has eight neighbours: those at its corners count as well.",
            setup: { players: 2, variant: "end=full,adjacency=8" },
          },
          {
            name: "Own squares too",
            about: "You may infect again what is yours, to take its neighbours.",
            setup: { players: 2, variant: "end=full,target=any", moves: ["b1", "e4", "c2", "c4"] },
          },
          {
            name: "Other starts",
            about: "Everybody begins where you say; here side by side in the middle.",
            setup: { players: 2, variant: "end=full,starts=b3/d3" },
          },
          {
            name: "Last owner",
            about: "A full board is no end: the game goes on until one player owns all that is taken.",
            setup: { players: 2, variant: "", moves: ["b1", "e4", "c2", "c4"] },
          },
        ],
        done: ({ scores }) => `Now it stands ${scores.join(" to ")}.`,
      },
    ],
  },
  "chinese-checkers": {
    aim: "Bring your ten marbles to the opposite point of the star before anybody else does.",
    parts: [
      {
        title: "Steps",
        text: ["A marble steps into a free hole beside it. Nothing is ever captured."],
        setup: { variant: "full-target" },
        task: "Click a marble of the front row, then a hole beside it.",
        done: () => "A step ends the turn.",
      },
      {
        title: "Hops",
        text: [
          "Or it hops over a marble beside it, of any colour, into the free hole behind, and goes on hopping as long as it can. Click the last hole; the page finds the way. A point is filled in the colour of who starts there, and has a rim in the colour of who must get there.",
          "If somebody leaves a marble behind to block you: a full target point with at least one of your marbles in it counts as yours.",
        ],
        setup: { variant: "full-target", moves: ["9-18", "111-102"] },
        task: "Hop over the marble that has stepped out.",
        done: () => "A chain of hops is how one gets ahead.",
      },
    ],
    others: [
      {
        title: "Stricter rules",
        text: ["Each of these can be added in New game."],
        choices: [
          {
            name: "Locked in",
            about: "A marble that has arrived moves only inside its target.",
            setup: { variant: "full-target,lock", position: ARRIVING },
          },
          {
            name: "No foreign rest",
            about: "No turn may end in a point that is neither home nor target; hops may pass through.",
            setup: { players: 3, variant: "full-target,no-foreign-rest" },
          },
          {
            name: "All ten",
            about: "Only ten marbles of your own fill your target: who leaves one behind can block you for ever.",
            setup: { variant: "", position: ARRIVING },
          },
        ],
        done: so,
      },
    ],
  },
  abalone: {
    aim: "Push six of the other's marbles off the board.",
    parts: [
      {
        title: "Move together",
        text: [
          "One, two or three marbles of yours that lie in a line move one cell together: along their line, or sideways. Click the rear marble and the cell in front of the line; or both ends of a group, and then where it goes.",
        ],
        setup: { variant: "belgian" },
        task: "Move a line of marbles.",
        done: () => "All of them went one cell.",
      },
      {
        title: "Push",
        text: ["Along its line, a group pushes fewer marbles than it has: two push one, three push one or two. Behind them must be a free cell or the edge; sideways, nothing is pushed."],
        setup: { position: "...../....../......./......../..@@O..../......../......./....../..... @ 0 0" },
        task: "Two black marbles face a white one: push it along the row.",
        done: () => "Two against one; against two they would have been stuck.",
      },
      {
        title: "Over the edge",
        text: ["A marble that is pushed over the edge is out of the game. Six, and you have won."],
        setup: { position: "...../....../......./......../......@@O/......../......./....../..... @ 0 5" },
        task: "White has lost five already.",
        done: ({ outcome }) => (outcome ? "That was the sixth." : "The white marble is still there: push along its row."),
      },
    ],
    others: [
      {
        title: "Where marbles begin",
        text: ["Ten layouts; many prefer the daisies, in which the fight begins at once."],
        choices: ({ variants }) =>
          variants.map(({ name, about }) => ({ name: capital(name), about: `${capital(about)}.`, setup: { variant: name } })),
        done: so,
      },
      {
        title: "A shorter game",
        text: ["Fewer marbles to push off make a shorter game; New game takes any number from one to fourteen."],
        setup: { variant: "eject=1", position: "...../....../......./......../......@@O/......../......./....../..... @ 0 0" },
        task: "The first one decides here.",
        done: ({ outcome }) => outcome?.text ?? "The white marble is still there: push along its row.",
      },
    ],
  },
};
