//! What the calls answer, for their description. A test reads every answer of a match by it, so that neither can say what
//! the other does not.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A guest, with the token that programs send.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GuestAnswer {
    id: String,
    name: String,
    /// Sent as `Authorization: Bearer TOKEN`. It is told once.
    token: String,
}

/// The caller as they see themselves.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MeAnswer {
    id: String,
    name: String,
    theme: String,
    speed: String,
    /// The language of the caller's pages, by its tag; null for what their browser asks for.
    language: Option<String>,
    /// Whether the caller's pages leave out what bots say.
    quiet_bots: bool,
    /// Null for a guest.
    account: Option<AccountAnswer>,
    sessions: Vec<SessionAnswer>,
    results: Vec<ResultAnswer>,
    /// With whom the caller has played.
    companions: Vec<CompanionAnswer>,
}

/// How an account can be signed in to.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountAnswer {
    password: bool,
    /// Whether there is a recovery link.
    recovery: bool,
}

/// A browser or program that is signed in.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SessionAnswer {
    device: String,
    /// When, in milliseconds since 1970.
    made: i64,
    /// When last, in milliseconds since 1970.
    used: i64,
    /// Whether it is the one that asks.
    here: bool,
}

/// What somebody has played of a game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ResultAnswer {
    game: String,
    finished: u32,
    won: u32,
    /// The highest level that is open.
    level: u32,
}

/// Somebody with whom the caller has played.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CompanionAnswer {
    id: String,
    name: String,
    matches: u32,
    /// How many of these the caller has won.
    won: u32,
}

/// What somebody has played.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProfileAnswer {
    id: String,
    name: String,
    results: Vec<ResultAnswer>,
}

/// What somebody has earned.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AchievementsAnswer {
    id: String,
    name: String,
    games: Vec<GameAchievementsAnswer>,
}

/// The achievements of a game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GameAchievementsAnswer {
    game: String,
    achievements: Vec<AchievementAnswer>,
}

/// Something that can be earned in one match.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AchievementAnswer {
    id: String,
    title: String,
    /// What has to be done for it.
    task: String,
    /// The name of its picture.
    picture: String,
    /// How many of a hundred who have finished a match of the game have it; null if nobody has finished one.
    percent: Option<u32>,
    /// By what it was earned first; null if it was not.
    earned: Option<AwardAnswer>,
}

/// The first match by which somebody has earned something.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AwardAnswer {
    /// When it ended, in milliseconds since 1970.
    at: i64,
    /// Its table; null if the caller may not look at it.
    table: Option<String>,
}

/// The boards of a game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardsAnswer {
    game: String,
    /// What is ranked by beside winning; null where winning is all.
    score: Option<String>,
    /// The boards that there are, the busiest first.
    boards: Vec<OfferedBoardAnswer>,
    /// The one that was asked for; null where there is none.
    board: Option<BoardAnswer>,
    /// The strongest of those who play against people, whatever the options.
    ratings: Vec<RatingAnswer>,
}

/// Matches that can be compared.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfferedBoardAnswer {
    seats: u32,
    /// The options that are not the usual ones, as `KEY=VALUE;KEY=VALUE`.
    variant: String,
    /// Who has the other seats: `alone`, `people`, or the name of the weakest bot.
    with: String,
    matches: u32,
}

/// A board.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardAnswer {
    seats: u32,
    variant: String,
    with: String,
    /// Everybody's best match by score.
    best: Vec<BoardLineAnswer>,
    /// Everybody's win with the fewest decisions.
    quickest: Vec<BoardLineAnswer>,
    /// Everybody's longest run of wins.
    streaks: Vec<StreakAnswer>,
    /// How often each seat wins, where people play against each other.
    by_seat: Vec<WinsAnswer>,
    /// How often people win with each class.
    by_class: Vec<WinsAnswer>,
}

/// Somebody's best match.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardLineAnswer {
    person: String,
    name: String,
    /// The table, if anybody may look at it.
    table: Option<String>,
    score: Option<i64>,
    won: bool,
    /// How many decisions they took.
    steps: u32,
    /// When the match ended, in milliseconds since 1970.
    ended: i64,
}

