// Name of a game → how its board looks.

import { abalone } from "./abalone.js";
import { checkers } from "./checkers.js";
import { focus } from "./focus.js";
import { othello } from "./othello.js";
import { star } from "./star.js";
import { virus } from "./virus.js";

const LOOKS = { othello, checkers, focus, virus, "chinese-checkers": star, abalone };

/**
 * What a look has: `turn` (degrees by which the board can be turned), `square` (cells are squares), `half(board)`
 * (half width and height of the drawing), `ground(board)` (the empty board), `piece(board, {stack, king})`,
 * `lastRing` and `dot` (sizes of marks), `lightGround` (marks need dark colours), `motion(stage, path)` (see motion.js), `write(text, scene, …)` (a position line, for the editor).
 */
export const look = (game) => LOOKS[game];