/// Wins in a row.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StreakAnswer {
    person: String,
    name: String,
    wins: u32,
    /// When the last of them was, in milliseconds since 1970.
    ended: i64,
}

/// How often something won.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WinsAnswer {
    /// The number of a seat, from 1, or a class.
    what: String,
    won: u32,
    matches: u32,
}

/// How strong somebody is against others.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RatingAnswer {
    person: String,
    name: String,
    /// Everybody begins at 25.
    rating: f64,
    /// Two standard deviations.
    margin: f64,
    matches: u32,
}

/// A new account.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountMade {
    id: String,
    name: String,
    /// The secret of the recovery link, told once, where there is no password.
    recovery: Option<String>,
}

/// A recovery link.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LinkAnswer {
    /// Its secret, told once.
    recovery: String,
}

/// Who has signed in.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SignedInAnswer {
    id: String,
    name: String,
    /// Sent as `Authorization: Bearer TOKEN`. It is told once.
    token: String,
    /// The secret of the new recovery link, where the old one was used.
    recovery: Option<String>,
}

/// A seal, shown before there is a table.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SealAnswer {
    /// SHA-256 of the hall's share of the seed, as 64 hexadecimal digits.
    seal: String,
}

/// All games.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesAnswer {
    games: Vec<GameAnswer>,
}

/// A game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GameAnswer {
    id: String,
    title: String,
    tagline: String,
    /// `cooperative` or `competitive`.
    spirit: String,
    /// The least and the greatest number of players.
    seats: [u8; 2],
    usual_seats: u8,
    /// A JSON Schema of its options.
    #[schema(value_type = Object)]
    options: Value,
    /// The names of the bots that play it.
    bots: Vec<String>,
    /// Its bots with a name: their ids are good where names of bots are.
    characters: Vec<CharacterAnswer>,
    /// The version of its rules.
    rules: u32,
}

/// A bot with a name.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CharacterAnswer {
    id: String,
    name: String,
    /// `easy`, `normal` or `hard`.
    level: String,
    /// `careful`, `bold` or `spiteful`.
    temperament: String,
    /// What to expect of it.
    about: String,
}

/// The matches that wait for the caller, the one that waits longest first.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WaitingAnswer {
    waiting: Vec<TurnAnswer>,
}

/// A match that waits for the caller.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnAnswer {
    table: String,
    game: String,
    /// The game's title.
    title: String,
    /// The names of the other people at the table.
    with: Vec<String>,
    /// Since when, in milliseconds since 1970.
    since: i64,
}

/// How the caller is told that a match waits.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NoticesAnswer {
    /// The hall's public key for Web Push, as `applicationServerKey` wants it, in base64url.
    key: String,
    webhook: Option<WebhookAnswer>,
    /// How many browsers are told by Web Push.
    browsers: usize,
}

/// A webhook.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WebhookAnswer {
    url: String,
    /// `discord` or `slack`.
    form: String,
    /// Why the last notice could not be sent, if it could not.
    trouble: Option<String>,
}

/// Today's match of every game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DailiesAnswer {
    dailies: Vec<DailyAnswer>,
}

/// The match of a day, as the caller may see it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DailyAnswer {
    game: String,
    title: String,
    /// As `2026-11-21`, in UTC.
    day: String,
    /// When the day is over, in milliseconds since 1970.
    ends: i64,
    #[schema(value_type = Object)]
    options: Value,
    /// SHA-256 of the seed from which all its dice come.
    seal: String,
    /// The seed, when the day is over and nobody plays its match any more.
    seed: Option<String>,
    /// How many have tried it.
    tried: u64,
    /// How many of these are under way.
    playing: u64,
    /// How many came as far as one can.
    top: u64,
    you: Option<OwnTryAnswer>,
    /// How many days in a row the caller has finished a try of this game.
    streak: usize,
    /// Whether the caller can play it for practice.
    practice: bool,
    /// The best tries, the best first; null until the caller's own has ended, or the day is over and they have none.
    tries: Option<Vec<RankedTryAnswer>>,
}

/// The caller's try of the match of a day.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OwnTryAnswer {
    table: String,
    /// Until when it counts, in milliseconds since 1970.
    until: i64,
    result: Option<OwnResultAnswer>,
}

/// What the caller's try has come to.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OwnResultAnswer {
    place: u64,
    /// In words that follow a name.
    reached: String,
    /// Whether the match was played to its end in time.
    finished: bool,
    /// Null until it is worked out.
    better: Option<BetterAnswer>,
}

/// Than how many matches of bots with the same dice a try is better.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BetterAnswer {
    percent: u64,
    matches: u64,
}

/// Somebody's try of the match of a day.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RankedTryAnswer {
    /// Equal ones share it.
    place: u64,
    you: bool,
    /// The person's id.
    person: String,
    name: String,
    /// In words that follow the name.
    reached: String,
    finished: bool,
    /// Its table, open to all once the seed is.
    table: String,
}

/// Where a match of a day is played.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TryAnswer {
    /// The table's id.
    table: String,
}

/// A table, as the caller may see it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TableAnswer {
    id: String,
    /// The path of the page that invites others.
    invite: String,
    game: String,
    /// All options, defaults included.
    #[schema(value_type = Object)]
    options: Value,
    seats: Vec<SeatAnswer>,
    /// The caller's seats.
    you: Vec<u8>,
    /// Whether the caller is the host.
    host: bool,
    /// The host's seat; null for one who does not sit there.
    host_seat: Option<u8>,
    /// Whether it stands in the hall's lists; if not, only who has the link finds it.
    public: bool,
    /// Whether those who do not sit there may look on during the match and after it.
    spectators: bool,
    /// How many look on.
    watching: usize,
    /// For the host: whom they have taken off the table.
    removed: Vec<RemovedAnswer>,
    /// Whether the caller may sit down: the host has not taken them off the table.
    may_sit: bool,
    phase: Phase,
    /// Whether it is played at a level that its players have not reached.
    practice: bool,
    /// The day whose match it is, of those that all can try once; played for practice it is none of these tries.
    daily: Option<String>,
    talk: TalkSetting,
    pace: PaceSetting,
    dice: Dice,
    /// The number of steps taken.
    step: usize,
    /// With real dice: the number of outcomes told of the step that waits.
    answers: usize,
    /// SHA-256 of the hall's share of the seed; null with real dice.
    seal: Option<String>,
    /// The id of the table that its players went on to.
    next: Option<String>,
    /// Where the match stands; null before it begins.
    state: Option<State>,
    epochs: Epochs,
    /// The standing orders that are carried out for the caller's seats, by seat.
    orders: BTreeMap<String, OrderAnswer>,
    /// What each of the caller's seats can decide beforehand, by seat.
    armable: BTreeMap<String, Vec<LegalMove>>,
    /// What each has decided beforehand, by seat.
    armed: BTreeMap<String, LegalMove>,
    /// What each had decided beforehand when something came between, by seat, in words.
    dropped: BTreeMap<String, String>,
}

/// Somebody whom the host has taken off a table.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RemovedAnswer {
    /// Their number at the table, from 1.
    n: u64,
    /// How they were called then.
    player: String,
}

/// The tables that are offered to everybody.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfferedAnswer {
    tables: Vec<OfferedTable>,
}

/// A table with a seat free whose host is there.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfferedTable {
    id: String,
    /// The path of its page.
    invite: String,
    game: String,
    /// All options, defaults included.
    #[schema(value_type = Object)]
    options: Value,
    /// The name of the host.
    host: Option<String>,
    /// The names of those who wait.
    waiting: Vec<String>,
    /// How many seats it has.
    seats: usize,
    /// How many of them somebody has.
    taken: usize,
}

/// Who sits on a seat.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatAnswer {
    seat: u8,
    /// The name of the person there.
    player: Option<String>,
    /// The name of the bot there.
    bot: Option<String>,
    /// The id of the game's character whom that bot plays.
    character: Option<String>,
    /// The name of the bot that plays for the person until they come back.
    stand_in: Option<String>,
    /// Whether the person has the page open, or asked for the table a moment ago; bots always have.
    connected: bool,
    /// The person's clock, at tables that have clocks.
    clock: Option<ClockAnswer>,
    /// That the person must act and is away.
    missed: Option<MissedAnswer>,
    /// Somebody who asks for the bot's seat.
    request: Option<SeatRequestAnswer>,
}

/// How a person's clock stands.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClockAnswer {
    /// How much time is left, in milliseconds.
    left: i64,
    /// When it will have run out, in milliseconds since 1970; null while it stands still.
    until: Option<i64>,
}

/// That somebody must act and is away.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MissedAnswer {
    /// Since when, in milliseconds since 1970.
    since: i64,
    /// Whether others who play may let a bot stand in by now.
    offered: bool,
    /// The seats of those who have agreed to it.
    agreed: Vec<u8>,
    /// The seats of those who have not; among rivals they must.
    missing: Vec<u8>,
}

/// Somebody who asks for the seat of a bot.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatRequestAnswer {
    /// Their name.
    player: String,
    /// Whether it is the caller.
    you: bool,
    /// The seats of those who must still agree.
    missing: Vec<u8>,
}

/// How long players may take.
#[derive(Serialize, Deserialize, ToSchema)]
pub(super) enum PaceSetting {
    #[serde(rename = "none")]
    Free,
    #[serde(rename = "relaxed")]
    Relaxed,
    #[serde(rename = "brisk")]
    Brisk,
    #[serde(rename = "1-day")]
    OneDay,
    #[serde(rename = "3-days")]
    ThreeDays,
    #[serde(rename = "7-days")]
    SevenDays,
}

/// How far a table has come.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Phase {
    Open,
    Playing,
    Over,
}

/// How much may be said at a table.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum TalkSetting {
    Free,
    Phrases,
    None,
}

/// Sealed dice of the hall, or real ones that are told to it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Dice {
    Sealed,
    Physical,
}

/// Where a match stands.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    /// The number of steps taken.
    ply: usize,
    status: Status,
    /// What the caller's seats may do, by seat.
    legal: BTreeMap<String, Vec<LegalMove>>,
    /// The outcome that must be told now, with real dice; it says what is asked, or that it is hidden from the caller.
    #[schema(value_type = Option<Object>)]
    ask: Option<Value>,
}

/// Who is awaited, or how it ended.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    Awaiting(Vec<Awaited>),
    Over(Outcome),
}

/// A seat that must act.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Awaited {
    seat: u8,
    /// The name of its decision.
    kind: String,
}

/// How a match ended.
#[derive(Serialize, Deserialize, ToSchema)]
pub(super) struct Outcome {
    /// Whether those who play together have won; null where they are rivals.
    victory: Option<bool>,
    /// Every seat's place, from 1.
    placings: Vec<u32>,
    /// Every seat's score, where there are scores.
    scores: Option<Vec<i64>>,
}

/// Something that a seat may do.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LegalMove {
    /// The action, to be sent as it is.
    #[schema(value_type = Object)]
    action: Value,
    /// How it reads.
    text: String,
}

/// For each of the caller's seats the number of the step since which it faces the decision that it faces now.
pub(super) type Epochs = BTreeMap<String, usize>;

/// A standing order.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderAnswer {
    order: String,
    limit: Option<i32>,
}

/// Where the table stands after a step, and what happened in it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Progress {
    /// The number of steps taken.
    step: usize,
    /// With real dice: the number of outcomes told of the step that waits.
    answers: usize,
    state: State,
    epochs: Epochs,
    /// What happened, as the game tells it to the seat that acted; empty while an outcome is waited for.
    #[schema(value_type = Vec<Object>)]
    events: Vec<Value>,
}

/// What a bot would do.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HintAnswer {
    /// The step that the caller named.
    step: usize,
    #[schema(value_type = Object)]
    action: Value,
    /// How it reads.
    text: String,
    /// Why, in words, if the bot can say.
    reason: Option<String>,
    /// What the bot thinks of each legal move, in their order; empty if it did not compare them.
    estimates: Vec<Estimate>,
}

/// What a bot thinks of a move.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Estimate {
    #[schema(value_type = Object)]
    action: Value,
    text: String,
    /// The share of matches that are won by it, from 0 to 1.
    estimate: f64,
    /// How many matches were tried out.
    visits: u64,
}

/// What is said at a table, as the caller hears it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TalkAnswer {
    setting: TalkSetting,
    /// The game's ready-made phrases.
    phrases: Vec<String>,
    remarks: Vec<RemarkAnswer>,
    reactions: Vec<ReactionAnswer>,
}

/// Something that was said.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RemarkAnswer {
    /// Its number at the table, from 1.
    n: u64,
    seat: u8,
    player: String,
    /// Whether the caller said it.
    you: bool,
    /// The number of steps taken then.
    step: usize,
    text: String,
    /// When, in milliseconds since 1970.
    at: i64,
}

/// How somebody took a step.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReactionAnswer {
    step: usize,
    seat: u8,
    player: String,
    you: bool,
    reaction: String,
}

/// The number of what was said.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SaidAnswer {
    n: u64,
}

/// What a seat or a spectator may know: the game's own JSON.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewAnswer {
    #[schema(value_type = Object)]
    view: Value,
}

/// The table as a seat or a spectator sees it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SceneAnswer {
    #[schema(value_type = Option<Object>)]
    scene: Option<Value>,
}

/// Why a call was not carried out.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Failure {
    error: FailureText,
}

/// A code for programs and a sentence for people.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FailureText {
    code: String,
    message: String,
}

/// The table has moved on, or what was asked cannot be done now. Where the caller came too late the present is told.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Late {
    error: FailureText,
    step: Option<usize>,
    answers: Option<usize>,
    state: Option<State>,
    epochs: Option<Epochs>,
}

/// The puzzles of the hall.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzlesAnswer {
    today: Option<DayPuzzleAnswer>,
    /// How many days in a row the caller solved the puzzle of the day at the first try.
    streak: u32,
    games: Vec<PuzzleCount>,
}

/// The puzzle of the day, by UTC.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DayPuzzleAnswer {
    game: String,
    number: u32,
    /// Whether the caller solved it; null if they have not answered today.
    solved: Option<bool>,
}

/// How many puzzles a game has.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleCount {
    game: String,
    /// They are numbered from 1.
    count: u32,
}

/// A puzzle, as the seat that decides sees it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleAnswer {
    game: String,
    number: u32,
    /// Whether it is the puzzle of the day.
    today: bool,
    /// What is asked for, in words, if it is not how the match ends: to win the fight that is going on, say.
    question: Option<String>,
    /// The seat that decides.
    seat: u8,
    /// What that seat may know; what stands there is the game's own.
    #[schema(value_type = Object)]
    view: Value,
    legal: Vec<LegalMove>,
    /// Null until the caller has answered.
    answer: Option<PuzzleOutcome>,
}

/// What came of an answer.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleOutcome {
    /// What the caller answered.
    #[schema(value_type = Object)]
    action: Value,
    /// Whether it was the best move.
    solved: bool,
    /// Every move, in the order of the legal list.
    choices: Vec<PuzzleChoice>,
    /// Playouts behind each of them.
    playouts: u32,
}

/// What a move of a puzzle is worth.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleChoice {
    #[schema(value_type = Object)]
    action: Value,
    /// How the match ends after it, on average, or what the question asks for: 0 is lost, 1 is won.
    worth: f64,
    /// How far off its distance to the best may be, with a confidence of 95 %.
    margin: f64,
    best: bool,
    /// Whether it is what the reference bot does.
    reference: bool,
}
